"""International draughts (rules of the World Draughts Federation, FMJD)."""

from halfmove.compiled import bit_count, compiled, lane_of, plain
from halfmove.games.draughts.rules import Draughts

MOST_ACTIONS = 512  # annealing over all boards, possible or not, found at most 308

AGAINST_ONE = 3  # pieces against one king
AGAINST_ONE_PLIES, AGAINST_FEWER_PLIES = 32, 10  # sixteen moves of each player, and five


@compiled(eager=MOST_ACTIONS)
class InternationalDraughts(Draughts):
    """Take or block all the other player's pieces, on 10 x 10 squares.

    Each player has twenty men on the dark squares of the four rows nearest to him; White begins, on squares 31 to 50.
    A man moves to a free square diagonally ahead. It captures by jumping over a neighbouring piece of the other
    player, in any diagonal direction, to the free square behind it. A king moves any distance along a free diagonal,
    and captures a piece from any distance if the squares between are free, to any of the free squares behind it. A
    capture goes on while it can. It may cross a square twice but jump over a piece only once; what it takes stays on
    the board, in the way, until it has ended. A player who can capture must, and must take as many pieces as possible;
    kings count no more than men. A man that ends its move on the last row becomes a king; one that only jumps through
    it does not. A player who cannot move has lost.

    The game is drawn when a position comes up for the `repetitions`-th time; with 0, never. It is also drawn after
    `no_progress` plies in which kings moved and nothing was taken, and sooner where one king is left against three
    pieces of which one is a king (16 moves of each player), or against one or two (5 moves); with 0, never. The rules
    of the FMJD count all moves from when such an ending comes about; here a move of a man begins the count anew.
    """

    no_progress: int = 50  # twenty-five moves of each player
    repetitions: int = 3
    size = 10
    white_begins = True
    backwards = True
    flying = True
    majority = True

    def is_drawn(self, board):
        return self.no_progress > 0 and board.quiet >= min(self.no_progress, self.plies_allowed(board))

    def plies_allowed(self, board):
        """Return for how many plies kings may move in an ending against a single king."""
        mine, theirs = bit_count(board.mine), bit_count(board.theirs)
        kings, other_kings = bit_count(board.mine & board.kings), bit_count(board.theirs & board.kings)
        if mine + theirs > AGAINST_ONE + 1 or min(mine, theirs) != 1 or kings == 0 or other_kings == 0:
            return self.no_progress
        return AGAINST_ONE_PLIES if mine + theirs > AGAINST_ONE else AGAINST_FEWER_PLIES

    def perft_game(self, board):
        """Return the game that perft counts: published counts know no draw."""
        game = InternationalDraughts(0, 0)
        return plain(game) if lane_of(self) == "plain" else game, board
