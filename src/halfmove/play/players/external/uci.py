"""UCI from the side that asks: a chess program as a player (Huber and Meyer-Kahlen, 2000)."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise
from typing import Any

from halfmove.core.choice import Choice, Limit
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.play.notation import line_of, word_of
from halfmove.play.players.external.answers import choice_of
from halfmove.play.players.external.external import External
from halfmove.play.players.external.options import ProgramOption
from halfmove.play.players.external.process import Process

_MILLISECONDS = 1000  # in a second
_LIMITED, _ELO = "uci_limitstrength", "uci_elo"  # options, in small letters


class UciPlayer(External):
    """A program that speaks UCI."""

    hello, welcome, new_game = "uci", "uciok", "ucinewgame"
    clocks = ("wtime", "btime", "winc", "binc")

    def _introduce(self, process: Process) -> None:
        process.send(self.hello, "init", self.patience.start)
        self._known: dict[str, ProgramOption] = {}  # options of the program, by their names in small letters
        for line in process.expect(self.welcome, "init", self.patience.start):
            offered = ProgramOption.read(line)
            if offered:
                self._known[offered.name.casefold()] = offered
            elif line.split()[:2] == ["id", "name"]:
                self.program = " ".join(line.split()[2:])
        for name, value in self._wanted().items():
            self._set(process, name, value)

    def _wanted(self) -> dict[str, str]:
        """Return the options that are set: a strength in Elo is not heeded unless strength is limited at all."""
        named = {name.casefold() for name in self.options}
        implied = _ELO in named and _LIMITED not in named and _LIMITED in self._known
        return {**({self._known[_LIMITED].name: "true"} if implied else {}), **self.options}

    def _set(self, process: Process, name: str, value: str) -> None:
        offered = self._known.get(name.casefold())
        if offered is None:
            known = ", ".join(each.name for each in self._known.values()) or "none"
            raise HalfmoveError(f"{self.command} has no option '{name}'; its options are {known}")
        offered.check(self.command, value)
        process.send(f"setoption name {offered.name} value {value}", "init", self.patience.ready)

    def _new_game(self, process: Process) -> None:
        self._check(process, self._game)
        self._beginning = self._first_state(self._game)
        self._words: list[str] = []  # the moves since then
        process.send(self.new_game, "isready", self.patience.ready)
        process.send("isready", "isready", self.patience.ready)
        process.expect("readyok", "isready", self.patience.ready)

    def _check(self, process: Process, game: Any) -> None:
        """Refuse a game that the program cannot play, and tell it which chess it is."""
        if not hasattr(game, "chess960"):
            raise WrongGame(f"{self.command}: UCI is for chess, and not for {type(game).__name__}")
        if game.chess960 or "uci_chess960" in self._known:
            self._set(process, "UCI_Chess960", str(bool(game.chess960)).lower())

    def _ask(self, process: Process, limit: Limit) -> Choice:
        game = self._game
        assert game is not None
        process.send(f"position {self._position()}", "go", self.patience.ready)
        process.send("isready", "isready", self.patience.ready)
        process.expect("readyok", "isready", self.patience.ready)
        begun = time.monotonic()
        process.send(" ".join(["go", *self._limits(limit)]), "go", self.patience.ready)
        info, answer = self._listen(process, limit)
        choice = choice_of(self.command, game, self._state, answer, info)
        return replace(choice, seconds=time.monotonic() - begun)

    def _position(self) -> str:
        """Return the first state and the moves; the words of earlier moves are kept."""
        game = self._game
        assert game is not None
        self._words += [word_of(game, state, action) for state, action in self._turns[len(self._words) :]]
        return " ".join([self._beginning, *(["moves"] if self._words else []), *self._words])

    def _first_state(self, game: Any) -> str:
        fen = game.fen(self._first, shredder=True) if game.chess960 else line_of(game, self._first)
        return f"fen {fen}"

    def _limits(self, limit: Limit) -> list[str]:
        words: list[Any] = []
        if limit.remaining is not None:
            for name, seconds in zip(self.clocks, (limit.remaining,) * 2 + (limit.increment,) * 2, strict=True):
                words += [name, _milliseconds(seconds)]
            words += ["movestogo", limit.moves_to_go] if limit.moves_to_go else []
        words += ["movetime", _milliseconds(limit.seconds)] if limit.seconds is not None else []
        words += ["depth", limit.depth] if limit.depth is not None else []
        words += ["nodes", limit.nodes] if limit.nodes is not None else []
        return [str(word) for word in words] or ["infinite"]

    def _listen(self, process: Process, limit: Limit) -> tuple[dict[str, Any], str]:
        """Return what the program said last of its best line, and its answer."""
        info: dict[str, Any] = {}
        lines = self._lines_of_thinking(process, self._allowed(limit, self.patience.late), "stop")
        while True:
            words = next(lines).split()
            if words[:1] == ["bestmove"]:
                return info, words[1] if len(words) > 1 else ""
            if words[:1] == ["info"]:
                info = _info(words[1:]) or info


def _info(words: list[str]) -> dict[str, Any]:
    """Return depth, nodes, cp or mate, and pv of an `info` about the best line; nothing of any other."""
    if "pv" not in words or "string" in words:
        return {}
    line = words.index("pv")
    info: dict[str, Any] = {"pv": words[line + 1 :]}
    for name, value in pairwise(words[:line]):
        if name in ("depth", "nodes", "cp", "mate", "multipv") and value.lstrip("-").isdecimal():
            info[name] = int(value)
    return info if info.pop("multipv", 1) == 1 else {}


def _milliseconds(seconds: float) -> int:
    return max(1, int(seconds * _MILLISECONDS))
