"""Tables: states solved a second, memory a state, endings of chess built, probes, and two cores against one."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from bench.measure import Row, seconds_of, side_by_side
from halfmove.games import game_named
from halfmove.games.chess.endings import ChessEndings
from halfmove.search.memo import memoised
from halfmove.search.solving.retrograde import solve
from halfmove.tables.build import build_table, planned_megabytes
from halfmove.tables.chess.build import ChessSolver
from halfmove.tables.fingerprint import bare
from halfmove.tables.opening import open_table
from halfmove.tables.table import find_all
from halfmove.tables.whole.solve import solve_whole
from halfmove.tables.whole.spool import FolderSpool

WHOLE = {
    "Connect Four 5x4": "connect-four:width=5,height=4",
    "4,4,4": "mnk:width=4,height=4,in_a_row=4",
    "Kalah (4,3)": "kalah:holes=4,seeds=3",
}
REMEMBERED = ("tic-tac-toe", "connect-four:width=4,height=4", "kalah:holes=3,seeds=3")
STATES_BAR, BYTES_BAR = 3e6, 40.0  # a second; of memory
LARGE = "connect-four:width=5,height=5"
NIM_HEAPS = (5, 5, 5, 5)
EASY = ("tic-tac-toe", f"nim:heaps={'-'.join(map(str, NIM_HEAPS))},misere=true")
EASY_DEEPEST = 22  # plies, more than both games last
EASY_BAR = 100.0  # times as many states a second as easyAI
SYZYGY = {"KBNK": (0.37, 5.8), "KRK": (0.015, 0.063), "KQK": (0.016, 0.061)}  # seconds, solved and with compression
ENDING_BAR = 2.0  # times as long at most
PROBES, PROBES_BAR = 1_000_000, 1e6
PLAN_BAR = 0.10  # of the memory that was planned
TWO_CORES_BAR = 1.7
ROUNDS = 3
MEGABYTE = 1 << 20
BUILT_ALONE = ("KBNK", "KQKR", "KPKP")

# Measures the memory of a build in a process of its own, after all is compiled.
PEAK = """
import json, sys
from pathlib import Path
from halfmove.games import game_named
from halfmove.tables.build import build_table
from halfmove.tables.whole.keys import packing_of, used_bits
from halfmove.tables.whole.listing import Listing
from halfmove.tables.whole.solve import _prepare, solve_whole
from halfmove.tables.whole.spool import FolderSpool, MemorySpool

def memory(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith(name)).split()[1])

name, what, folder, megabytes = sys.argv[1:5]
game = game_named(name)
if what:
    build_table(name, game, Path(folder) / "first.table", what="KPK")
else:
    _prepare(Listing(game, game.initial, packing_of(used_bits(game, game.initial)), MemorySpool(), 10.0))
before = memory("VmRSS")
Path("/proc/self/clear_refs").write_text("5")
if what:
    build_table(name, game, Path(folder) / "x.table", what=what)
    states = 0
else:
    states = solve_whole(game, spool=FolderSpool(Path(folder) / "parts"), megabytes=float(megabytes)).states
print(json.dumps([memory("VmHWM") - before, states]))
"""


def rows() -> Iterator[Row]:
    for what, name in WHOLE.items():
        yield from whole_game(what, name)
    yield from out_of_core()
    yield from against_easy_ai()
    for name in REMEMBERED:
        yield memoisation(name)
    for what in SYZYGY:
        yield from ending(what)
    yield probes()
    for what in BUILT_ALONE:
        yield planned_memory(what)
    yield two_cores()


def whole_game(what: str, name: str) -> Iterator[Row]:
    """Solve a whole game, beside the solver that keeps lists of children and parents."""
    game = game_named(name)
    found: list[int] = []
    times = side_by_side(lambda: found.append(solve_whole(game, megabytes=4096).states), lambda: solve(game), ROUNDS)
    states, ours, peer = found[-1], median(times.ours), median(times.peer)
    yield Row(
        f"{what}: every state solved",
        "states/s",
        states / ours,
        states / peer,
        times.speedup,
        f">= {STATES_BAR:,.0f}",
        states / ours >= STATES_BAR,
        f"{states:,} states",
        f"every state of {what} solved",
        "halfmove's solver with lists of children",
        "GamesmanPy 25 k states/s",
    )
    peak = peak_of(name, "", 4096)
    if peak is not None:
        each = peak[0] / states
        yield Row(f"{what}: memory", "bytes a state", each, bar=f"<= {BYTES_BAR:g}", met=each <= BYTES_BAR)


def peak_of(name: str, what: str, megabytes: float) -> tuple[int, int] | None:
    """Return the bytes of memory that a build takes at most, in another process; None where that is not told."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", PEAK, name, what, folder, str(megabytes)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    peak, states = json.loads(done.stdout.splitlines()[-1])
    return int(peak), int(states)


def out_of_core() -> Iterator[Row]:
    """Solve a game whose states do not fit in memory: all but two plies lie in a folder."""
    game = game_named(LARGE)
    with tempfile.TemporaryDirectory() as folder:
        solved: list[int] = []
        spool = FolderSpool(Path(folder) / "parts")
        spent = seconds_of(lambda: solved.append(solve_whole(game, spool=spool, megabytes=4096).states))
    rate = solved[0] / spent
    note = f"{solved[0]:,} states"
    bar, met = f">= {STATES_BAR:,.0f}", rate >= STATES_BAR
    yield Row("Connect Four 5x5: every state solved, out of core", "states/s", rate, bar=bar, met=met, note=note)
    peak = peak_of(LARGE, "", 4096)
    if peak is not None:
        each = peak[0] / peak[1]
        yield Row("Connect Four 5x5: memory", "bytes a state", each, bar=f"<= {BYTES_BAR:g}", met=each <= BYTES_BAR)


def against_easy_ai() -> Iterator[Row]:
    """Solve small games beside both solvers of easyAI, which stop at the first action that wins.

    The one that it recommends deepens step by step, and tells the distance; the other looks to the end at once.
    """
    try:
        from easyAI import AI_Player, Negamax, TranspositionTable
        from easyAI.AI.solving import solve_with_depth_first_search, solve_with_iterative_deepening
        from easyAI.games.Nim import Nim
        from easyAI.games.TicTacToe import TicTacToe
    except ImportError:
        for name in EASY:
            yield Row(f"{name}: states solved, against easyAI", "states/s", None, note="the peer is absent")
        return
    players = [AI_Player(Negamax(1)), AI_Player(Negamax(1))]

    class TicTacToeWithEntry(TicTacToe):  # type: ignore[misc]
        def ttentry(self) -> tuple[int, ...]:
            return (*self.board, self.current_player)

    class NimWithEntry(Nim):  # type: ignore[misc]
        def ttentry(self) -> tuple[int, ...]:
            return (*self.piles, self.current_player)

    deepening = partial(solve_with_iterative_deepening, ai_depths=range(1, EASY_DEEPEST), verbose=False)
    peers = {"easyAI": deepening, "easyAI, depth first": solve_with_depth_first_search}
    theirs: list[tuple[Callable[[], Any], int]] = [
        (lambda: TicTacToeWithEntry(players), 100),
        (lambda: NimWithEntry(players, piles=NIM_HEAPS), 80),
    ]
    for name, (begin, win_score) in zip(EASY, theirs, strict=True):
        we_solve = partial(solve_whole, game_named(name), megabytes=100)
        states = we_solve().states
        ours = states / median(seconds_of(we_solve) for _ in range(ROUNDS))
        for against, peer_solves in peers.items():
            table = TranspositionTable()
            spent = seconds_of(partial(peer_solves, begin(), win_score=win_score, tt=table))
            peer = len(table.d) / spent
            met = ours / peer >= EASY_BAR
            note = f"{states:,} states against {len(table.d):,}"
            what = f"{name}: states solved, against {against}"
            yield Row(what, "states/s", ours, peer, ours / peer, f">= {EASY_BAR:g}", met, note, against=against)


def memoisation(name: str) -> Row:
    """Compare dynamic programming with memoisation (Luke, section 9.6), which looks only where it has to.

    One values every state, the other the first alone: "if you have the memory for it, I'd do memoization".
    """
    game = game_named(name)
    value = memoised(game, megabytes=64).value
    states = solve_whole(game, megabytes=1000).states
    times = side_by_side(
        lambda: solve_whole(game, megabytes=1000), lambda: memoised(game, megabytes=64), ROUNDS, repeat_peer=ROUNDS
    )
    nodes = memoised(game, megabytes=64).nodes
    note = f"{states:,} states against {nodes:,} nodes; value {value:g}"
    ours, peer = (median(each) * 1e3 for each in (times.ours, times.peer))
    return Row(f"{name}: every state, against the first by memoisation", "ms", ours, peer, times.speedup, note=note)


def ending(what: str) -> Iterator[Row]:
    """Build an ending of chess, to mate, in one thread."""
    game = game_named("chess")
    endings = ChessEndings(bare(game))  # type: ignore[arg-type]
    chosen = endings.named(what)
    solver = ChessSolver(endings)
    solver.solve(chosen)
    raw = []
    for _ in range(ROUNDS):
        solver._known.pop((chosen, "uint8"))
        raw.append(seconds_of(lambda: solver.solve(chosen)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.table"
        whole = [seconds_of(lambda: build_table("chess", game, path, what=what)) for _ in range(ROUNDS)]
        size = path.stat().st_size
    for kind, seconds, other in (("solved", median(raw), SYZYGY[what][0]), ("built", median(whole), SYZYGY[what][1])):
        yield Row(
            f"{what} {kind}",
            "s",
            seconds,
            bar=f"<= {ENDING_BAR * other:g}",
            met=seconds <= ENDING_BAR * other,
            note=f"{chosen.size:,} entries",
            headline=f"the ending {what} {kind} to mate",
            elsewhere=f"Syzygy's generator {other:g} s, on another machine",
        )
    yield Row(f"{what}: size", "bytes an entry", size / chosen.size, note=f"{size:,} bytes, distances to mate")


def probes() -> Row:
    """Look up random positions of an ending in one call of machine code, all of it unpacked."""
    game = game_named("chess")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.table"
        build_table("chess", game, path, what="KBNK")
        table = open_table(path, game).loaded()
        numbers = np.random.default_rng(1).integers(0, len(table), PROBES)
        like = bare(game).initial
        rows: Any = np.zeros((PROBES, 9), np.int64)
        for row, number in enumerate(numbers[:1000].tolist()):
            rows[row::1000] = _words(table.index.state(number, like))
        codes = np.zeros(PROBES, np.int64)
        find_all(table.index, like, rows, table.entries, table.plies, codes)
        spent = seconds_of(lambda: find_all(table.index, like, rows, table.entries, table.plies, codes), ROUNDS)
    rate = PROBES / spent
    return Row(
        "KBNK: probes of random positions", "probes/s", rate, bar=f">= {PROBES_BAR:,.0f}", met=rate >= PROBES_BAR
    )


def _words(board: Any) -> Any:
    return np.array([word - (word >> 63 << 64) for word in board], np.int64)


def planned_memory(what: str) -> Row:
    plan = planned_megabytes(game_named("chess"), what)
    peak = peak_of("chess", what, 1024)
    if peak is None or not plan:
        return Row(f"{what}: memory of the build", "MB", None, note="the system does not tell")
    used = peak[0] / MEGABYTE
    met = used <= plan * (1 + PLAN_BAR)
    return Row(f"{what}: memory of the build", "MB", used, plan, bar="the plan + 10 %", met=met, against="the plan")


def two_cores() -> Row:
    """Solve two endings that do not need each other, one after the other and in two threads; by the clock."""
    endings = ChessEndings(bare(game_named("chess")))  # type: ignore[arg-type]
    solvers = [ChessSolver(endings) for _ in range(2)]
    chosen = [endings.named("KQKN"), endings.named("KQKB")]

    def one(number: int) -> None:
        solvers[number]._known.pop((chosen[number], "uint8"), None)
        solvers[number].solve(chosen[number])

    for number in range(2):
        one(number)
    begun = time.perf_counter()
    for number in range(2):
        one(number)
    alone = time.perf_counter() - begun
    begun = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, range(2)))
    together = time.perf_counter() - begun
    ratio = alone / together
    note = "wall time; depends on what else runs"
    return Row(
        "two endings in two threads", "s", together, alone, ratio, f">= {TWO_CORES_BAR:g}", ratio >= TWO_CORES_BAR, note
    )
