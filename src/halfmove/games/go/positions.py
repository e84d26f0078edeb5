"""Positions of Go: a state for each size of board, with or without the boards before it."""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Bits
from halfmove.games.shared.widths import widened

SMALL, WIDE, HUGE = 64, 128, 384  # bits of a board: up to 8 x 8, 11 x 11, 19 x 19
NOWHERE = -1  # where no point is barred by ko
RECENT, WORD = 4, 64  # boards that a position knows by itself, and bits of each


class Position(NamedTuple):
    mine: Annotated[int, Bits(SMALL)] = 0  # stones of the player to move
    theirs: Annotated[int, Bits(SMALL)] = 0
    barred: int = NOWHERE  # the point that a ko bars
    player: int = 0  # Black is 0, White is 1
    passes: int = 0  # in a row, up to now
    plies: int = 0  # counted only where they are limited


WidePosition = widened(Position, "WidePosition", WIDE, "mine", "theirs")
HugePosition = widened(Position, "HugePosition", HUGE, "mine", "theirs")


class PathPosition(NamedTuple):
    """A position that knows the boards before it."""

    path: NDArray[np.int64]  # digests of the boards that there were, but for the latest
    recent: Annotated[int, Bits(RECENT * WORD)] = 0  # those of the latest, in a word each, this board's in the lowest
    held: int = 0  # how many these are
    mine: Annotated[int, Bits(WIDE)] = 0
    theirs: Annotated[int, Bits(WIDE)] = 0
    mine_lost: Annotated[int, Bits(WIDE)] = 0  # points from which stones of the player to move were ever taken
    theirs_lost: Annotated[int, Bits(WIDE)] = 0
    barred: int = NOWHERE
    player: int = 0
    passes: int = 0
    plies: int = 0


HugePathPosition = widened(PathPosition, "HugePathPosition", HUGE, "mine", "theirs", "mine_lost", "theirs_lost")
