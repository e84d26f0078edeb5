"""Captures: listing them without the other moves, and what an exchange on one square brings.

The list repeats the loops of `Moves.actions` with fewer squares to go to, so that those loops, which perft counts
moves by, stay as fast as they are.
"""

from __future__ import annotations

from halfmove.compiled import compiled, lowest_bit
from halfmove.games.chess.evaluation import ChessEvaluation
from halfmove.games.chess.moves import (
    BISHOP,
    BY_BISHOP,
    BY_EN_PASSANT,
    BY_KING,
    BY_KNIGHT,
    BY_QUEEN,
    BY_ROOK,
    KIND,
    KINDS,
    KING,
    KNIGHT,
    LAST_RANK,
    LEFT,
    PAWN,
    PIECE,
    PROMOTION,
    QUEEN,
    RIGHT,
    ROOK,
    SQUARE,
    TO,
    UP,
    CheckInfo,
)
from halfmove.games.chess.tables import (
    KING_STEPS,
    KNIGHT_STEPS,
    NOT_A,
    NOT_H,
    PAWN_ATTACKS,
    RANK_6,
    RANK_8,
)

PAWN_WORTH, KNIGHT_WORTH, BISHOP_WORTH, ROOK_WORTH, QUEEN_WORTH = 100, 300, 310, 500, 920  # hundredths of a pawn
KING_WORTH = 20_000  # more than all others together: he is never given up


@compiled
class Captures(ChessEvaluation):
    """Captures, and what an exchange costs."""

    def captures(self, board, view):
        """Yield the captures and the new queens of a mover who is not in check."""
        one, _, left, right = self.game.pawn_targets(board, view)
        for step, targets in ((LEFT, left), (RIGHT, right)):
            while targets:
                target = lowest_bit(targets)
                if target < LAST_RANK:
                    yield target - step | target << TO
                else:
                    for kind in range(KINDS - 1, PROMOTION - 1, -1):
                        yield target - step | target << TO | kind << KIND
                targets &= targets - 1
        one &= RANK_8
        while one:
            target = lowest_bit(one)
            yield target - UP | target << TO | (KINDS - 1) << KIND
            one &= one - 1
        ep_square = board.special & RANK_6
        if ep_square:
            takers = self.game.en_passant_takers(board, view.king)
            while takers:
                yield lowest_bit(takers) | lowest_bit(ep_square) << TO | BY_EN_PASSANT
                takers &= takers - 1
        pins = view.straight_pins, view.diagonal_pins
        taking = CheckInfo(view.occupied, view.king, view.checkers, view.target & board.theirs, *pins)
        pieces = board.knights & board.mine & ~(view.straight_pins | view.diagonal_pins)
        while pieces:
            square = lowest_bit(pieces)
            targets = taking.target & int(KNIGHT_STEPS[square])
            while targets:
                yield square | lowest_bit(targets) << TO | BY_KNIGHT
                targets &= targets - 1
            pieces &= pieces - 1
        pieces = board.diagonals & board.mine & ~view.straight_pins
        while pieces:
            square = lowest_bit(pieces)
            by = BY_QUEEN if board.straights >> square & 1 else BY_BISHOP
            targets = self.game.diagonal_targets(taking, square)
            while targets:
                yield square | lowest_bit(targets) << TO | by
                targets &= targets - 1
            pieces &= pieces - 1
        pieces = board.straights & board.mine & ~view.diagonal_pins
        while pieces:
            square = lowest_bit(pieces)
            by = BY_QUEEN if board.diagonals >> square & 1 else BY_ROOK
            targets = self.game.straight_targets(taking, square)
            while targets:
                yield square | lowest_bit(targets) << TO | by
                targets &= targets - 1
            pieces &= pieces - 1
        targets = board.theirs & int(KING_STEPS[view.king])
        if targets:
            targets &= ~self.game.danger(board, view)
            while targets:
                yield view.king | lowest_bit(targets) << TO | BY_KING
                targets &= targets - 1

    def loses_exchange(self, board, action):
        """Tell whether a capture costs more than it gains once both have taken on that square as long as it pays.

        This is the static exchange evaluation (SEE) of engines. Each side takes with its least valuable piece first.
        `balance` is what the side that has just taken gains if its piece is taken back. Once that is not negative, or
        nothing can take back, the side that is to take has lost the exchange.
        """
        target, piece = action >> TO & SQUARE, action >> PIECE & 7
        balance = self.worth_of(self.piece_on(board, target)) - self.worth_of(piece)
        if balance >= 0:
            return False
        occupied = (board.mine | board.theirs) & ~self.game.bit(action & SQUARE)
        diagonals, straights = board.diagonals, board.straights
        goal, pawns = self.game.bit(target), board.pawns
        attackers = pawns & board.theirs & int(PAWN_ATTACKS[target]) | board.knights & int(KNIGHT_STEPS[target])
        attackers |= pawns & board.mine & ((goal & NOT_A) >> RIGHT | (goal & NOT_H) >> LEFT)
        attackers |= self.game.kings(board) & int(KING_STEPS[target])
        mine_to_take = False
        while True:
            attackers |= diagonals & self.game.bishop(target, occupied) | straights & self.game.rook(target, occupied)
            attackers &= occupied
            men = attackers & (board.mine if mine_to_take else board.theirs)
            if not men:
                break
            taker = KING
            if men & pawns:
                taker, men = PAWN, men & pawns
            elif men & board.knights:
                taker, men = KNIGHT, men & board.knights
            elif men & diagonals & ~straights:
                taker, men = BISHOP, men & diagonals & ~straights
            elif men & straights & ~diagonals:
                taker, men = ROOK, men & straights & ~diagonals
            elif men & diagonals:
                taker, men = QUEEN, men & diagonals
            occupied &= ~self.game.bit(lowest_bit(men))
            mine_to_take = not mine_to_take
            balance = -balance - 1 - self.worth_of(taker)
            if balance >= 0:
                break
        return mine_to_take

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
        if piece == ROOK:
            return ROOK_WORTH
        return QUEEN_WORTH if piece == QUEEN else KING_WORTH
