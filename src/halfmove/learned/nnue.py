"""An efficiently updated network as an evaluation: whole numbers, and sums that are kept from one position to the next.

Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018. The first layer is
the sum of a row of weights for each piece on its cell, once as player 0 sees the board and once as player 1. From one
evaluated position to the next few pieces change, and only their rows are added or taken away: which, the bits tell in
which both differ, so that nothing has to be told to the evaluation about what was played.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, lowest_bit, store_state, words_of
from halfmove.core.advice import PER_THREAD, Advice, AdviceWrapper
from halfmove.core.game import Game
from halfmove.core.network_view import NetworkView, find_view
from halfmove.errors import HalfmoveError
from halfmove.learned.fingerprint import unwrapped
from halfmove.learned.nets.fingerprint import fingerprint_of_pieces
from halfmove.learned.weights_file import WeightsFile

KIND = "nnue"  # of weights, as the file says
WORD = 64
LOW_BITS = (1 << WORD - 1) - 1  # of a word, without its sign
ONE, OUT = 255, 64  # what 1 is, in the first layer and in the weights of the second
LARGEST_SHIFT = 1e12  # of the output, so that what is divided stays finite
LARGEST_OUT = 127  # of the second layer: 255 * 255 * 127 * 256 sums still fit into 32 bits
STEEPNESS = 1.2  # the logit of winning for each lead that is worth half of a win


@compiled
class NNUEAdvice(AdviceWrapper):
    """Advice with an efficiently updated network as its evaluation; the rest is the game's own advice."""

    game: Game
    inner: Advice
    pieces_view: NetworkView  # a field named `view` would be taken for NumPy's
    first: NDArray[np.int16]  # [inputs, units]
    bias: NDArray[np.int16]  # [units]
    second: NDArray[np.int16]  # [2, units]: for who is to move, and for the other
    out: NDArray[np.float64]  # the bias of the output, and by what it is to be divided
    mirror: NDArray[np.int64]
    fresh: NDArray[np.int64] = field(metadata=PER_THREAD)  # the sets of pieces of this position
    last: NDArray[np.int64] = field(metadata=PER_THREAD)  # and of the one before
    sums: NDArray[np.int16] = field(metadata=PER_THREAD)  # [2, units]: the first layer, as each player sees the board
    squares: NDArray[np.int32] = field(metadata=PER_THREAD)  # [units]: room for the second

    unit = ""

    def evaluate(self, state: Any, player: int) -> float:
        """Return what the network says, on the scale on which a lead of 1 is worth half of a win."""
        self.update(state)
        mover = self.game.to_move(state)
        lead = self.output(mover)
        value = lead / (1.0 + abs(lead))
        low, high = self.game.utilities
        value = (low + high + (high - low) * value) / 2.0
        return value if mover == player else low + high - value

    def update(self, state: Any) -> None:
        """Let the sums be those of a state."""
        store_state(self.fresh, 0, self.pieces_view.pieces(state))
        words, cells = self.fresh.shape[1], len(self.mirror)
        sets = self.first.shape[0] // cells
        for word in range(words):
            changed = int(self.fresh[0, word]) ^ int(self.last[0, word])
            if changed != 0:
                here = word * sets // words
                cell = (word - here * words // sets) * WORD
                if changed < 0:
                    self.change(here, cell + WORD - 1, self.fresh[0, word] < 0)
                    changed &= LOW_BITS
                while changed != 0:
                    bit = lowest_bit(changed)
                    self.change(here, cell + bit, self.fresh[0, word] >> bit & 1 == 1)
                    changed &= changed - 1
                self.last[0, word] = self.fresh[0, word]

    def change(self, here: int, cell: int, comes: bool) -> None:
        """Let a piece of a set come to a cell, or leave it."""
        cells = len(self.mirror)
        sets = self.first.shape[0] // cells
        one = self.first[here * cells + cell]
        other = self.first[(here + sets // 2) % sets * cells + self.mirror[cell]]
        first, second = self.sums[0], self.sums[1]
        if comes:
            for i in range(len(first)):
                first[i] += one[i]
            for i in range(len(first)):
                second[i] += other[i]
        else:
            for i in range(len(first)):
                first[i] -= one[i]
            for i in range(len(first)):
                second[i] -= other[i]

    def output(self, mover: int) -> float:
        """Return by how much the mover leads: the squares of what lies between 0 and 1, weighted."""
        total = 0
        for side in range(2):
            sums, weights = self.sums[mover if side == 0 else 1 - mover], self.second[side]
            for i in range(len(sums)):  # each loop in numbers of one width, so that many are taken at once
                kept = min(max(int(sums[i]), 0), ONE)
                self.squares[i] = kept * kept
            for i in range(len(sums)):
                self.squares[i] = int(self.squares[i]) * int(weights[i])
            for i in range(len(sums)):
                total += int(self.squares[i])
        return float((total + self.out[0]) / self.out[1])


def nnue_advice(game: Game, weights: WeightsFile, name: str) -> NNUEAdvice:
    """Return the advice of a game with the network that a file holds, or refuse the file in one sentence."""
    inner = unwrapped(game)
    view = find_view(inner)
    if not view.mirror or weights.facts.get("pieces") != fingerprint_of_pieces(inner):
        made_for = "".join(letter if letter.isprintable() else "?" for letter in weights.facts["game"])[:80]
        raise HalfmoveError(f"{name}: the network was learned for other rules than these: {made_for}")
    bias = weights.arrays.get("bias", np.zeros(0))
    units, inputs = bias.size, inputs_of(view, inner)
    shapes = {"first": (inputs, units), "bias": (units,), "second": (2, units), "out": (2,)}
    for part, shape in shapes.items():
        found = weights.arrays.get(part)
        kind = np.float64 if part == "out" else np.int16
        if found is None or found.shape != shape or found.dtype != kind or units == 0:
            raise HalfmoveError(f"{name}: '{part}' should be an array of {shape} numbers of 16 bits")
    second, (shift, scale) = weights.arrays["second"], weights.arrays["out"]
    if np.abs(second.astype(np.int32)).max() > LARGEST_OUT or not scale >= 1.0 or abs(shift) > LARGEST_SHIFT:
        raise HalfmoveError(f"{name}: the weights of the second layer are too large")
    return new_advice(inner, weights.arrays["first"], bias, weights.arrays["second"], weights.arrays["out"])


def new_advice(game: Game, first: Any, bias: Any, second: Any, out: Any) -> NNUEAdvice:
    """Return the advice of these weights; its sums are those of an empty board."""
    view = find_view(game)
    words = words_of(type(view.pieces(game.initial)))
    empty = np.zeros((1, words), np.int64)
    arrays = [np.ascontiguousarray(each) for each in (first, bias, second, out)]
    sums, squares = np.stack([arrays[1], arrays[1]]), np.zeros(len(arrays[1]), np.int32)
    mirror = np.array(view.mirror, np.int64)
    make: Any = NNUEAdvice
    advice: NNUEAdvice = make(game, game.advice, view, *arrays, mirror, empty, empty.copy(), sums, squares)
    return advice


def inputs_of(view: NetworkView, game: Game) -> int:
    """Return how many inputs there are: a set of cells for each kind of piece of each player."""
    return len(view.pieces(game.initial)) * len(view.mirror)
