"""What parts of an Othello board are worth: each way to fill a row, a diagonal, an edge or a corner has its weight.

Buro, "Logistello: a strong learning Othello program", 1997. A pattern is a list of squares; turned and mirrored it lies
on the board up to eight times, and all places share their weights. The squares of a pattern are the digits of a number
to base three: 0 empty, 1 the mover's, 2 the other's.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import bit_count, compiled
from halfmove.errors import MalformedText
from halfmove.games.othello.lines import SIDE

BYTE = (1 << SIDE) - 1
COLOURS = 3  # of a square: empty, the mover's, the other's
PATTERNS = (
    (0, 1, 2, 3, 4, 5, 6, 7, 9, 14),  # an edge, and the squares diagonally next to its corners
    (0, 1, 2, 8, 9, 10, 16, 17, 18),  # a corner
    tuple(range(8, 16)),  # rows, from the second to the fourth
    tuple(range(16, 24)),
    tuple(range(24, 32)),
    *(tuple(range(SIDE - length, SIDE * length, SIDE + 1)) for length in (8, 7, 6, 5, 4)),  # diagonals
)
MOST_PLACES = 32  # squares to play on that are told apart
FIRST_DISCS, STAGE_DISCS, STAGES = 4, 12, 5  # at the beginning of a game, during a stage of it; stages
UNIT = 8  # weights to a disc


def _images(squares: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return where the squares lie when the board is turned or mirrored."""
    images = []
    for image in range(SIDE):
        moved = [divmod(square, SIDE) for square in squares]
        if image & 1:
            moved = [(SIDE - 1 - row, column) for row, column in moved]
        if image & 2:
            moved = [(row, SIDE - 1 - column) for row, column in moved]
        if image & 4:
            moved = [(column, row) for row, column in moved]
        images.append(tuple(row * SIDE + column for row, column in moved))
    return images


def _places(squares: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the different places of a pattern on the board."""
    return list({frozenset(image): image for image in reversed(_images(squares))}.values())


PLACED = [(number, squares) for number, pattern in enumerate(PATTERNS) for squares in _places(pattern)]
STARTS = np.cumsum([0, *(COLOURS ** len(squares) for squares in PATTERNS)])  # where the weights of each pattern begin
MINE, THEIRS, COUNT = (int(STARTS[-1]) + MOST_PLACES * i for i in range(3))  # then those of squares to play on; all
FILE = "weights.npz"


@cache
def _shares() -> NDArray[np.uint16]:
    """Return what a byte of a row, if it is the mover's discs, adds to the number of each pattern on the board."""
    shares = np.zeros((SIDE, BYTE + 1, len(PLACED)), np.uint16)
    for i, (_, squares) in enumerate(PLACED):
        for digit, square in enumerate(squares):
            row, column = divmod(square, SIDE)
            shares[row, np.arange(BYTE + 1) >> column & 1 == 1, i] += COLOURS**digit
    return shares


@cache
def kinds() -> NDArray[np.int64]:
    """Return for each weight which one it is in the file: fillings that mirror each other share theirs."""
    least = np.arange(COUNT)
    for start, squares in zip(STARTS, PATTERNS):
        numbers = np.arange(COLOURS ** len(squares))
        for image in _images(squares):
            if set(image) == set(squares):
                digits = (numbers // COLOURS**digit % COLOURS for digit in range(len(squares)))
                mirrored = sum(each * COLOURS ** squares.index(square) for each, square in zip(digits, image))
                part = least[start : start + len(numbers)]
                np.minimum(part, start + mirrored, out=part)
    return np.unique(least, return_inverse=True)[1]


KINDS = int(kinds().max()) + 1


@compiled
class Patterns:
    """The weights of patterns, and how to find them."""

    starts: np.ndarray  # of the patterns on the board
    shares: np.ndarray  # by row, byte and pattern
    weights: np.ndarray  # by stage of the game

    def lead(self, mine: int, theirs: int, my_places: int, their_places: int) -> int:
        """Estimate by how much the mover will win, in UNITs of a disc, given how many squares each can play on."""
        stage = self.stage(bit_count(mine | theirs))
        total = int(self.weights[stage, self.number_of_places(MINE, my_places)])
        total += int(self.weights[stage, self.number_of_places(THEIRS, their_places)])
        for i in range(len(self.starts)):
            total += int(self.weights[stage, self.number(i, mine, theirs)])
        return total

    def number(self, i: int, mine: int, theirs: int) -> int:
        """Return which weight belongs to pattern `i` of the board."""
        number = int(self.starts[i])
        for row in range(SIDE):
            number += int(self.shares[row, int(mine >> SIDE * row & BYTE), i])
            number += 2 * int(self.shares[row, int(theirs >> SIDE * row & BYTE), i])
        return number

    def number_of_places(self, start: int, places: int) -> int:
        """Return which weight belongs to a number of squares to play on."""
        return start + min(places, MOST_PLACES - 1)

    def stage(self, discs: int) -> int:
        return min((discs - FIRST_DISCS) // STAGE_DISCS, STAGES - 1)


@cache
def patterns() -> Patterns:
    """Return the patterns with the weights that were learned."""
    return weighted(read_weights(files("halfmove.games.othello").joinpath(FILE).read_bytes()))


def weighted(weights: NDArray[np.int8]) -> Patterns:
    """Return the patterns with weights for each stage and kind."""
    starts = np.array([STARTS[number] for number, _ in PLACED], np.int32)
    spread = weights[:, kinds()].astype(np.int32)
    for array in (starts, spread):
        array.setflags(write=False)
    return Patterns(starts, _shares(), spread)


def read_weights(written: bytes) -> NDArray[np.int8]:
    """Return the weights that the bytes of a file hold, for each stage and kind."""
    try:
        weights = np.load(BytesIO(written), allow_pickle=False)["weights"]
    except (OSError, ValueError, KeyError, IndexError, EOFError, BadZipFile):
        raise MalformedText("weights of Othello: this is no file that `halfmove tune othello` writes") from None
    if weights.dtype != np.int8 or weights.shape != (STAGES, KINDS):
        raise MalformedText(f"weights of Othello: {weights.dtype} {weights.shape} instead of int8 {(STAGES, KINDS)}")
    return weights


def write_weights(weights: NDArray[np.int8]) -> bytes:
    """Return weights as the bytes of a file."""
    file = BytesIO()
    np.savez_compressed(file, weights=weights)
    return file.getvalue()
