"""Check a table against the rules alone: every state consistent with its children, every distance exact.

Nothing of the solver is asked. Whatever a table says of a state is compared with the best of what it says of the states
after it; conversions of an ending are looked up in the tables of the endings that they lead to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, is_native, kernel, lane_of, plain
from halfmove.tables.fingerprint import bare
from halfmove.tables.reached import Verdict, verify_reached
from halfmove.tables.table import Table

WIN = 1 << 20  # more than any distance
NOTHING = -(1 << 60)  # no child is known
_CHUNK = 1 << 16


@compiled
class Entries:
    """What a table says, for machine code."""

    numbers: NDArray[Any]
    values: NDArray[np.float64]
    plies: NDArray[np.int64]
    cells: NDArray[np.int64]  # 1 if distances end at the next capture or pawn's move

    def rank(self, number: int, game: Any, same: bool, conversion: bool) -> int:
        """Return how good an entry is one ply before, for the same player to move or for the other."""
        code = self.numbers[number]
        value, plies = self.values[code], self.plies[code] + 1
        if conversion and self.cells[0] == 1:
            plies = 1
        return ranked(game, value if same else game.utilities[0] + game.utilities[1] - value, plies)


@kernel
def ranked(game: Any, value: float, plies: int) -> int:
    """Return a number that is greater for a better value, then for a sooner win, a later loss."""
    steps = int((value - game.utilities[0]) / game.step + 0.5)
    draw = (game.utilities[0] + game.utilities[1]) / 2
    return steps * WIN + (0 if value == draw else -plies if value > draw else plies)


@kernel
def look(
    game: Any, source: Any, like: Any, other: Any, entries: Any, first: int, best: Any, left: Any, whole: bool
) -> int:
    """Improve `best[i]` by those children of state `first + i` that the index `other` knows; they no longer are `left`.

    With `whole` the states are looked at for the first time: children are counted, and those that end the game judged.
    """
    for i in range(len(best)):
        if whole:
            best[i] = NOTHING
            left[i] = 0
        if not source.holds(first + i):
            continue
        state = source.state(first + i, like)
        player = game.to_move(state)
        if game.is_terminal(state):
            if whole:
                best[i] = ranked(game, game.utility(state, player), 0)
            continue
        for action in game.actions(state):
            child = game.result(state, action)
            if game.is_terminal(child):
                if whole:
                    best[i] = max(best[i], ranked(game, game.utility(child, player), 1))
                continue
            left[i] += 1 if whole else 0
            number = other.find(child)
            if number >= 0:
                same = game.to_move(child) == player
                conversion = game.since_progress(child) == 0
                best[i] = max(best[i], entries.rank(number, game, same, conversion))
                left[i] -= 1
    return 0


@kernel
def compare(
    game: Any, source: Any, like: Any, index: Any, entries: Any, first: int, best: Any, left: Any, counts: Any
) -> int:
    """Return the first state whose entry is not the best of its children, -1 for none; count what is checked."""
    for i in range(len(best)):
        if source.holds(first + i):
            if left[i]:
                counts[1] += 1
                continue
            counts[0] += 1
            number = index.find(source.state(first + i, like))
            if number < 0:
                return first + i
            code = entries.numbers[number]
            if best[i] != ranked(game, entries.values[code], entries.plies[code]):
                return first + i
    return -1


@compiled
class BothSides:
    """The states of an index that knows each of them from one side only: once more as the other player has it."""

    index: Any
    cells: NDArray[np.int64]  # how many states the index has

    def holds(self, number: int) -> bool:
        """Tell whether a number belongs to a state."""
        return self.index.holds(number % int(self.cells[0]))

    def state(self, number: int, like: Any) -> Any:
        """Return the state with a number."""
        state = self.index.state(number % int(self.cells[0]), like)
        return state if number < self.cells[0] else self.index.flipped(state)


def verify(table: Table, progress: Callable[[int, int], None] | None = None) -> Verdict:
    """Check every entry of a table; where it cannot list its states, those that play reaches."""
    if table.file is not None:
        table.file.check()
    if table.header["kind"] == "bearoff":
        from halfmove.tables.bearoff.verify import verify_bearoff

        return verify_bearoff(table, progress)  # type: ignore[arg-type]
    source, rules, total = _source(table)
    if source is None:
        return verify_reached(table, progress)
    table = table.loaded()
    source = _source(table)[0]
    native = lane_of(rules) == "compiled" and is_native(rules.initial)
    in_lane: Callable[[Any], Any] = (lambda each: each) if native else plain
    like, others = (
        plain(source).state(0, rules.initial),
        [(each.index, in_lane(_entries(each))) for each in conversions(table)],
    )
    index, entries, counts = in_lane(table.index), in_lane(_entries(table)), np.zeros(2, np.int64)
    source = in_lane(source)
    for first in range(0, total, _CHUNK):
        best = np.zeros(min(_CHUNK, total - first), np.int64)
        left = np.zeros(len(best), np.int64)
        look(in_lane(rules), source, like, index, entries, first, best, left, True)
        for other, known in others:
            look(in_lane(rules), source, like, in_lane(other), known, first, best, left, False)
        wrong = compare(in_lane(rules), source, like, index, entries, first, best, left, counts)
        if wrong >= 0:
            return Verdict(int(counts[0]), int(counts[1]), plain(source).state(wrong, like))
        if progress:
            progress(first + len(best), total)
    return Verdict(int(counts[0]), int(counts[1]), None)


def _source(table: Table) -> tuple[Any, Any, int]:
    """Return what lists the states of a table, the rules by which it was made, and how many numbers it lists."""
    index = table.index
    rules = index.bounds.game if hasattr(index, "bounds") else getattr(index, "game", bare(table.game))
    if not (hasattr(index, "state") and len(table.values)):
        return None, rules, 0
    if hasattr(index, "flipped"):
        return BothSides(index, np.array([len(table)])), rules, 2 * len(table)
    return index, rules, len(table)


def _entries(table: Table) -> Entries:
    zeroing = np.array([int(table.header.get("metric") == "zeroing")])
    entries: Any = table.entries
    return Entries(entries, table.values, table.plies, zeroing)


def conversions(table: Table) -> list[Table]:
    """Return the tables of the endings that captures and promotions lead to."""
    if table.header["kind"] != "ending":
        return []
    from halfmove.tables.endings import converted_tables

    return converted_tables(bare(table.game), table.header["what"], table.header.get("metric", "mate"))
