"""What networks see of chess: the pieces of each kind and colour.

An efficiently updated network sees them as White does; one that guides a tree search, as the player to move.
"""

from typing import NamedTuple

from halfmove.compiled import compiled, swap_bytes
from halfmove.core.network_view import NetworkView, rows_of_bits
from halfmove.games.chess.moves import KIND, KINDS, LEFT, PROMOTION, SQUARE, TO, Word
from halfmove.games.chess.rules import Chess
from halfmove.games.chess.tables import SIZE, SQUARES


class Pieces(NamedTuple):
    """Pawns, knights, bishops, rooks, queens and kings of White, then of Black."""

    white_pawns: Word
    white_knights: Word
    white_bishops: Word
    white_rooks: Word
    white_queens: Word
    white_kings: Word
    black_pawns: Word
    black_knights: Word
    black_bishops: Word
    black_rooks: Word
    black_queens: Word
    black_kings: Word


class Planes(NamedTuple):
    """Pieces of the mover and of the other, and what can be castled with or taken en passant."""

    pawns: Word
    knights: Word
    bishops: Word
    rooks: Word
    queens: Word
    kings: Word
    their_pawns: Word
    their_knights: Word
    their_bishops: Word
    their_rooks: Word
    their_queens: Word
    their_kings: Word
    special: Word


LESSER = PROMOTION, KINDS - 1  # promotions to anything but a queen: from this kind of action, up to this one
WAYS = 3  # of a pawn to the last rank: straight ahead, or to a side


@compiled
class ChessNetworkView(NetworkView):
    """768 inputs: six kinds of pieces of two colours on 64 squares; Black sees the board turned upside down.

    The policy has a number for each square to go to and each square to come from; lesser promotions come last.
    """

    game: Chess

    kinds = SQUARES
    others = (LESSER[1] - LESSER[0]) * WAYS * SIZE

    def seen(self, board):
        queens, kings = board.diagonals & board.straights, self.game.kings(board)
        bishops, rooks, mine, theirs = board.diagonals ^ queens, board.straights ^ queens, board.mine, board.theirs
        return Planes(
            board.pawns & mine,
            board.knights & mine,
            bishops & mine,
            rooks & mine,
            queens & mine,
            kings & mine,
            board.pawns & theirs,
            board.knights & theirs,
            bishops & theirs,
            rooks & theirs,
            queens & theirs,
            kings & theirs,
            board.special,
        )

    def policy_index(self, board, action):
        start, target, kind = action & SQUARE, action >> TO & SQUARE, action >> KIND
        if LESSER[0] <= kind < LESSER[1]:
            way = (kind - LESSER[0]) * WAYS + target - start - LEFT
            return SQUARES * SQUARES + way * SIZE + start % SIZE
        return target * SQUARES + start

    @property
    def bits(self):
        return rows_of_bits(SIZE, SIZE)

    def pieces(self, board):
        queens, kings = board.diagonals & board.straights, self.game.kings(board)
        kinds = board.pawns, board.knights, board.diagonals ^ queens, board.straights ^ queens, queens, kings
        if board.ply & 1 == 0:
            return self.sorted_out(kinds, board.mine, board.theirs)
        pawns, knights, bishops, rooks, queens, kings = kinds
        light = swap_bytes(pawns), swap_bytes(knights), swap_bytes(bishops)
        heavy = swap_bytes(rooks), swap_bytes(queens), swap_bytes(kings)
        return self.sorted_out(light + heavy, swap_bytes(board.theirs), swap_bytes(board.mine))

    def sorted_out(self, kinds, white, black):
        pawns, knights, bishops, rooks, queens, kings = kinds
        return Pieces(
            pawns & white,
            knights & white,
            bishops & white,
            rooks & white,
            queens & white,
            kings & white,
            pawns & black,
            knights & black,
            bishops & black,
            rooks & black,
            queens & black,
            kings & black,
        )

    @property
    def mirror(self):
        return tuple(square ^ SQUARES - SIZE for square in range(SQUARES))
