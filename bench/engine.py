"""The engine: nodes a second and the branching factor in chess, two threads, how soon it stops, games on a clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.measure import Row, Times, at_least
from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions
from halfmove.games import game_named
from halfmove.search.branching import branching_factor, nodes_by_depth
from halfmove.search.engine import Engine

POSITIONS = Path(__file__).parents[2] / "shared" / "data" / "chess" / "bratko-kopec.epd"
COUNT = 20  # positions
DEPTH = 10  # plies
ROUNDS = 3
SPEED = 3e6  # nodes a second, the bar
BRANCHING = 3.0  # the bar
THREADED_DEPTH = 13  # plies: deep enough that threads have something to share
THREADED_ROUNDS = 5
GAIN = 1.4  # the bar for two threads
STOPS = 1000
LONGEST = 0.05  # seconds before a search is stopped
LATE = 50.0  # milliseconds, the bar
MILLISECONDS = 1e3


def rows() -> Iterator[Row]:
    states = positions()
    yield from depth_ten(states)
    yield two_threads(states)
    yield stopping()


def positions() -> list[Any]:
    """Return states of chess; without the folder of positions, some that random play leads to."""
    game, rng = game_named("chess"), Random(0)
    if POSITIONS.exists():
        lines = POSITIONS.read_text(encoding="utf-8").splitlines()
        return [game.read_epd(line)[0] for line in lines if line.strip()][:COUNT]
    states: list[Any] = []
    while len(states) < COUNT:
        state = game.initial
        for _ in range(12):
            state = game.result(state, rng.choice(legal_actions(game, state)))
        states.append(state)
    return states


def depth_ten(states: list[Any]) -> Iterator[Row]:
    engine = Engine(game_named("chess"))
    engine.prepare()
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        nodes = nodes_by_depth(engine, states, DEPTH)
        times.append(time.process_time() - start)
    seconds = median(times)
    speed, branching = nodes[DEPTH] / seconds, branching_factor(nodes)
    assert branching is not None
    what = f"engine, chess, {len(states)} positions to depth {DEPTH}"
    note = f"{nodes[DEPTH]:,} nodes in {seconds:.2f} s of the processor"
    shown = f"{what}: nodes"
    met = speed >= SPEED
    yield Row(shown, "M/s", speed / 1e6, bar=f">= {SPEED / 1e6:g}", met=met, note=note, headline=shown)
    shown = f"{what}: branching factor"
    yield Row(shown, "", branching, bar=f"< {BRANCHING:g}", met=branching < BRANCHING, headline=shown)


def two_threads(states: list[Any]) -> Row:
    """Compare the time to the same depth, the median of several rounds; wall time: only an idle machine tells it."""
    engines = [Engine(game_named("chess"), threads=threads) for threads in (1, 2)]
    for engine in engines:
        engine.prepare()
    times = Times([], [])
    for _ in range(THREADED_ROUNDS):
        seconds = [0.0, 0.0]
        for state in states:
            for i, engine in enumerate(engines):
                engine.forget()
                *_, last = engine.think(state, Limit(depth=THREADED_DEPTH))
                seconds[i] += last.seconds
        times.peer.append(seconds[0])
        times.ours.append(seconds[1])
    what = f"engine, chess to depth {THREADED_DEPTH}, two threads"
    gains = [one / two for one, two in zip(times.peer, times.ours, strict=True)]
    note = f"median of {THREADED_ROUNDS} rounds, from {min(gains):.2f} to {max(gains):.2f}"
    return at_least(what, "s", times, GAIN, 1.0, note, what, "itself with one thread")


def stopping() -> Row:
    """Stop searches at random moments, and see when they answer."""
    game = game_named("connect-four")
    engine, rng = Engine(game), Random(0)
    engine.prepare()
    delays = []
    for _ in range(STOPS):
        stopped: list[float] = []

        def stop(stopped: list[float] = stopped) -> None:
            stopped.append(time.perf_counter())
            engine.stop()

        thinking = engine.think(game.initial)
        timer = threading.Timer(rng.random() * LONGEST, stop)
        timer.start()
        *_, last = thinking
        answered = time.perf_counter()
        timer.join()
        assert last.best.action in legal_actions(game, game.initial)
        delays.append((answered - stopped[0]) * MILLISECONDS)
    worst, in_time = max(delays), sum(delay <= LATE for delay in delays)
    note = f"{in_time} of {STOPS} in time; median {median(delays):.2f}"
    what = f"engine, stop to answer, the worst of {STOPS}"
    return Row(what, "ms", worst, bar=f"<= {LATE:g}", met=worst <= LATE, note=note, headline=what)
