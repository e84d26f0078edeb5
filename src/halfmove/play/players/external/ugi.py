"""UGI from the side that asks: UCI for any game, in which the players are p1 and p2 (kz04px, 2020)."""

from __future__ import annotations

from typing import Any

from halfmove.play.notation import is_initial, line_of
from halfmove.play.players.external.process import Process
from halfmove.play.players.external.uci import UciPlayer


class UgiPlayer(UciPlayer):
    """A program that speaks UGI, which does not say what game a program plays."""

    hello, welcome, new_game = "ugi", "ugiok", "uginewgame"
    clocks = ("p1time", "p2time", "p1inc", "p2inc")

    def _check(self, process: Process, game: Any) -> None:
        if hasattr(game, "chess960") and "uci_chess960" in self._known:
            super()._check(process, game)

    def _first_state(self, game: Any) -> str:
        return "startpos" if is_initial(game, self._first) else f"fen {line_of(game, self._first)}"
