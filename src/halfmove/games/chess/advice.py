"""Advice for the engine: which moves to try first, which positions are not quiet, and passing."""

from __future__ import annotations

from halfmove.compiled import bit_count, compiled, lowest_bit
from halfmove.games.chess.captures import PAWN_WORTH, QUEEN_WORTH, Captures
from halfmove.games.chess.moves import (
    CASTLE,
    EN_PASSANT,
    KIND,
    KINDS,
    PIECE,
    SQUARE,
    TO,
)
from halfmove.games.chess.rules import MOST_ACTIONS, Chess
from halfmove.games.chess.scale import HALF, centipawns
from halfmove.games.chess.tables import KING_STEPS, KNIGHT_STEPS, RANK_8

MATERIAL = (1.0, 3.0, 3.0, 5.0, 9.0)  # weights of the textbooks for `features`: pawns, knights, bishops, rooks, queens
CENTIPAWNS = 100  # in a pawn
VICTIMS = 10  # times a victim counts more than the piece that takes it


@compiled(eager=MOST_ACTIONS)
class ChessAdvice(Captures):
    """What the engine may use besides the evaluation and exchanges."""

    game: Chess

    unit = "pawns"
    learned_is_better = True

    def in_units(self, value):
        return centipawns(value) / CENTIPAWNS

    def features(self, board, player):
        """Return how many pawns, knights, bishops, rooks and queens the player has more than the other."""
        queens = board.diagonals & board.straights
        sign = 1.0 if player == board.ply & 1 else -1.0
        return (
            sign * self.more(board, board.pawns),
            sign * self.more(board, board.knights),
            sign * self.more(board, board.diagonals ^ queens),
            sign * self.more(board, board.straights ^ queens),
            sign * self.more(board, queens),
        )

    def more(self, board, pieces):
        """Return how many of these pieces the mover has more than the other player."""
        return bit_count(pieces & board.mine) - bit_count(pieces & board.theirs)

    def order(self, board, action):
        """Prefer to take the most valuable victim with the least valuable attacker, and new queens; then castling.

        An exchange that loses comes last, below 0.
        """
        target, piece, kind = action >> TO & SQUARE, action >> PIECE & 7, action >> KIND
        gain = QUEEN_WORTH if kind == KINDS - 1 else 0
        if board.theirs >> target & 1:
            victim, taker = self.worth_of(self.piece_on(board, target)), min(self.worth_of(piece), QUEEN_WORTH)
            if victim < taker and gain == 0 and self.loses_exchange(board, action):
                return float(victim - taker)
            gain += victim * VICTIMS - taker
        elif kind in (EN_PASSANT, CASTLE):
            gain += PAWN_WORTH
        return float(gain)

    def is_quiet(self, board):
        """Tell whether the mover is not in check and can neither promote nor take what is loose or worth more."""
        view = self.game.look(board)
        if view.checkers:
            return False
        loose = board.theirs & ~self.game.danger(board, view)
        one, _, left, right = self.game.pawn_targets(board, view)
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
            if wanted & self.game.bishop(square, view.occupied):
                return False
            pieces &= pieces - 1
        pieces = board.straights & board.mine & ~(view.straight_pins | view.diagonal_pins)
        while pieces:
            square = lowest_bit(pieces)
            wanted = loose if queens >> square & 1 else loose | queens & board.theirs
            if wanted & self.game.rook(square, view.occupied):
                return False
            pieces &= pieces - 1
        return True

    quiet_gain = PAWN_WORTH / HALF
    tactics_first = True

    def is_tactical(self, board, action):
        """Tell whether an action takes something or makes a queen."""
        kind = action >> KIND
        return board.theirs >> (action >> TO & SQUARE) & 1 == 1 or kind == EN_PASSANT or kind == KINDS - 1

    def is_threatened(self, board):
        """Tell whether the mover is in check."""
        return self.game.look(board).checkers != 0

    def may_be_zugzwang(self, board):
        """Tell whether the mover has only pawns beside his king."""
        return (board.knights | board.diagonals | board.straights) & board.mine == 0

    def tactics(self, board):
        """Yield captures and new queens; in check, every action."""
        view = self.game.look(board)
        if view.checkers:
            for action in self.game.actions(board):
                yield action
        else:
            for action in self.captures(board, view):
                yield action

    def pass_turn(self, board):
        """Return the board with the other player to move; a player in check cannot pass."""
        if self.game.look(board).checkers:
            return board
        return self.game.flipped(board)
