"""What the evaluation of chess weighs: the terms, where each lies in one row of numbers, and the file that holds them.

Each term has two weights in hundredths of a pawn, for the middle game and for the end, packed into one number so that
one addition adds both. `weights.json` was fitted by `halfmove tune chess` to games of the engine against itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.errors import MalformedText
from halfmove.games.chess.moves import QUEEN

HALVES = 32  # squares of half a board: files a to d, onto which the others are folded
# The name of each term and how many numbers belong to it: one for each square, count, rank or distance.
TERMS = {
    "places": HALVES * (QUEEN + 1),  # a piece on a square, by kind
    "knight mobility": 9,  # squares it reaches that no pawn guards and nothing of its own blocks
    "bishop mobility": 14,
    "rook mobility": 15,
    "queen mobility": 28,
    "passed": 8,  # a pawn that no pawn can stop, by its rank
    "passed, blocked": 8,  # something stands before it
    "passed, own king": 8,  # by how far away he is
    "passed, other king": 8,
    "supported": 8,  # a pawn beside another or guarded by one, by its rank
    "isolated": 1,  # no pawn of its own on the files beside it
    "doubled": 1,  # a pawn of its own ahead
    "bishop pair": 1,
    "open file": 1,  # a rook on a file without pawns
    "half-open file": 1,  # without pawns of its own
    "pressure": 32,  # on the squares around the other king, by how much attacks them
    "shield": 4,  # pawns close before the own king
    "king's file": 1,  # has no pawn of his own
    "pawn's threat": 1,  # to a piece
    "minor threat": 1,  # of a knight or bishop to a rook or queen
    "rook's threat": 1,  # to a queen
    "turn": 1,  # to be to move
}
COUNT = sum(TERMS.values())
STARTS = dict(zip(TERMS, np.cumsum([0, *TERMS.values()]).tolist()))

SHIFT = 32  # bits: the weight of the end lies above that of the middle game, which may be negative
LOW, TOP = (1 << SHIFT) - 1, 1 << SHIFT - 1


def pack(middle: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return both weights of each term as one number."""
    packed = (end.astype(np.int64) << SHIFT) + middle.astype(np.int64)
    packed.setflags(write=False)
    return packed


def unpack(packed: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the weights of the middle game and of the end."""
    middle = (packed + TOP & LOW) - TOP
    return middle, packed - middle >> SHIFT


def read_weights(text: str) -> NDArray[np.int64]:
    """Return the packed weights that a JSON text holds: for each term the middle game and the end."""
    try:
        terms = json.loads(text)
    except ValueError as error:
        raise MalformedText(f"weights that are no JSON: {error}") from None
    for name, count in TERMS.items():
        halves = terms.get(name) if isinstance(terms, dict) else None
        if not isinstance(halves, list) or len(halves) != len(("middle", "end")) or not all(_whole(count, *halves)):
            raise MalformedText(f"weights of '{name}': there must be two lists of {count} whole numbers")
    middle, end = (np.array([number for name in TERMS for number in terms[name][part]], np.int64) for part in (0, 1))
    return pack(middle, end)


def _whole(count: int, *halves: Any) -> Iterator[bool]:
    for half in halves:
        yield isinstance(half, list) and len(half) == count and all(type(number) is int for number in half)


def write_weights(middle: NDArray[np.int64], end: NDArray[np.int64]) -> str:
    """Return weights as a JSON text, a term a line."""
    lines = []
    for name, count in TERMS.items():
        part = slice(STARTS[name], STARTS[name] + count)
        lines.append(f"{json.dumps(name)}: {json.dumps([middle[part].tolist(), end[part].tolist()])}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


WEIGHTS = read_weights(files("halfmove.games.chess").joinpath("weights.json").read_text())
