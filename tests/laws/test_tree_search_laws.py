"""What Monte Carlo tree search proves is never wrong, on random games and real ones, in both lanes."""

from __future__ import annotations

import sys
from typing import Any

import naive
import pytest
import random_graphs
import tree_checks
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.compiled import plain
from halfmove.core.game import DRAW, ILLEGAL
from halfmove.core.rules import state_after
from halfmove.games import game_named
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.mcts import TreeSearch, growing
from halfmove.search.mcts.drawing import drawn_tree
from halfmove.search.mcts.policies import POLICIES
from halfmove.search.solving import prove
from halfmove.search.solving.retrograde import solve
from published import lines, published

SEEDS = st.integers(0, 1_000_000)
SIZES = st.integers(2, 24)
FEW = st.integers(2, 7)  # nodes of graphs with cycles: oracles walk every path
SIMULATIONS = st.integers(1, 80)
CHANCE = 0.4  # of the nodes
EXAMPLES, SOME = settings(max_examples=25), settings(max_examples=8)
WAYS = (
    *({"policy": policy} for policy in ("tuned", "widened", "biased", "puct")),
    {"root": "gumbel"},
    {"transpositions": True},
    {"threads": 2},
    {"threads": 2, "parallel": "root"},
)
ONE_THREAD = [options for options in WAYS if "threads" not in options]
CASES, POSITIONS, FEW_SEEDS = 120, 150, 5  # of the thorough suite
MEETINGS = 40  # games that two threads search
PLIES = 30  # of a playout, which otherwise may go round in circles

RULES = plain(TicTacToe())

once = pytest.mark.one_lane


@once
@pytest.mark.parametrize("kind", ["tree", "dag", "cyclic"])
@given(seed=SEEDS, size=SIZES, simulations=SIMULATIONS)
@EXAMPLES
def test_proven_values(kind, seed, size, simulations):
    game = plain(random_graphs.KINDS[kind](seed, size))
    tree_checks.proven_is_true(game, game.initial, simulations, seed, playout_plies=PLIES)


@once
@pytest.mark.parametrize("options", WAYS, ids=str)
@given(seed=SEEDS, size=SIZES, simulations=SIMULATIONS)
@SOME
def test_proven_values_by_every_way(options, seed, size, simulations):
    game = plain(random_graphs.cyclic(seed, size))
    tree_checks.proven_is_true(game, game.initial, simulations, seed, playout_plies=PLIES, **options)


@once
@pytest.mark.parametrize("many", [128, 1])  # visits of a node of which threads hold back what they find there
def test_two_threads_that_take_turns_at_every_step_prove_what_is_true(many, monkeypatch):
    monkeypatch.setattr(growing, "_MANY_VISITS", many)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for seed in range(MEETINGS):
            game = plain(random_graphs.cyclic(seed, 3 + seed % 9))
            tree_checks.proven_is_true(game, game.initial, 30, seed, playout_plies=PLIES, threads=2)
            tree_checks.kept_is_true(game, 30, seed, playout_plies=PLIES, threads=2)
    finally:
        sys.setswitchinterval(before)


@once
@pytest.mark.parametrize("repetition", [DRAW, ILLEGAL])
@given(seed=SEEDS, size=FEW, simulations=SIMULATIONS)
@EXAMPLES
def test_cycles_with_a_policy(repetition, seed, size, simulations):
    game = plain(random_graphs.cyclic(seed, size, repetition=repetition))
    tree_checks.paths_are_true(game, game.initial, simulations, seed)


@once
@given(seed=SEEDS, size=SIZES, simulations=SIMULATIONS)
@EXAMPLES
def test_averages_of_chance(seed, size, simulations):
    game = plain(random_graphs.dag(seed, size, chance=CHANCE))
    tree_checks.averages_are_true(game, game.initial, simulations, seed)


@once
@given(seed=SEEDS, size=st.integers(2, 16), simulations=SIMULATIONS)
@EXAMPLES
def test_vectors_of_three_players(seed, size, simulations):
    game = plain(random_graphs.tree(seed, size, players=3))
    tree_checks.vectors_are_true(game, game.initial, simulations, seed)


@pytest.mark.both_lanes
def test_both_lanes_grow_the_same_tree(native):
    game, rules = ConnectFour(), plain(ConnectFour())
    searches = [TreeSearch(each, simulations=1500, megabytes=1) for each in (game, rules)]
    ours, twins = (search.choose(seed=7) for search in searches)
    assert ours == twins
    rows, twin_rows = (tree_checks.rows_of(rules, search.trees[0], rules.initial) for search in searches)
    assert rows == twin_rows
    assert len(rows) > 1000
    drawn, twin_drawn = (drawn_tree(search, len(rows)) for search in searches)
    assert drawn == twin_drawn


def corners_first(states: list[Any]) -> tuple[list[list[float]], list[float]]:
    """A model of tic-tac-toe that likes every other square, and whoever has more of the low ones."""
    weights = [[2.0 - action % 2 for action in RULES.actions(state)] for state in states]
    return weights, [(state.mine - state.theirs) / 1024 for state in states]


@pytest.mark.deep
@pytest.mark.parametrize("name", [*POLICIES, "gumbel", "transpositions", "root-parallel", "model"])
def test_every_way_grows_the_same_tree_in_both_lanes(name, native, covered):
    options = {
        "gumbel": {"root": "gumbel"},
        "transpositions": {"transpositions": True},
        "root-parallel": {"threads": 2, "parallel": "root"},
        "model": {"model": corners_first, "policy": "puct"},
    }.get(name, {"policy": name})
    game = TicTacToe() if name == "model" else game_named("hex:size=4")  # whose advice has priors and calls AMAF sound
    for seed in range(FEW_SEEDS):
        tree_checks.searched(game, game.initial, 60 << seed, seed, **options)
    covered(f"mcts {name}, the same tree in both lanes", cases=FEW_SEEDS)


@pytest.mark.one_lane
@pytest.mark.parametrize(("kind", "seed"), [("tree", 50), ("cyclic", 29)])
def test_what_is_proven_counts_more_than_what_halving_left(kind, seed):
    game = plain(random_graphs.KINDS[kind](seed, 2 + seed % 23))
    tree_checks.proven_is_true(game, game.initial, 150, seed, playout_plies=PLIES, root="gumbel")


@pytest.mark.deep
@pytest.mark.parametrize("options", ONE_THREAD, ids=str)
def test_proven_values_in_both_lanes(options, native, covered):
    cases = proven = 0
    for seed in range(CASES):
        for make in random_graphs.KINDS.values():
            game = make(seed, 2 + seed % 23)
            proven += tree_checks.proven_is_true(game, game.initial, 150, seed, playout_plies=PLIES, **options)
            cases += 1
    covered(f"mcts {options}", cases=cases, states=proven)


@pytest.mark.deep
def test_averages_and_vectors_in_both_lanes(native, covered):
    for seed in range(CASES):
        chance = random_graphs.dag(seed, 2 + seed % 23, chance=CHANCE)
        tree_checks.averages_are_true(chance, chance.initial, 150, seed)
        three = random_graphs.tree(seed, 2 + seed % 15, players=3)
        tree_checks.vectors_are_true(three, three.initial, 150, seed)
    covered("mcts with chance and of three players", cases=2 * CASES)


def loses_nothing(search: TreeSearch, solution: Any, state: Any) -> bool:
    """Tell whether the choice of a search keeps a draw or a win."""
    search.forget()
    player, rules = solution.game.to_move(state), plain(solution.game)
    choice = search.choose(state)
    if choice.exact:
        assert choice.value == solution.value(state, player)
    return solution.value(state, player) < 0 or solution.value(rules.result(state, choice.action), player) >= 0


@once
def test_no_draw_or_win_is_given_away_at_tic_tac_toe():
    game = plain(TicTacToe())
    solution, search = solve(game), TreeSearch(game, simulations=600, megabytes=4)
    states = [state for state in naive.reachable(game, game.initial) if not game.is_terminal(state)]
    late = [state for state in states if len(list(game.actions(state))) <= 4]
    assert all(loses_nothing(search, solution, state) for state in late[::100])


@pytest.mark.deep
def test_no_draw_or_win_is_given_away_in_any_state_of_tic_tac_toe(native, covered):
    game = TicTacToe()
    solution, search = solve(game), TreeSearch(game, simulations=20_000, megabytes=16)
    rules, count = plain(game), 0
    for state in naive.reachable(rules, rules.initial):
        if not rules.is_terminal(state):
            assert loses_nothing(search, solution, state), state
        count += 1
    assert count == 5478
    covered("mcts on tic-tac-toe, 20,000 simulations a state", states=count)


@pytest.mark.deep
def test_it_converges_to_the_minimax_action_at_connect_four(native, covered):
    game = ConnectFour()
    rules, search = plain(game), TreeSearch(game, simulations=200_000, megabytes=64)
    positions = lines(published("connect_four/Test_L3_R1"))[:POSITIONS]
    for line in positions:
        columns, score = line.split()
        state = state_after(rules, rules.initial, columns)
        search.forget()
        choice = search.choose(state)
        sign = (int(score) > 0) - (int(score) < 0)
        assert not choice.exact or choice.value == sign, line
        child = rules.result(state, choice.action)
        value = rules.utility(child, rules.to_move(state)) if rules.is_terminal(child) else -prove(game, child).value
        assert value == sign, line
    covered("mcts on connect-four, 200,000 simulations a state", states=len(positions))


@once
def test_trees_of_their_own_grow_the_same_whether_threads_or_one_thread_simulate(monkeypatch):
    grown = []
    for seconds in (0.0, float("inf")):  # that simulations must take for threads to be worth it: always, never
        monkeypatch.setattr(growing, "_WORTH_THREADS", seconds)
        if seconds:
            monkeypatch.setattr(growing, "Thread", None)
        grown.append(TreeSearch(RULES, simulations=300, threads=2, parallel="root").choose(seed=3))
    assert grown[0] == grown[1]
