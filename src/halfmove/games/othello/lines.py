"""Lines of an Othello board, as tables: rays from a square, diagonals through it, and what a full line encloses."""

import numpy as np

SIDE, SQUARES = 8, 64
PASS = SQUARES  # the action of a player who can turn nothing over
WAYS = ((1, 0), (-1, 1), (0, 1), (1, 1))  # columns and rows to the next square: towards higher bits


def _walk(square, right, down):
    """Yield the squares that lie one way, the nearest first."""
    column, row = square % SIDE + right, square // SIDE + down
    while 0 <= column < SIDE and 0 <= row < SIDE:
        yield row * SIDE + column
        column, row = column + right, row + down


def _rays():
    """Return for each square the squares that lie one way, as bits: four rays to higher bits, four to lower ones."""
    rays = np.zeros((SQUARES, 2 * len(WAYS)), np.uint64)
    for square in range(SQUARES):
        for i, (right, down) in enumerate((*WAYS, *((-right, -down) for right, down in WAYS))):
            rays[square, i] = sum(1 << other for other in _walk(square, right, down))
    return rays


def _enclosed():
    """Return how many discs a disc encloses by its place in a line, where the bits are mine and the others theirs."""
    counts = np.zeros((SIDE, 1 << SIDE), np.int8)
    for place in range(SIDE):
        for mine in range(1 << SIDE):
            for way in (range(place + 1, SIDE), range(place - 1, -1, -1)):
                ends = [abs(end - place) for end in way if mine >> end & 1]
                counts[place, mine] += min(ends, default=1) - 1
    return counts


RAYS = _rays()
DIAGONALS = RAYS[:, (1, 3)] | RAYS[:, (5, 7)]
ENCLOSED = _enclosed()
