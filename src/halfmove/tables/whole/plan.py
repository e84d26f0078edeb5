"""How much memory it takes to solve an ending whose states are listed: estimated from a few of them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from halfmove.compiled import plain, store_state, words_of
from halfmove.core.game import Game
from halfmove.tables.whole.keys import packing_of, widened

_SAMPLE = 20_000  # states that tell how many are equal by symmetry
_EXPANDED = 1_000  # of them that tell how many children a state has
_KEY, _EDGE = 8, 4  # bytes of a word of a key, and of the number of a child
_SOLVED = 34  # bytes of a state while it is valued, beside its children
_WRITTEN = 50  # bytes of a state while all are brought into order, beside its key


def planned_roots(game: Game, roots: Any) -> int:
    """Return how many bytes it takes to solve all these states, of which those that are equal count once."""
    roots, rules = plain(roots), plain(game)
    total, rng = roots.total(), random.Random(1)
    numbers = range(total) if total <= _SAMPLE else [rng.randrange(total) for _ in range(_SAMPLE)]
    drawn = [roots.state(number) for number in numbers if roots.holds(number)]
    chosen = [state for state in drawn if rules.bounds.canonical(state) == state]
    expanded = [state for state in chosen[:_EXPANDED] if not rules.is_terminal(state)]
    children = sum(len(list(rules.actions(state))) for state in expanded) / max(1, len(chosen[:_EXPANDED]))
    key = _KEY * packing_of(_used_bits(chosen)).width()
    each = max(_SOLVED + _EDGE * children, _WRITTEN + key)
    return int(total * len(chosen) / len(numbers) * each)


def _used_bits(states: list[Any]) -> list[int]:
    """Return for each word of a state which bits differ from 0 in some of these."""
    row = np.zeros((1, words_of(type(states[0]))), np.int64)
    used = np.zeros(row.shape[1], np.int64)
    for state in states:
        store_state(row, 0, state)
        used |= row[0]
    return [widened(int(bits)) for bits in used]
