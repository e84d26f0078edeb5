"""The server of the studio: a page, its files, and a WebSocket; on this machine alone.

It never searches: whatever takes time is done by worker processes (`session.py`, `worker.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from halfmove.errors import HalfmoveError
from halfmove.web import limits, messages
from halfmove.web.security import NO_TOKEN, SAY_ADDRESS, TOO_MANY, Gate, Guard, new_token
from halfmove.web.session import Session
from halfmove.web.worker import Setup
from halfmove.web.workers import maker

STATIC = Path(__file__).with_name("static")
HOST = "127.0.0.1"
_BY_SIGNAL = 128  # added to a signal that ended a process, as shells do
_BACKLOG = 512  # connections that may wait


class Studio:
    """The app, and the connections that are open."""

    def __init__(self, gate: Gate, own: str, folder: str, opened: dict[str, Any] | None) -> None:
        self.gate, self.setup, self.opened = gate, Setup(own, folder), opened
        self.maker = maker()
        self.greeting = asyncio.Event()
        self.hello: dict[str, Any] = {}
        self.sessions: set[Session] = set()
        self.askers = 0

    def app(self) -> ASGIApp:
        """Return the app behind its guard."""
        routes = [
            Route("/", self.page),
            Route("/api/ask", self.ask, methods=["POST"]),
            WebSocketRoute("/ws", self.socket),
            Mount("/static", _Assets(directory=STATIC, check_dir=False)),
        ]
        return Guard(Starlette(routes=routes, lifespan=self._lifespan), self.gate)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        preparing = asyncio.create_task(self._prepare())
        yield
        preparing.cancel()
        for session in list(self.sessions):
            await session.close()
        self.maker.close()

    async def _prepare(self) -> None:
        """Learn from a worker what there is to play: the server itself imports no game."""
        reply = msgspec.json.decode(await self._answer_to(b'{"id": 0, "type": "hello"}'))
        self.hello = {**reply, "open": self.opened} if reply["type"] == "hello" else reply
        self.greeting.set()

    def _is_known(self, cookies: dict[str, str]) -> bool:
        return self.gate.is_token(cookies.get(self.gate.cookie))

    async def page(self, request: Request) -> Response:
        """Serve the page; the token in the address becomes a cookie."""
        given = request.query_params.get("token")
        if given is not None and self.gate.is_token(given):
            response = RedirectResponse("/", 303)
            response.set_cookie(self.gate.cookie, given, httponly=True, samesite="strict", path="/")
            return response
        if given is not None or not self._is_known(request.cookies):
            return PlainTextResponse(f"{SAY_ADDRESS}\n", 403)
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def ask(self, request: Request) -> Response:
        """Answer one request that has one reply, for texts that are too long for a message."""
        if not self._is_known(request.cookies):
            return PlainTextResponse(f"{SAY_ADDRESS}\n", 403)
        if self.askers >= limits.ASKERS:
            return PlainTextResponse("too many requests at a time\n", 429)
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return PlainTextResponse("a request is application/json\n", 415)
        self.askers += 1
        try:
            body = b""
            async for chunk in request.stream():
                body += chunk
                if len(body) > limits.BODY:
                    return PlainTextResponse(f"a request has at most {limits.BODY:,} bytes\n", 413)
            return Response(await self._answer_to(body.replace(b"\n", b" ")), media_type="application/json")
        except ClientDisconnect:
            return Response(status_code=400)
        finally:
            self.askers -= 1

    async def _answer_to(self, line: bytes) -> bytes:
        last: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        async def keep(reply: bytes) -> None:
            if b'"last":true' in reply and not last.done():
                last.set_result(reply)

        session = Session(self.setup, self.maker, keep)
        self.sessions.add(session)
        try:
            await session.hear(line)
            return await last
        finally:
            self.sessions.discard(session)
            await session.close()

    async def socket(self, socket: WebSocket) -> None:
        """Talk to one browser until it leaves."""
        if not self._is_known(socket.cookies):
            await socket.accept()  # so that the page is told the code
            await socket.close(NO_TOKEN, SAY_ADDRESS)
            return
        if len(self.sessions) >= limits.CONNECTIONS:
            await socket.accept()
            await socket.close(TOO_MANY, f"there are {limits.CONNECTIONS} connections: close a window")
            return
        await socket.accept()
        session = Session(self.setup, self.maker, lambda reply: socket.send_text(reply.decode()))
        self.sessions.add(session)
        try:
            await self.greeting.wait()
            await socket.send_text(messages.encode(self.hello).decode())
            while True:
                await session.hear((await socket.receive_text()).replace("\n", " ").encode())
        except (WebSocketDisconnect, RuntimeError, KeyError, UnicodeEncodeError, asyncio.CancelledError):
            pass  # it left, or sent what is no text, or the server ends
        finally:
            self.sessions.discard(session)
            await session.close()


class _Assets(StaticFiles):
    """Files that the browser keeps and asks about by their tag, so that another version is seen at once."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers["cache-control"] = "no-cache"
        return response


def serve(
    own: str = "",
    opened: dict[str, Any] | None = None,
    port: int = 0,
    ready: Callable[[str], None] = print,
    token: str | None = None,
) -> None:
    """Serve until Ctrl-C; `ready` is given the address once it can be opened. Port 0 is any that is free."""
    listening = socket.socket()
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except (OSError, OverflowError) as error:
        raise HalfmoveError(f"port {port} cannot be used: {error}; try another, or none for any that is free") from None
    listening.listen(_BACKLOG)
    port = listening.getsockname()[1]
    gate = Gate(token or new_token(), port)
    with tempfile.TemporaryDirectory(prefix="halfmove-studio-") as folder:
        studio = Studio(gate, own, folder, opened)
        server = uvicorn.Server(
            uvicorn.Config(
                studio.app(),
                log_level="warning",
                access_log=False,
                ws="websockets-sansio",
                ws_max_size=limits.MESSAGE,
                ws_ping_interval=20,
                ws_ping_timeout=60,
                timeout_graceful_shutdown=1,
                server_header=False,
                date_header=False,
            )
        )
        signal.signal(signal.SIGTERM, _end)
        ready(f"http://{HOST}:{port}/?token={gate.token}")
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(number: int, frame: object) -> None:
    """End as Python ends, so that the folder is removed: the signal by itself would end the process at once."""
    raise SystemExit(_BY_SIGNAL + number)
