"""What all external programs have in common: they start when needed, follow the game, and are killed when they fail."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from halfmove.compiled import plain
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.core.rules import same
from halfmove.errors import HalfmoveError
from halfmove.play.players.external.errors import EngineSilent
from halfmove.play.players.external.process import PATIENCE, Patience, Process
from halfmove.play.players.player import Player

_POLL_INTERVAL = 0.02  # seconds between two looks at whether `stop` was called


class External(Player):
    """A program as a player. A subclass knows its protocol: `_introduce`, `_new_game`, `_ask`."""

    def __init__(
        self,
        command: str,
        options: Mapping[str, str] | None = None,
        patience: Patience | None = None,
        limits: Mapping[str, Any] | None = None,
    ) -> None:
        self.command, self.options = command, dict(options or {})
        self.patience = patience or PATIENCE
        self.limits = limits or {}  # fields of every Limit that it is given
        self.program = command  # what it calls itself, once it has said so
        self._process: Process | None = None
        self._given: Game | None = None  # the game as it was handed over
        self._game: Game | None = None
        self._first: Any = None  # the state in which the game began
        self._state: Any = None
        self._turns: list[tuple[Any, int]] = []  # states and the action there, from the first state to this one
        self._sent = 0  # actions that the program knows of
        self._own: int | None = None  # the action it has just decided on, which it has carried out already
        self._is_stopped = False

    def begin(self, game: Game, state: Any) -> None:
        """A new game starts in `state`."""
        self._follow(game, state)
        with self._talking() as process:
            self._new_game(process)

    def played(self, action: int) -> None:
        """Somebody acted."""
        if self._game is not None:
            self._turns.append((self._state, action))
            self._state = self._game.result(self._state, action)

    def check(self, game: Game, observation: Any) -> None:
        """Start the program, and refuse one that cannot play the game."""
        self.begin(game, observation)

    def choose(self, game: Game, observation: Any, limit: Limit) -> Choice:
        """Ask the program for an action."""
        self._is_stopped = False
        if game is not self._given or not same(self._state, observation) or not self._runs():
            self.begin(game, observation)
        with self._talking() as process:
            return self._ask(process, replace(limit, **self.limits))

    @property
    def processes(self) -> tuple[int, ...]:
        """The process that thinks for this player, if it runs."""
        return (self._process.number,) if self._process is not None else ()

    def stop(self) -> None:
        """Make the program answer now; to be called from another thread."""
        self._is_stopped = True

    def close(self) -> str:
        """End the program; return what went wrong, if anything did."""
        process, self._process = self._process, None
        return process.close(self.patience.quit) if process else ""

    def _follow(self, game: Game, state: Any) -> None:
        self._given, self._game = game, plain(game)
        self._first, self._state, self._turns, self._sent, self._own = state, state, [], 0, None

    def _runs(self) -> bool:
        return self._process is not None and self._process.is_running

    @contextmanager
    def _talking(self) -> Iterator[Process]:
        """Hand out the process, started if it was not, and kill it if it fails or is refused."""
        process = self._process if self._runs() else None
        try:
            if process is None:
                self.close()
                process = self._process = self._start()
                self._introduce(process)
            yield process
        except HalfmoveError:
            if process is not None:
                process.kill()
            raise

    def _catch_up(self, undo: Callable[[], Any], play: Callable[[Any, int], Any]) -> None:
        """Tell a program that keeps the board itself what was played since it last knew, by these two commands."""
        news = self._turns[self._sent :]
        if self._own is not None and self._own not in [action for _, action in news[:1]]:
            undo()
        for place, (state, action) in enumerate(news):
            if place or action != self._own:
                play(state, action)
        self._sent, self._own = len(self._turns), None

    def _allowed(self, limit: Limit, late: float) -> float:
        """Return the seconds after which a program that was given `limit` has to answer at once."""
        times = [seconds for seconds in (limit.seconds, limit.remaining) if seconds is not None]
        return min(times) + late if times else self.patience.answer

    def _lines_of_thinking(self, process: Process, allowed: float, hurry: str) -> Iterator[str]:
        """Yield what a program that thinks says, line by line; send it `hurry` when it is late or wanted now."""
        until, hurried = time.monotonic() + allowed, False
        while True:
            line = process.receive("stop" if hurried else "go", min(until, time.monotonic() + _POLL_INTERVAL))
            if line is not None:
                yield line
            late = time.monotonic() >= until
            if hurried and late:
                reason = f"there was no answer within {allowed:g} s, nor after it was told to stop"
                raise EngineSilent(self.command, "stop", reason)
            if not hurried and (late or self._is_stopped):
                process.send(hurry, "stop", self.patience.stop)
                until, hurried = time.monotonic() + self.patience.stop, True

    def _start(self) -> Process:
        return Process(self.command)

    def _introduce(self, process: Process) -> None:
        raise NotImplementedError

    def _new_game(self, process: Process) -> None:
        raise NotImplementedError

    def _ask(self, process: Process, limit: Limit) -> Choice:
        raise NotImplementedError
