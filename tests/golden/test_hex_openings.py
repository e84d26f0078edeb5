"""Hex: the first moves that win, against those that MoHex found."""

from __future__ import annotations

import pytest
from hex_proofs import winning_openings

from halfmove.games.hex import Hex
from published import lines, published

pytestmark = pytest.mark.one_lane

SIZE, ENTRIES = 4, 10_007  # rows of the board; entries in the memory: a prime, so that keys spread


def published_openings(size: int) -> set[str]:
    """Return the winning openings of a board."""
    (line,) = [line for line in lines(published("hex/winning_openings.txt")) if line.startswith(f"{size}x{size} ")]
    return set(line.rpartition(": ")[2].split())


def turned(name: str, size: int) -> str:
    """Return the cell that takes the place of another when the board is turned round."""
    return f"{chr(ord('a') + size - 1 - (ord(name[0]) - ord('a')))}{size + 1 - int(name[1:])}"


@pytest.mark.deep
@pytest.mark.usefixtures("native")
def test_winning_openings() -> None:
    """Four rows by plain search; five and six by proof-number search in `search/test_proof_number.py`."""
    half = winning_openings(Hex(SIZE), ENTRIES)
    assert {*half, *(turned(name, SIZE) for name in half)} == published_openings(SIZE)
