"""GTP 2 from the side that asks: a program for Go, Othello or Hex as a player (Farnebäck 2002)."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import partial
from math import ceil
from typing import Any

from halfmove.core.choice import ESTIMATE, Choice, Limit
from halfmove.errors import IllegalAction
from halfmove.play.foreign_text import quoted
from halfmove.play.notation import is_initial
from halfmove.play.players.external.errors import EngineFailed, EngineSilent, IllegalAnswer
from halfmove.play.players.external.external import External
from halfmove.play.players.external.gtp_boards import COLOURS, Board, board_of
from halfmove.play.players.external.process import Process

RESIGN = "resign"


class GtpPlayer(External):
    """A program that speaks GTP; it can resign, which is a choice of no action."""

    _board: Board | None = None
    _known: Collection[str] = ()  # commands
    _timed = ""  # the last settings of time

    def _introduce(self, process: Process) -> None:
        self._known = set(self._command(process, "init", "list_commands", self.patience.start).split())
        self.program = self._command(process, "init", "name", self.patience.start).strip() or self.command

    def _new_game(self, process: Process) -> None:
        board = self._board = board_of(self._game)  # type: ignore[arg-type]
        seconds, self._timed = self.patience.ready, ""
        self._command(process, "isready", f"boardsize {board.game.size}", seconds)
        self._command(process, "isready", "clear_board", seconds)
        if hasattr(board.game, "komi"):
            self._command(process, "isready", f"komi {board.game.komi:g}", seconds)
        if not is_initial(board.rules, self._first):
            for player, action in board.set_up(self._first):
                vertex = board.vertex(self._first, action)
                self._command(process, "isready", f"play {COLOURS[player]} {vertex}", seconds)

    def _ask(self, process: Process, limit: Limit) -> Choice:
        board = self._board
        assert board is not None
        undo = partial(self._command, process, "go", "undo", self.patience.ready)
        self._catch_up(undo, partial(self._play, process, board))
        colour = COLOURS[board.rules.to_move(self._state)]
        self._set_time(process, colour, limit)
        begun = time.monotonic()
        seconds = self._allowed(limit, self.patience.late + self.patience.stop)  # GTP has no command to stop
        answer = self._command(process, "go", f"genmove {colour}", seconds).strip()
        spent = time.monotonic() - begun
        middle = sum(board.game.utilities) / 2
        if answer.casefold() == RESIGN:
            return Choice(None, board.game.utilities[0], seconds=spent, kind=ESTIMATE)
        try:
            action = self._own = board.action(self._state, answer)
        except IllegalAction:
            raise IllegalAnswer(self.command, "go", f"illegal action {quoted(answer)}") from None
        return Choice(action, middle, (action,), 0, 0, spent, ESTIMATE, game=self._game, state=self._state)

    def _play(self, process: Process, board: Board, state: Any, action: int) -> None:
        move = f"play {COLOURS[board.rules.to_move(state)]} {board.vertex(state, action)}"
        self._command(process, "go", move, self.patience.ready)

    def _set_time(self, process: Process, colour: str, limit: Limit) -> None:
        """Say how much time there is, in whole seconds: for each action as a byo-yomi of one stone."""
        if limit.remaining is not None:
            settings, left = (ceil(limit.remaining), 0, 0), (limit.remaining, limit.moves_to_go or 0)
        elif limit.seconds is not None:
            settings, left = (0, ceil(limit.seconds), 1), (limit.seconds, 1)
        else:
            return
        if not self._timed and "time_settings" in self._known:
            self._timed = f"time_settings {' '.join(map(str, settings))}"
            self._command(process, "go", self._timed, self.patience.ready)
        if "time_left" in self._known:
            self._command(process, "go", f"time_left {colour} {max(1, int(left[0]))} {left[1]}", self.patience.ready)

    def _command(self, process: Process, step: str, line: str, seconds: float) -> str:
        """Send a command and return what it answers; a refusal is a failure."""
        process.send(line, step, seconds)
        until = time.monotonic() + seconds
        answer: list[str] = []
        while True:
            heard = process.receive(step, until)
            if heard is None:
                raise EngineSilent(self.command, step, f"there was no answer to '{line}' within {seconds:g} s")
            if not answer and not heard.startswith(("=", "?")):
                continue  # what a program says between two answers is not meant for us
            if not heard.strip():
                break
            answer.append(heard)
        text = "\n".join([answer[0][1:].lstrip("0123456789").strip(), *answer[1:]])
        if answer[0].startswith("?"):
            raise EngineFailed(self.command, step, f"it refused '{line}': {quoted(text)}")
        return text
