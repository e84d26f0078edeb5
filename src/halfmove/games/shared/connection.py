"""What games of linking sides have in common: stones on six-sided cells, put down in turn, never moved or taken.

Every row is half a cell to the right of the one above, so that the neighbours of 4 are 1 and 2, 3 and 5, 6 and 7:

     0  1  2      a1 b1 c1
       3  4  5      a2 b2 c2
         6  7  8      a3 b3 c3
"""

from __future__ import annotations

from typing import Any

from halfmove.compiled import bit_count, compiled, lowest_bit, mix, nth_bit
from halfmove.games.shared.connection_text import ConnectionText

SMALL, WIDE, HUGE = 64, 128, 384  # bits of a board
LARGEST = 19  # cells on a side
CHUNK = 32  # bits of a board that are looked through at a time


@compiled
class ConnectionGame(ConnectionText):
    """X and O in turn put a stone on an empty cell of `board`, a set of bits in rows of `size`; X begins.

    A subclass says what wins. Its state holds `mine` and `theirs`, the stones of the player to move and of the other
    one, and `player`.
    """

    size = 3  # cells of a row
    board = 0o777
    not_left = 0o666  # all cells but those of the leftmost column
    not_right = 0o333
    swap = False

    def to_move(self, state: Any) -> int:
        return state.player

    def actions(self, state: Any) -> Any:
        empty = self.board ^ (state.mine | state.theirs)
        for chunk in range(0, self.size * self.height, CHUNK):
            left = int(empty >> chunk & (1 << CHUNK) - 1)
            while left:
                yield chunk + lowest_bit(left)
                left &= left - 1
        if self.may_swap(state):
            yield self.size * self.height

    def sample(self, state: Any, rng: Any) -> int:
        """Return a legal action at random, each as likely as another, without listing them all."""
        empty = self.board ^ (state.mine | state.theirs)
        count = bit_count(empty)
        index = rng.below(count + self.may_swap(state))
        return nth_bit(empty, index) if index < count else self.size * self.height

    def may_swap(self, state: Any) -> bool:
        """Tell whether the first stone can be answered by taking it over."""
        return self.swap and state.player == 1 and state.mine == 0 and state.theirs & state.theirs - 1 == 0

    def utility(self, state: Any, player: int) -> float:
        """The player who has just put down a stone has won."""
        return -1.0 if player == state.player else 1.0

    def key(self, state: Any) -> int:
        """Return a hash of the stones: what else a state knows follows from them."""
        return mix(state.player, mix(state.theirs, mix(state.mine)))

    def stone(self, state: Any, cell: int) -> Any:
        """Return the bit of a cell, in as many bits as the state's sets have."""
        return (state.mine & 0 | 1) << cell

    def grown(self, cells: Any, room: Any) -> Any:
        """Return the cells, and all of `room` that is connected to them through `room`."""
        while True:
            grown = cells | self.around(cells) & room
            if grown == cells:
                return cells
            cells = grown

    def around(self, cells: Any) -> Any:
        """Return the neighbours of all cells, and some bits beyond the board, which the caller leaves out."""
        to_right, to_left = cells & self.not_right, cells & self.not_left
        beside = to_right << 1 | to_left >> 1
        return beside | cells << self.size | cells >> self.size | to_right >> self.size - 1 | to_left << self.size - 1
