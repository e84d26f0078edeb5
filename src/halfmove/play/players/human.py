"""A person, who is asked at the terminal and nowhere else."""

from __future__ import annotations

from typing import Any, NoReturn

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.play.players.player import Player


class HumanPlayer(Player):
    """Keeps the seat of a person; `terminal.Session` asks for the actions."""

    def choose(self, game: Game, observation: Any, limit: Limit) -> Choice:
        refuse_person()


def refuse_person(*_: Any) -> NoReturn:
    """Say that no person can play here."""
    raise HalfmoveError("a person cannot be asked here; play at the terminal with `halfmove play`")
