"""Tic-tac-toe as a user writes it: rules alone, and nothing for a learner."""

from typing import NamedTuple

from halfmove import Game, compiled

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)


class Board(NamedTuple):
    x: int = 0
    o: int = 0
    player: int = 0


@compiled
class TicTacToe(Game):
    """Three in a row."""

    initial = Board()

    def to_move(self, board):
        return board.player

    def actions(self, board):
        for square in range(9):
            if not (board.x | board.o) >> square & 1:
                yield square

    def result(self, board, square):
        if board.player == 0:
            return Board(board.x | 1 << square, board.o, 1)
        return Board(board.x, board.o | 1 << square, 0)

    def is_terminal(self, board):
        return self.won(board.x) or self.won(board.o) or board.x | board.o == 0b111111111

    def utility(self, board, player):
        if self.won(board.x):
            return 1.0 if player == 0 else -1.0
        if self.won(board.o):
            return 1.0 if player == 1 else -1.0
        return 0.0

    def won(self, squares):
        for line in LINES:
            if squares & line == line:
                return True
        return False
