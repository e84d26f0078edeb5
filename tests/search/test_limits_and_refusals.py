"""Where searches stop, and what they refuse."""

from __future__ import annotations

from functools import partial

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, Limit
from halfmove.core.game import DRAW, ILLEGAL
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.nim import Nim, OneHeapNim
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.search.alphabeta import alphabeta, best_actions
from halfmove.search.beam import beam
from halfmove.search.best_successor import best_successor
from halfmove.search.engine import Engine
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.iterative_deepening import deepen, deepest
from halfmove.search.maxn import maxn
from halfmove.search.mcts import mcts
from halfmove.search.memo import memoised
from halfmove.search.metareasoning import metareason
from halfmove.search.minimax import minimax
from halfmove.search.montecarlo import montecarlo
from halfmove.search.paranoid import paranoid
from halfmove.search.perft import perft
from halfmove.search.playouts import playouts
from halfmove.search.proof_number import proof_number
from halfmove.search.quiescence import quiescence
from halfmove.search.solving.levels import solve_by_levels
from halfmove.search.solving.retrograde import solve
from halfmove.search.star import star1, star2

BY_DEPTH = [minimax, alphabeta, memoised, quiescence, beam, expectiminimax, star1, star2, maxn, paranoid]
NIM = OneHeapNim()
OVER = NIM.initial._replace(stones=0)
CHANCE = ExplicitGame.parse("max(chance(1 2) 3)")
THREE = ExplicitGame.parse("A(B(C(<1 2 6> <4 2 3>) <6 1 2>) <5 1 1>)")


@pytest.mark.parametrize("search", BY_DEPTH)
def test_a_game_that_is_over_has_no_action(search, lane):
    choice = search(lane(NIM), OVER)
    assert (choice.action, choice.line, choice.value, choice.exact, choice.nodes) == (None, (), -1, True, 1)


@pytest.mark.parametrize("search", [best_successor, mcts, metareason, montecarlo, proof_number])
def test_others_too_have_no_action_where_the_game_is_over(search, lane):
    choice = search(lane(NIM), OVER)
    assert (choice.action, choice.value) == (None, -1)
    assert best_actions(lane(NIM), OVER) == ()


@pytest.mark.parametrize("search", [expectiminimax, star1, star2, maxn])
def test_chance_chooses_nothing(search, lane):
    choice = search(lane(ExplicitGame.parse("chance(1/4: max(1 2), 3/4: 0)")))
    assert (choice.action, choice.line, choice.value) == (None, (), 0.5)


@pytest.mark.parametrize("search", [minimax, alphabeta, memoised, quiescence, beam, paranoid])
def test_searches_without_averages_refuse_chance(search, lane):
    with pytest.raises(WrongGame, match="chance"):
        search(lane(CHANCE))


def test_others_refuse_chance_too(lane):
    with pytest.raises(WrongGame, match="chance"):
        metareason(lane(CHANCE))
    with pytest.raises(WrongGame, match="chance"):
        proof_number(lane(CHANCE))


@pytest.mark.parametrize("search", [minimax, alphabeta, memoised, quiescence, beam, expectiminimax, star1, solve])
def test_searches_for_two_refuse_three_players(search, lane):
    with pytest.raises(WrongGame, match="maxn"):
        search(lane(THREE))


def test_the_agent_takes_what_max_n_finds(lane):
    assert best_successor(lane(THREE), search=maxn).value == maxn(lane(THREE)).value


def test_max_n_does_not_take_an_estimate_of_what_others_do_for_proof(lane):
    """B seems to leave 1, the most there is, to A; in truth he gets more by the branch that was not searched."""
    game = lane(ExplicitGame.parse("A(B(<1 0 0> C[0 -1 0](<0 1 0> <0 1 0>)) <0 0 0>)"))
    shallow, whole = maxn(game, depth=2), maxn(game)
    assert (shallow.value, shallow.kind) == (1, ESTIMATE)
    assert (whole.value, whole.exact) == (0, True)


@pytest.mark.parametrize("depth", [Limit(depth=3), 2.5, "3"])
def test_a_depth_that_is_no_number_of_plies_is_refused(depth):
    with pytest.raises(HalfmoveError, match=r"the depth is a number of plies, not .*; a limit is given by name"):
        alphabeta(OneHeapNim(3), None, depth)


@pytest.mark.parametrize("depth", [0, -1])
def test_a_depth_out_of_range_is_refused(depth):
    with pytest.raises(HalfmoveError, match="depth must be from 1"):
        alphabeta(OneHeapNim(3), depth=depth)


@pytest.mark.parametrize("limit", [{"depth": 0}, {"nodes": 0}, {"seconds": 0.0}, {"seconds": -1.0}])
def test_a_limit_that_allows_nothing_is_refused(limit):
    with pytest.raises(HalfmoveError, match="leaves nothing to search"):
        Limit(**limit)


def test_more_that_makes_no_sense_is_refused():
    with pytest.raises(HalfmoveError, match="width 0"):
        beam(OneHeapNim(3), width=0)
    with pytest.raises(HalfmoveError, match="holds nothing"):
        memoised(OneHeapNim(3), megabytes=0)
    with pytest.raises(HalfmoveError, match="must not be negative"):
        perft(OneHeapNim(3), depth=-1)
    with pytest.raises(HalfmoveError, match="0 games"):
        playouts(OneHeapNim(3), games=0)
    with pytest.raises(WrongGame, match="level, at_level, reach"):
        solve_by_levels(ConnectFour(4, 4))
    with pytest.raises(WrongGame, match="depends on the path"):
        solve(ExplicitGame.graph([0, 1], [[1], [0]], [0, 0], repetition=ILLEGAL))
    solution = solve(plain(OneHeapNim(3)))
    with pytest.raises(HalfmoveError, match="cannot be reached"):
        solution.value(OneHeapNim(9).initial)


@pytest.mark.parametrize("search", [alphabeta, memoised])
def test_a_search_ends_when_its_time_is_up(search, lane):
    game = lane(ConnectFour())
    choice = search(game, limit=Limit(seconds=0.05))
    assert choice.stopped
    assert choice.kind == ESTIMATE
    assert choice.action in legal_actions(game, game.initial)


def test_deepening_ends_when_its_time_is_up(lane):
    game = lane(ConnectFour())
    found = list(deepen(alphabeta, game, limit=Limit(seconds=0.1)))
    assert found
    assert [choice.depth for choice in found] == list(range(1, len(found) + 1))
    assert found[-1].action in legal_actions(game, game.initial)


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("search", "nodes"),
    [(partial(montecarlo, games=10**12), 10**12), (metareason, 10**30), (proof_number, 10**12)],
)
def test_other_searches_end_when_their_time_is_up(search, nodes, lane):
    """None would end by itself before the test is given up; metareasoning looks at all nodes to add one."""
    game = lane(ConnectFour())
    choice = search(game, limit=Limit(nodes=nodes, seconds=0.05))
    assert choice.nodes < nodes
    assert choice.kind == ESTIMATE
    assert choice.action in legal_actions(game, game.initial)


def test_a_search_that_is_stopped_at_once_never_repeats_a_state(lane):
    """The first action leads back to where it began, which is illegal."""
    game = lane(ExplicitGame.graph([0, 1], [[0, 1], []], [0, 1], repetition=ILLEGAL))
    choice = alphabeta(game, limit=Limit(nodes=1))
    assert (choice.action, choice.stopped) == (1, True)


def test_deepening_stops_at_a_proof(lane):
    game = lane(ExplicitGame.parse("max(max(1 -1) min(max(0 0) max(0 0)))"))
    assert deepest(alphabeta, game).depth == 2


def test_an_estimate_as_good_as_a_win_proves_nothing(lane):
    game = lane(ExplicitGame.parse("max(max[1](0 0) min[0](-1 1))"))
    assert (alphabeta(game, depth=1).value, alphabeta(game, depth=1).kind) == (1, ESTIMATE)


def test_going_round_in_circles_is_worth_a_draw(lane):
    """MAX can only go round or lose; with the policy, coming back is a draw and no search runs on for ever."""
    game = lane(ExplicitGame.graph([0, 1, None, None], [[1, 2], [0, 3], [], []], [0, 0, -1, 1], repetition=DRAW))
    for search in (minimax, alphabeta, memoised):
        choice = search(game)
        assert (choice.action, choice.value, choice.line, choice.exact) == (0, 0, (0, 0), True)
    assert best_actions(game) == (0,)
    assert solve(game).value() == 0
    assert best_successor(game).value == 0


@pytest.mark.parametrize(
    ("search", "options", "sentence"),
    [
        (memoised, {"megabytes": float("inf")}, "a table of inf MB: this machine has"),
        (memoised, {"megabytes": 1e300}, "a table of 1e\\+300 MB: this machine has"),
        (memoised, {"megabytes": float("nan")}, "a table of nan MB holds nothing"),
        (solve, {"megabytes": float("inf")}, "a list of states of inf MB: this machine has"),
        (mcts, {"megabytes": 1e300}, "a tree of 1e\\+300 MB: this machine has"),
        (mcts, {"threads": 1_000_000}, "threads of 1000000: it must be 512 at most"),
        (mcts, {"megabytes": 1, "threads": 4}, "1 MB holds too little for 4 threads: give it 3 at least"),
        (mcts, {"megabytes": 1, "threads": 2, "parallel": "root"}, "1 MB holds too little for 2 threads"),
        (mcts, {"exploration": float("inf")}, "exploration of inf: it must be 2.1"),
        (mcts, {"patience": 10**30}, "expanded of 1000"),
        (quiescence, {"extra": -1}, "-1 more plies"),
        (quiescence, {"extra": 10**30}, "more plies where it is not quiet"),
    ],
)
def test_numbers_beyond_all_measure_are_refused(search, options, sentence):
    with pytest.raises(HalfmoveError, match=sentence):
        search(plain(NIM), **options)


@pytest.mark.parametrize("search", [minimax, mcts, proof_number, lambda game, limit: Engine(game).choose(limit=limit)])
def test_a_limit_of_more_nodes_than_can_be_counted_is_none(search):
    assert search(plain(NIM), limit=Limit(nodes=10**30)).value == 1


def test_a_beam_wider_than_any_state_is_none():
    assert beam(plain(NIM), width=10**30).value == alphabeta(plain(NIM)).value


@pytest.mark.one_lane
def test_metareasoning_under_seconds_alone_ends_by_the_clock(monkeypatch):
    """Without any limit it ends at a number of nodes, which no limit of time should bring with it."""
    game = plain(Nim())
    monkeypatch.setattr("halfmove.search.metareasoning.MOST_NODES", 10)
    few, most = metareason(game).nodes, metareason(game, limit=Limit(nodes=500)).nodes
    assert few < most
    assert metareason(game, limit=Limit(seconds=1000, depth=3)).nodes > few
