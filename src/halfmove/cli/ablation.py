"""`halfmove bench GAME --ablate`: what each technique of the engine contributes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from halfmove.cli.group import INTERRUPTED

if TYPE_CHECKING:
    from halfmove.core.game import Game
    from halfmove.search.engine import Engine

_STATES = 4  # random states that are searched besides the first
_PLIES = 16  # that are played at random; the state in the middle is searched
_NODES, _SECONDS = 200_000, 2.0  # that the search of a state may take where no depth is given, to find one


class Cost(NamedTuple):
    """What it took to search all states to the same depth."""

    off: str  # the technique that was switched off, or nothing
    nodes: int
    seconds: float  # of the processor
    branching: float | None  # what one more ply multiplies the nodes by


def ablate(game: str, depth: int | None, seed: int, as_json: bool, quiet: bool) -> None:
    """Search the same states to the same depth with all techniques, and again with each of them switched off."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from halfmove.cli.report import console, print_json
    from halfmove.play.loading import load_game

    played, silent = load_game(game), as_json or quiet
    names = _engine_of(played)[1]
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    costs: list[Cost] = []
    interrupted = False
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=silent or not screen.is_terminal) as bar:
        task = bar.add_task("how deep to search", total=1 + len(names))
        states = _states(played, seed)
        depth = depth or _depth(played, states)
        try:
            for name in ("", *names):
                bar.update(task, description=f"without {name}" if name else "with all techniques")
                start = time.perf_counter()
                costs.append(_cost(played, states, depth, name))
                bar.advance(task)
                if not name and not silent:
                    about = (time.perf_counter() - start) * (1 + len(names))
                    bar.console.print(_plan(len(states), depth, 1 + len(names), about), markup=False)
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        print_json({"depth": depth, "states": len(states), "costs": [cost._asdict() for cost in costs]})
    elif costs:
        _tell(costs, len(states), depth, quiet)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _engine_of(game: Game) -> tuple[type[Engine], tuple[str, ...]]:
    """Return the engine that suits a game, and the names of its techniques."""
    from halfmove.search import dice, engine

    return (dice.DiceEngine, dice.NAMES) if game.has_chance else (engine.Engine, engine.NAMES)


def _plan(states: int, depth: int, searches: int, seconds: float) -> str:
    return f"{states} states to {depth} plies, {searches} times: about {seconds:.0f} s, the first time mostly compiling"


def _tell(costs: list[Cost], states: int, depth: int, quiet: bool) -> None:
    from halfmove.cli.report import console, table

    if quiet:
        print(costs[0].nodes)
        return
    shown = table("without", "nodes#", "times#", "branching#", "seconds#", title=f"{states} states, {depth} plies")
    for cost in costs:
        times = f"{cost.nodes / costs[0].nodes:.2f}"
        branching = "-" if cost.branching is None else f"{cost.branching:.2f}"
        shown.add_row(cost.off or "-", f"{cost.nodes:,}", times, branching, f"{cost.seconds:.2f}")
    console().print(shown)


def _states(game: Game, seed: int) -> list[Any]:
    """Return the first state, and some from the middle of random play."""
    from halfmove.compiled import plain
    from halfmove.core.random import random
    from halfmove.core.rules import legal_actions

    rules, numbers = plain(game), random(seed)
    states = [rules.initial]
    while len(states) <= _STATES:
        path = [rules.initial]
        while len(path) <= _PLIES and not rules.is_terminal(path[-1]):
            actions = legal_actions(rules, path[-1])
            path.append(rules.result(path[-1], actions[numbers.below(len(actions))]))
        states.append(path[len(path) // 2])
    return states


def _depth(game: Game, states: list[Any]) -> int:
    """Return how deep all states can be searched with a reasonable number of nodes.

    One whose value is proven sooner says nothing about that; if all are proven, the longest proof is what is searched.
    """
    from halfmove.core.choice import Limit

    proven: list[int] = []
    others: list[int] = []
    engine = _engine_of(game)[0](game)
    engine.prepare()
    for state in states:
        engine.forget()
        *_, last = engine.think(state, Limit(nodes=_NODES, seconds=_SECONDS))
        (proven if last.best.exact else others).append(last.depth)
    return max(2, min(others) if others else max(proven))


def _cost(game: Game, states: list[Any], depth: int, off: str) -> Cost:
    from halfmove.search.branching import branching_factor, nodes_by_depth

    engine = _engine_of(game)[0](game, off=filter(None, [off]))
    engine.prepare()
    start = time.process_time()
    nodes = nodes_by_depth(engine, states, depth)
    return Cost(off, nodes[depth], time.process_time() - start, branching_factor(nodes))
