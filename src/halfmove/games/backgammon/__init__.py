"""Backgammon: `board` is the state, `rules` the game, `text` how people and GNU Backgammon write it."""

from halfmove.games.backgammon.board import Position
from halfmove.games.backgammon.rules import Backgammon

__all__ = ["Backgammon", "Position"]
