"""Blind placement games draw a square that the player does not know to be taken: evenly, and equally in both lanes."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.compiled import kernel
from halfmove.core.naming import legal_actions
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout as plain
from halfmove.games import game_named

pytestmark = [pytest.mark.both_lanes, pytest.mark.usefixtures("native")]

DRAWS = 200  # for each legal action
SPREAD = 5.0  # standard deviations of a count


@kernel
def drawn(game: Any, state: Any, rng: Any) -> int:
    return game.sample(state, rng)


def states_of(game: Any, seed: int) -> list[Any]:
    """Return all states of a random game but the last, by the rules in Python: tries that are refused among them."""
    numbers, states = random(seed), [game.initial]
    while not game.is_terminal(states[-1]):
        actions = legal_actions(game, states[-1])
        states.append(game.result(states[-1], actions[numbers.below(len(actions))]))
    return states[:-1]


@pytest.mark.parametrize("name", ["phantom", "phantom:tic-tac-toe,abrupt=yes"])
def test_draws_are_legal_and_even_and_the_same_in_both_lanes(name: str) -> None:
    game = game_named(name)
    rules = plain(game)
    fewest = 9
    longest = max((states_of(rules, seed) for seed in range(20)), key=len)
    for number, state in enumerate(longest):
        legal = legal_actions(rules, state)
        streams, counts = (random(number), random(number)), dict.fromkeys(legal, 0)
        for _ in range(DRAWS * len(legal)):
            action = drawn(game, state, streams[0])
            assert action == drawn(rules, state, streams[1])
            counts[action] += 1  # a KeyError if it is not legal
        assert streams[0].counter.tolist() == streams[1].counter.tolist()
        even = SPREAD * (DRAWS * (1 - 1 / len(legal))) ** 0.5
        assert all(abs(count - DRAWS) <= even for count in counts.values()), counts
        fewest = min(fewest, len(legal))
    assert fewest <= 3  # squares that are known to be taken were drawn, and drawn again
