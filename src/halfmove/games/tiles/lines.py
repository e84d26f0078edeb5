"""What a row or a column of tiles is worth for the tiles to come, for every line there can be.

The features are those of Xiao's program for 2048 (2014): a line gains by empty cells and by tiles that can be slid
together, and loses by tiles that lie between greater ones, and by many tiles where few could be. Greatest tiles in a
corner, from where they become smaller, lose nothing in any line. The weights were tuned by games to 2048 that
looked two slides ahead.
"""

from functools import cache

import numpy as np

from halfmove.games.tiles.sliding import all_lines

EMPTY, MERGE = 2000.0, 2000.0  # for each empty cell, and for each pair that can be slid together
DISORDER, DISORDER_POWER = 300.0, 3.0  # for each step against the order of the line
TILES, TILES_POWER = 11.0, 3.5  # for each tile
LINE = 200_000.0  # what every line is worth as long as the game goes on


@cache
def line_shares(size):
    """Return for each line of `size` cells how good it is as a share of the best; one can be worse than nothing."""
    tiles = all_lines(size).astype(np.float64)
    before, after = tiles[:-1] ** DISORDER_POWER, tiles[1:] ** DISORDER_POWER
    rising, falling = np.maximum(after - before, 0).sum(0), np.maximum(before - after, 0).sum(0)
    merges = ((tiles[:-1] == tiles[1:]) & (tiles[1:] > 0)).sum(0)
    worth = LINE + EMPTY * (tiles == 0).sum(0) + MERGE * merges
    worth -= DISORDER * np.minimum(rising, falling) + TILES * (tiles**TILES_POWER).sum(0)
    best = LINE + size * EMPTY + (size - 1) * MERGE
    return worth / best
