"""Shapes of 3 x 3 points in which a stone in the middle is often good, as a table of what surrounds a point.

They are those of MoGo (Gelly, Wang, Munos and Teytaud, "Modification of UCT with patterns in Monte-Carlo Go", 2006):
hane, cuts, and moves at the edge. In a picture

    X O   a stone of one player, and of the other; either may be the mover
    x o   anything but a stone of that player
    .     an empty point
    ?     anything, but no edge
    #     beyond the edge
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

PICTURES = """
    XOX  XO.  XO?  .O.  XO?  XO?  ?X?  OX?
    ...  ...  X..  X..  O.o  O.X  O.O  o.O
    ???  ?.?  x.?  ...  ?o?  ???  ooo  ???

    X.?  OX?  ?X?  ?XO  ?OX
    O.?  X.O  x.O  x.x  X.O
    ##?  ###  ###  ###  ###
"""
POINTS = 9  # of a shape, by rows from the top left; the stone is put on number 4
FITS = {"X": "X", "O": "O", "x": "O.", "o": "X.", ".": ".", "?": "XO.", "#": "#"}


@cache
def shape_table() -> NDArray[np.bool_]:
    """Return for each surrounding whether it is one of the shapes.

    Its index has a bit for each point that is the mover's or beyond the edge, and above them a bit for each that is
    the other player's or beyond the edge.
    """
    table = np.zeros(1 << 2 * POINTS, np.bool_)
    for block in PICTURES.strip().split("\n\n"):
        for rows in zip(*(line.split() for line in block.split("\n")), strict=True):
            for shape in _symmetric("".join(rows)):
                for points in product(*(FITS[point] for point in shape)):
                    for mover, other in ("XO", "OX"):
                        table[_bits(points, mover) | _bits(points, other) << POINTS] = True
    return table


def beyond_the_edge(size: int) -> NDArray[np.int64]:
    """Return for each point of a board a bit for each point around it that is not on the board."""
    inside = range(size)
    beyond = np.zeros(size * size, np.int64)
    for row, column in product(inside, repeat=2):
        around = product((row - 1, row, row + 1), (column - 1, column, column + 1))
        bits = [1 << i for i, (down, across) in enumerate(around) if down not in inside or across not in inside]
        beyond[row * size + column] = sum(bits)
    return beyond


def _bits(points: tuple[str, ...], player: str) -> int:
    return sum(1 << i for i, point in enumerate(points) if point in (player, "#"))


def _symmetric(shape: str) -> set[str]:
    """Return a shape turned and mirrored in every way."""
    shapes = set()
    for _ in range(4):
        shape = "".join(shape[3 * (2 - column) + row] for row, column in product(range(3), repeat=2))
        shapes |= {shape, shape[6:] + shape[3:6] + shape[:3]}
    return shapes
