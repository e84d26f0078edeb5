"""Tic-tac-toe solved and Connect Four looked into, against the Python packages that do the same."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from statistics import median

from bench.games import BareConnectFour
from bench.measure import Row, at_least, seconds_of, side_by_side
from bench.peers import PEERS, Solve
from halfmove.core.game import Game
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.alphabeta import alphabeta

SQUARES = 9
DEPTH = 8  # plies of Connect Four
BAR_SOLVED, BAR_DEPTH = 50, 100
BAR_CALL = 20.0  # microseconds
OPEN_SPIEL_CPP = "OpenSpiel's C++ 1.7 ms"  # no wheel of OpenSpiel lets Python call its C++ alpha-beta
MILLISECONDS, MICROSECONDS = 1e3, 1e6
REPEAT = 20  # of ours, which are short
PATIENCE = 3.0  # seconds: a peer that takes longer is timed once


def rows() -> Iterator[Row]:
    tic_tac_toe = TicTacToe()
    yield from against_python("tic-tac-toe solved", "tic_tac_toe", tic_tac_toe, SQUARES, BAR_SOLVED)
    ours = median(seconds_of(lambda: alphabeta(tic_tac_toe), REPEAT) for _ in range(REPEAT))
    yield Row("tic-tac-toe solved", "ms", ours * MILLISECONDS, elsewhere=OPEN_SPIEL_CPP)
    least = median(seconds_of(lambda: alphabeta(tic_tac_toe, depth=1), REPEAT) for _ in range(REPEAT)) * MICROSECONDS
    what, shown = "alphabeta at depth 1: what a call costs before it searches", "what a call costs before it searches"
    yield Row(what, "us", least, bar=f"<= {BAR_CALL:g}", met=least <= BAR_CALL, headline=shown)
    yield from against_python(f"Connect Four depth {DEPTH}", "connect_four", BareConnectFour(), DEPTH, BAR_DEPTH)


def against_python(what: str, name: str, game: Game, depth: int, bar: float) -> Iterator[Row]:
    value = alphabeta(game, depth=depth).value
    for peer, make in PEERS.items():
        solve = make(name, depth)
        if solve is None:
            yield Row(f"{what} against {peer}", "ms", None, note="the peer is absent")
            continue
        rounds = rounds_for(solve, value, peer)
        times = side_by_side(lambda: alphabeta(game, depth=depth), solve, rounds, REPEAT)
        yield at_least(f"{what} against {peer}", "ms", times, bar, MILLISECONDS, f"{rounds} rounds", what, peer)


def rounds_for(solve: Solve, value: float, peer: str) -> int:
    """Return how often to time a peer, once it has shown that it finds our value."""
    start = time.perf_counter()
    found = solve()
    if not math.isclose(found, value, abs_tol=1e-9):
        raise AssertionError(f"{peer} finds {found}, we find {value}")
    return 1 if time.perf_counter() - start > PATIENCE else 7
