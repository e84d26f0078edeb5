"""A studio in a process of its own, connections to it, and a workspace in this process, for what needs no server."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.sync.client import connect

from halfmove.core.wrapper import plain_throughout
from halfmove.running.run import Stop
from halfmove.web.messages import decoder, encode
from halfmove.web.workspace import Workspace

PATIENCE = 180.0  # seconds: the machine may be busy


@dataclass
class Studio:
    """A server in a process of its own, as a person starts it."""

    process: subprocess.Popen[str]
    address: str
    port: int = field(init=False)
    token: str = field(init=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        self.port, self.token = parts.port or 0, parse_qs(parts.query)["token"][0]

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"halfmove-{self.port}={self.token}"}

    def connect(self, **options: Any) -> Connection:
        """Open a connection as the page does, and hear its first message."""
        return Connection(self, **options)


class Connection:
    """Asks, and waits for answers."""

    def __init__(self, studio: Studio, **options: Any) -> None:
        self.stack, self.numbers = ExitStack(), itertools.count(1)
        given: dict[str, Any] = {"origin": studio.origin, "additional_headers": studio.cookie, **options}
        opening = connect(f"ws://127.0.0.1:{studio.port}/ws", max_size=None, open_timeout=PATIENCE, **given)
        self.socket = self.stack.enter_context(opening)
        self.hello = self.receive()
        self.early: list[dict[str, Any]] = []  # replies that nobody has waited for yet

    def receive(self) -> dict[str, Any]:
        return json.loads(self.socket.recv(timeout=PATIENCE))

    def send(self, type: str, **fields: Any) -> int:
        """Send a request, and return its number."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "type": type, **fields}))
        return number

    def next_of(self, number: int) -> dict[str, Any]:
        """Return the next reply to a request."""
        for reply in self.early:
            if reply.get("id") == number:
                self.early.remove(reply)
                return reply
        while (reply := self.receive()).get("id") != number:
            self.early.append(reply)
        return reply

    def last_of(self, number: int) -> dict[str, Any]:
        """Return the last reply to a request."""
        while not (reply := self.next_of(number)).get("last"):
            pass
        return reply

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Ask, and return the last reply."""
        return self.last_of(self.send(type, **fields))

    def close(self) -> None:
        self.stack.close()


def start_studio(*words: str, folder: str | None = None) -> Studio:
    """Start the studio on a free port, in plain Python: nothing here is about speed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "halfmove", "studio", "--no-browser", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "HALFMOVE_JIT": "0"},
        cwd=folder,
    )
    assert process.stdout is not None
    return Studio(process, process.stdout.readline().strip())


def end_studio(studio: Studio) -> None:
    """End it as Ctrl-C does."""
    studio.process.terminate()
    studio.process.wait(PATIENCE)
    assert studio.process.stdout is not None
    studio.process.stdout.close()


class PlainDesk(Workspace):
    """A workspace whose games run as plain Python, so that no test waits for the compiler."""

    def _game(self, text: str) -> Any:
        return plain_throughout(super()._game(text))

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Ask a question, or do a task to its end, in this process."""
        return self.all(type, **fields)[-1]

    def all(self, type: str, **fields: Any) -> list[dict[str, Any]]:
        """Return all replies to a request, as a browser reads them."""
        from halfmove.web.rooms import QUESTIONS, TASKS

        request: Any = decoder.decode(encode({"id": 1, "type": type, **fields}))
        kind = request.__class__
        replies = [QUESTIONS[kind](self, request)] if kind in QUESTIONS else list(TASKS[kind](self, request, Stop()))
        return [json.loads(encode(reply)) for reply in replies]


def at(game: str, actions: str = "", start: str | None = None) -> dict[str, Any]:
    """Return a position."""
    return {"game": game, "start": start, "actions": actions.split()}
