"""Every game under twenty node budgets: a search keeps to its budget, answers legally, and alike in both lanes."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Choice, Limit
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.games import game_named
from halfmove.play.players.search import choices
from halfmove.play.players.searches import suitable
from halfmove.play.players.spec import parse_spec
from open_games import OPEN_GAMES

BUDGETS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 63, 64, 65, 89, 127, 128, 129, 144, 233, 377, 610)  # nodes, in each lane
LARGER = tuple(budget * 100 for budget in BUDGETS)  # nodes, in machine code
MEGABYTES = 0.1  # of the engine's table
SOME_PLIES = 6  # of random play before a state
FIRST = ("connect-four",)  # in machine code in the default suite
TWO_PLAYERS = [name for name in OPEN_GAMES if suitable(game_named(name)) in ("engine", "mcts")]
TWO_THREADS = (*FIRST, *TWO_PLAYERS[::4])


def spec_for(name: str) -> str:
    search = suitable(game_named(name))
    return f"engine:hash={MEGABYTES}" if search in ("engine", "mcts") else search  # a playout goes beyond its budget


def later(game: Any, seed: int) -> Any:
    """Return a state in which the game is not over, after some random actions."""
    numbers, state = random(seed), game.initial
    for _ in range(numbers.below(SOME_PLIES)):
        child = game.result(state, game.sample(state, numbers))
        if game.is_terminal(child):
            break
        state = child
    return state


def under(game: Any, spec: str, state: Any, nodes: int) -> Choice:
    """Return the choice of a search that has so many nodes, after checking that it keeps the rules and the budget."""
    *_, choice = choices(parse_spec(spec), game, state, Limit(nodes=nodes))
    rules = plain(game)
    legal = legal_actions(rules, state)
    assert choice.nodes <= nodes, (nodes, choice)
    assert choice.action in legal if rules.to_move(state) >= 0 else choice.action is None, (nodes, choice)
    assert choice.line[:1] == (() if choice.action is None else (choice.action,))
    assert not (choice.exact and choice.stopped)
    return choice


@pytest.mark.one_lane
@pytest.mark.parametrize("name", OPEN_GAMES)
def test_budgets(name: str, covered: Any) -> None:
    game = plain_throughout(game_named(name))
    for seed, nodes in enumerate(BUDGETS):
        under(game, spec_for(name), later(game, seed), nodes)
    covered("node budgets, plain", cases=len(BUDGETS))


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in FIRST else pytest.mark.deep) for name in OPEN_GAMES]
)
def test_budgets_in_machine_code(name: str, covered: Any) -> None:
    game = game_named(name)
    rules, spec = plain(game), spec_for(name)
    for seed, nodes in enumerate(BUDGETS):
        state = later(rules, seed)
        assert under(game, spec, state, nodes) == under(rules, spec, state, nodes), (nodes, state)
    for seed, nodes in enumerate(LARGER):
        under(game, spec, later(rules, seed), nodes)
    covered("node budgets, machine code", cases=len(BUDGETS) + len(LARGER))


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in FIRST else pytest.mark.deep) for name in TWO_THREADS]
)
def test_budgets_of_two_threads(name: str, covered: Any) -> None:
    game = game_named(name)
    for seed, nodes in enumerate((*BUDGETS[1:], *LARGER)):  # each thread has one node at least
        under(game, f"{spec_for(name)},threads=2", later(plain(game), seed), nodes)
    covered("node budgets, two threads", cases=len(BUDGETS) - 1 + len(LARGER))
