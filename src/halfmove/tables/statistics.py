"""How the states of a table are distributed: how many are won, drawn and lost, and in how many plies."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import is_native, kernel, lane_of, plain
from halfmove.explain.svg import FAINT, INK, Sketch, document, rectangle, words
from halfmove.tables.fingerprint import bare
from halfmove.tables.table import Table

_WON, _LOST, _DRAWN = "#2a62b8", "#b3261e", "#9e9e9e"
_WIDTH, _HEIGHT, _MARGIN, _SMALL = 720.0, 260.0, 40.0, 11.0  # pixels
_LABELS = 12  # distances that are written below the bars at most


class Distribution(NamedTuple):
    """States by what they are worth to the player to move: above a draw, a draw, or below; and by plies to the end."""

    wins: dict[int, int]
    losses: dict[int, int]
    draws: int

    @property
    def states(self) -> int:
        """How many there are."""
        return sum(self.wins.values()) + sum(self.losses.values()) + self.draws

    @property
    def longest(self) -> int:
        """Plies of the longest win or loss."""
        return max((*self.wins, *self.losses), default=0)


def distribution(table: Table, counts: list[int] | None = None) -> Distribution:
    """Return the distribution of a table of wins and losses; `counts` is how many states have each code, if known."""
    counts = counts or table.header.get("counts") or counted(table)
    draw = sum(table.game.utilities) / 2
    wins, losses, draws = Counter[int](), Counter[int](), 0
    for value, plies, count in zip(table.values.tolist(), table.plies.tolist(), counts, strict=True):
        if value == draw:
            draws += count
        elif count:
            (wins if value > draw else losses)[plies] += count
    return Distribution(dict(sorted(wins.items())), dict(sorted(losses.items())), draws)


def counted(table: Table, first: int = 0, stop: int | None = None) -> list[int]:
    """Return how many states have each code: numbers that belong to no position are left out."""
    counts = np.zeros(len(table.values), np.int64)
    loaded, rules = table.loaded(), bare(table.game)
    native = lane_of(rules) == "compiled" and is_native(rules.initial)
    index = loaded.index if native else plain(loaded.index)
    count_codes(index, loaded.entries, first, len(table) if stop is None else stop, counts)
    return [int(count) for count in counts]


@kernel
def count_codes(index: Any, entries: Any, first: int, stop: int, counts: Any) -> int:
    """Count the entries of each code that belong to a position."""
    for number in range(first, stop):
        if index.holds(number):
            counts[entries[number]] += 1
    return stop


def chart_lines(found: Distribution, width: int = 50, most: int = 40) -> list[str]:
    """Return the distribution as lines of text, a bar for each distance; many distances share bars."""
    rows = _grouped(found, most)
    greatest = max([found.draws, *(count for _, _, count in rows)], default=0) or 1
    lines = [f"{label:>12} {_bar(count, greatest, width)} {count:,}" for label, _, count in rows]
    if found.draws:
        lines.append(f"{'drawn':>12} {_bar(found.draws, greatest, width)} {found.draws:,}")
    return lines


def _bar(count: int, greatest: int, width: int) -> str:
    return "#" * max(1, round(width * count / greatest)) if count else ""


def _grouped(found: Distribution, most: int) -> list[tuple[str, str, int]]:
    """Return for each group of distances its name, its colour and how many states it has."""
    rows = []
    for word, colour, counts in (("won in", _WON, found.wins), ("lost in", _LOST, found.losses)):
        distances = sorted(counts)
        size = max(1, -(-2 * len(distances) // most))
        for start in range(0, len(distances), size):
            group = distances[start : start + size]
            label = f"{group[0]}" if len(group) == 1 else f"{group[0]}-{group[-1]}"
            rows.append((f"{word} {label}", colour, sum(counts[each] for each in group)))
    return rows


def chart_svg(found: Distribution, title: str) -> str:
    """Return the distribution as a picture: a bar for each distance, wins above the line and losses below."""
    farthest, middle = max(1, found.longest), _HEIGHT / 2
    greatest = max([1, *found.wins.values(), *found.losses.values()])
    step = (_WIDTH - 2 * _MARGIN) / (farthest + 1)
    shapes = [words(_WIDTH / 2, _SMALL, f"{title}: {found.states:,} states, {found.draws:,} drawn", _SMALL, INK)]
    room = middle - _MARGIN
    for counts, colour, up in ((found.wins, _WON, True), (found.losses, _LOST, False)):
        for plies, count in counts.items():
            height = room * count / greatest
            y = middle - height if up else middle
            shapes.append(rectangle(_MARGIN + plies * step, y, max(step * 0.8, 0.5), height, colour))
    shapes.append(rectangle(_MARGIN, middle, _WIDTH - 2 * _MARGIN, 0.5, FAINT))
    for plies in range(0, farthest + 1, max(1, farthest // _LABELS)):
        shapes.append(words(_MARGIN + (plies + 0.4) * step, _HEIGHT - _SMALL, str(plies), _SMALL, FAINT))
    shapes.append(words(_MARGIN / 2, middle - room / 2, "won", _SMALL, _WON))
    shapes.append(words(_MARGIN / 2, middle + room / 2, "lost", _SMALL, _LOST))
    return document(Sketch(_WIDTH, _HEIGHT, tuple(shapes)), title)
