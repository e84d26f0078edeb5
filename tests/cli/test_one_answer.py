"""`solve`, `best`, `best_actions` and brute force mean the same by the best actions, and a draw is told as a draw."""

import random
from functools import cache

import pytest

from halfmove.compiled import plain
from halfmove.core.rules import legal_actions
from halfmove.play.loading import load_game
from halfmove.search.alphabeta import best_actions
from halfmove.search.solving.retrograde import solve

TREE = "max(a=min(3 12 8) b=min(3 4 6) c=min(14 5 2))"
STATES = 12  # of each game that are compared


def brute_force(game):
    """Return a function from a state to its value for player 0, by the definition."""

    @cache
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        below = [value(game.result(state, action)) for action in game.actions(state)]
        return max(below) if game.to_move(state) == 0 else min(below)

    return value


def some_states(game, seed):
    """Return states of random games, the first one among them."""
    rng, states = random.Random(seed), [game.initial]
    while len(states) < STATES:
        state = states[-1]
        state = game.initial if game.is_terminal(state) else game.result(state, rng.choice(legal_actions(game, state)))
        states.append(state)
    return states


@pytest.mark.parametrize(
    "name", ["kalah:holes=2,seeds=2", "tic-tac-toe", "connect-four:width=3,height=4", "nim:heaps=2-3-3", TREE]
)
def test_best_actions_are_all_that_are_equally_good(name, lane):
    game = lane(load_game(name))
    rules = plain(game)
    value, solution = brute_force(rules), solve(game)
    for state in some_states(rules, name):
        legal = legal_actions(rules, state)
        expected = tuple(action for action in legal if value(rules.result(state, action)) == value(state))
        assert solution.best(state) == best_actions(game, state) == expected
        assert set(solution.preferred(state)) <= set(expected)
        assert solution.choice(state).line[: len(legal)][:1] == solution.preferred(state)[:1]
        assert solution.distance(state) is not None  # these games must end


@pytest.mark.parametrize("name", ["kalah:holes=3,seeds=3", "tic-tac-toe", TREE])
def test_the_commands_name_the_same_actions(answer, name):
    game = load_game(name)
    solved = answer("solve", name)
    names = [game.name(action, game.initial) for action in best_actions(game)]
    assert solved["best"] == names
    assert set(solved["preferred"]) <= set(names)
    found = answer("best", name)
    assert found["action"] in names
    assert (found["value"], found["exact"]) == (solved["value"], True)


def test_equally_good_actions_of_kalah(answer):
    solved = answer("solve", "kalah:holes=3,seeds=3")
    assert (solved["value"], solved["best"], solved["preferred"]) == (2.0, ["a", "b"], ["b"])
    assert solved["distance"] > 0


@pytest.mark.parametrize(
    ("game", "after", "told", "distance"),
    [
        ("tic-tac-toe", "", "a draw in 9 plies with best play", 9),
        ("tic-tac-toe", "a1 b2 c3 a3 c1 b1 b3", "a draw in 2 plies with best play", 2),
        ("tic-tac-toe", "a1 a2 b1 b2", "1 ply with best play", 1),
        (TREE, "", "2 plies with best play", 2),
        ("max(min(0 max(0 0)) 0)", "", "a draw in 1 ply with best play", 1),
        ("cat-and-mouse:width=4,height=3", "", "a draw by repetition", None),
        ("random-graph:seed=3,nodes=6", "", "a draw: nobody can force an end", None),
        ("chance(1/2: 1, 1/2: 0)", "", "as chance will have it", None),
    ],
)
def test_the_distance_is_told(halfmove, answer, game, after, told, distance):
    assert told in halfmove("solve", game, "--after", after).stdout
    solved = answer("solve", game, "--after", after)
    assert solved["distance"] == distance
    assert solved["draw"] == ("draw" in told)


def test_of_equal_losses_the_later_one_is_preferred(answer):
    """The mouse is lost whatever it does; it may as well live longer."""
    solved = answer("solve", "cat-and-mouse")
    assert (solved["best"], solved["preferred"], solved["distance"]) == (["c2", "b1"], ["c2"], 6)
