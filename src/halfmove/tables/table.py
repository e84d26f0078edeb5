"""A table: what states are worth for certain, and how far away the end is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel, lane_of, load_state, plain
from halfmove.core.choice import ESTIMATE, EXACT, Choice
from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.errors import DamagedFile, HalfmoveError
from halfmove.search.solving import packed
from halfmove.tables.blocks import BlockFile, StoredArray
from halfmove.tables.fingerprint import bare, bare_state

ZEROING = "zeroing"  # distances lead to the next capture or pawn's move, and not to the end
_LONGEST_LINE = 1000  # plies
_EQUAL = 1e-9  # a difference of values that is none
_ROUNDING = 1e-6  # of averages


class Entry(NamedTuple):
    """What is known of a state: its value for the player to move, and the plies to the end with best play.

    A draw has no distance, and neither has a state in which chance has its turns.
    """

    value: float  #: to the player to move
    distance: int | None  #: plies


@kernel
def find_all(index: Any, like: Any, rows: Any, entries: Any, plies: Any, codes: Any) -> int:
    """Write the code of each state, -1 where nothing is known; return how many are known."""
    known = 0
    for i in range(len(codes)):
        state = load_state(rows, i, like)
        number = index.find(state)
        codes[i] = -1
        if number >= 0 and index.counts(state, int(plies[entries[number]])):
            codes[i] = entries[number]
            known += 1
    return known


@dataclass(frozen=True)
class Table:
    """Entries for states of a game, found by an index; the game may wrap the one that the table is about."""

    game: Game  #: that is asked about, perhaps with its past
    index: Any  #: finds the number of a state; its arrays may be those of a file
    entries: NDArray[Any] | StoredArray  #: what is known by number: values, or codes for `values` and `plies`
    values: NDArray[np.float64]  #: of each code, to the player to move; none where entries are values to the first
    plies: NDArray[np.int64]  #: of each code, -1 for none
    header: dict[str, Any]  #: what the file says about itself
    file: BlockFile | None = None  #: where it is on disk
    others: list[Table] = field(default_factory=list, repr=False, compare=False)  #: asked where this one knows nothing

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, state: Any) -> bool:
        return self.probe(state) is not None

    def probe(self, state: Any) -> Entry | None:
        """Return what is known of a state; None if that is nothing."""
        whole, state = state, bare_state(self.game, state)
        number = self._index.find(state)
        if number < 0:
            return None
        if not len(self.values):
            value = float(self.entries[number])
            least, greatest = self.game.utilities
            if not least - _ROUNDING <= value <= greatest + _ROUNDING:
                raise DamagedFile(f"{self.path}: the file is damaged: it has a value that cannot be")
            return Entry(value if mover(self.game, whole) == 0 else for_other(self.game, value), None)
        code = int(self.entries[number])
        if code >= len(self.values):
            raise DamagedFile(f"{self.path}: the file is damaged: it has an entry that means nothing")
        plies = int(self.plies[code])
        if not self._index.counts(state, plies):
            return None
        return Entry(float(self.values[code]), plies if plies >= 0 else None)

    @cached_property
    def _index(self) -> Any:
        return plain(self.index)

    def probe_many(self, states: Sequence[Any]) -> list[Entry | None]:
        """Return what is known of many states of the bare game, in one call of machine code where that can be."""
        table = self.loaded()
        if not states or not len(table.values):
            return [self.probe(state) for state in states]
        native = lane_of(bare(self.game)) == "compiled"
        rows = packed(states) if native else list(states)
        numbers = np.zeros(len(states), np.int64)
        find_all(table.index if native else plain(table.index), states[0], rows, table.entries, table.plies, numbers)
        entries = [
            Entry(value, plies if plies >= 0 else None)
            for value, plies in zip(table.values.tolist(), table.plies.tolist(), strict=True)
        ]
        return [entries[code] if code >= 0 else None for code in numbers.tolist()]

    def value(self, state: Any, player: int | None = None) -> float:
        """Return what a state is worth to a player, by default to the one to move."""
        entry = self.probe(state)
        if entry is None:
            raise HalfmoveError(f"the table does not know {plain(self.game).show(state)!r}")
        return entry.value if player in (None, mover(self.game, state)) else for_other(self.game, entry.value)

    def actions(self, state: Any) -> dict[int, Entry]:
        """Return what each action is worth to the player to move, and the plies to the end after it.

        Actions that lead where the table knows nothing are left out.
        """
        rules, found = plain(self.game), {}
        if rules.to_move(state) == CHANCE or rules.is_terminal(state):
            return {}
        for action in legal_actions(rules, state):
            child = rules.result(state, action)
            entry = self._entry_after(rules, child, mover(rules, state))
            if entry is not None:
                found[action] = entry
        return found

    def _entry_after(self, rules: Game, child: Any, player: int) -> Entry | None:
        if rules.is_terminal(child):
            return Entry(float(rules.utility(child, player)), 0)
        known = (each.probe(child) for each in (self, *self.others))
        entry = next((each for each in known if each is not None), None)
        if entry is None:
            return None
        same = mover(rules, child) == player
        return entry if same else entry._replace(value=for_other(rules, entry.value))

    def best(self, state: Any) -> list[int]:
        """Return the best actions, those first that win soonest or lose latest; none where the table is not sure."""
        entry = self.probe(state)
        after = self.actions(state)
        if entry is None or not after:
            return []
        best = max(each.value for each in after.values())
        if best < entry.value - _EQUAL:  # a better action leads where the table knows nothing
            return []
        draw = sum(self.game.utilities) / 2
        hurry = 1 if best > draw else -1
        plies = {action: self._plies_by(state, action, after[action]) for action in after}
        equal = [action for action, each in after.items() if each.value >= best - _EQUAL]
        equal.sort(key=lambda action: hurry * plies[action])
        decided = entry.distance is not None and best != draw
        if decided and hurry * plies[equal[0]] > hurry * entry.distance:  # type: ignore[operator]
            return []  # one that leads where the table knows nothing wins sooner, or holds out longer
        return equal

    def _best_of_any(self, state: Any) -> list[int]:
        """Return the best actions by the first table that is sure."""
        return next((found for each in (self, *self.others) if (found := each.best(state))), [])

    def _plies_by(self, state: Any, action: int, entry: Entry) -> int:
        """Return how far away the end is by an action; where distances lead to progress, an action may be the end."""
        if self.header.get("metric") == ZEROING:
            rules = plain(bare(self.game))
            if rules.since_progress(rules.result(bare_state(self.game, state), action)) == 0:
                return 1
        return 1 + (entry.distance or 0)

    def choice(self, state: Any) -> Choice | None:
        """Return the best action with its line to the end; None if the table does not know it."""
        entry, best = self.probe(state), self.best(state)
        if entry is None or not best:
            return None
        rules, line = plain(self.game), [best[0]]
        here, seen = rules.result(state, best[0]), set[int]()
        while len(line) < _LONGEST_LINE and not rules.is_terminal(here) and (following := self._best_of_any(here)):
            key = int(rules.repetition_key(here))
            if key in seen:  # a draw by play without end
                break
            seen.add(key)
            line.append(following[0])
            here = rules.result(here, following[0])
        kind = ESTIMATE if self.header.get("error") else EXACT
        plies = entry.distance or 0
        if self.header.get("metric") == ZEROING:  # which is not the end
            plies = 0
        elif rules.is_terminal(here):
            plies = len(line)
        choice = Choice(best[0], entry.value, tuple(line), entry.distance or len(line), 1, kind=kind, distance=plies)
        return replace(choice, game=self.game, state=state)

    def loaded(self) -> Table:
        """Return the same table with all of it unpacked in memory, as machine code needs it."""
        if isinstance(self.entries, StoredArray):
            keys = getattr(self.index, "keys", None)
            index = replace(self.index, keys=keys.whole()) if isinstance(keys, StoredArray) else self.index
            entries = self.entries.whole()
            if len(self.values) and len(entries) and int(entries.max()) >= len(self.values):
                raise DamagedFile(f"{self.path}: the file is damaged: it has an entry that means nothing")
            return replace(self, index=index, entries=entries)
        return self

    @property
    def path(self) -> Path | None:
        """Where the table is on disk."""
        return None if self.file is None else self.file.path


def together(tables: Sequence[Any]) -> list[Any]:
    """Return tables that ask each other, so that an ending which captures lead to is known too; any others as they are.

    Distances that lead to the end and to the next capture are not compared.
    """
    by_metric: dict[Any, list[Table]] = {}
    joined = list(tables)
    for place, each in enumerate(tables):
        if isinstance(each, Table):
            asked = by_metric.setdefault(str(each.header.get("metric")), [])
            joined[place] = replace(each, others=asked)
            asked.append(joined[place])
    return joined
