"""English draughts, or checkers (rules of the World Checkers Draughts Federation)."""

from halfmove.compiled import compiled, lane_of, plain
from halfmove.games.draughts.rules import Draughts

MOST_ACTIONS = 128  # twelve kings have at most 48 steps, and no state is known with as many captures
MOST_WAYS = 1024  # that captures can go


@compiled(eager=MOST_ACTIONS)
class Checkers(Draughts):
    """Take or block all the other player's pieces, on 8 x 8 squares.

    Each player has twelve men on the dark squares of the three rows nearest to him; Black begins, on squares 1 to 12.
    A man moves to a free square diagonally ahead. It captures by jumping over a neighbouring piece of the other
    player, diagonally ahead, to the free square behind it, and goes on jumping while it can; the pieces that were
    jumped over are taken off the board. A player who can capture must, and must go on to the end, but may choose among
    captures. A man that ends its move on the last row becomes a king, which moves and captures one square at a time
    in all four directions; reaching that row ends the move. A player who cannot move has lost. After `no_progress`
    plies in which kings moved and nothing was taken the game is drawn; with 0, never. It is also drawn when a position
    comes up for the `repetitions`-th time: the second (Luke, section 9.4), or by the rules of tournaments the third;
    with 0, never. In tournaments a player claims these draws; here they end the game.
    """

    no_progress: int = 80  # forty moves of each player
    repetitions: int = 2
    size = 8
    white_begins = False
    backwards = False
    flying = False
    majority = False

    def perft_game(self, board):
        """Return the game that perft counts: published counts know no draw, and tell captures apart by their ways."""
        game = CheckersByWays(0, 0)
        return plain(game) if lane_of(self) == "plain" else game, board


@compiled(eager=MOST_WAYS)
class CheckersByWays(Checkers):
    """Checkers in which a capture of the same pieces to the same square is another action if it goes another way."""

    def holds(self, captures, start, end, capture):
        return False
