"""International draughts against pydraughts, along random games and in random positions."""

from __future__ import annotations

from typing import Any

import pytest
from pydraughts_rules import compare_games, compare_positions

from halfmove.compiled import plain
from halfmove.games.draughts.international import InternationalDraughts

pytestmark = pytest.mark.one_lane

GAME = plain(InternationalDraughts())
SAMPLE, DEEP = 10, 1_600  # games; pydraughts takes a second for a dozen
STATES, PARTS = 125_000, 4
SAMPLE_POSITIONS, DEEP_POSITIONS = 150, 5_000
PIECES = 8  # of each player in a random position; pydraughts follows every way a capture can go


def test_games() -> None:
    compare_games(GAME, "standard", range(SAMPLE))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_many_games(part: int, compared: Any) -> None:
    states = compare_games(GAME, "standard", range(SAMPLE + part, SAMPLE + DEEP, PARTS))
    assert states >= STATES // PARTS
    compared("draughts", DEEP // PARTS, states)


def test_positions() -> None:
    compare_positions(GAME, "standard", range(SAMPLE_POSITIONS), PIECES)


@pytest.mark.deep
def test_many_positions() -> None:
    compare_positions(GAME, "standard", range(SAMPLE_POSITIONS, SAMPLE_POSITIONS + DEEP_POSITIONS), PIECES)
