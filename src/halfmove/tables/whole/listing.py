"""Every state that can be reached, listed ply by ply and put aside with its children.

Where no state comes up in two plies, only two plies are in memory at a time; otherwise all states are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import lane_of, plain, store_state, words_of
from halfmove.core.advice import ANY_NUMBER
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.memory import bytes_in
from halfmove.search.solving.proof import BETWEEN_STEPS
from halfmove.tables.whole.expand import AVERAGES, CHILDREN, UNEVEN, WIDER, Ply, add_roots, expand
from halfmove.tables.whole.keys import KeySet, Packing, index_keys
from halfmove.tables.whole.spool import MemorySpool, Spool

CHUNK = 1 << 15  # states that are expanded in one call
_EDGES = 1 << 18  # children that they have room for
_FEW_KEYS = 1 << 14  # that a set has room for at first: large memory comes in large pages, each to be filled with 0
_BATCH = 1 << 11  # children of a few states, at first
_PLIES = 12  # in which no state may come back, to believe that none ever does
_FEW = 100_000  # states with which to find out
_SLOT = 4  # bytes
_LEAST_SLOTS = 1 << 13
_MOST_STATES = (1 << 31) - 2  # that edges can number
PARTS = ("movers", "degrees", "ends", "edges")  # that are put aside of a ply, beside its keys


class Progress(NamedTuple):
    """How far the work is."""

    task: str  # "listing" or "solving"
    states: int
    plies: int
    total: int  # states in all, 0 while that is not known
    bytes: int  # of memory


Report = Callable[[Progress], None]


class TooManyStates(HalfmoveError):
    """A game does not fit in the memory that was given."""


class NeedsBits(Exception):
    """A state has bits that no state had before, so that its key would lack them."""

    def __init__(self, words: NDArray[np.int64]) -> None:
        super().__init__("more bits are used than random games have shown")
        self.words = words


def name_of(ply: int, part: str) -> str:
    """Return the name under which something about a ply is put aside."""
    return f"ply-{ply:04}.{part}"


class Listing:
    """Lists states; `by_plies` tells whether a state is looked for only in its own ply."""

    def __init__(
        self,
        game: Game,
        root: Any,
        packing: Packing,
        spool: Spool,
        megabytes: float,
        report: Report | None = None,
        roots: Any = None,
    ) -> None:
        self.roots = roots  # all states to begin with, where they are more than one
        self.game, self.root, self.spool, self.megabytes, self.report = game, root, spool, megabytes, report
        self.in_lane: Callable[[Any], Any] = plain if lane_of(game) == "plain" else lambda each: each
        self.packing, self.width = self.in_lane(packing), packing.width()
        self.most = bytes_in(megabytes, "a table in the making")
        self.room = min(_MOST_STATES, self.most // (8 * self.width + _SLOT))
        self.batch, self.peak, self.states, self.plies = _BATCH, 0, 0, 0
        self.by_plies = True
        self._ply = self._room_for_ply()

    def prepare(self) -> None:
        """Compile, before any clock runs."""
        keys = np.zeros((1, self.width), np.int64)
        known = self.in_lane(KeySet(keys, np.zeros((2, 1), np.uint32), np.zeros(1, np.int64)))
        index_keys.prepare(known)
        self._expand = expand.ready(self.game.bounds, self.root, self.packing, keys, known, self._ply, 0, 0)

    def run(self) -> None:
        """List all states, after those that were put aside before."""
        if not self.spool.has(name_of(0, "keys")):
            self._begin(self._root_keys() if self.roots is None else self._all_roots())
        self.by_plies = bool(self.spool.get("by-plies")[0])
        while self.spool.has(name_of(self.plies + 1, "keys")):
            self.states += len(self.spool.get(name_of(self.plies, "movers")))
            self.plies += 1
        if not len(self.spool.get(name_of(self.plies, "keys"))):
            return
        last = range(self.plies, self.plies + 1) if self.by_plies else range(self.plies + 1)
        source = np.concatenate([self.spool.get(name_of(ply, "keys")) for ply in last])
        begin, end = (0 if self.by_plies else self.states), len(source)
        known = self._key_set(source, 0 if self.by_plies else end)
        source = source if self.by_plies else known.keys
        while begin < end:
            known = self._list_ply(source, begin, end, known)
            self.spool.put(name_of(self.plies + 1, "keys"), [known.keys[0 if self.by_plies else end : known.count()]])
            self.states += end - begin
            self.plies += 1
            if self.by_plies:
                source, begin, end = known.keys[: known.count()].copy(), 0, known.count()
                known = self._key_set(source, 0)
            else:
                source, begin, end = known.keys, end, known.count()

    def _root_keys(self) -> NDArray[np.int64]:
        words = np.zeros((1, words_of(type(self.root))), np.int64)
        keys = np.zeros((1, self.width), np.int64)
        store_state(words, 0, plain(self.game).bounds.canonical(self.root))
        if not plain(self.packing).fits(words, 0):
            raise NeedsBits(words[0])
        plain(self.packing).pack(words, 0, keys, 0)
        return keys

    def _all_roots(self) -> NDArray[np.int64]:
        """Return the keys of all states to begin with, each once."""
        known, ply = self._key_set(np.zeros((0, self.width), np.int64), 0), self._ply
        roots, bounds = self.in_lane(self.roots), self.in_lane(self.game.bounds)
        first, total = 0, int(self.roots.total())
        while first < total:
            known = self._with_room(known)
            stop = min(first + self.batch, total)
            done = int(add_roots(bounds, self.packing, roots, known, ply, first, stop))
            if ply.why == WIDER:
                raise NeedsBits(ply.wider.copy())
            first += done
            if self.report and first % CHUNK < self.batch:
                self.report(Progress("listing", known.count(), 0, 0, self.peak))
        return known.keys[: known.count()].copy()

    def _begin(self, keys: NDArray[np.int64]) -> None:
        """Put aside the first plies. If no state comes up in two of them, the others are listed each by itself.

        If one does later, it is listed twice. A game that ends within these plies is listed by then.
        """
        trial = copy(self)
        trial.spool, trial.report = MemorySpool(), None
        levelled = self.roots is None and self.game.longest < ANY_NUMBER  # otherwise plies could go on for ever
        known, ends = trial._key_set(keys, len(keys) if levelled else 0), [0]
        while levelled and ends[-1] < known.count() <= _FEW and trial.plies < _PLIES:
            ends.append(known.count())
            known = trial._list_ply(known.keys, ends[-2], ends[-1], known)
            edges = trial.spool.get(name_of(trial.plies, "edges"))
            levelled = not len(edges) or int(edges.min()) >= ends[-1]
            trial.plies += 1
        listed, ends = ends[-1], [*ends, known.count()]
        by_plies = levelled and listed < known.count()
        if by_plies:
            for ply in range(trial.plies):
                edges = trial.spool.get(name_of(ply, "edges"))
                edges -= edges.dtype.type(ends[ply + 1])  # the number of the first state of the next ply
                for part in PARTS:
                    self.spool.put(name_of(ply, part), [trial.spool.get(name_of(ply, part))])
                self.spool.put(name_of(ply + 1, "keys"), [known.keys[ends[ply + 1] : ends[ply + 2]].copy()])
        elif trial.plies:  # what is solved together is put aside together
            for part in PARTS:
                self.spool.put(name_of(0, part), [trial.spool.get(name_of(ply, part)) for ply in range(trial.plies)])
            keys = known.keys[:listed].copy()
            self.spool.put(name_of(1, "keys"), [known.keys[listed : known.count()].copy()])
        self.peak = trial.peak
        self.spool.put("by-plies", [np.array([by_plies])])
        self.spool.put(name_of(0, "keys"), [keys])  # last: where it is, the rest is too

    def _key_set(self, keys: NDArray[np.int64], count: int) -> KeySet:
        """Return a set of the first keys."""
        kept = self._room_after(keys[:count])
        slots = max(_LEAST_SLOTS, 1 << (2 * max(count, len(keys))).bit_length())
        known: KeySet = self.in_lane(KeySet(kept, np.zeros((slots, 1), np.uint32), np.array([count])))
        index_keys(known)
        return known

    def _room_after(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return an array that begins with these keys, with room for a few more or else for as many as fit.

        The system gives memory when it is used.
        """
        few = len(keys) + self.batch <= _FEW_KEYS
        room = np.empty((min(_FEW_KEYS, self.room) if few else self.room, self.width), np.int64)
        room[: len(keys)] = keys
        return room

    def _with_room(self, known: KeySet) -> KeySet:
        """Return a set with room for another batch, which has twice as many slots where they would get crowded."""
        needed = known.count() + self.batch
        if 3 * needed > 2 * len(known.slots):
            slots = np.zeros((2 * len(known.slots), 1), np.uint32)
            known = self.in_lane(KeySet(known.keys, slots, known.cells))
            index_keys(known)
        if needed > len(known.keys) < self.room:
            known = self.in_lane(KeySet(self._room_after(known.keys[: known.count()]), known.slots, known.cells))
        size = known.count() * 8 * self.width + known.slots.nbytes
        self.peak = max(self.peak, size)
        if needed > self.room or size > self.most:
            name = type(self.game).__name__
            raise TooManyStates(
                f"{name}: more than {max(known.count(), self.states):,} states do not fit in {self.megabytes:,.0f} MB"
            )
        return known

    def _list_ply(self, source: NDArray[np.int64], begin: int, end: int, known: KeySet) -> KeySet:
        """Expand the states of a ply, and put aside what is found; return the set with their children."""
        holder = [known]
        del known
        parts: dict[str, list[NDArray[Any]]] = {"movers": [], "degrees": [], "ends": []}
        self.spool.put(name_of(self.plies, "edges"), self._expanded(source, begin, end, holder, parts))
        for name, pieces in parts.items():
            self.spool.put(name_of(self.plies, name), pieces)
        return holder[0]

    def _expanded(
        self, source: NDArray[np.int64], begin: int, end: int, holder: list[KeySet], parts: dict[str, Any]
    ) -> Iterator[NDArray[Any]]:
        """Yield the children of all states, chunk by chunk; whatever else is found goes to `parts`."""
        first, ply = begin, self._ply
        while first < end:
            holder[0] = self._with_room(holder[0])
            stop = min(first + CHUNK, end)
            done = int(self._expand(self.game.bounds, self.root, self.packing, source, holder[0], ply, first, stop))
            for name, pieces in parts.items():
                pieces.append(getattr(ply, name)[:done].copy())
            yield ply.edges[: ply.edge_count].copy()
            first += done
            if ply.why == WIDER:
                raise NeedsBits(ply.wider.copy())
            if ply.why == AVERAGES:
                raise WrongGame(f"{type(self.game).__name__}: chance has turns, so that its values are averages")
            if ply.why == UNEVEN:
                raise WrongGame(f"{type(self.game).__name__}: {BETWEEN_STEPS}")
            if ply.why == CHILDREN:
                self.batch *= 4
                ply = self._ply = self._room_for_ply()
            if self.report:
                self.report(Progress("listing", self.states + first - begin, self.plies, 0, self.peak))

    def _room_for_ply(self) -> Ply:
        words = words_of(type(self.root))
        ply: Ply = self.in_lane(
            Ply(
                np.zeros(CHUNK, np.uint8),
                np.zeros(CHUNK, np.uint16),
                np.zeros(CHUNK, np.uint16),
                np.empty(max(_EDGES, 4 * self.batch), np.uint32),
                np.zeros((2, words), np.int64),
                np.zeros((self.batch, self.width), np.int64),
                np.zeros(self.batch, np.int64),
                np.zeros(words, np.int64),
                np.zeros(2, np.int64),
            )
        )
        return ply
