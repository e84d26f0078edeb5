"""Games with dice: the nodes that Star2.5 saves in backgammon, its three plies, and a short Pig beside OpenSpiel's."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from bench.games import ShortPig
from bench.measure import Row, at_least, side_by_side
from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.games import game_named
from halfmove.search.dice import HEURISTIC, DiceEngine
from halfmove.search.expectiminimax import expectiminimax

POSITIONS = 20
LONGEST = 40  # plies of random play before a position
TWO_PLIES, THREE_PLIES = 3, 5  # of the texts, which count a roll with the action after it
PROBES = 2  # more than one: Star2.5
FEWER = 5.0  # times, the bar
NORMAL = 2.0  # seconds for a move, the bar of three plies
GOAL, HORIZON = 12, 9  # of Pig
FASTER = 100.0  # times, the bar
ROUNDS, REPEAT = 5, 20
CLOSE = 1e-9
MILLISECONDS = 1e3


def rows() -> Iterator[Row]:
    states = positions()
    yield two_plies(states)
    yield three_plies(states)
    yield pig()


def positions() -> list[Any]:
    """Return positions of backgammon from random play, with the dice thrown."""
    rules, numbers = plain(game_named("backgammon")), random(1)
    states: list[Any] = []
    while len(states) < POSITIONS:
        state = rules.initial
        for _ in range(numbers.below(LONGEST)):
            state = rules.result(state, rules.sample(state, numbers))
        if rules.to_move(state) == CHANCE:
            state = rules.result(state, rules.sample(state, numbers))
        states.append(state)
    return states


def two_plies(states: list[Any]) -> Row:
    """Count the nodes of the same exact values, with and without cuts; ours include those of the shallower searches."""
    game = game_named("backgammon")
    engine = DiceEngine(game, off=HEURISTIC, probes=PROBES)
    ours = unpruned = 0
    for state in states:
        engine.forget()
        found, truth = engine.choose(state, Limit(depth=TWO_PLIES)), expectiminimax(game, state, TWO_PLIES)
        if not math.isclose(found.value, truth.value, abs_tol=CLOSE):
            raise AssertionError(f"{found.value} with cuts, {truth.value} without")
        ours += found.nodes
        unpruned += truth.nodes
    what, times = f"backgammon, {len(states)} positions two plies deep: nodes", unpruned / ours
    bar, note = f">= {FEWER:g}", "an action, a roll and the reply; exact"
    peer = "expectiminimax without cuts"
    return Row(what, "", ours, unpruned, times, bar, times >= FEWER, note, what, peer)


def three_plies(states: list[Any]) -> Row:
    """Time the depth that the texts call the greatest that is feasible, with all heuristics."""
    engine = DiceEngine(game_named("backgammon"))
    engine.prepare()
    times = []
    for state in states:
        engine.forget()
        start = time.process_time()
        engine.choose(state, Limit(depth=THREE_PLIES))
        times.append(time.process_time() - start)
    what = f"backgammon, {len(states)} positions three plies deep"
    note = f"the longest {max(times):.2f} s; {engine.width} candidates"
    longest = max(times)
    return Row(what, "s", median(times), bar=f"longest <= {NORMAL:g}", met=longest <= NORMAL, note=note, headline=what)


def pig() -> Row:
    """Solve a Pig of a few decisions beside OpenSpiel's expectiminimax in Python, over its rules in C++."""
    what = f"Pig to {GOAL}, {HORIZON} decisions, to the end"
    try:
        import pyspiel
        from open_spiel.python.algorithms.minimax import expectiminimax as theirs
    except ImportError:
        return Row(what, "ms", None, note="the peer is absent")
    game = ShortPig(GOAL, HORIZON)
    state = pyspiel.load_game(f"pig(winscore={GOAL},horizon={HORIZON})").new_initial_state()
    engine = DiceEngine(game, megabytes=1)

    def solve() -> float:
        engine.forget()
        return engine.choose().value

    def solve_there() -> float:
        value: float = theirs(state, HORIZON + 1, None, 0)[0]
        return value

    if not math.isclose(solve(), solve_there(), abs_tol=CLOSE):
        raise AssertionError(f"we find {solve()}, OpenSpiel finds {solve_there()}")
    times = side_by_side(solve, solve_there, ROUNDS, REPEAT)
    return at_least(what, "ms", times, FASTER, MILLISECONDS, "", what, "OpenSpiel's Python expectiminimax")
