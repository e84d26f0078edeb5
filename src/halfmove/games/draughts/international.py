"""International draughts (rules of the World Draughts Federation, FMJD)."""

from halfmove.compiled import compiled
from halfmove.games.draughts.notation import Draughts

MOST_ACTIONS = 512  # annealing over all boards, possible or not, found at most 308


@compiled(eager=MOST_ACTIONS)
class InternationalDraughts(Draughts):
    """Take or block all the other player's pieces, on 10 x 10 squares.

    Each player has twenty men on the dark squares of the four rows nearest to him; White begins, on squares 31 to 50.
    A man moves to a free square diagonally ahead. It captures by jumping over a neighbouring piece of the other
    player, in any diagonal direction, to the free square behind it. A king moves any distance along a free diagonal,
    and captures a piece from any distance if the squares between are free, to any of the free squares behind it. A
    capture goes on while it can. It may cross a square twice but jump over a piece only once; what it takes stays on
    the board, in the way, until it has ended. Who can capture must, and must take as many pieces as possible; kings
    count no more than men. A man that ends its move on the last row becomes a king; one that only jumps through it
    does not. A player who cannot move has lost. After `no_progress` plies in which kings moved and nothing was taken
    the game is drawn; with 0, never.
    """

    no_progress: int = 50  # twenty-five moves of each player
    size = 10
    white_begins = True
    backwards = True
    flying = True
    majority = True
