"""Connect Four, textbook alpha-beta: against the same in C++, and one lane against the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.cpp import Search, twin
from bench.games import BareConnectFour
from bench.measure import Row, at_least, side_by_side
from halfmove.compiled import plain
from halfmove.running.watch import NoWatch, meter
from halfmove.search.alphabeta import CutEqual, alphabeta, value_of

OPENINGS = ("", "4", "444", "36625")  # columns from 1
DEPTHS = (11, 12, 13)
BOTH_LANES = 10  # plies, for the plain lane's sake
BAR_TWIN, BAR_PLAIN = 0.7, 100
MILLION = 1e6
WINDOW = (-float("inf"), float("inf"), CutEqual())
CALLED, WITH_METER, UNWATCHED = "as users call it", "kernel with Meter", "kernel with a watch that does nothing"
HEADLINES = (CALLED, UNWATCHED)
TWIN = "the same algorithm by hand in C++ -O3, which counts nodes and nothing else"


def rows() -> Iterator[Row]:
    game = BareConnectFour()
    boards = [game.read(opening) for opening in OPENINGS]
    yield from against_twin(game, boards)
    yield against_plain(game)


def against_twin(game: BareConnectFour, boards: list[Any]) -> Iterator[Row]:
    search = twin()
    if search is None:
        yield Row("Connect Four against C++ -O3", "M nodes/s", None, note="g++ is absent")
        return
    for depth in DEPTHS:
        found = [search(board, depth) for board in boards]
        for board, answer in zip(boards, found, strict=True):
            choice = alphabeta(game, board, depth)
            if (choice.value, choice.nodes) != answer:
                raise AssertionError(f"{board}, depth {depth}: C++ says {answer}, we say {choice}")
        nodes = sum(count for _, count in found)
        for name, ours in searches(game, boards, depth).items():
            times = side_by_side(ours, partial(all_of, search, boards, depth))
            what, note = f"Connect Four depth {depth} against C++ -O3, {name}", f"{nodes:,} nodes, the same in both"
            shown = f"Connect Four, textbook alpha-beta, {name}" if depth == DEPTHS[-1] and name in HEADLINES else ""
            yield at_least(what, "M nodes/s", times, BAR_TWIN, -nodes / MILLION, note, shown, TWIN)


def all_of(search: Search, boards: list[Any], depth: int) -> None:
    for board in boards:
        search(board, depth)


def searches(game: BareConnectFour, boards: list[Any], depth: int) -> dict[str, Callable[[], object]]:
    """Return alpha-beta as users call it and, at the greatest depth, the kernel alone with two watches."""

    def kernel(watch: Callable[[], Any]) -> Callable[[], object]:
        return lambda: [value_of(game, game.advice, board, board.player, depth, *WINDOW, watch()) for board in boards]

    found: dict[str, Callable[[], object]] = {CALLED: lambda: [alphabeta(game, board, depth) for board in boards]}
    if depth == DEPTHS[-1]:
        found[WITH_METER] = kernel(lambda: meter(game, depth))
        found[UNWATCHED] = kernel(NoWatch)
    return found


def against_plain(game: BareConnectFour) -> Row:
    nodes = alphabeta(game, depth=BOTH_LANES).nodes
    slow = plain(game)
    times = side_by_side(
        lambda: alphabeta(game, depth=BOTH_LANES), lambda: alphabeta(slow, depth=BOTH_LANES), rounds=5, repeat=10
    )
    what = f"Connect Four depth {BOTH_LANES}, compiled against plain"
    note, shown = f"{nodes:,} nodes, the same text", "the same, as machine code"
    return at_least(what, "M nodes/s", times, BAR_PLAIN, -nodes / MILLION, note, shown, "the same text in plain Python")
