"""What a solver may use of games of two against two: with open cards, how many tricks each side takes."""

from dataclasses import field

from halfmove.compiled import bit_count, compiled, lane_of, lowest_bit, plain
from halfmove.core.advice import Advice, Bounds
from halfmove.core.game import CHANCE
from halfmove.games.tricks.cards import CARD, CARD_BITS, COUNT_BITS
from halfmove.games.tricks.double_dummy.open_deal import HANDS, RANKS, OpenDeal, open_deal, set_up
from halfmove.games.tricks.double_dummy.search import most_tricks
from halfmove.games.tricks.whist import Partnership


@compiled
class PartnershipBounds(Bounds):
    """Solves a deal double dummy; what it has found is kept for the next one. One search at a time may ask it."""

    game: Partnership
    advice: Advice
    room: OpenDeal = field(init=False, repr=False)

    def __post_init__(self):
        room = open_deal()
        vars(self).update(room=room if lane_of(self.game) == "compiled" else plain(room))

    def value_bounds(self, deal, player, target):
        """Return the value twice once all cards are dealt: it is exact, whatever the target."""
        if self.game.to_move(deal) == CHANCE:
            return self.game.utilities
        tricks = self.tricks_left(deal)
        lost = self.game.ranks - bit_count(deal.played) // HANDS - tricks
        value = self.game.utility(deal._replace(won=deal.won + tricks + (lost << COUNT_BITS)), player)
        return value, value

    def tricks_left(self, deal):
        """Return how many of the tricks that are left, the one on the table included, North and South take."""
        game, room = self.game, self.room
        for hand in range(HANDS):
            cards, held = game.hand(deal, hand), 0
            while cards:
                held |= 1 << self.card(lowest_bit(cards))
                cards &= cards - 1
            room.hands[hand] = held
        set_up(room, game.trump_of(deal))
        count, table, trick = bit_count(deal.played) % HANDS, 0, deal.trick
        while trick:
            table |= 1 << self.card((trick & CARD) - 1)
            trick >>= CARD_BITS
        left = game.ranks - bit_count(deal.played) // HANDS
        led = self.card((deal.trick & CARD) - 1) if count else 0
        top = self.card(game.top(deal)) if count else 0
        return most_tricks(room, count, deal.leader, led, top, deal.taker, table, left, (left + 1) // 2)

    def card(self, card):
        """Return the number of a card in a deck of 13 ranks."""
        return card // self.game.ranks * RANKS + card % self.game.ranks
