"""The Chess Engine Communication Protocol from the side that asks: a program for XBoard as a player (Mann 1994-2009).

The program is always in force mode while it is not thinking: it is sent all moves, and `go` when it is its turn.
"""

from __future__ import annotations

import shlex
import time
from dataclasses import replace
from typing import Any

from halfmove.core.choice import ESTIMATE, Choice, Limit
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.play.foreign_text import quoted
from halfmove.play.notation import is_initial, line_of, word_of
from halfmove.play.players.external.answers import choice_of
from halfmove.play.players.external.errors import EngineFailed, EngineSilent
from halfmove.play.players.external.external import External
from halfmove.play.players.external.process import Process

RESULTS = ("1-0", "0-1", "1/2-1/2")
LOST = ("0-1", "1-0")  # by each player

_OLD = 2.0  # seconds: a program that has named no feature by then knows none
_CENTISECONDS, _MINUTE = 100, 60
_MATE = 100_000  # hundredths of a pawn, and beyond it the moves until mate
_OLD_ANSWER = ["My", "move", "is"]  # as GNU Chess says it to this day
_REFUSED = "Illegal move"
_WORDS = {"memory": "memory", "smp": "cores"}  # features that offer a command
_UNKNOWN = ("sigint", "san")  # features that we do without


class XboardPlayer(External):
    """A program that speaks the protocol of XBoard, version 2 or 1; it can resign, which is a choice of no action."""

    _timed = ""  # the last settings of time

    def _introduce(self, process: Process) -> None:
        self._pings = 0
        self._features: dict[str, str] = {}
        self._known: dict[str, str] = {}  # commands that set what can be set, by its name in small letters
        process.send("xboard", "init", self.patience.start)
        process.send("protover 2", "init", self.patience.start)
        self._hear_features(process)
        self.program = self._features.get("myname", self.command)
        for name, value in self.options.items():
            if name.casefold() not in self._known:
                known = ", ".join(self._known) or "none"
                raise HalfmoveError(f"{self.command} has no option '{name}'; its options are {known}")
            process.send(f"{self._known[name.casefold()]}{value}", "init", self.patience.ready)
        self._settle(process, "init", self.patience.start)

    def _hear_features(self, process: Process) -> None:
        """Note what the program can do, until it has named all; a program of the first version names nothing."""
        begun = time.monotonic()
        until = begun + min(_OLD, self.patience.start)
        while self._features.get("done") != "1":
            line = process.receive("init", until)
            if line is None:
                if not self._features:
                    return
                raise EngineSilent(self.command, "init", f"there was no 'done=1' within {time.monotonic() - begun:g} s")
            name, _, rest = line.strip().partition(" ")
            if name == "feature":
                until = begun + self.patience.start
                self._note(process, rest)

    def _note(self, process: Process, features: str) -> None:
        """Accept or reject the features of a line such as `ping=1 myname="Crafty"`."""
        try:
            named = shlex.split(features)
        except ValueError:
            return
        for feature in named:
            name, _, value = feature.partition("=")
            process.send(f"{'rejected' if name in _UNKNOWN else 'accepted'} {name}", "init", self.patience.start)
            self._features[name] = value
            if name == "option":
                option = value.partition(" -")[0]
                self._known[option.casefold()] = f"option {option}="
            elif name in _WORDS and value == "1":
                self._known[_WORDS[name]] = f"{_WORDS[name]} "

    def _new_game(self, process: Process) -> None:
        game: Any = self._game
        if not hasattr(game, "chess960") or game.chess960:
            raise WrongGame(f"{self.command}: this protocol is for chess, and not for {type(game).__name__}")
        for line in ("new", "force", "easy", "post"):  # easy: it does not think in the time of others
            process.send(line, "isready", self.patience.ready)
        if not is_initial(game, self._first):
            if self._features.get("setboard") != "1":
                raise HalfmoveError(f"{self.command} cannot be shown a position: it does not know setboard")
            process.send(f"setboard {line_of(game, self._first)}", "isready", self.patience.ready)
        self._timed = ""
        self._settle(process, "isready", self.patience.ready)

    def _ask(self, process: Process, limit: Limit) -> Choice:
        game: Any = self._game
        self._set_limits(process, limit)
        self._tell(process)
        begun = time.monotonic()
        process.send("go", "go", self.patience.ready)
        late = self.patience.late if limit.seconds is None else 0.0  # it is given whole seconds
        answer, info = self._listen(process, self._allowed(limit, late))
        seconds = time.monotonic() - begun
        process.send("force", "go", self.patience.ready)
        if answer is None:
            return Choice(None, game.utilities[0], seconds=seconds, kind=ESTIMATE)
        choice = choice_of(self.command, game, self._state, answer, info)
        self._own = choice.action
        return replace(choice, seconds=seconds)

    def _tell(self, process: Process) -> None:
        """Tell the program what was played since it last knew."""
        before = "usermove " if self._features.get("usermove") == "1" else ""
        words: list[str] = []

        def play(state: Any, action: int) -> None:
            words.append(word_of(self._game, state, action))  # type: ignore[arg-type]
            process.send(f"{before}{words[-1]}", "go", self.patience.ready)

        self._catch_up(lambda: process.send("undo", "go", self.patience.ready), play)
        for line in self._settle(process, "isready", self.patience.ready):
            if line.startswith(_REFUSED) and line.split()[-1] in words:
                raise EngineFailed(self.command, "go", f"it refused an action: {quoted(line)}")

    def _set_limits(self, process: Process, limit: Limit) -> None:
        """Say how far the program may go: time in whole seconds and then by the clock, plies; it counts no nodes."""
        if limit.nodes is not None and limit == Limit(nodes=limit.nodes):
            raise HalfmoveError(f"{self.command}: this protocol cannot limit nodes; say depth=PLIES or time=SECONDS")
        settings = []
        if limit.remaining is not None:
            if not self._timed:
                minutes, seconds = divmod(max(1, round(limit.remaining)), _MINUTE)
                self._timed = f"level {limit.moves_to_go or 0} {minutes}:{seconds:02} {limit.increment:g}"
                settings.append(self._timed)
            left = max(1, int(limit.remaining * _CENTISECONDS))
            settings += [f"time {left}", f"otim {left}"]
        elif limit.seconds is not None:
            settings.append(f"st {max(1, int(limit.seconds))}")
        if limit.depth is not None:
            settings.append(f"sd {limit.depth}")
        for line in settings:
            process.send(line, "go", self.patience.ready)

    def _listen(self, process: Process, allowed: float) -> tuple[str | None, dict[str, Any]]:
        """Return the move of the program, or None if it resigns, and what it said last of its best line."""
        info: dict[str, Any] = {}
        lost = LOST[self._game.to_move(self._state)]  # type: ignore[union-attr]
        lines = self._lines_of_thinking(process, allowed, "?")
        while True:
            line = next(lines)
            words = line.split()
            if words[:1] == ["move"] or words[:3] == _OLD_ANSWER:
                return words[-1] if len(words) > 1 else "", info
            if words[:1] == ["resign"] or words[:1] == [lost]:
                return None, info
            if words[:1] and words[0] in RESULTS:
                raise EngineFailed(self.command, "go", f"it ended a game that goes on: {quoted(line)}")
            if line[:1].isspace() or line[:1].isdecimal():
                info = _thought(words) or info

    def _settle(self, process: Process, step: str, seconds: float) -> list[str]:
        """Wait until the program has obeyed, if it can say so; return what it said until then."""
        if self._features.get("ping") != "1":
            return []
        self._pings += 1
        process.send(f"ping {self._pings}", step, seconds)
        return process.expect(f"pong {self._pings}", step, seconds)


def _thought(words: list[str]) -> dict[str, Any]:
    """Return depth, cp or mate, nodes and pv of a line of thinking: `ply score time nodes pv`."""
    numbers = [word.rstrip(".").removeprefix("+") for word in words[:4]]
    if len(numbers) < 4 or not all(number.removeprefix("-").isdecimal() for number in numbers):
        return {}
    depth, score, _, nodes = map(int, numbers)
    info: dict[str, Any] = {"depth": depth, "nodes": nodes, "pv": words[4:]}
    return info | ({"mate": score} if abs(score) >= _MATE else {"cp": score})
