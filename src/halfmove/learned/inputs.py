"""What a learned evaluation is a function of: a few numbers of a state, each with a value; all others are 0.

So one text serves every kind: a table has one number for each state, an n-tuple network one for each tuple, a weighted
sum of features one for each feature, and a layer of hidden units those that the encoding of the game writes.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from halfmove.compiled import compiled, mix
from halfmove.core.advice import Advice
from halfmove.core.encoding import Encoding

TABLE, FEATURES, CATEGORIES, TUPLES, LAYER = "table", "features", "categories", "tuples", "layer"
KINDS = {
    TABLE: "each state by itself, as textbooks begin",
    FEATURES: "a weighted sum of the features of the game",
    CATEGORIES: "states with the same features are one category, counted from games",
    TUPLES: "n-tuples of cells, each looked up in a table",
    LAYER: "one layer of hidden units over sparse inputs",
}
SLOTS = 1 << 18  # of a table, of which half are used at most
BUCKETS = 1 << 16  # for categories


@compiled
class Inputs:
    """What every kind answers; this one takes what the encoding of the game writes."""

    encoding: Encoding

    @property
    def count(self) -> int:
        """How many inputs there are."""
        return self.encoding.inputs

    @property
    def most(self) -> int:
        """How many of them a state has at most."""
        return self.encoding.most_inputs

    def write(self, state: Any, side: int, numbers: Any, values: Any) -> int:
        """Write the inputs of a state as `side` sees it, and return how many."""
        return self.encoding.write_inputs(state, side, numbers, values)


@compiled
class TableInputs(Inputs):
    """Each state by itself, found by hashing; those that the game takes for the same by their key are one."""

    encoding: Encoding
    keys: np.ndarray  # of the states that were met, each where its weight is; 0 is free
    met: np.ndarray  # one cell: how many; a table that is only played with is full

    most = 1

    @property
    def count(self) -> int:
        return len(self.keys)

    def write(self, state: Any, side: int, numbers: Any, values: Any) -> int:
        """Write the number of a state; none where it is not in the table and there is no room."""
        key = mix(self.encoding.game.key(state), side) | 1
        slot = key >> 1 & len(self.keys) - 1
        while self.keys[slot] != key:
            if self.keys[slot] == 0:
                if 2 * self.met[0] >= len(self.keys):
                    return 0
                self.keys[slot] = key
                self.met[0] += 1
            else:
                slot = slot + 1 & len(self.keys) - 1
        numbers[0], values[0] = slot, 1.0
        return 1


def new_table(encoding: Encoding) -> TableInputs:
    """Return an empty table."""
    return TableInputs(encoding, np.zeros(SLOTS, np.int64), np.zeros(1, np.int64))


def kept_table(encoding: Encoding, keys: Any, weights: Any) -> tuple[TableInputs, Any]:
    """Return the table of some states to play with, and their weights in its order."""
    size = 1 << max(1, int(2 * len(keys)).bit_length())
    places, ordered = np.zeros(size, np.int64), np.zeros(size, np.float32)
    for key, weight in zip(keys.tolist(), weights.tolist()):
        slot = key >> 1 & size - 1
        while places[slot] != 0:
            slot = slot + 1 & size - 1
        places[slot], ordered[slot] = key, weight
    return TableInputs(encoding, places, np.array([size])), ordered


@compiled
class FeatureInputs(Inputs):
    """The features of a game, and a constant."""

    encoding: Encoding
    advice: Advice
    features: int = field(init=False)

    def __post_init__(self) -> None:
        game = self.encoding.game
        vars(self)["features"] = len(self.advice.features(game.initial, 0))

    @property
    def count(self) -> int:
        return self.features + 1

    @property
    def most(self) -> int:
        return self.features + 1

    def write(self, state: Any, side: int, numbers: Any, values: Any) -> int:
        numbers[0], values[0] = 0, 1.0
        for i, feature in enumerate(self.advice.features(state, side)):
            numbers[i + 1], values[i + 1] = i + 1, feature
        return self.features + 1


@compiled
class CategoryInputs(Inputs):
    """All states with the same features, rounded, are one category (Zell, section 5.4)."""

    encoding: Encoding
    advice: Advice

    count = BUCKETS
    most = 1

    def write(self, state: Any, side: int, numbers: Any, values: Any) -> int:
        hashed = 0
        for feature in self.advice.features(state, side):
            hashed = mix(int(np.floor(feature + 0.5)), hashed)
        numbers[0], values[0] = hashed % BUCKETS, 1.0
        return 1


@compiled
class TupleInputs(Inputs):
    """One number for each tuple of cells: which of all its fillings it shows (Bledsoe and Browning 1959).

    Images of a tuple under a symmetry of the board share its table.
    """

    encoding: Encoding
    steps: np.ndarray  # by cell and image of a tuple: what the number grows by where the cell shows one more
    first: np.ndarray  # where the table of each begins
    size: int  # of all tables of a stage together

    @property
    def count(self) -> int:
        return self.size * self.encoding.stages

    @property
    def most(self) -> int:
        return len(self.first)

    def write(self, state: Any, side: int, numbers: Any, values: Any) -> int:
        first, steps = self.first, self.steps
        start = self.size * self.encoding.stage(state)
        for i in range(len(first)):
            numbers[i], values[i] = start + first[i], 1.0
        for place in range(self.encoding.cells):  # all tuples at once for each cell, as machine code likes it
            shown = self.encoding.cell(state, side, place)
            for i in range(len(first)):
                numbers[i] += shown * steps[place, i]
        return len(self.first)


def tuple_inputs(encoding: Encoding) -> TupleInputs:
    """Return the inputs for the tuples of a game and their images under its symmetries."""
    steps, first, size = [], [], 0
    for cells in encoding.tuples():
        images = dict.fromkeys(tuple(turned[cell] for cell in cells) for turned in encoding.symmetries())
        for image in images:
            step = np.zeros(encoding.cells, np.int32)
            step[list(image)] = encoding.cell_values ** np.arange(len(image))[::-1]
            steps.append(step)
            first.append(size)
        size += encoding.cell_values ** len(cells)
    return TupleInputs(encoding, np.ascontiguousarray(np.stack(steps, 1)), np.array(first, np.int32), size)


def inputs_of(kind: str, encoding: Encoding, advice: Advice) -> Inputs:
    """Return the inputs of a kind."""
    if kind == TUPLES:
        return tuple_inputs(encoding)
    if kind in (FEATURES, CATEGORIES):
        return (FeatureInputs if kind == FEATURES else CategoryInputs)(encoding, advice)
    return new_table(encoding) if kind == TABLE else Inputs(encoding)
