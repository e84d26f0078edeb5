"""Skat: one player against two others, with jacks that are always trumps."""

from halfmove.compiled import bit_count, compiled
from halfmove.core.game import NOTHING
from halfmove.errors import HalfmoveError
from halfmove.games.tricks.cards import CARD, CARD_BITS, SkatDeal
from halfmove.games.tricks.rules import Tricks
from halfmove.games.tricks.text import SkatText

PLAYERS, RANKS, CARDS = 3, 8, 32
SKAT, SKAT_CARDS = 3, 2  # the owner of the cards that lie face down, and how many they are
SEVEN, EIGHT, NINE, LADY, KING, TEN, ACE, JACK = range(RANKS)  # ranks in their order; the jack is above all
SUIT = (1 << RANKS) - 1
JACKS = sum(1 << RANKS * suit + JACK for suit in range(4))
POINTS = (0, 0, 0, 3, 4, 10, 11, 2)  # of each rank
NULL_ORDER = (0, 1, 2, 5, 6, 3, 7, 4)  # 7 8 9 T J Q K A
HALF, NULL_STAKE = 60, 30  # points

NOBODY = -1
PASS, GRAND, NULL = 0, 5, 6  # contracts; 1 to 4 are suits
BID = CARDS  # the action of a contract is this more
BIDS = 0b1111111 << BID
JACK_CLASS = 4  # which is apart from the suits


@compiled
class Skat(SkatText, Tricks):
    """Win more than half of the points in the cards, alone against two others.

    Three players have ten of 32 cards each, and two, the skat, lie face down. In each suit the order is A T K Q 9 8 7;
    the jacks of clubs, spades, hearts and diamonds, in this order, are the highest trumps. Bidding is simplified: in
    turn, Forehand first, a player passes or names what he plays: a suit of trumps, grand (only jacks are trumps) or
    null (there are no trumps, the order is A K Q J T 9 8 7, and he must take no trick). The first who does not pass is
    the soloist: he takes the skat into his hand and puts two cards away face down. Forehand leads.

    An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2 points, 120 in all; what he has put away counts for the
    soloist. He is worth his points less 60, in a null game 30 or -30; each of the others loses half of that. If all
    pass, nobody wins anything. Hand games, open games, schneider and the value of bids are left out. These are the
    rules of OpenSpiel's `skat`, whose utilities are 120 times smaller.

    With `soloist` 0, 1 or 2 there is no bidding: that player names the game, and the two others are partners from the
    beginning. Otherwise searches take each player for one who plays for himself.
    """

    soloist: int = NOBODY
    players = PLAYERS
    ranks = RANKS
    cards = CARDS
    initial = SkatDeal()
    utilities = (-60.0, 60.0)
    step = 0.5
    unit = "points"
    longest = CARDS + PLAYERS + CARDS

    def __post_init__(self):
        if not NOBODY <= self.soloist < PLAYERS:
            raise HalfmoveError(f"soloist={self.soloist}: it is 0, 1 or 2, or {NOBODY} to let the bidding decide")

    def side(self, player):
        return player if self.soloist == NOBODY else int(player == self.soloist)

    def first_size(self, owner):
        return SKAT_CARDS if owner == SKAT else (CARDS - SKAT_CARDS) // PLAYERS

    def is_bidding(self, deal):
        return deal.contract == 0

    def is_discarding(self, deal):
        return deal.discarded < SKAT_CARDS

    def turn(self, deal):
        if self.is_bidding(deal):
            return min(deal.bids, PLAYERS - 1) if self.soloist == NOBODY else self.soloist
        return deal.soloist if self.is_discarding(deal) else self.seat(deal)

    def legal(self, deal):
        if self.is_bidding(deal):
            return BIDS if self.soloist == NOBODY else BIDS ^ 1 << BID + PASS
        return self.hand(deal, deal.soloist) if self.is_discarding(deal) else self.playable(deal)

    def result(self, deal, action):
        if deal.dealt < self.cards:
            return self.give(deal, action)
        if self.is_bidding(deal):
            if action == BID + PASS:
                return deal._replace(bids=deal.bids + 1)
            soloist = self.turn(deal)
            taken = self.given_to(deal, self.hand(deal, SKAT), soloist)
            return taken._replace(contract=action - BID, soloist=soloist, bids=soloist + 1)
        if self.is_discarding(deal):
            return self.given_to(deal, 1 << action, SKAT)._replace(discarded=deal.discarded + 1)
        return self.play(deal, action)

    def given_to(self, deal, cards, owner):
        """Return the deal with cards in another hand."""
        low, high = deal.low & ~cards, deal.high & ~cards
        return deal._replace(low=low | (cards if owner & 1 else 0), high=high | (cards if owner & 2 else 0))

    def trumps(self, deal):
        """Return all trumps."""
        if deal.contract == NULL:
            return 0
        return JACKS if deal.contract == GRAND else JACKS | SUIT << (deal.contract - 1) * RANKS

    def suit_of(self, deal, card):
        trumps = self.trumps(deal)
        return trumps if trumps >> card & 1 else SUIT << card // RANKS * RANKS & ~trumps

    def beats(self, deal, card, top):
        trumps = self.trumps(deal)
        if (trumps >> card & 1) != (trumps >> top & 1):
            return trumps >> card & 1 == 1
        if trumps >> card & 1 and (card % RANKS == JACK or top % RANKS == JACK):
            return card % RANKS == JACK and (top % RANKS != JACK or card > top)
        if card // RANKS != top // RANKS:
            return False
        if deal.contract == NULL:
            return NULL_ORDER[card % RANKS] > NULL_ORDER[top % RANKS]
        return card > top

    def worth(self, deal, trick):
        """In a null game tricks are counted."""
        if deal.contract == NULL:
            return 1
        points = 0
        while trick:
            points += POINTS[((trick & CARD) - 1) % RANKS]
            trick >>= CARD_BITS
        return points

    def is_terminal(self, deal):
        if deal.contract == 0:
            return deal.bids == PLAYERS
        if deal.contract == NULL and self.won_by(deal, deal.soloist) > 0:
            return True
        return bit_count(deal.played) == CARDS - SKAT_CARDS

    def utility(self, deal, player):
        if deal.contract == 0:
            return 0.0
        won = self.won_by(deal, deal.soloist)
        if deal.contract == NULL:
            value = NULL_STAKE if won == 0 else -NULL_STAKE
        else:
            value = won + self.points_of(self.hand(deal, SKAT)) - HALF
        return float(value) if player == deal.soloist else -value / 2

    def points_of(self, cards):
        """Return the points in a set of cards."""
        points = 0
        for card in range(CARDS):
            if cards >> card & 1:
                points += POINTS[card % RANKS]
        return points

    def seen(self, deal, player):
        """The soloist knows what he has put away."""
        own = self.hand(deal, player)
        return own | self.hand(deal, SKAT) if deal.contract and player == deal.soloist else own

    def percept(self, deal, action, child, player):
        """The soloist sees the skat; what he puts away the others do not see."""
        if deal.dealt < self.cards:
            return deal.dealt if action == player else NOTHING
        if deal.contract == 0 and child.contract and player == child.soloist:
            return self.hand(deal, SKAT)
        return NOTHING if deal.contract and self.is_discarding(deal) else action

    def shown(self, deal, card):
        if deal.trick == 0:
            return 0
        led = (deal.trick & CARD) - 1
        if self.suit_of(deal, led) >> card & 1:
            return 0
        if self.trumps(deal) >> led & 1 == 0:
            return 1 << led // RANKS
        return 1 << JACK_CLASS if deal.contract == GRAND else 1 << JACK_CLASS | 1 << deal.contract - 1

    def class_of(self, deal, number):
        if number == JACK_CLASS:
            return JACKS
        return SUIT << number * RANKS & ~(0 if deal.contract == NULL else JACKS)

    def size(self, deal, owner):
        if deal.contract and self.is_discarding(deal):
            if owner == SKAT:
                return deal.discarded
            if owner == deal.soloist:
                return self.first_size(owner) + SKAT_CARDS - deal.discarded
        return self.first_size(owner)
