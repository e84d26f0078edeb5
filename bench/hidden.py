"""Games that hide something: learning and best responses against OpenSpiel's C++, and random games.

An iteration of ours runs over the sequence form, which is built once; OpenSpiel's walks the tree. Exploitability is
that of play at random, of a policy that both have at hand. Times are CPU seconds of one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from bench.measure import Row, Times, at_least, seconds_of
from bench.random_games import our_games, python_loop, timed
from halfmove.compiled import Flag
from halfmove.games import game_named
from halfmove.search.equilibria.equilibrium import Equilibrium
from halfmove.search.equilibria.regret import VARIANTS, iterate
from halfmove.search.equilibria.response import bracket

ROUNDS = 3
SECONDS = 0.4  # that a round of each takes, about
CPP = "OpenSpiel's C++"


class Duel(NamedTuple):
    """A game of ours, the same of OpenSpiel, and how many times faster iterations and exploitability should be."""

    ours: str
    theirs: str
    iterations: int
    exploitability: int = 0


DUELS = [
    Duel("kuhn-poker", "kuhn_poker", 30),
    Duel("leduc-poker", "leduc_poker", 150, 80),
    Duel("liars-dice", "liars_dice", 100, 100),
]
GOALS = [("leduc-poker", "predictive-discounted", 1e-6, 8.0), ("liars-dice", "discounted", 1e-5, 10.0)]  # in seconds
LOOPS = [("leduc-poker", "leduc_poker", 50), ("battleship", "battleship", 50), ("liars-dice", "liars_dice", 0)]


def rows() -> Iterator[Row]:
    """Yield the rows of all games."""
    for name, variant, wanted, seconds in GOALS:
        yield learned(name, variant, wanted, seconds)
    try:
        import pyspiel
    except ImportError:
        yield Row("hidden games against OpenSpiel", "iterations/s", None, note="the peer is absent")
        return
    for duel in DUELS:
        yield from fought(pyspiel, duel)
    for ours, theirs, bar in LOOPS:
        (mine, plies), (looped, their_plies) = timed(our_games(ours), python_loop(pyspiel.load_game(theirs)))
        what, note = (
            f"random games, {ours}, against OpenSpiel's Python loop",
            f"{plies:.1f} and {their_plies:.1f} plies",
        )
        if bar:
            yield at_least(what, "games/s", Times(mine, looped), bar, -1.0, note)
        else:
            yield Row(what, "games/s", 1 / min(mine), 1 / min(looped), Times(mine, looped).speedup, note=note)


def learned(name: str, variant: str, wanted: float, bar: float) -> Row:
    """Return how long it takes to learn a game to an exploitability, from machine code that is cached."""
    Equilibrium(game_named(name), variant).learn(iterations=1)
    found = Equilibrium(game_named(name), variant)
    start = process_time()
    stage = found.learn(exploitability=wanted)
    seconds = process_time() - start
    note = f"{stage.iterations:,} iterations of {variant}, {stage.exploitability:.2g}"
    what = f"{name} to an exploitability of {wanted:g}"
    return Row(what, "s", seconds, None, None, f"<= {bar:g} s", seconds <= bar, note)


def fought(pyspiel: Any, duel: Duel) -> Iterator[Row]:
    """Yield the rows of one game."""
    theirs = pyspiel.load_game(duel.theirs)
    found = Equilibrium(game_named(duel.ours), "cfr+")
    settings, flag, done = np.array(VARIANTS["cfr+"]), Flag(), np.zeros(1, np.int64)

    def learn(count: int) -> None:
        iterate(*found.learners, settings, done, int(done[0]) + count, flag)

    solver = pyspiel.CFRPlusSolver(theirs)

    def their_learn(count: int) -> None:
        for _ in range(count):
            solver.evaluate_and_update_policy()

    times = side_by_side(learn, their_learn)
    what = f"CFR+, {duel.ours}, against OpenSpiel's C++"
    yield at_least(what, "iterations/s", times, duel.iterations, -1.0, "", f"CFR+, {duel.ours}", CPP)
    if duel.exploitability:
        strategies = Equilibrium(game_named(duel.ours)).strategies()
        form = found.form
        uniform = pyspiel.UniformRandomPolicy(theirs)

        def ours(count: int) -> None:
            for _ in range(count):
                bracket(form, strategies)

        def peer(count: int) -> None:
            for _ in range(count):
                pyspiel.exploitability(theirs, uniform)

        times = side_by_side(ours, peer)
        what = f"exploitability, {duel.ours}, against OpenSpiel's C++"
        headline = f"exploitability of a policy, {duel.ours}"
        yield at_least(what, "1/s", times, duel.exploitability, -1.0, "", headline, CPP)


def side_by_side(ours: Callable[[int], None], peer: Callable[[int], None]) -> Times:
    """Time both in turn, each as often as takes about the same time: seconds for one."""
    counts = [enough(each) for each in (ours, peer)]
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for each, count, taken in zip((ours, peer), counts, times, strict=True):
            taken.append(seconds_of(partial(each, count)) / count)
    return Times(*times)


def enough(work: Callable[[int], None]) -> int:
    """Return how often work is done in about SECONDS."""
    count = 1
    while (seconds := seconds_of(partial(work, count))) < SECONDS / 4:
        count *= 4
    return max(1, round(count * SECONDS / seconds))
