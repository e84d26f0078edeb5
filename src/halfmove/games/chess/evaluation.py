"""Advice for searches: what a board looks worth, which moves to try first, when to look on, and passing."""

from __future__ import annotations

import numpy as np

from halfmove.compiled import bit_count, lowest_bit, swap_bytes
from halfmove.games.chess.moves import (
    BISHOP,
    CASTLE,
    EN_PASSANT,
    KIND,
    KINDS,
    KING,
    KNIGHT,
    PAWN,
    PIECE,
    ROOK,
    SQUARE,
    TO,
    Moves,
)
from halfmove.games.chess.scale import HALF
from halfmove.games.chess.tables import KING_STEPS, KNIGHT_STEPS, RANK_8, SIZE, SQUARES

# In hundredths of a pawn.
PAWN_WORTH, KNIGHT_WORTH, BISHOP_WORTH, ROOK_WORTH, QUEEN_WORTH = 100, 300, 310, 500, 920
EXTRA_OF_A_QUEEN = QUEEN_WORTH - BISHOP_WORTH - ROOK_WORTH  # who counts as a bishop and a rook
VICTIMS = 10  # times a victim counts more than the piece that takes it


def _places() -> list[int]:
    """Return what a piece on each square is worth beyond its kind, as its owner sees the board, kind after kind."""
    places = [[0] * SQUARES for _ in range(KING + 1)]
    for square in range(SQUARES):
        rank, file = divmod(square, SIZE)
        central = (SIZE - 1 - max(abs(2 * rank - SIZE + 1), abs(2 * file - SIZE + 1))) // 2  # 0 at the edge, 3 inside
        middle = file in (3, 4)
        places[PAWN][square] = PAWN_WORTH + 6 * max(rank - 1, 0) + (8 * rank if middle and rank in (2, 3, 4) else 0)
        places[KNIGHT][square] = KNIGHT_WORTH + 12 * central
        places[BISHOP][square] = BISHOP_WORTH + 6 * central
        places[ROOK][square] = ROOK_WORTH + (15 if rank == SIZE - 2 else 5 if middle else 0)
        places[KING][square] = 15 if rank == 0 and file in (1, 2, 6) else -8 * min(rank, 3)
    return [worth for kind in places for worth in kind]


PLACES = np.array(_places(), np.int64)


class Advice(Moves):
    """Material and places, in hundredths of a pawn; nothing is known of threats, pawn chains or the safety of kings."""

    def evaluate(self, board, player):
        """Compare what the pieces are worth where they stand."""
        lead = self.worth(board, board.mine, False) - self.worth(board, board.theirs, True)
        return (lead if player == board.ply & 1 else -lead) / (HALF + abs(lead))

    def worth(self, board, men, turned):
        queens = board.diagonals & board.straights & men
        worth = EXTRA_OF_A_QUEEN * bit_count(queens)
        worth += self.placed(board.pawns & men, PAWN, turned) + self.placed(board.knights & men, KNIGHT, turned)
        worth += self.placed(board.diagonals & men, BISHOP, turned) + self.placed(board.straights & men, ROOK, turned)
        return worth + self.placed(self.kings(board) & men, KING, turned)

    def placed(self, men, piece, turned):
        """Return what the pieces of a kind are worth where they stand."""
        if turned:
            men = swap_bytes(men)
        worth = 0
        while men:
            worth += int(PLACES[piece << TO | lowest_bit(men)])
            men &= men - 1
        return worth

    def order(self, board, action):
        """Prefer to take what is worth most with what is worth least, and new queens; then castling."""
        target, piece, kind = action >> TO & SQUARE, action >> PIECE & 7, action >> KIND
        gain = QUEEN_WORTH if kind == KINDS - 1 else 0
        if board.theirs >> target & 1:
            gain += self.worth_of(self.piece_on(board, target)) * VICTIMS - self.worth_of(piece)
        elif kind in (EN_PASSANT, CASTLE):
            gain += PAWN_WORTH
        return float(gain)

    def piece_on(self, board, square):
        """Return which piece stands on a square that is not empty."""
        if board.pawns >> square & 1:
            return PAWN
        queenly = int(board.diagonals >> square & 1) * BISHOP + int(board.straights >> square & 1) * ROOK
        knightly = int(board.knights >> square & 1)
        return queenly + knightly if queenly + knightly > 0 else KING

    def worth_of(self, piece):
        if piece == PAWN:
            return PAWN_WORTH
        if piece == KNIGHT:
            return KNIGHT_WORTH
        if piece == BISHOP:
            return BISHOP_WORTH
        return ROOK_WORTH if piece == ROOK else QUEEN_WORTH

    def is_quiet(self, board):
        """Tell whether the mover is not in check and can neither promote nor take what is loose or worth more."""
        view = self.look(board)
        if view.checkers:
            return False
        loose = board.theirs & ~self.danger(board, view)
        one, _, left, right = self.pawn_targets(board, view)
        if (
            (one | left | right) & RANK_8
            or (left | right) & (loose | ~board.pawns)
            or loose & int(KING_STEPS[view.king])
        ):
            return False
        heavy, queens = board.straights & board.theirs, board.diagonals & board.straights
        pieces = board.knights & board.mine & ~(view.straight_pins | view.diagonal_pins)
        while pieces:
            if (loose | heavy) & int(KNIGHT_STEPS[lowest_bit(pieces)]):
                return False
            pieces &= pieces - 1
        pieces = board.diagonals & board.mine & ~(view.straight_pins | view.diagonal_pins)
        while pieces:
            square = lowest_bit(pieces)
            wanted = loose if queens >> square & 1 else loose | heavy
            if wanted & self.bishop(square, view.occupied):
                return False
            pieces &= pieces - 1
        pieces = board.straights & board.mine & ~(view.straight_pins | view.diagonal_pins)
        while pieces:
            square = lowest_bit(pieces)
            wanted = loose if queens >> square & 1 else loose | queens & board.theirs
            if wanted & self.rook(square, view.occupied):
                return False
            pieces &= pieces - 1
        return True

    def pass_turn(self, board):
        """Return the board with the other player to move; who is in check cannot pass."""
        if self.look(board).checkers:
            return board
        return self.turned(board)
