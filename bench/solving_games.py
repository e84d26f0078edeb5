"""Exact values: the Connect Four sets against BitBully, the empty board, and Othello endgames."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.measure import Row, Times, at_least, seconds_of, side_by_side
from halfmove.core.choice import Choice
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.othello.rules import Othello
from halfmove.play.records.suites import Case, read_suite
from halfmove.search.solving import prove, prove_many

DATA = Path(__file__).parents[1] / ".." / "shared" / "data"
SETS = {
    "Test_L3_R1": 5.8,
    "Test_L2_R1": 46.0,
    "Test_L1_R1": 315.0,
}  # microseconds that Pons' solver took elsewhere
EMPTY_BOARD_ELSEWHERE = "Fhourstones 139 s, Steininger's c4 28 s"
ENDGAMES_ELSEWHERE = "Edax with zeroed weights 34 s, NTest 17 s"
EMPTY_BOARD_BAR, ENDGAMES_BAR = 139.0, 34.4  # seconds
ENDGAMES = 6  # FFO 40 to 45
LATE = "7422341735647741166133573473"  # a position of Connect Four that is soon solved
MICROSECONDS = 1e6
GIBIBYTE, TABLE = 1024.0, 512.0  # megabytes
ROUNDS = 5


def rows() -> Iterator[Row]:
    if not DATA.exists():
        yield Row("exact values of Connect Four and Othello", "s", None, note="../shared/data is absent")
        return
    for name, pons in SETS.items():
        yield connect_four_set(name, pons)
    yield othello_endgames()
    yield empty_board()


def connect_four_set(name: str, pons: float) -> Row:
    """Time a set in one call, each position with nothing remembered; BitBully may remember earlier positions."""
    game = ConnectFour(margin=True)
    cases = read_suite(game, (DATA / "connect_four" / name).read_text())
    states = [case.state for case in cases]
    assert prove_many(game, states) == [case.value for case in cases], f"{name} has wrong values"
    what, scale, elsewhere = f"Connect Four {name}, mean", MICROSECONDS / len(cases), f"Pons' solver {pons:g} us"
    peer = bitbully(cases)
    if peer is None:
        ours = seconds_of(lambda: prove_many(game, states), ROUNDS)
        return Row(what, "us", ours * scale, note="BitBully is absent", elsewhere=elsewhere)
    solve, reset = peer
    times = side_by_side(lambda: prove_many(game, states), solve, ROUNDS)
    resetting = seconds_of(reset, ROUNDS)  # is not solving, and takes long
    times = Times(times.ours, [peer - resetting for peer in times.peer])
    shown = f"a position of Connect Four solved, mean of {name}"
    return at_least(what, "us", times, 1.0, scale, "", shown, "BitBully (C++)", elsewhere)


def bitbully(cases: list[Case]) -> tuple[Callable[[], object], Callable[[], object]] | None:
    """Return BitBully, solving the cases with an empty table, and emptying it; once it has found their values."""
    try:
        from bitbully import bitbully_core as core
    except ImportError:
        return None
    boards = []
    for case in cases:
        board = core.BoardCore()
        board.setBoard([int(column) - 1 for column in case.name])
        boards.append(board)
    solver = core.BitBullyCore()

    def solve() -> list[int]:
        solver.resetTranspositionTable()
        return [solver.mtdf(board, 0) for board in boards]

    assert solve() == [case.value for case in cases], "BitBully finds other values"
    return solve, solver.resetTranspositionTable


def empty_board() -> Row:
    game = ConnectFour(margin=True)
    prove(game, game.read(LATE))  # makes the machine code, which is not solving
    seconds, choice = timed(lambda: prove(game, megabytes=GIBIBYTE))
    assert choice.value == 1, f"the empty board is worth {choice.value}"
    return Row(
        "Connect Four, the empty board",
        "s",
        seconds,
        bar=f"<= {EMPTY_BOARD_BAR:g}",
        met=seconds <= EMPTY_BOARD_BAR,
        note=f"{choice.nodes:,} nodes",
        headline="the empty board of Connect Four solved with its margin, 1 GiB",
        elsewhere=EMPTY_BOARD_ELSEWHERE,
    )


def othello_endgames() -> Row:
    game = Othello(margin=True)
    cases = read_suite(game, (DATA / "othello" / "fforum-40-59.obf").read_text())[:ENDGAMES]
    seconds = nodes = 0.0
    late = read_suite(game, (DATA / "othello" / "fforum-1-19.obf").read_text())[0]
    prove(game, late.state)  # makes the machine code, which is not solving
    for case in cases:
        taken, choice = timed(lambda state=case.state: prove(game, state, megabytes=TABLE))  # type: ignore[misc]
        assert case.accepts(choice), f"{case.name}: {choice}"
        seconds, nodes = seconds + taken, nodes + choice.nodes
    return Row(
        "Othello FFO 40-45, sum",
        "s",
        seconds,
        bar=f"<= {ENDGAMES_BAR:g}",
        met=seconds <= ENDGAMES_BAR,
        note=f"{nodes:,.0f} nodes above the last squares",
        headline="Othello endgames FFO 40-45 solved",
        elsewhere=ENDGAMES_ELSEWHERE,
    )


def timed(solve: Callable[[], Choice]) -> tuple[float, Any]:
    """Return the CPU seconds of a call and what it returns."""
    found: list[Any] = []
    return seconds_of(lambda: found.append(solve())), found[0]
