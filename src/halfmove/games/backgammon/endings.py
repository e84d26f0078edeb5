"""Bear-offs: all checkers of a player stand on his last six points, or are off. Numbers are GNU Backgammon's.

Checkers and points are written as a row of bits, a 1 for each point and a 0 for each checker; the number of a row is
its place among all rows of as many ones (Lehmer 1964).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import comb
from typing import Any

from halfmove.errors import HalfmoveError
from halfmove.games.backgammon.board import CHECKERS, NIBBLE, OFF, ONE, SIDES

ONE_SIDED, TWO_SIDED = "one-sided", "two-sided"
FEW = 6  # checkers of each player in a two-sided table


def number_of(points: Any) -> int:
    """Return the number of a position: `points` tells how many checkers stand on each, the ace point first."""
    bit, number = -1, 0
    for place, count in enumerate(reversed(points), 1):
        bit += 1 + int(count)
        number += comb(bit, place)
    return number


def positions(checkers: int) -> list[tuple[int, ...]]:
    """Return the positions with up to so many checkers, in the order of their numbers."""
    listed = [points for points in product(range(checkers + 1), repeat=SIDES) if sum(points) <= checkers]
    return sorted(listed, key=number_of)


def home_of(side: int) -> tuple[int, ...] | None:
    """Return how many checkers of a side stand on each of its last six points; None if one stands elsewhere."""
    places = [side >> NIBBLE * place & ONE - 1 for place in range(OFF)]
    return tuple(reversed(places[OFF - SIDES :])) if not any(places[: OFF - SIDES]) else None


@dataclass(frozen=True)
class Bearoff:
    """A bear-off: of one player, how many rolls he needs; of two, who wins."""

    name: str

    @property
    def checkers(self) -> int:
        """How many there are at most."""
        return CHECKERS if self.name == ONE_SIDED else FEW


@dataclass(frozen=True)
class BackgammonEndings:
    """The bear-offs."""

    game: Any

    def named(self, written: str) -> Bearoff:
        """Return the bear-off of this name."""
        if written not in (ONE_SIDED, TWO_SIDED):
            raise HalfmoveError(f"'{written}' is no ending of backgammon: there are {ONE_SIDED} and {TWO_SIDED}")
        return Bearoff(written)
