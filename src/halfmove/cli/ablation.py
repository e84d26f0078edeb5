"""`halfmove bench GAME --ablate`: what each technique of the engine contributes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from halfmove.core.game import Game

_STATES, _PLIES = 4, 8  # random states that are searched besides the first, and how many actions lead to them
_NODES = 200_000  # that the search of a state may take where no depth is given, to find one


class Cost(NamedTuple):
    """What it took to search all states to the same depth."""

    off: str
    nodes: int
    seconds: float  # of the processor
    branching: float | None


def ablate(game: str, depth: int | None, seed: int, as_json: bool, quiet: bool) -> None:
    """Search the same states to the same depth with all techniques, and again with each of them switched off."""
    from rich.progress import track

    from halfmove.cli.report import console, print_json, table
    from halfmove.play.loading import load_game
    from halfmove.search.engine import NAMES

    played = load_game(game)
    states = _states(played, seed)
    depth = depth or _depth(played, states)
    names = track(("", *NAMES), "techniques", console=console(stderr=True), disable=as_json or quiet, transient=True)
    costs = [_cost(played, states, depth, name) for name in names]
    if as_json:
        print_json({"depth": depth, "states": len(states), "costs": [cost._asdict() for cost in costs]})
        return
    if quiet:
        print(costs[0].nodes)
        return
    shown = table("without", "nodes#", "times#", "branching#", "seconds#", title=f"{len(states)} states, {depth} plies")
    for cost in costs:
        times = f"{cost.nodes / costs[0].nodes:.2f}"
        branching = "-" if cost.branching is None else f"{cost.branching:.2f}"
        shown.add_row(cost.off or "-", f"{cost.nodes:,}", times, branching, f"{cost.seconds:.2f}")
    console().print(shown)


def _states(game: Game, seed: int) -> list[Any]:
    """Return the first state, and some that random actions lead to."""
    from halfmove.compiled import plain
    from halfmove.core.random import random
    from halfmove.core.rules import legal_actions

    rules, numbers = plain(game), random(seed)
    states = [rules.initial]
    while len(states) <= _STATES:
        state = rules.initial
        for _ in range(_PLIES):
            if rules.is_terminal(state):
                break
            actions = legal_actions(rules, state)
            state = rules.result(state, actions[numbers.below(len(actions))])
        states.append(rules.initial if rules.is_terminal(state) else state)
    return states


def _depth(game: Game, states: list[Any]) -> int:
    """Return how deep each of the states can be searched with a reasonable number of nodes."""
    from halfmove.core.choice import Limit
    from halfmove.search.engine import Engine

    depths = []
    for state in states:
        *_, last = Engine(game).think(state, Limit(nodes=_NODES))
        depths.append(last.depth)
    return max(2, min(depths))


def _cost(game: Game, states: list[Any], depth: int, off: str) -> Cost:
    from halfmove.search.branching import branching_factor, nodes_by_depth
    from halfmove.search.engine import Engine

    engine = Engine(game, off=filter(None, [off]))
    engine.prepare()
    start = time.process_time()
    nodes = nodes_by_depth(engine, states, depth)
    return Cost(off, nodes[depth], time.process_time() - start, branching_factor(nodes))
