"""The eight symmetries of a small board: sets of points, turned and mirrored row by row with a table."""

from itertools import product

import numpy as np

from halfmove.compiled import kernel

LARGEST = 5  # points on a side: two sets of points fit into a word
SYMMETRIES = 8


@kernel
def image(images, points, size, symmetry):
    """Return a set of points, turned or mirrored; `images` is what `images_of_rows` returns."""
    found, row = 0, 0
    while points:
        found |= images[symmetry, row, points & (1 << size) - 1]
        points >>= size
        row += 1
    return found


def images_of_rows(size):
    """Return for each symmetry, row of the board and set of points in the row, what set of points it becomes."""
    if size > LARGEST:
        return np.zeros((0, 0, 0), np.int64)
    images = np.zeros((SYMMETRIES, size, 1 << size), np.int64)
    last = size - 1
    for symmetry, row, points in product(range(SYMMETRIES), range(size), range(1 << size)):
        for column in range(size):
            if points >> column & 1:
                down, across = (column, row) if symmetry & 1 else (row, column)
                down, across = last - down if symmetry & 2 else down, last - across if symmetry & 4 else across
                images[symmetry, row, points] |= 1 << down * size + across
    return images
