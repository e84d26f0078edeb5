"""Simulations a second of Monte Carlo tree search: ours against OpenSpiel's, both UCB1 with uniformly random playouts.

Both solve what they see, explore alike, and grow a tree of as many simulations from the same state. OpenSpiel's search
refuses a root where chance is to move, so it is the state after a first outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from bench.measure import Row, Times, at_least, side_by_side
from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.game import CHANCE
from halfmove.games import game_named
from halfmove.search.mcts import TreeSearch

EXPLORATION = 2.0
SEED = 1
ROUNDS = 5
MEGABYTES = 1000
ONE_PLAYOUT = 1  # of each leaf
BAR_PYTHON, BAR_THREADS = 1.0, 1.8


class Duel(NamedTuple):
    """A game of ours, the same of OpenSpiel, how many simulations are timed, how many times faster ours should be."""

    ours: str
    theirs: str
    simulations: int
    bar: float


DUELS = (
    Duel("connect-four", "connect_four", 20_000, 8),
    Duel("othello", "othello", 2_000, 10),
    Duel("go:size=9,limit=162", "go(board_size=9)", 1_000, 3),
    Duel("hex:size=11", "hex(board_size=11)", 1_000, 5),
    Duel("chess:moves=50,repetitions=3", "chess", 200, 10),
    Duel("backgammon", "backgammon", 500, 10),
)
IN_PYTHON = (
    Duel("tic-tac-toe", "tic_tac_toe", 1_000, BAR_PYTHON),
    Duel("connect-four", "connect_four", 300, BAR_PYTHON),
)


class Threaded(NamedTuple):
    """A game that two threads simulate, how often, and what they share: a tree, or only what they found at its root."""

    game: str
    simulations: int
    parallel: str


THREADED = (
    Threaded("connect-four", 400_000, "tree"),
    Threaded("connect-four", 400_000, "root"),
    Threaded("go:size=9,limit=162", 20_000, "tree"),
    Threaded("go:size=9,limit=162", 20_000, "root"),
)


def rows(only: str = "") -> Iterator[Row]:
    """Yield a row for each game, or for those alone whose name begins with `only`; and those of two threads."""
    try:
        import pyspiel
    except ImportError:
        yield Row("tree search against OpenSpiel", "simulations/s", None, note="the peer is absent")
        return
    for duel in DUELS:
        if duel.ours.startswith(only):
            yield against(duel, our_search(game_named(duel.ours), duel.simulations), cpp(pyspiel, duel), "C++")
    for duel in IN_PYTHON:
        if duel.ours.startswith(only):
            ours = our_search(plain(game_named(duel.ours)), duel.simulations)
            yield against(duel, ours, python(pyspiel, duel), "Python, ours in plain Python")
    for threaded in THREADED:
        if threaded.game.startswith(only):
            yield two_threads(threaded)


def against(duel: Duel, ours: Callable[[], object], theirs: Callable[[], object], lane: str) -> Row:
    """Time both in turn."""
    name = duel.ours.partition(",")[0]
    measured = side_by_side(ours, theirs, ROUNDS)
    each = Times(*([time / duel.simulations for time in times] for times in (measured.ours, measured.peer)))
    what = f"tree search, {name}, against OpenSpiel's {lane}"
    shown = f"Monte Carlo tree search, {name}" if lane == "C++" else ""
    return at_least(what, "simulations/s", each, duel.bar, -1.0, "", shown, f"OpenSpiel's {lane} MCTSBot")


def our_search(game: Any, simulations: int, **options: Any) -> Callable[[], object]:
    """Return a search that begins with an empty tree; its playouts are uniformly random, whatever the advice."""
    rules, state = plain(game), game.initial
    while rules.to_move(state) == CHANCE:
        state = rules.result(state, next(iter(rules.chances(state)))[0])
    search = TreeSearch(
        game,
        advice=Advice(game),
        policy="ucb1",
        exploration=EXPLORATION,
        simulations=simulations,
        megabytes=MEGABYTES,
        **options,
    )
    search.prepare()

    def once() -> object:
        search.forget()
        return search.choose(state, seed=SEED)

    return once


def cpp(pyspiel: Any, duel: Duel) -> Callable[[], object]:
    """Return the search of OpenSpiel in C++."""
    game = pyspiel.load_game(duel.theirs)
    evaluator = pyspiel.RandomRolloutEvaluator(ONE_PLAYOUT, SEED)
    search = pyspiel.MCTSBot(game, evaluator, EXPLORATION, duel.simulations, MEGABYTES, True, SEED, False)
    return partial(search.mcts_search, begun(game))


def python(pyspiel: Any, duel: Duel) -> Callable[[], object]:
    """Return the search of OpenSpiel in Python, over its rules in C++."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    game, numbers = pyspiel.load_game(duel.theirs), np.random.RandomState(SEED)
    evaluator = mcts.RandomRolloutEvaluator(ONE_PLAYOUT, numbers)
    search = mcts.MCTSBot(game, EXPLORATION, duel.simulations, evaluator, solve=True, random_state=numbers)
    return partial(search.mcts_search, begun(game))


def begun(game: Any) -> Any:
    """Return the first state of OpenSpiel's game in which a player is to move."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def two_threads(threaded: Threaded) -> Row:
    """Time one thread and two by the clock on the wall, in turn."""
    game, simulations, parallel = threaded
    one, two = (
        our_search(game_named(game), simulations, threads=threads, parallel=parallel if threads > 1 else "tree")
        for threads in (1, 2)
    )
    seconds: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        for search, times in zip((one, two), seconds, strict=True):
            start = perf_counter()
            search()
            times.append(perf_counter() - start)
    ratio = median(alone / both for alone, both in zip(*seconds, strict=True))
    rates = [simulations / median(times) for times in seconds]
    what = f"tree search, {game.partition(',')[0]}, two threads ({parallel}) against one"
    met = ratio >= BAR_THREADS
    return Row(what, "simulations/s", rates[1], rates[0], ratio, f">= {BAR_THREADS:g}", met, against="one thread")
