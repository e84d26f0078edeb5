"""Categories counted from games, and why that fails."""

from __future__ import annotations

import pytest

from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.games import game_named
from halfmove.learn.categories import count, experiment, is_held_out, play_at_random

pytestmark = pytest.mark.one_lane


def test_counted_categories_know_less_than_a_weighted_sum_of_the_same_features() -> None:
    found = experiment(game_named("backgammon"), 12)
    assert found.unknown > 0.5  # most categories come up once
    assert found.counted_error > found.mean_error > found.weighted_error


def test_positions_are_held_out_by_their_key() -> None:
    game = plain(game_named("connect-four"))
    mirrored = [game.read("4433"), game.read("4455")]
    assert len({game.key(state) for state in mirrored}) == 1
    positions = play_at_random(game_named("tic-tac-toe"), 150, random(1))
    held_out = [is_held_out(key) for key in positions.keys.tolist()]
    assert 0.15 < sum(held_out) / len(held_out) < 0.45
    sides = {key: {held for other, held in zip(positions.keys, held_out) if other == key} for key in positions.keys}
    assert all(len(held) == 1 for held in sides.values())


def test_a_category_is_worth_the_mean_of_its_games() -> None:
    positions = play_at_random(game_named("backgammon"), 2, random(1))
    counted = count(positions)
    category = tuple(positions.features[0].tolist())
    same = [result for row, result in zip(positions.features.tolist(), positions.results) if tuple(row) == category]
    assert counted[category] == pytest.approx(sum(same) / len(same))
