"""A user's own player in a process of its own: it is sent what it may see, and never the state.

In our process a player would need one line to read the cards of the other: the state lies in the frames that call him.
Messages are JSON, line by line; `guest.py` is the other side.

    {"game": "kuhn.py", "file": "mine.py", "name": "player"}    first of all
    {"seed": 5}, {"prepare": observation}                       a game is about to begin
    {"observation": observation, "limit": {...}}                choose
    {"ready": ["prepare"]} | {"choice": {...}} | {"failed": "...", "illegal": false}    the answers
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import Any

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, IllegalAction
from halfmove.play.clocks.time_control import MARGIN
from halfmove.play.foreign_text import quoted
from halfmove.play.pipes import GUEST, command_of, environment
from halfmove.play.players.external.errors import EngineFailed, EngineSilent
from halfmove.play.players.external.external import External
from halfmove.play.players.external.process import Patience, Process
from halfmove.play.players.spec import Spec
from halfmove.play.players.wire import packed, unpacked_choice

_START = 120.0  # seconds in which it has to import the game and the player
_LATE = 5.0  # seconds beyond the margin: it may have waited for a core, which is not on its clock


class PlayerFailed(HalfmoveError):
    """What went wrong inside a player, in his own words."""


class IsolatedPlayer(External):
    """A function of a user's file that plays a game with secrets; a mistake in the file is refused at once."""

    def __init__(self, spec: Spec, game: str, margin: float = MARGIN) -> None:
        super().__init__(str(spec), patience=Patience(start=_START, late=margin + _LATE))
        self._hello = {"game": game, "file": spec.name, "name": spec.address}
        with self._talking():
            pass

    def check(self, game: Game, observation: Any) -> None:
        """Nothing is checked: the file was loaded, and whatever else the player does wrong costs him a game."""

    def seed(self, seed: int) -> None:
        with self._talking() as process:
            self._request(process, {"seed": seed}, "prepare", self.patience.ready)

    def prepare(self, game: Game, observation: Any) -> None:
        if not self.needs_rehearsal:
            with self._talking() as process:
                self._request(process, {"prepare": packed(observation)}, "prepare", self.patience.ready)

    def _start(self) -> Process:
        return Process(self.command, command_of(GUEST), environment())

    def _introduce(self, process: Process) -> None:
        answer = self._exchange(process, self._hello, "start", self.patience.start)
        if "failed" in answer:
            process.kill()
            raise HalfmoveError(str(answer["failed"]))
        self.needs_rehearsal = "prepare" not in answer.get("ready", ())

    def _new_game(self, process: Process) -> None:
        """Nothing is sent: what the player sees comes with each question."""

    def _ask(self, process: Process, limit: Limit) -> Choice:
        message = {"observation": packed(self._state), "limit": asdict(limit)}
        answer = self._request(process, message, "go", self._allowed(limit, self.patience.late))
        return unpacked_choice(answer.get("choice"))

    def _request(self, process: Process, message: dict[str, Any], step: str, seconds: float) -> dict[str, Any]:
        """Return the answer to a message; what failed inside the player fails here, and its process lives on."""
        answer = self._exchange(process, message, step, seconds)
        if "failed" not in answer:
            return answer
        reason = str(answer["failed"])
        raise IllegalAction(reason) if answer.get("illegal") is True else PlayerFailed(reason)

    def _exchange(self, process: Process, message: dict[str, Any], step: str, seconds: float) -> dict[str, Any]:
        until = time.monotonic() + seconds
        process.send(json.dumps(message), step, seconds)
        line = process.receive(step, until)
        if line is None:
            raise EngineSilent(self.command, step, f"there was no answer within {seconds:g} s")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise EngineFailed(self.command, step, f"{quoted(line)} is no answer")
        return answer
