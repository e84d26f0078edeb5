"""Bear-offs, by our rules and searches, agree with the tables of GNU Backgammon."""

from __future__ import annotations

import re
from base64 import b64decode
from functools import cache

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.games.backgammon import Backgammon, Position
from halfmove.games.backgammon.board import CHECKERS, DIE, OFF
from halfmove.search.expectiminimax import expectiminimax
from published import published

GAME = plain(Backgammon())
CLOSE = 1e-5
STEP = 1 / 65535  # in which the table of distributions keeps chances; what is less is left out
ROLLS = [(high << DIE | low, (1 if high == low else 2) / 36) for high in range(1, 7) for low in range(1, high + 1)]
DONE = CHECKERS << 4 * OFF
AWAY = 1 << 4 | CHECKERS - 1 << 4 * OFF  # another side that is in nobody's way
MOST_ROLLS = 10  # that any of these takes
# From `bearoffdump gnubg_ts0.bd`: what the side to roll wins on average without the cube.
EQUITIES = {
    "AQAABAAAAAAAAA": 1.0,
    "kgAAEAEAAAAAAA": 0.9676,
    "IgAAEAEAAAAAAA": 0.4986,
    "JQAAUAIAAAAAAA": 0.7555,
    "LAAAwAIAAAAAAA": 0.6046,
}
FOUR_DECIMALS = 1e-4


@cache
def rolls_to_go(side: int) -> np.ndarray:
    """Return how likely a side takes 0, 1, 2, ... rolls to bear off if it plays for the fewest on average."""
    chances = np.zeros(MOST_ROLLS + 1)
    if side == DONE:
        chances[0] = 1.0
        return chances
    for roll, probability in ROLLS:
        position = Position(side, AWAY, roll)
        ends = [rolls_to_go(GAME.result(position, action).theirs) for action in GAME.actions(position)]
        chances[1:] += probability * min(ends, key=mean)[:-1]
    return chances


def mean(chances: np.ndarray) -> float:
    return float(chances @ np.arange(MOST_ROLLS + 1))


def first_side(written: str) -> int:
    """Return the first side of a position ID, also where the other has nothing left and the game would be over."""
    bits, side, checkers = int.from_bytes(b64decode(written + "=="), "little"), 0, 0
    for point in range(1, OFF):
        while bits & 1:
            side += 1 << 4 * (OFF - point)
            bits >>= 1
            checkers += 1
        bits >>= 1
    return side + (CHECKERS - checkers << 4 * OFF)


def check_distribution(number: int, tolerance: float) -> None:
    text = published(f"backgammon/os6_index_{number}.txt")
    chances = rolls_to_go(first_side(re.search(r"Position ID: (\S+)", text)[1]))
    found = re.findall(r"^\s+(\d+)\t\s*[\d.]+\t\s*([\d.]+)", text, re.MULTILINE)
    assert len(found) >= 2
    for rolls, percent in found:
        assert chances[int(rolls)] == pytest.approx(float(percent) / 100, abs=tolerance)
    assert mean(chances) == pytest.approx(float(re.search(r"Mean\t\s*[\d.]+\t\s*([\d.]+)", text)[1]), abs=1e-3)


@pytest.mark.one_lane
@pytest.mark.parametrize("number", [10, 100])
def test_distributions(number: int) -> None:
    check_distribution(number, CLOSE)


@pytest.mark.one_lane
@pytest.mark.deep
def test_a_longer_distribution() -> None:
    check_distribution(1000, STEP)


@pytest.mark.one_lane
def test_published_equity() -> None:
    text = published("backgammon/ts6x6_index_925.txt")
    state = GAME.read(re.search(r"Position ID: (\S+)", text)[1])
    equity = float(re.search(r"Cubeless equity\s*: (\S+)", text)[1])
    assert expectiminimax(GAME, state).value == pytest.approx(equity, abs=CLOSE)


@pytest.mark.parametrize(("written", "equity"), EQUITIES.items())
@pytest.mark.deep
def test_equities(written: str, equity: float) -> None:
    game = Backgammon()
    choice = expectiminimax(game, game.read(written))
    assert choice.exact
    assert choice.value == pytest.approx(equity, abs=FOUR_DECIMALS)
