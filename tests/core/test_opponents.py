"""Opponent models: the turns of the others are chance's, and a search finds what is best against them."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove import GreedyModel, Modelled, OpponentModel, alphabeta, expectiminimax, game_named, plain, solve, star2
from halfmove.check.laws import broken
from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE
from halfmove.errors import HalfmoveError
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.games.trees.random_games import random_chance_tree, random_tree, random_vector_tree
from halfmove.play.players.search import analyst_of, choices, think
from halfmove.play.players.spec import parse_spec
from halfmove.search.maxn import maxn

one_lane = pytest.mark.one_lane


def expected(game: Any, state: Any, player: int, model: Any) -> float:
    """Return the best that a player can expect against a model, by trying everything."""
    if game.is_terminal(state):
        return float(game.utility(state, player))
    mover = game.to_move(state)
    if mover == player:
        return max(expected(game, game.result(state, action), player, model) for action in game.actions(state))
    chances = game.chances(state) if mover == CHANCE else model.chances(game, state)
    return sum(chance * expected(game, game.result(state, action), player, model) for action, chance in chances)


@one_lane
@pytest.mark.parametrize("make", [random_tree, random_chance_tree])
def test_searches_find_the_best_against_a_model(make):
    for seed in range(15):
        game = plain(make(seed, depth=4, width=3))
        player = max(game.to_move(game.initial), 0)
        for model in (OpponentModel(), GreedyModel(game.advice), GreedyModel(game.advice, errs=0.25)):
            assumed = plain(Modelled(game, player, model))
            best = expected(game, game.initial, player, model)
            if game.to_move(game.initial) == player:
                assert expectiminimax(assumed).value == pytest.approx(best)
                assert star2(assumed).value == pytest.approx(best)


@one_lane
def test_a_modelled_game_keeps_the_laws():
    game = plain(game_named("tic-tac-toe"))
    assert not broken(plain(Modelled(game, 1, GreedyModel(game.advice, errs=0.1))), games=3)


@one_lane
def test_everybody_else_is_modelled():
    game = plain(random_vector_tree(3, depth=4, width=3, players=3))
    player = game.to_move(game.initial)
    assumed = plain(Modelled(game, player, OpponentModel()))
    assert maxn(assumed).vector[player] == pytest.approx(expected(game, game.initial, player, OpponentModel()))


@one_lane
def test_greed_sees_one_ply_and_may_err():
    game = plain(ExplicitGame.parse("max(min(3 3 5) 2)"))
    state = game.result(game.initial, 0)
    assert list(GreedyModel(game.advice).chances(game, state)) == [(0, 0.5), (1, 0.5)]
    chances = [chance for _, chance in GreedyModel(game.advice, errs=0.3).chances(game, state)]
    assert chances == pytest.approx([0.45, 0.45, 0.1])


def test_the_lanes_agree(lane):
    game = lane(game_named("tic-tac-toe"))
    state = game.read("X . . / . O . / . . X")
    model = GreedyModel(game.advice, errs=0.25)
    choice = expectiminimax(lane(Modelled(game, game.to_move(state), lane(model))), state)
    assert choice.value == pytest.approx(expected(plain(game), state, game.to_move(state), model))
    assert choice.exact


@one_lane
def test_a_lost_game_is_worth_something_against_who_errs():
    game = plain(game_named("one-heap-nim:stones=8,most=3"))  # lost for the first player
    assert alphabeta(game).value == -1.0
    solution = solve(plain(Modelled(game, 0, OpponentModel())))
    assert solution.value(game.initial, 0) == pytest.approx(expected(game, game.initial, 0, OpponentModel()))
    assert solution.value(game.initial, 0) > 0.0


@one_lane
@pytest.mark.parametrize("search", ["expectiminimax", "star1", "star2", "dice:hash=1", "maxn", "strong"])
@pytest.mark.parametrize("stones", ["8", "7 MIN"])  # either player thinks
def test_every_search_that_averages_takes_a_model_by_its_name(search, stones):
    game = plain(game_named("one-heap-nim:stones=8,most=3"))
    state, spec = game.read(stones), parse_spec(f"{search}{',' if ':' in search else ':'}model=random")
    *_, choice = choices(spec, game, state, Limit())
    assert choice.value == pytest.approx(expected(game, state, game.to_move(state), OpponentModel()))
    assert choice.name in ("1", "2", "3")


@one_lane
@pytest.mark.parametrize("search", ["mcts:simulations=3000,megabytes=1", "montecarlo:games=3000"])
def test_simulated_games_follow_the_model(search):
    game = plain(ExplicitGame.parse("max(min(4 4 4 -8) min(0 0 0 1) 0.5)"))  # against a perfect MIN, 0.5 is best
    assert alphabeta(game).value == 0.5
    for model, value in (("random", 1.0), ("greedy", 0.5)):
        *_, choice = choices(parse_spec(f"{search},model={model}"), game, game.initial, Limit(), seed=1)
        assert choice.value == pytest.approx(value, abs=0.3)
        assert choice.action == (0 if model == "random" else 2)


@one_lane
def test_a_model_that_a_search_cannot_use_is_refused():
    game = plain(game_named("one-heap-nim:stones=8,most=3"))
    with pytest.raises(HalfmoveError, match=r"there is no such model \(did you mean random\?\)"):
        list(choices(parse_spec("star1:model=randon"), game, game.initial, Limit()))
    for search in ("alphabeta", "engine", "paranoid"):
        with pytest.raises(HalfmoveError, match=f"{search} does not average over what the others may do; use dice,"):
            parse_spec(f"{search}:model=random")


@one_lane
def test_several_lines_are_ranked_against_the_model():
    game = plain(game_named("one-heap-nim:stones=8,most=3"))
    state = game.read("7 MIN")
    (progress,) = think(parse_spec("expectiminimax:model=random,depth=9"), game, state, Limit())
    analyst = analyst_of(game, parse_spec("expectiminimax:model=random"), every_depth=False)
    (ranked,) = analyst.think(state, Limit(depth=9), lines=3)
    assert ranked.best.value == pytest.approx(progress.best.value)
    for line in ranked.lines:
        child = game.result(state, line.action)
        assert line.value == pytest.approx(expected(game, child, 1, OpponentModel()))
