"""How soon a search gives its best so far: when its time is up, and after Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from bench.games import BareConnectFour
from bench.measure import Row
from halfmove.core.choice import Limit
from halfmove.search.alphabeta import alphabeta
from halfmove.search.decide import Interrupted

TRIES = 100
SECONDS = 0.03  # that a search runs before it is stopped
DEPTH = 30  # plies, years away
BAR = 50.0  # milliseconds
MILLISECONDS = 1e3


def rows() -> Iterator[Row]:
    yield late("time is up (stop flag) to best so far", after_the_limit())
    yield late("Ctrl-C to best so far", after_an_interrupt())


def late(what: str, delays: list[float]) -> Row:
    worst = max(delays) if delays else None
    met = len(delays) == TRIES and worst is not None and worst <= BAR
    in_time = sum(delay <= BAR for delay in delays)
    note = f"{in_time} of {TRIES} in time" + (f"; median {median(delays):.2f}" if delays else "")
    shown = f"{what}, the worst of {TRIES}"
    return Row(shown, "ms", worst, bar=f"<= {BAR:g}", met=met, note=note, headline=shown)


def after_the_limit() -> list[float]:
    """Return how many milliseconds a search outlasts its limit: an upper bound, the start of its thread included."""
    game = BareConnectFour()
    alphabeta(game, depth=1)
    delays = []
    for _ in range(TRIES):
        start = time.perf_counter()
        choice = alphabeta(game, depth=DEPTH, limit=Limit(seconds=SECONDS))
        if choice.action is not None:
            delays.append((time.perf_counter() - start - SECONDS) * MILLISECONDS)
    return delays


def after_an_interrupt() -> list[float]:
    """Return the milliseconds from the signal, sent by this process, to the choice in another.

    Both read the system's monotonic clock, which they share.
    """
    command = [sys.executable, "-c", "from bench.stopping import be_interrupted; be_interrupted()"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as searcher:
        assert searcher.stdout is not None
        delays = []
        for _ in range(TRIES):
            if searcher.stdout.readline().strip() != "searching":
                break
            time.sleep(SECONDS)
            sent = time.monotonic()
            searcher.send_signal(signal.SIGINT)
            answer = searcher.stdout.readline().split()
            if answer and answer[0] == "chosen":
                delays.append((float(answer[1]) - sent) * MILLISECONDS)
    return delays


def be_interrupted() -> None:
    """Search until interrupted, and tell when the best so far was at hand; again and again."""
    game = BareConnectFour()
    alphabeta(game, depth=1)
    for _ in range(TRIES):
        try:
            print("searching", flush=True)
            alphabeta(game, depth=DEPTH)
        except Interrupted as stopped:
            at = time.monotonic()
            print("chosen" if stopped.choice.action is not None else "nothing", at, flush=True)
        except KeyboardInterrupt:
            print("too early", flush=True)
