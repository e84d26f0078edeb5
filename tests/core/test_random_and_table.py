"""Random numbers and the transposition table: the same in both lanes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.compiled import kernel, plain
from halfmove.core.chance import draw_action
from halfmove.core.random import AHEAD, random, random_ahead
from halfmove.errors import HalfmoveError
from halfmove.games.pig import Pig
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.running.memory import MEGABYTE
from halfmove.running.table import EXACT_VALUE, LOWER_BOUND, UPPER_BOUND, transposition_table

DRAWS = 12_000
SIGMAS = 5  # a fair die is further off once in two million tries


@kernel
def draws(rng, words, fractions, n):
    for i in range(len(words)):
        words[i] = rng.below(n)
        fractions[i] = rng.fraction()
    return rng.word()


def drawn(rng, n, count=50):
    words, fractions = np.zeros(count, np.int64), np.zeros(count)
    last = draws(rng, words, fractions, n)
    return words.tolist(), fractions.tolist(), last


@pytest.mark.usefixtures("native")
@given(seed=st.integers(-(1 << 70), 1 << 70), n=st.integers(1, 1 << 40))
def test_lanes_draw_alike(seed, n):
    machine, python = drawn(random(seed), n), drawn(plain(random(seed)), n)
    assert machine == python
    assert all(0 <= word < n for word in machine[0])
    assert all(0.0 <= fraction < 1.0 for fraction in machine[1])
    assert 0 <= machine[2] < 1 << 63


@pytest.mark.one_lane
@given(seed=st.integers(-(1 << 70), 1 << 70), before=st.integers(0, 3))
@settings(max_examples=20)
def test_a_stream_drawn_ahead_is_the_same_stream(seed, before):
    stream, other = plain(random(seed)), plain(random(seed))
    for _ in range(before):
        assert stream.word() == other.word()
    ahead, count = random_ahead(other), 2 * AHEAD + 5
    assert [ahead.word() for _ in range(count)] == [stream.word() for _ in range(count)]
    assert [ahead.below(7), ahead.fraction()] == [stream.below(7), stream.fraction()]


def test_seeds_give_streams_of_their_own():
    assert drawn(random(1), 1000) == drawn(random(1), 1000)
    streams = [tuple(drawn(random(seed), 1 << 40)[0]) for seed in range(20)]
    assert len(set(streams)) == 20
    assert len({word for stream in streams for word in stream}) == 20 * 50


@pytest.mark.parametrize("sides", [2, 6, 10])
def test_dice_are_fair(sides):
    """No side comes up more or less often than chance allows, nor does it depend on the throw before."""
    words, fractions, _ = drawn(random(5), sides, DRAWS)
    share = DRAWS / sides
    deviation = (share * (1 - 1 / sides)) ** 0.5
    assert all(abs(words.count(side) - share) < SIGMAS * deviation for side in range(sides))
    repeats = sum(a == b for a, b in pairwise(words))
    assert abs(repeats - share) < SIGMAS * deviation
    mean = sum(fractions) / DRAWS
    assert abs(mean - 0.5) < SIGMAS * (1 / 12 / DRAWS) ** 0.5


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("game", [TicTacToe(), Pig()], ids=["choice", "chance"])
def test_games_at_random_are_alike(game):
    """The same seed plays the same game in both lanes, chance included."""
    played = []
    for chosen in (game, plain(game)):
        rng, state, actions = random(11), game.initial, []
        while not game.is_terminal(state) and len(actions) < 60:
            actions.append(draw_action(chosen, state, rng))
            state = game.result(state, actions[-1])
        played.append(actions)
    assert played[0] == played[1]


def test_actions_are_drawn_evenly():
    game, rng, counts = TicTacToe(), random(2), [0] * 9
    for _ in range(DRAWS // 4):
        counts[draw_action(game, game.initial, rng)] += 1
    share = DRAWS / 4 / 9
    assert all(abs(count - share) < SIGMAS * share**0.5 for count in counts)


entries = st.lists(
    st.tuples(
        st.integers(0, 40).map(lambda key: key * 0x12345678912345 % (1 << 63)),
        st.integers(0, 1000),
        st.floats(-1, 1),
        st.sampled_from([EXACT_VALUE, LOWER_BOUND, UPPER_BOUND]),
        st.integers(0, 10_000),
    ),
    max_size=40,
)


@kernel
def look(kept, key):
    entry = kept.find(key)
    return kept.depth(entry.info), entry.value, kept.bound(entry.info), entry.action


@kernel
def keep(kept, key, depth, value, bound, action):
    kept.store(key, value, action, kept.info(depth, bound, 0, 0))
    return look(kept, key)


@pytest.mark.usefixtures("native")
@given(entries=entries)
def test_table_in_both_lanes(entries):
    """What is stored is found at once; later, it is found as it was or not at all; and the lanes agree."""
    machine, python = transposition_table(0.001), plain(transposition_table(0.001))
    stored = {}
    for key, depth, value, bound, action in entries:
        assert keep(machine, key, depth, value, bound, action) == (depth, value, bound, action)
        assert keep(python, key, depth, value, bound, action) == (depth, value, bound, action)
        stored.setdefault(key, []).append((depth, value, bound, action))
    for key, versions in stored.items():
        found = look(machine, key)
        assert found == look(python, key)
        if machine.find(key).info != 0:
            assert found in versions
    assert machine.words.tolist() == python.words.tolist()


def test_table_sizes():
    for megabytes in (0.0001, 1, 3):
        made = transposition_table(megabytes)
        assert len(made.words) & len(made.words) - 1 == 0
        assert made.words.nbytes <= megabytes * MEGABYTE
        assert made.find(0).info == 0
    for megabytes in (0, -1, float("nan")):
        with pytest.raises(HalfmoveError, match="holds nothing"):
            transposition_table(megabytes)
