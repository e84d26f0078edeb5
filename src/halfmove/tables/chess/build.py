"""Solve a chess ending and, before it, all those that captures and promotions lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag
from halfmove.errors import HalfmoveError
from halfmove.games.chess.endings import LEFT_PAWNS, MOST_MEN, PAWNS, ChessEnding, ChessEndings, P, Q
from halfmove.games.chess.tables import SIZE
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.tables.chess.conversions import NO_ENDING, Conversions
from halfmove.tables.chess.retrograde import begin, count_conversions, list_conversions, spread
from halfmove.tables.chess.slices import Slice

Progress = Callable[[str, int, int], None]  # the ending, slices done, slices in all
_LIST = 8  # room for a list of men
_LISTED = 4  # bytes of a position in a list


class ChessSolver:
    """Solves endings, and keeps those that others need."""

    def __init__(self, endings: ChessEndings, progress: Progress | None = None) -> None:
        self.endings, self.progress = endings, progress
        self.seconds = 0.0  # that it took, without compiling
        self._known: dict[tuple[ChessEnding, str], NDArray[Any]] = {}

    def solve(self, ending: ChessEnding, kind: str = "uint8", to_mate: bool = True) -> NDArray[Any]:
        """Return the entries of an ending, first those in which the first player is to move."""
        if to_mate and (ending, kind) in self._known:
            return self._known[ending, kind]
        conversions = self._conversions(ending, kind)
        codes = np.zeros(2 * ending.half, kind)
        size = ending.half // ending.slices
        best = np.zeros(2 * size, kind)
        queue, sorted_queue = np.empty(2 * size, np.int32), np.empty(2 * size, np.int32)
        at, scratch, flag = np.zeros(_LIST, np.int64), np.zeros(_LIST, np.int64), Flag()
        for done, number in enumerate(_slices(ending)):
            if self.progress:
                self.progress(ending.name, done, ending.slices)
            part = Slice(codes, best, np.array([ending.half, number * size, size, int(to_mate)]))
            first = begin.prepare(ending.numbers, conversions, part, at, scratch, flag)
            none = np.zeros(1, np.int64)
            count_conversions.prepare(part, none)
            list_conversions.prepare(part, none, queue)
            spread.prepare(ending.numbers, part, at, queue, sorted_queue, queue, none, flag)
            clock = Clock()
            pending, starts = _by_distance(part, int(run(first, flag)))
            plies = run(spread.prepare(ending.numbers, part, at, queue, sorted_queue, pending, starts, flag), flag)
            self.seconds += clock.seconds
            if plies < 0:
                raise HalfmoveError(f"{ending.name}: it has longer wins than entries of type {kind} can tell")
        if to_mate:
            self._known[ending, kind] = codes
        return codes

    def planned_bytes(self, ending: ChessEnding) -> int:
        """Return how much memory it takes: entries of all endings below, and lists of positions of a slice."""
        item = 1 if len(ending.men) <= 4 else 2
        below = self._below(ending, set())
        size = ending.half // ending.slices
        known = sum(other.half for other in below) + sum(other.half for other in self.converted(ending)) + ending.half
        return 2 * (item * known + size * (item + 2 * _LISTED))

    def _below(self, ending: ChessEnding, found: set[ChessEnding]) -> set[ChessEnding]:
        for other in self.converted(ending):
            if other not in found:
                found.add(other)
                self._below(other, found)
        return found

    def _conversions(self, ending: ChessEnding, kind: str) -> Conversions:
        """Return what captures and promotions lead to, solved."""
        by_capture, by_promotion, found = self._found(ending)
        tables = {other: self.solve(other, kind) for other, _, _ in found}  # by several ways to the same ending: once
        ends = np.cumsum([0, *map(len, tables.values())]).tolist()
        starts = dict(zip(tables, ends, strict=False))
        order = np.zeros((max(1, len(found)), _LIST), np.int64)
        for number, (_, places, _) in enumerate(found):
            order[number, : len(places)] = places
        return Conversions(
            by_capture,
            by_promotion,
            np.array([len(other.men) for other, _, _ in found], np.int64),
            np.array([len(other.men) - other.pawns for other, _, _ in found], np.int64),
            np.array([swapped for _, _, swapped in found], np.int64),
            np.array([starts[other] for other, _, _ in found], np.int64),
            np.array([other.half for other, _, _ in found], np.int64),
            order,
            np.concatenate(list(tables.values())) if tables else np.zeros(1, kind),
        )

    def converted(self, ending: ChessEnding) -> list[ChessEnding]:
        """Return the endings that conversions lead to, each once."""
        return list(dict.fromkeys(other for other, _, _ in self._found(ending)[2]))

    def _found(self, ending: ChessEnding) -> tuple[NDArray[Any], NDArray[Any], dict[Any, int]]:
        """Return the number of the ending that each capture and promotion leads to, and these endings."""
        found: dict[tuple[ChessEnding, tuple[int, ...], bool], int] = {}
        count = len(ending.men)
        by_capture = np.full(count, NO_ENDING)
        by_promotion = np.full((count, P, count + 1), NO_ENDING)
        for place in range(2, count):
            by_capture[place] = self._converted(ending, {}, place, found)
            if ending.men[place][0] == P:
                for piece in range(Q, P):
                    for taken in range(2, count + 1):
                        if taken == count or ending.men[taken][1] != ending.men[place][1]:
                            by_promotion[place, piece, taken] = self._converted(ending, {place: piece}, taken, found)
        return by_capture, by_promotion, found

    def _converted(self, ending: ChessEnding, promoted: dict[int, int], taken: int, found: dict[Any, int]) -> int:
        """Return the number of the ending that a conversion leads to, entered among those found."""
        men = [
            (promoted.get(place, kind), owner, place)
            for place, (kind, owner) in enumerate(ending.men)
            if place != taken
        ]
        if len(men) == 2:
            return NO_ENDING
        other, swapped = self.endings.for_men([(kind, owner) for kind, owner, _ in men])
        places = []
        for kind, owner in other.men:
            match = next(man for man in men if man[:2] == (kind, owner ^ swapped))
            men.remove(match)
            places.append(match[2])
        return found.setdefault((other, tuple(places), swapped), len(found))


def _slices(ending: ChessEnding) -> list[int]:
    """Return the slices of an ending, those first whose pawns are nearest to promotion."""
    owners = [owner for kind, owner in ending.men if kind == P]

    def steps_left(number: int) -> int:
        left = 0
        for owner in reversed(owners[1:]):
            number, square = divmod(number, PAWNS)
            left += _steps(square // SIZE + 1, owner)
        return left + (_steps(number // (SIZE // 2) + 1, owners[0]) if owners else 0)

    assert ending.slices <= LEFT_PAWNS * PAWNS ** (MOST_MEN - 2)
    return sorted(range(ending.slices), key=steps_left)


def _steps(rank: int, owner: int) -> int:
    return SIZE - 1 - rank if owner == 0 else rank


def _by_distance(part: Slice, farthest: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the positions with a conversion that wins or loses, the nearest first, and where each distance begins."""
    starts = np.zeros(farthest + 2, np.int64)
    pending = np.empty(count_conversions(part, starts), np.int32)
    list_conversions(part, starts.copy(), pending)
    return pending, starts
