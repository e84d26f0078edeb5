"""Monte Carlo tree search: what it finds, how it is limited, what it keeps and what it refuses."""

from __future__ import annotations

import pytest

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.rules import state_after
from halfmove.errors import HalfmoveError, IllegalAction
from halfmove.games import game_named
from halfmove.games.nim import OneHeapNim
from halfmove.games.pig import Pig
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.search.mcts import TreeSearch, mcts

TIC_TAC_TOE = plain(TicTacToe())

pytestmark = pytest.mark.one_lane


def last(search, **options):
    *_, progress = search.think(**options)
    return progress


def test_it_proves_a_win_and_stops():
    game = plain(OneHeapNim(9, 3))
    choice = mcts(game, seed=1)
    assert (choice.action, choice.value, choice.exact) == (1, 1.0, True)
    assert choice.visits > 0
    assert choice.worth() == "wins"  # and not in how many moves, which it does not know


def test_a_draw_is_the_best_there_is():
    state = state_after(TIC_TAC_TOE, TIC_TAC_TOE.initial, ["a1", "b2", "b1"])
    choice = mcts(TIC_TAC_TOE, state, simulations=2000)
    assert (choice.name, choice.value, choice.exact) == ("c1", 0.0, True)


def test_players_who_move_twice_and_three_players():
    kalah = plain(game_named("kalah:holes=2,seeds=2"))
    assert mcts(kalah, simulations=500).exact
    choice = mcts(plain(ExplicitGame.parse("A(B(C(<1 2 6> <4 2 3>) <6 1 2>) <5 1 1>)")), simulations=50)
    assert (choice.action, choice.value, choice.exact) == (1, 5.0, True)
    assert len(choice.vector) == 3


def test_averages_of_chance():
    game = plain(ExplicitGame.parse("max(chance(1/4: 8, 3/4: 0) chance(1/2: 2, 1/2: 1))"))
    choice = mcts(game, simulations=50)
    assert (choice.action, choice.value, choice.exact, choice.line) == (0, 2.0, True, (0,))
    rolled = mcts(plain(ExplicitGame.parse("chance(1/4: max(1 2), 3/4: 0)")), simulations=50)
    assert (rolled.action, rolled.value) == (None, 0.5)
    assert mcts(plain(Pig(20)), simulations=100).name == "roll"


def test_lines_are_the_most_visited_actions():
    progress = last(TreeSearch(TIC_TAC_TOE, simulations=300), lines=3)
    visits = [choice.visits for choice in progress.lines]
    assert visits == sorted(visits, reverse=True)
    assert len({choice.action for choice in progress.lines}) == 3
    assert sum(visits) <= 300
    assert progress.nodes > 300


def test_simulations_seeds_and_actions_that_alone_are_wanted():
    search = TreeSearch(TIC_TAC_TOE, simulations=200)
    first = [search.choose(seed=seed) for seed in (1, 1, 2)]
    assert first[0] == first[1] != first[2]
    assert search.tree.visits[0] == 200
    assert search.choose(only=(3,)).action == 3
    with pytest.raises(IllegalAction):
        search.choose(only=(9,))


def test_a_playout_is_cut_off_and_evaluated():
    class Hopeful(Advice):
        def evaluate(self, state, player):
            return 0.25 if player == 0 else -0.25

    game = TIC_TAC_TOE
    assert mcts(game, depth=1, playout_plies=0, simulations=9, advice=Hopeful(game)).value == 0.25
    assert mcts(game, depth=1, playout_plies=0, simulations=9).nodes == 9


def test_playouts_are_played_by_the_advice():
    class Orderly(Advice):
        def playout_action(self, state, rng):
            return next(self.game.actions(state))

    game = plain(OneHeapNim(9, 3))
    assert mcts(game, depth=1, simulations=3, advice=Orderly(game)).nodes == (1 + 8) + (1 + 7) + (1 + 6)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"simulations": 0}, "simulations of 0: it must be 1 or more"),
        ({"patience": 0}, "visits before a leaf is expanded of 0"),
        ({"playout_plies": -1}, "plies of a playout of -1"),
        ({"exploration": -1.0}, "exploration of -1"),
        ({"exploration": float("nan")}, "exploration of nan"),
        ({"megabytes": 0.1}, "a tree of 0.1 MB holds too little"),
        ({"lines": 0}, "a search for 0 lines"),
    ],
)
def test_what_cannot_be_done_is_refused(options, sentence):
    with pytest.raises(HalfmoveError, match=sentence):
        mcts(TIC_TAC_TOE, **options)


def test_a_small_tree_is_recycled():
    game = plain(game_named("connect-four"))
    small = TreeSearch(game, simulations=3000, megabytes=1, playout_plies=0)
    progress = last(small)
    assert len(small.tree.visits) == small.rows
    assert progress.full < 1000
    assert small.tree.visits[0] == 3000
    assert sum(choice.visits for choice in last(small, lines=7).lines) == 3000
