"""What a network sees of a state: bits of the words that `view.seen` writes, each in its place."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import layout, plain, store_state, words_of
from halfmove.core.random import random
from halfmove.core.rules import legal_actions

WORD = 64
SAMPLED = 200  # random games that show which bits of a state ever change
LONGEST = 500  # plies of such a game


class Inputs(NamedTuple):
    """Where each input lies: in which word, at which bit. A board has planes of height x width cells."""

    words: NDArray[np.int64]  # [planes, cells]; of a state without a board, one plane of all bits
    shifts: NDArray[np.int64]
    height: int  # 0 where there is no board
    width: int

    def of(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the inputs of states that are given as rows of words: [states, planes, cells]."""
        bits = rows[:, self.words.ravel()] >> self.shifts.ravel() & 1
        return bits.reshape(len(rows), *self.words.shape).astype(np.float32)


def rows_of(view: Any, states: list[Any]) -> NDArray[np.int64]:
    """Return what a view shows of states, as rows of words."""
    rows = np.zeros((len(states), words_of(type(view.seen(states[0])))), np.int64)
    for row, state in enumerate(states):
        store_state(rows, row, view.seen(state))
    return rows


def board_inputs(view: Any, state: Any) -> Inputs:
    """Return the inputs of a view that shows planes: each field is a set of bits, `view.bits` the bit of each cell."""
    cells, first, words = np.asarray(view.bits, np.int64), 0, []
    for _, size in layout(view.seen(state).__class__):
        words.append(first + cells.ravel() // WORD)
        first += size
    shifts = np.broadcast_to(cells.ravel() % WORD, (len(words), cells.size))
    return Inputs(np.array(words), np.array(shifts), *cells.shape)


def flat_inputs(game: Any, view: Any) -> Inputs:
    """Return the inputs of a view without a board: the bits that differ between states of random games."""
    rules, numbers = plain(game), random(1)
    seen = np.zeros((0, words_of(type(view.seen(rules.initial)))), np.int64)
    first = rows_of(view, [rules.initial])
    for _ in range(SAMPLED):
        states, state = list[Any](), rules.initial
        while not rules.is_terminal(state) and len(states) < LONGEST:
            states.append(state)
            actions = legal_actions(rules, state)
            state = rules.result(state, actions[numbers.below(len(actions))])
        changed = rows_of(view, states) ^ first
        seen = np.bitwise_or.reduce(np.concatenate([seen, changed]), 0, keepdims=True)
    bits = (seen[0][:, None] >> np.arange(WORD)) & 1
    words, shifts = np.nonzero(bits)
    return Inputs(words[None], shifts[None], 0, 0)
