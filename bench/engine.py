"""The engine: nodes a second and the branching factor in chess, two threads, how soon it stops, games on a clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.measure import Row
from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions
from halfmove.games import game_named
from halfmove.search.engine import Engine

POSITIONS = Path(__file__).parents[2] / "shared" / "data" / "chess" / "bratko-kopec.epd"
COUNT = 20  # positions
DEPTH = 10  # plies
ROUNDS = 3
SPEED = 3e6  # nodes a second, the bar
BRANCHING = 3.0  # the bar
FEWER = 4  # plies: the branching factor is the mean over this many depths
THREADED_DEPTH = 13  # plies: deep enough that threads have something to share
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
    states = []
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
        by_depth, times = [0] * (DEPTH + 1), [*times, 0.0]
        for state in states:
            engine.forget()
            start = time.process_time()
            for progress in engine.think(state, Limit(depth=DEPTH)):
                by_depth[progress.depth] += progress.nodes
            times[-1] += time.process_time() - start
    seconds = median(times)
    speed = by_depth[DEPTH] / seconds
    branching = (by_depth[DEPTH] / by_depth[DEPTH - FEWER]) ** (1 / FEWER)
    what = f"engine, chess, {len(states)} positions to depth {DEPTH}"
    yield Row(f"{what}: nodes", "M/s", speed / 1e6, bar=f">= {SPEED / 1e6:g}", met=speed >= SPEED)
    note = f"{by_depth[DEPTH]:,} nodes in {seconds:.2f} s of the processor"
    yield Row(f"{what}: branching", "", branching, bar=f"< {BRANCHING:g}", met=branching < BRANCHING, note=note)


def two_threads(states: list[Any]) -> Row:
    """Compare the time to the same depth; wall time, so only an idle machine tells the truth."""
    gains = []
    engines = [Engine(game_named("chess"), threads=threads) for threads in (1, 2)]
    for engine in engines:
        engine.prepare()
    total = [0.0, 0.0]
    for state in states:
        seconds = []
        for engine in engines:
            engine.forget()
            *_, last = engine.think(state, Limit(depth=THREADED_DEPTH))
            seconds.append(last.seconds)
        gains.append(seconds[0] / seconds[1])
        total = [total[i] + seconds[i] for i in (0, 1)]
    ratio = total[0] / total[1]
    what = f"engine, chess to depth {THREADED_DEPTH}: two threads against one"
    note = f"median of positions {median(gains):.2f}"
    return Row(what, "s", total[1], total[0], ratio, f">= {GAIN}", ratio >= GAIN, note)


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
    return Row("engine, stop to answer, worst", "ms", worst, bar=f"<= {LATE:g}", met=worst <= LATE, note=note)
