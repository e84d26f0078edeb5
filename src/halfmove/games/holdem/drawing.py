"""The cards of hold'em on a table: both hands, and the board that all see."""

from halfmove.explain.board import BoardPicture
from halfmove.explain.boards import BoardDrawing
from halfmove.games.holdem.text import DEALT_BY, SEATS, write_cards
from halfmove.games.shared.card_table import CardTable, Hand

OWN, OPEN = 2, 5  # cards of a player, and on the board
TABLE = CardTable([Hand(SEATS[0], OWN), Hand("board", OPEN), Hand(SEATS[1], OWN)])


class HoldemDrawing(BoardDrawing):
    """The chips that each has put in are his score."""

    def describe(self):
        return TABLE.board()

    def picture(self, hand):
        pieces = []
        for row, cards, expected in ((0, hand.first, OWN), (1, hand.board, 0), (2, hand.second, OWN)):
            seen = write_cards(cards, self.game.ranks).upper().split()
            hidden = expected - len(seen) if hand.dealt >= DEALT_BY[0] else 0
            pieces += TABLE.hand(row, seen, hidden)
        return BoardPicture(tuple(pieces), scores=(str(hand.first_chips), str(hand.second_chips)))

    def facts(self, hand):
        return f"{hand.first_chips + hand.second_chips} chips in the pot"
