"""Chess with its history: the third or the fifth time a position comes up, the game is drawn.

How often a position has come up depends on the path, so the path is part of the state, as in `core.history`. It goes
back to the last capture or pawn's move: no older position can come back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import appended, compiled, lane_of, mix, plain
from halfmove.core.history import StateWithHistory, WithHistory
from halfmove.errors import HalfmoveError

ALONE = 1  # times that a position comes up without being repeated
SOONEST = 4  # plies after which it can come up again: both players move away and back


@compiled
class ChessWithHistory(WithHistory):
    """Chess in which a position that comes up for the `repetitions`-th time ends the game in a draw.

    Two positions are the same if the same player is to move, the same pieces stand on the same squares, and the same
    castling and captures en passant are possible. By the laws of chess the fifth time ends the game, and the third
    lets a player claim the draw.
    """

    game: Any
    repetitions: int = 5

    def __post_init__(self) -> None:
        if self.repetitions <= ALONE:
            raise HalfmoveError(f"a draw when a position comes up {self.repetitions} times: it must be at least 2")

    @property
    def initial(self) -> StateWithHistory:
        return self.without_past(self.game.initial)

    def result(self, state, action):
        child = self.game.result(state.state, action)
        if child.quiet == 0:
            return self.without_past(child)
        return StateWithHistory(child, appended(state.path, self.game.repetition_key(child)))

    def repeated(self, state):
        last = len(state.path) - 1
        if last < SOONEST * (self.repetitions - ALONE):
            return False
        times = ALONE
        for i in range(last - SOONEST, -1, -2):  # the same player is to move every other ply
            if state.path[i] == state.path[last]:
                times += 1
        return times >= self.repetitions

    def without_past(self, board):
        """Return the state of a board that has no past."""
        path = np.empty(1, np.int64)
        path[0] = self.game.repetition_key(board)
        return StateWithHistory(board, path)

    def key(self, state):
        """Return a number for the board and for the boards that could come back, in any order."""
        return mix(self.game.key(state.state), self.past(state))

    def perft_game(self, state):
        """Return the game that perft counts, and the board."""
        game, board = self.game.perft_game(state.state)
        return plain(game) if lane_of(self) == "plain" else game, board

    # Text.

    @property
    def chess960(self) -> bool:
        return self.game.chess960

    def read(self, written):
        return self.without_past(self.game.read(written))

    def fen(self, state, shredder=False):
        return self.game.fen(state.state, shredder)

    def epd(self, state, operations=None):
        return self.game.epd(state.state, operations)

    def read_epd(self, written):
        board, operations = self.game.read_epd(written)
        return self.without_past(board), operations

    def uci(self, action, state):
        return self.game.uci(action, state.state)
