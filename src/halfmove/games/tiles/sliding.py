"""What becomes of a row or a column of tiles that slide, for every line there can be.

A line is a number with its first cell in the lowest bits. To look up what a slide does to it is many times faster than
to slide tile by tile, so fast programs for 2048 keep such tables.
"""

from functools import cache

import numpy as np

CELL = 4  # bits
MOST = (1 << CELL) - 1  # the greatest power of two


@cache
def all_lines(size):
    """Return the tiles of every line: a row for each of its cells, a column for each line."""
    codes = np.arange(1 << CELL * size)
    return np.stack([codes >> CELL * cell & MOST for cell in range(size)])


@cache
def slid_lines(size):
    """Return each line after a slide to its first cell, and in a second row after one to its last cell."""
    tiles = all_lines(size)
    first, last = slide(tiles)[0], slide(tiles[::-1])[0]
    return np.stack([joined(first), joined(last[::-1])])


@cache
def slid_points(size):
    """Return the sum of the tiles that a slide of each line makes, which is the same in both directions."""
    return slide(all_lines(size))[1]


@cache
def spread_lines(size):
    """Return each line as the first column of a board of `size` rows."""
    return joined(all_lines(size), CELL * size)


def slide(tiles):
    """Return the tiles after a slide to the first cell, and the points for it."""
    slid, points, lines = np.zeros_like(tiles), np.zeros_like(tiles[0]), np.arange(tiles.shape[1])
    waiting, place = np.zeros_like(tiles[0]), np.zeros_like(tiles[0])  # a tile that may meet another; where it goes
    for tile in tiles:
        meets = (tile > 0) & (tile == waiting)
        settles = (tile > 0) & (waiting > 0)  # the waiting tile, alone or with this one
        slid[place, lines] = np.where(settles, waiting + meets, 0)
        points += np.where(meets, 2 << tile, 0)
        place += settles
        waiting = np.where(tile == 0, waiting, np.where(meets, 0, tile))
    slid[place, lines] = waiting
    return slid, points


def joined(tiles, step=CELL):
    """Return each line as a number, with so many bits from one cell to the next."""
    return sum(tile << step * cell for cell, tile in enumerate(tiles))
