"""What the engine for dice promises: answers under every limit, lines in order, and honesty about what it left out."""

from __future__ import annotations

import threading
from typing import NamedTuple

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.evaluation import Transformed
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError, IllegalAction, WrongGame
from halfmove.games import game_named
from halfmove.games.pig import Pig
from halfmove.games.tiles.rules import Tiles
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.search.dice import HEURISTIC, NAMES, SOUND, DiceEngine
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.star import star2

pytestmark = pytest.mark.one_lane

PIG = plain(Pig(20))
MIDDLE = PIG.read("12 15 6 MAX")


def engine(game=PIG, **options):
    return DiceEngine(game, megabytes=1, **options)


class Spun(NamedTuple):
    """How much is bet, or -1 for nothing yet; what the wheel showed, or -1."""

    bet: int = -1
    shown: int = -1


class Wheel(Game):
    """Bet 0 to 3, spin a wheel of 201 numbers, and get the bet times what it shows, from -0.9 to 1.1."""

    initial = Spun()
    players = 1
    has_chance = True
    numbers = 201
    utilities = (-3.3, 3.3)

    def to_move(self, spun):
        return 0 if spun.bet < 0 else CHANCE

    def actions(self, spun):
        yield from range(4 if spun.bet < 0 else self.numbers)

    def result(self, spun, action):
        return Spun(action) if spun.bet < 0 else Spun(spun.bet, action)

    def is_terminal(self, spun):
        return spun.shown >= 0

    def utility(self, spun, player):
        return spun.bet * (2 * spun.shown / (self.numbers - 1) - 0.9)


def test_a_small_game_is_searched_to_its_end():
    game = plain(ExplicitGame.parse("max(chance(9/10: 2, 1/10: 3) chance(9/10: 1, 1/10: 4))"))
    choice = engine(game).choose()
    assert (choice.action, choice.exact) == (0, True)
    assert choice.value == pytest.approx(2.1)


def test_chance_chooses_nothing():
    choice = engine().choose(PIG.read("12 15 6 MAX rolls"), Limit(depth=4))
    assert (choice.action, choice.line) == (None, ())
    assert choice.value == pytest.approx(expectiminimax(PIG, PIG.read("12 15 6 MAX rolls"), 4).value)


def test_a_game_that_is_over_has_no_action():
    over = PIG.result(PIG.read("12 15 8 MAX"), 0)
    choice = engine().choose(over)
    assert (choice.action, choice.value, choice.exact) == (None, -1.0, True)


def test_values_are_those_of_the_player_to_move():
    for written in ("12 15 6 MAX", "12 15 6 MIN"):
        state = PIG.read(written)
        choice = engine(off=HEURISTIC).choose(state, Limit(depth=5))
        assert choice.value == pytest.approx(expectiminimax(PIG, state, 5).value)


def test_lines_have_the_values_of_their_actions():
    *_, last = engine(off=HEURISTIC).think(MIDDLE, Limit(depth=4), lines=5)
    assert len(last.lines) == 2
    for choice in last.lines:
        child = PIG.result(MIDDLE, choice.action)
        sign = -1 if PIG.to_move(child) == 1 else 1
        assert choice.value == pytest.approx(sign * expectiminimax(PIG, child, 3).value)
    assert last.lines[0].value >= last.lines[1].value


def test_only_what_is_asked_for_is_thought_of():
    choice = engine().choose(MIDDLE, Limit(depth=4), only=[0])
    assert choice.action == 0
    with pytest.raises(IllegalAction):
        engine().choose(MIDDLE, Limit(depth=4), only=[7])


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1000])
def test_the_same_nodes_the_same_choice(nodes):
    first, second = (engine().choose(MIDDLE, Limit(nodes=nodes)) for _ in range(2))
    assert first == second
    assert first.nodes <= nodes
    assert first.action in legal_actions(PIG, MIDDLE)


def test_a_stop_is_answered_with_a_legal_action():
    searching = engine()
    thinking = searching.think(MIDDLE)
    timer = threading.Timer(0.05, searching.stop)
    timer.start()
    *_, last = thinking
    timer.join()
    assert last.best.action in legal_actions(PIG, MIDDLE)


def test_a_stop_before_the_first_node_is_answered_too():
    for state, legal in ((MIDDLE, [0, 1]), (PIG.result(MIDDLE, 1), [None])):
        searching = engine()
        thinking = searching.think(state)
        searching.stop()
        (only,) = thinking
        assert only.best.action in legal
        assert only.best.stopped


def test_the_table_serves_the_next_search():
    searching = engine()
    first, again = (searching.choose(MIDDLE, Limit(depth=5)) for _ in range(2))
    assert again.nodes < first.nodes
    searching.forget()
    assert searching.choose(MIDDLE, Limit(depth=5)).nodes == first.nodes


def test_two_threads_find_what_one_finds():
    one, two = (engine(threads=threads, off=HEURISTIC).choose(MIDDLE, Limit(depth=5)) for threads in (1, 2))
    assert two.value == pytest.approx(one.value)


def test_every_technique_can_be_switched_off():
    truth = expectiminimax(PIG, MIDDLE, 4)
    for name in NAMES:
        choice = engine(off=[name]).choose(MIDDLE, Limit(depth=4))
        assert choice.value == pytest.approx(truth.value)
    assert set(SOUND) | set(HEURISTIC) == set(NAMES)


def test_who_plays_alone_is_searched_without_what_an_opponent_makes_worth_while():
    assert engine().use.star2
    assert engine().use.null_window
    alone = plain(Tiles(2, 16))
    assert not engine(alone).use.star2
    assert not engine(alone).use.null_window
    assert engine(alone).use.table
    assert not engine(alone, off=["table"]).use.table
    state = alone.read("2 4 / . .")
    assert engine(alone).choose(state, Limit(depth=5)).value == pytest.approx(expectiminimax(alone, state, 5).value)


@pytest.mark.deep
def test_two_slides_ahead_are_enough_for_512(native, covered):
    game, seeds, moves = Tiles(4, 512), range(10), 0
    player = DiceEngine(game, megabytes=1)
    for seed in seeds:
        rules, rng = plain(game), random(seed)
        state = rules.initial
        while not rules.is_terminal(state):
            tile = rules.to_move(state) == CHANCE
            state = rules.result(
                state, rules.sample(state, rng) if tile else player.choose(state, Limit(depth=3)).action
            )
            moves += not tile
        assert rules.reached(state.cells), rules.show(state)
    covered("2048 to 512", games=len(seeds), states=moves)


def test_a_filter_leaves_actions_out_and_says_so():
    """Three actions are evaluated at 0.5 and lose; the fourth is evaluated at 0 and wins."""
    text = " ".join(["min[0.5](chance(-1 -1) -1)"] * 3 + ["min[0](chance(1 1) 1)"])
    game = plain(ExplicitGame.parse(f"max({text})"))
    shallow = engine(game, width=3).choose(limit=Limit(depth=3))
    assert (shallow.value, shallow.exact) == (-1.0, False)
    whole = engine(game, width=3).choose()  # once the game was seen to its end, what was left out is searched too
    assert (whole.value, whole.action, whole.exact) == (1.0, 3, True)
    assert engine(game, off=["filter"]).choose(limit=Limit(depth=3)).value == 1.0


def test_very_many_outcomes_are_sampled_and_it_says_so():
    game = Wheel()
    sampled = engine(game, samples=20).choose(limit=Limit(depth=2))
    assert sampled.nodes < 4 * 50
    assert sampled.action == 3
    assert sampled.value == pytest.approx(0.3, abs=3 * 2 / 20)
    assert not sampled.exact
    whole = engine(game, samples=20).choose()
    assert (whole.exact, whole.action) == (True, 3)
    assert whole.value == pytest.approx(0.3)


def test_outcomes_are_sampled_as_likely_as_they_are():
    """One outcome of probability 1/2 and a hundred others: a sample of 10 has it with a weight of 1/2 or nearly so."""
    game = ExplicitGame.parse(f"max(chance(1/2: 1, {', '.join(['1/200: 0'] * 100)}) 0)")
    choice = engine(plain(game), samples=10).choose(limit=Limit(depth=2))
    assert choice.value == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize("probes", [1, 2, 3])
def test_star2_with_more_probes_is_star2_5(probes):
    choice = star2(PIG, MIDDLE, 5, probes=probes)
    assert choice.value == pytest.approx(expectiminimax(PIG, MIDDLE, 5).value)


def test_a_positive_linear_transformation_changes_nothing_but_the_numbers():
    """With chance only such a change of an evaluation is safe (Zell, section 5.5)."""
    changed = Transformed(PIG, 1.0, 3.0, 2.0)
    before, after = (engine(game, off=HEURISTIC).choose(MIDDLE, Limit(depth=5)) for game in (PIG, changed))
    assert after.action == before.action
    assert after.value == pytest.approx(3 * before.value + 2)


def test_another_change_that_keeps_the_order_changes_the_action():
    """The tree of Zell, section 5.5: the leaves keep their order, and another action is best."""
    first, second = (
        engine(plain(ExplicitGame.parse(f"max(chance(0.9: {a}, 0.1: {b}) chance(0.9: {c}, 0.1: {d}))"))).choose()
        for a, b, c, d in ((2, 3, 1, 4), (20, 30, 1, 400))
    )
    assert (first.action, second.action) == (0, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 0}, "a width of 0"),
        ({"samples": 0}, "0 samples"),
        ({"probes": -1}, "-1 probes"),
        ({"threads": 0}, "a search by 0 threads"),
        ({"off": ["star3"]}, "did you mean star"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(HalfmoveError, match=message):
        engine(**options)


def test_games_that_it_cannot_play():
    with pytest.raises(WrongGame, match="use maxn"):
        engine(plain(game_named("three-player-nim")))
    with pytest.raises(HalfmoveError, match="0 lines"):
        engine().think(lines=0)
