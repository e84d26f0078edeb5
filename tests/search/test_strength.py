"""Searches of some actions only, and players of less than full strength."""

from collections import Counter

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError, IllegalAction
from halfmove.games import game_named
from halfmove.play.match.plan import Plan, Round
from halfmove.play.match.runner import Runner
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import parse_spec
from halfmove.search.engine import HEURISTIC, Engine
from halfmove.search.engine.strength import weakened

CONNECT_FOUR = game_named("connect-four")
SMALL = 1  # megabytes
LEVELS = (0, 20, 40, 60)
GAMES = 40  # between two levels
SEEDS = 400


def test_what_is_not_wanted_is_not_thought_of():
    engine = Engine(plain(CONNECT_FOUR), megabytes=SMALL, off=HEURISTIC)
    *_, full = engine.think(limit=Limit(depth=3), lines=7)
    for choice in full.lines:
        engine.forget()
        assert engine.choose(limit=Limit(depth=3), only=[choice.action]).value == choice.value
    *_, some = engine.think(limit=Limit(depth=3), lines=7, only=(0, 6))
    assert {choice.action for choice in some.lines} == {0, 6}


def test_actions_that_look_hopeless_are_thought_of_if_wanted():
    gomoku = plain(game_named("gomoku"))
    state = gomoku.result(gomoku.initial, 112)
    assert Engine(gomoku, megabytes=SMALL).choose(state, Limit(nodes=20), only=[0]).action == 0


def test_only_legal_actions_can_be_wanted():
    with pytest.raises(IllegalAction, match="9"):
        Engine(CONNECT_FOUR, megabytes=SMALL).think(only=[8])


@pytest.mark.parametrize("name", ["connect-four", "chess", "gomoku", "go:size=5"])
def test_who_is_weaker_sees_less_of_the_same(name):
    game = game_named(name)
    legal = set(legal_actions(plain(game), game.initial))
    for seed in range(10):
        before, nodes = set(), 0
        for strength in range(0, 100, 5):
            limit, only = weakened(game, game.initial, Limit(), strength, seed)
            assert before <= set(only) <= legal
            assert only
            assert limit.nodes > nodes
            before, nodes = set(only), limit.nodes
    assert weakened(game, game.initial, Limit(depth=3), 100) == (Limit(depth=3), ())


def test_no_strength_is_any_action():
    chosen = Counter(weakened(CONNECT_FOUR, CONNECT_FOUR.initial, Limit(), 0, seed)[1][0] for seed in range(SEEDS))
    assert set(chosen) == set(range(7))
    assert max(chosen.values()) < 2 * SEEDS / 7


def test_what_is_wanted_may_be_overlooked_but_not_all_of_it():
    _, only = weakened(CONNECT_FOUR, CONNECT_FOUR.initial, Limit(), 0, 0, (2, 3))
    assert len(only) == 1
    assert set(only) <= {2, 3}


def test_a_weak_player_repeats_himself_only_with_the_same_seed():
    player = player_of(parse_spec("engine:strength=30,hash=1"))
    chosen = []
    for seed in (1, 2, 3, 4, 5, 1):
        player.seed(seed)
        chosen.append(player(CONNECT_FOUR, CONNECT_FOUR.initial, Limit()).action)
    assert chosen[0] == chosen[-1]
    assert len(set(chosen)) > 1
    fixed = player_of(parse_spec("engine:strength=30,hash=1,seed=1"))
    fixed.seed(2)
    assert fixed(CONNECT_FOUR, CONNECT_FOUR.initial, Limit()).action == chosen[0]


@pytest.mark.parametrize("strength", ["-1", "101", "1000"])
def test_strengths_that_there_are_not(strength):
    player = player_of(parse_spec(f"engine:strength={strength}"))
    with pytest.raises(HalfmoveError, match="from 0 to 100"):
        player(CONNECT_FOUR, CONNECT_FOUR.initial, Limit(depth=1))


@pytest.mark.deep
@pytest.mark.parametrize("name", ["chess", "othello", "connect-four"])
def test_more_strength_wins_more(name):
    """Fixed seeds and fixed nodes: the games are the same on every machine."""
    plan = Plan(name, tuple(f"engine:strength={level},hash=1" for level in LEVELS), openings="random:4", longest=300)
    round = Round(0, tuple((i + 1, i) for i in range(len(LEVELS) - 1)), GAMES)
    half_points = []
    runner = Runner(plan, game_named(name))
    runner.play(
        round, round.numbers(), lambda batch: half_points.extend(zip(batch.numbers, batch.half_points, strict=True))
    )
    for encounter in range(len(round.encounters)):
        points = sum(int(half) for number, half in half_points if round.pairing(number).encounter == encounter) / 2
        assert points > GAMES * 0.6, f"strength {LEVELS[encounter + 1]} got {points} points of {GAMES}"
