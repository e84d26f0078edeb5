"""What tree searches may use beside the rules of Kriegspiel: playouts that look once at what a try brings about."""

from halfmove.compiled import bit_count, compiled
from halfmove.core.advice import Advice
from halfmove.games.kriegspiel import positions as umpire

LOOKS = 6  # tries that are compared for one move of a playout
MATES, TAKES, MOVES, DRAWS, IS_REFUSED = 4, 3, 2, 1, 0  # what a try brings about, the best first
QUEEN, ROOK, PIECE, PAWN = 9, 5, 3, 1  # in pawns
SCALE = 20  # pawns, which are as good as won


@compiled
class KriegspielAdvice(Advice):
    """Playouts mate, take and go on where they can; a position is worth the material on its board."""

    def playout_action(self, state, last, rng):
        best, chosen = -1, 0
        for _ in range(LOOKS):
            action = self.game.sample(state, rng)
            worth = self.outcome(state, self.game.result(state, action))
            if worth > best:
                best, chosen = worth, action
            if best == MATES:
                break
        return chosen

    def outcome(self, state, child):
        """Return what a try brings about."""
        ending = child.announced >> umpire.ENDING & 7
        if child.board.ply == state.board.ply:
            return IS_REFUSED
        if ending == umpire.CHECKMATE:
            return MATES
        if ending != 0:  # who is behind is glad of a draw
            return DRAWS if self.evaluate(state, state.board.ply & 1) > 0.0 else TAKES
        return TAKES if child.announced >> umpire.CAPTURE & 127 else MOVES

    def evaluate(self, state, player):
        """Return the material of a player less that of the other, on a scale from -1 to 1."""
        board = state.board
        lead = self.material(board, board.mine) - self.material(board, board.theirs)
        lead = lead if board.ply & 1 == player else -lead
        return lead / (SCALE + abs(lead))

    def material(self, board, men):
        queens = bit_count(board.diagonals & board.straights & men)
        pieces = bit_count(board.diagonals & men) + bit_count(board.knights & men) - queens
        rooks = bit_count(board.straights & men) - queens
        return QUEEN * queens + ROOK * rooks + PIECE * pieces + PAWN * bit_count(board.pawns & men)
