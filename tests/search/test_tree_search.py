"""Monte Carlo tree search: what it finds, how it is limited, what it keeps and what it refuses."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.choice import Limit
from halfmove.core.rules import state_after
from halfmove.errors import HalfmoveError, IllegalAction
from halfmove.explain.picture import tree_svg
from halfmove.explain.text import tree_text
from halfmove.explain.tree import Node
from halfmove.games import game_named
from halfmove.games.nim import OneHeapNim
from halfmove.games.pig import Pig
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.running.table import NO_ACTION
from halfmove.search.mcts import TreeSearch, mcts
from halfmove.search.mcts.drawing import drawn_tree
from halfmove.search.mcts.growing import Search
from halfmove.search.mcts.policies import POLICIES
from halfmove.search.mcts.simulate import simulate
from halfmove.search.montecarlo import montecarlo

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
    first = [mcts(TIC_TAC_TOE, simulations=200, seed=seed) for seed in (1, 1, 2)]
    assert first[0] == first[1] == search.choose(seed=1) != first[2]
    assert search.trees[0].visits[0] == 200
    assert search.choose(only=(3,)).action == 3
    with pytest.raises(IllegalAction):
        search.choose(only=(9,))


def test_only_a_clock_ends_a_search_whose_leader_cannot_be_overtaken():
    owner = TreeSearch(TIC_TAC_TOE, simulations=400)
    owner.choose()
    decided = []
    for limit in (Limit(remaining=9.0), Limit(seconds=9.0)):
        search = Search(owner, TIC_TAC_TOE.initial, (), limit, 1, (), 0)
        search.before = 0
        seconds = SimpleNamespace(seconds=1.0)  # 400 simulations a second
        decided.append([search._is_decided(seconds, most) for most in (1.01, 1.9)])
    assert decided == [[True, False], [False, False]]


def test_a_playout_is_cut_off_and_evaluated():
    class Hopeful(Advice):
        def evaluate(self, state, player):
            return 0.25 if player == 0 else -0.25

    game = TIC_TAC_TOE
    assert mcts(game, depth=1, playout_plies=0, simulations=9, advice=Hopeful(game)).value == 0.25
    assert mcts(game, depth=1, playout_plies=0, simulations=9).nodes == 9


def test_simulations_that_are_cut_off_are_told_from_games():
    game = plain(game_named("connect-four:width=4,height=4"))
    for plies in (2, 3, 15, 16):
        assert mcts(game, simulations=20, playout_plies=plies).cut_off == montecarlo(game, depth=plies, games=2).cut_off
        assert mcts(game, simulations=20, playout_plies=plies).cut_off == (plies < game.longest)
    assert not mcts(game, simulations=20).cut_off
    model = TreeSearch(game, simulations=20, model=lambda states: ([[1.0] * 4] * len(states), [0.0] * len(states)))
    assert model.choose().cut_off


def test_advice_is_told_the_action_before():
    told = set()

    class Curious(Advice):
        def playout_action(self, state, last, rng):
            told.add((state, last))
            return next(self.game.actions(state))

        def prior(self, state, last, action):
            told.add((state, last))
            return 1.0

    game = plain(OneHeapNim(9, 3))
    state = game.result(game.initial, 2)
    search = TreeSearch(game, advice=Curious(game), policy="puct", simulations=20)
    search.choose(state, path=[game.initial])
    assert (state, 2) in told
    assert (game.result(state, 3), 3) in told
    assert all(last in (1, 2, 3) for _, last in told)
    search.forget()
    search.choose(state)
    assert (state, NO_ACTION) in told


def test_playouts_are_played_by_the_advice():
    class Orderly(Advice):
        def playout_action(self, state, last, rng):
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
        ({"policy": "greedy"}, "policy=greedy: it is one of ucb1, tuned, widened, biased, puct, rave"),
        ({"root": "gumbel"}, "say simulations=N too"),
        ({"threads": 0}, "threads of 0"),
        ({"megabytes": 0.1}, "a tree of 0.1 MB holds too little"),
        ({"lines": 0}, "a search for 0 lines"),
    ],
)
def test_what_cannot_be_done_is_refused(options, sentence):
    with pytest.raises(HalfmoveError, match=sentence):
        mcts(TIC_TAC_TOE, **options)


def test_more_actions_than_it_can_compare_are_refused():
    game = plain(OneHeapNim(5000, 5000))
    with pytest.raises(HalfmoveError, match="mcts: 5,000 actions to choose from: it can compare 4,096"):
        mcts(game, simulations=1)
    assert mcts(game, game.read("4000"), simulations=1).action is not None


class NobodyWins(OneHeapNim):
    """Whatever is played, it is the same in the end."""

    utilities = (0.0, 0.0)

    def utility(self, state, player):
        return 0.0


def test_where_all_utilities_are_the_same_the_value_is_known():
    choice = mcts(plain(NobodyWins()), simulations=1)
    assert (choice.value, choice.exact) == (0, True)


def test_a_small_tree_is_recycled():
    game = plain(game_named("connect-four"))
    small = TreeSearch(game, simulations=3000, megabytes=1, playout_plies=0)
    progress = last(small, lines=7)
    assert len(small.trees[0].visits) == small.rows
    assert progress.full < 1000
    assert sum(choice.visits for choice in progress.lines) == small.trees[0].visits[0] == 3000


class Guess(Advice):
    """Likes high columns, and does not mind when they are played."""

    amaf = True

    def prior(self, state, last, action):
        return float(action)


@pytest.mark.parametrize("policy", [*POLICIES])
def test_every_policy_finds_the_winning_action(policy):
    game = plain(OneHeapNim(13, 3))
    choice = mcts(game, policy=policy, advice=Guess(game), simulations=1500)
    assert (choice.action, choice.value) == (1, 1.0)


def test_likely_actions_are_tried_first():
    visits = {}
    for policy in ("puct", "widened", "biased"):
        search = TreeSearch(TIC_TAC_TOE, policy=policy, advice=Guess(TIC_TAC_TOE), simulations=2)
        visits[policy] = {choice.action for choice in last(search, lines=9).lines}
    assert all(8 in actions for actions in visits.values())


def test_rave_is_for_games_that_declare_it_sound():
    with pytest.raises(HalfmoveError, match="hardly depends on when it is played"):
        mcts(TIC_TAC_TOE, policy="rave")
    search = TreeSearch(TIC_TAC_TOE, advice=Guess(TIC_TAC_TOE), simulations=50)
    search.choose()
    tree = search.trees[0]
    first, count = tree.first(0), tree.count(0)
    assert all(tree.amaf_visits[row] >= tree.visits[row] for row in range(first, first + count))
    assert sum(tree.amaf_visits[first : first + count]) > 100


def test_gumbel_shares_its_simulations_out():
    game = plain(game_named("connect-four"))
    choice = mcts(game, root="gumbel", simulations=64)
    assert choice.visits >= 64 // 7
    state = state_after(TIC_TAC_TOE, TIC_TAC_TOE.initial, ["a1", "b2", "b1"])
    assert mcts(TIC_TAC_TOE, state, root="gumbel", simulations=400).name == "c1"


def test_the_tree_is_kept_between_actions():
    game = TIC_TAC_TOE
    search = TreeSearch(game, simulations=300)
    first = search.choose()
    after = game.result(game.initial, first.action)
    reply = search.choose(after, path=(game.initial,))
    assert reply.depth > 0
    kept = int(search.trees[0].visits[0])
    assert kept == first.visits + 300
    then = game.result(after, reply.action)
    search.choose(then, path=(game.initial, after))
    assert search.trees[0].visits[0] > 300
    search.forget()
    search.choose(then, path=(game.initial, after))
    assert search.trees[0].visits[0] <= 300


def test_threads_with_trees_of_their_own_keep_them():
    game = TIC_TAC_TOE
    search = TreeSearch(game, threads=2, parallel="root", simulations=400)
    first = search.choose()
    search.choose(game.result(game.initial, first.action), path=(game.initial,))
    assert sum(int(tree.visits[0]) for tree in search.trees) == first.visits + 400


def test_a_kept_tree_knows_the_path():
    game = plain(game_named("cat-and-mouse"))
    search = TreeSearch(game, simulations=40)
    first = search.choose()
    after = game.result(game.initial, first.action)
    search.choose(after, path=(game.initial,))
    assert search.trees[0].visits[0] > 40 or search.trees[0].is_proven(0)
    search.choose(after)  # as if the game began here: what was found of repetitions does not hold
    assert search.trees[0].visits[0] <= 40


def test_states_that_transpose_share_what_is_below():
    game = TIC_TAC_TOE
    apart, together = (TreeSearch(game, simulations=1500, transpositions=flag, megabytes=8) for flag in (False, True))
    first, second = apart.choose(), together.choose()
    assert together.used[0] < apart.used[0]
    assert first.action in range(9)
    assert second.action in range(9)


def test_a_model_is_asked_about_many_leaves_at_a_time():
    game, sizes = plain(OneHeapNim(6, 3)), []

    def model(states):
        sizes.append(len(states))
        return [[1.0] * len(list(game.actions(state))) for state in states], [0.0] * len(states)

    choice = TreeSearch(game, model=model, policy="puct", simulations=400, batch=8).choose()
    assert (choice.action, choice.exact) == (2, True)
    assert max(sizes) > 4
    with pytest.raises(HalfmoveError, match="was asked about 1 states and answers about 0"):
        TreeSearch(game, model=lambda states: ([], []), policy="puct", batch=1).choose()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (None, "the model returns NoneType: it must return two lists"),
        (([[1, 1]], [0]), "2 weights for the 3 actions"),
        (([[1] * 4], [0]), "4 weights for the 3 actions"),
        (([[1, 1, float("nan")]], [0]), "they are numbers, 0 or more"),
        (([[1, 1, -1]], [0]), "they are numbers, 0 or more"),
        (([[1, 1, 1]], [float("nan")]), "is worth nan: it must be a number from -1.0 to 1.0"),
        (([[1, 1, 1]], [7]), "is worth 7: it must be a number from -1.0 to 1.0"),
        (([[1, 1, 1]], [[0, 0]]), "it must be a number from -1.0 to 1.0"),
    ],
)
def test_a_model_that_answers_nonsense_is_refused(answer, sentence):
    with pytest.raises(HalfmoveError, match=sentence):
        TreeSearch(plain(OneHeapNim(9, 3)), model=lambda states: answer, batch=1).choose()


def test_a_model_weighs_every_action_of_which_some_are_thought_of():
    search = TreeSearch(plain(OneHeapNim(9, 3)), model=lambda states: ([[1, 2, 3]], [0]), batch=1, simulations=1)
    search.choose(only=(3,))
    assert (search.trees[0].actions[1], search.trees[0].priors[1]) == (3, 3)


class Broken(OneHeapNim):
    """Fails in the threads that help a search."""

    def result(self, state, action):
        if threading.current_thread().name.startswith("Thread-"):
            raise ValueError("in another thread")
        return super().result(state, action)


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_what_fails_in_one_of_several_threads_is_told(parallel, monkeypatch):
    monkeypatch.setattr("halfmove.search.mcts.growing._WORTH_THREADS", 0.0)  # so that threads start at once
    with pytest.raises(ValueError, match="in another thread"):
        mcts(plain(Broken(9, 3)), simulations=100, threads=2, parallel=parallel)


def test_several_threads_share_the_simulations():
    for parallel in ("tree", "root"):
        search = TreeSearch(TIC_TAC_TOE, threads=2, parallel=parallel, simulations=400)
        progress = last(search, lines=9)
        assert sum(int(tree.visits[0]) for tree in search.trees) == 400
        assert sum(choice.visits for choice in progress.lines) == 400
        assert all(pending == 0 for tree in search.trees for pending in tree.pending)


@pytest.mark.parametrize("policy", ["ucb1", "tuned"])
def test_what_threads_hold_back_is_in_the_tree_in_the_end(policy, monkeypatch):
    monkeypatch.setattr("halfmove.search.mcts.growing._MANY_VISITS", 2)
    monkeypatch.setattr("halfmove.search.mcts.growing._WORTH_THREADS", float("inf"))  # two at once may lose a count
    search = TreeSearch(TIC_TAC_TOE, threads=2, simulations=500, policy=policy)
    search.choose(seed=1)
    tree = search.trees[0]
    inner = [node for node in range(search.used[0]) if tree.children[node] and not tree.is_proven(node)]
    assert len(inner) > 20
    for node in inner:
        below = range(tree.first(node), tree.first(node) + tree.count(node))
        playouts = min(node, 1)  # from here: one before the children came, at the root none
        assert tree.visits[node] == playouts + sum(tree.visits[child] for child in below)
        outcomes = sum(tree.visits[child] * tree.means[child] for child in below)
        first = tree.visits[node] * tree.means[node] - outcomes
        if not any(tree.is_proven(child) for child in below):  # proven values replace what was simulated
            assert min(abs(first - outcome) for outcome in ((-1.0, 0.0, 1.0) if playouts else (0.0,))) < 1e-9


def test_a_count_that_two_threads_lost_does_no_harm():
    owner = TreeSearch(TIC_TAC_TOE, threads=2)
    search = Search(owner, TIC_TAC_TOE.initial, (), Limit(), 1, (), 0)
    simulate(search.workers[0], search.root, 3)
    owner.trees[0].pending[:] = [-1] * len(owner.trees[0].pending)
    assert simulate(search.workers[0], search.root, 50) == 50


def test_the_tree_is_drawn_with_visits_and_bounds():
    search = TreeSearch(plain(OneHeapNim(5, 3)), simulations=40)
    with pytest.raises(HalfmoveError, match="no tree before a search"):
        drawn_tree(search, 100)
    search.choose()
    root = drawn_tree(search, 100)
    assert (root.value, root.low, root.high, root.best) == (1.0, 1.0, 1.0, 0)
    assert root.visits == sum(child.visits for child in root.children)
    assert Node.from_json(root.to_json()) == root
    assert "n=" in tree_text(root)
    assert "proven" in tree_svg(root)
    with pytest.raises(HalfmoveError, match="more than 3 nodes"):
        drawn_tree(search, 3)


def test_what_the_trees_of_two_threads_know_is_drawn_together():
    search = TreeSearch(TIC_TAC_TOE, simulations=60, threads=2, parallel="root")
    answer = search.choose()
    root = drawn_tree(search, 200)
    assert root.visits == sum(int(tree.visits[0]) for tree in search.trees) == 60
    assert root.visits > int(search.trees[0].visits[0])
    best = root.children[0]
    assert (best.label, best.visits, best.value) == (answer.name, answer.visits, answer.value)
    assert all(each.visits >= sum(child.visits for child in each.children) for each in root.children)


def test_a_game_of_chance_and_three_players_are_drawn():
    chance = TreeSearch(plain(ExplicitGame.parse("max(chance(1/4: 8, 3/4: 0) 1)")), simulations=20)
    chance.choose()
    outcome = drawn_tree(chance, 100).children[0].children
    assert sorted(child.probability for child in outcome) == [0.25, 0.75]
    many = TreeSearch(plain(game_named("three-player-nim:stones=4")), simulations=20)
    many.choose()
    assert len(drawn_tree(many, 100).vector) == 3
