"""The moves of chess without check: kings may be attacked, and are taken."""

from halfmove.compiled import compiled, lowest_bit
from halfmove.games.chess.moves import CheckInfo, KingTargets, Squares
from halfmove.games.chess.rules import MOST_ACTIONS, Chess
from halfmove.games.chess.tables import ALL, CASTLING_EMPTY, KING_STEPS, NOT_A, NOT_H, RANK_1, RANK_6

LEFT, RIGHT, SQUARE = 7, 9, 63


@compiled(eager=MOST_ACTIONS)
class FogMoves(Chess):
    """Chess in which a move may leave the own king attacked, and castling may pass attacked squares."""

    def look(self, board):
        nothing = Squares(0).bits
        king = lowest_bit(self.kings(board) & board.mine)
        return CheckInfo(board.mine | board.theirs, king, nothing, ALL ^ board.mine, nothing, nothing)

    def king_targets(self, board, view):
        steps = (ALL ^ board.mine) & int(KING_STEPS[view.king])
        rooks = rest = board.special & RANK_1
        while rest:
            rook = rest & ~(rest - 1)
            if view.occupied & int(CASTLING_EMPTY[(view.king << 3 | lowest_bit(rest)) & SQUARE]):
                rooks ^= rook
            rest ^= rook
        return KingTargets(steps, rooks)

    def en_passant_takers(self, board, king):
        ep_square = board.special & RANK_6
        return ((ep_square & NOT_A) >> RIGHT | (ep_square & NOT_H) >> LEFT) & board.pawns & board.mine
