"""Who wins in Hex, proven: depth-first, with the cells that each proof needs (Hayward and others 2003).

A player who can win inside some empty cells, his carrier, wins wherever the other plays outside of them; so the other
must play inside every carrier that is found. Two stones that share two empty neighbours, or a stone two rows from its
edge with both cells below it empty, are linked already: if one cell is taken, the other is left.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel, lowest_bit

LOST = -1
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))  # rows and columns to the neighbours, all round


@kernel
def proven(game: Any, advice: Any, state: Any, memory: Any) -> int:
    """Return twice the carrier of who wins, and one more if that is the player to move."""
    key = game.key(state)
    slot = key % len(memory)
    if memory[slot, 0] == key:
        return int(memory[slot, 1])
    player, promising = game.to_move(state), np.zeros(game.size * game.size)
    must = carrier = 0
    for action in game.actions(state):
        child = game.result(state, action)
        linked = carrier_of_links(game, child)
        if linked != LOST:
            return 2 * (linked | 1 << action) | 1
        must |= 1 << action
        promising[action] = advice.evaluate(child, player)
    passed = advice.pass_turn(state)
    for action in game.actions(passed):
        linked = carrier_of_links(game, game.result(passed, action))
        if linked != LOST:  # a threat, which must be met
            carrier |= linked | 1 << action
            must &= linked | 1 << action
    won = False
    while must and not won:
        action = lowest_bit(must)
        others = must & must - 1
        while others:
            if promising[lowest_bit(others)] > promising[action]:
                action = lowest_bit(others)
            others &= others - 1
        found = proven(game, advice, game.result(state, action), memory)
        must &= found >> 1
        won = found & 1 == 0
        carrier = found >> 1 | 1 << action if won else carrier | found >> 1
    memory[slot, 0], memory[slot, 1] = key, 2 * carrier | won
    return 2 * carrier | won


@kernel
def carrier_of_links(game: Any, state: Any) -> int:
    """Return the cells that link both sides of the player who is not to move, whatever the other does; LOST if none.

    No two links share a cell. Rows run from his first side to his last one.
    """
    size, stones, upright = game.size, int(state.theirs), game.to_move(state) == 1
    empty = int(game.board) & ~int(state.mine | state.theirs)
    reached = used = 0
    while True:
        before = reached
        for row in range(size):
            for column in range(size):
                here = cell(size, row, column, upright)
                if not stones & here:
                    continue
                if not reached & here and row <= 1:
                    pair = edge(size, 0, row, column, upright)
                    if row == 0 or pair & empty & ~used == pair and pair != 0:
                        reached |= here
                        used |= pair if row == 1 else 0
                if reached & here and row >= size - 2:
                    pair = edge(size, size - 1, row, column, upright)
                    if row == size - 1:
                        return used
                    if pair & empty & ~used == pair and pair != 0:
                        return used | pair
                for turn in range(len(STEPS)):
                    down, right = STEPS[turn]
                    next_down, next_right = STEPS[(turn + 1) % len(STEPS)]
                    one = cell(size, row + down, column + right, upright)
                    two = cell(size, row + next_down, column + next_right, upright)
                    far = cell(size, row + down + next_down, column + right + next_right, upright)
                    if reached & here and one & stones:
                        reached |= one
                    free = one != 0 and two != 0 and (one | two) & empty & ~used == one | two
                    if reached & here and far & stones & ~reached and free:
                        reached |= far
                        used |= one | two
        if reached == before:
            return LOST


@kernel
def cell(size: int, row: int, column: int, upright: bool) -> int:
    """Return a cell as a bit; nothing beyond the board."""
    if min(row, column) < 0 or max(row, column) >= size:
        return 0
    return 1 << (row * size + column if upright else column * size + row)


@kernel
def edge(size: int, last: int, row: int, column: int, upright: bool) -> int:
    """Return the two cells of an edge row that a stone in the row before it touches; nothing if one is missing."""
    left = column if last == 0 else column - 1
    one, two = cell(size, last, left, upright), cell(size, last, left + 1, upright)
    return one | two if one and two else 0


def winning_openings(game: Any, entries: int) -> list[str]:
    """Return the cells of the first half of the board with which the first player wins; the others mirror them."""
    memory: NDArray[np.int64] = np.zeros((entries, 2), np.int64)
    half = range((game.size * game.size + 1) // 2)
    advice = game.advice
    return [game.name(each) for each in half if not proven(game, advice, game.result(game.initial, each), memory) & 1]
