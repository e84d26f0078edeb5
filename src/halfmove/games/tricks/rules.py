"""What all trick-taking games have in common: a deal, following suit, tricks; and who sees which cards."""

from halfmove.compiled import bit_count, lowest_bit, nth_bit
from halfmove.core.game import CHANCE, NOTHING
from halfmove.games.tricks.cards import CARD, CARD_BITS, CLASS, CLASSES, COUNT, COUNT_BITS, NO_TRUMP, OWNERS
from halfmove.games.tricks.guessing import GuessingDeals
from halfmove.games.tricks.text import TricksText


class Tricks(GuessingDeals, TricksText):
    """A trick-taking game; a subclass says what differs.

    All cards of the deck are dealt, evenly, each owner as likely as he has room. In turn each player plays a card from
    his hand. Who does not lead has to follow: to play a card of the suit that was led, if he has one. The highest card
    of that suit takes the trick, or the highest trump if there is one, and who takes it leads to the next.
    """

    has_chance = True
    has_secrets = True
    players = 4
    ranks = 13  # cards of a suit
    owners = OWNERS  # of cards: the players, and perhaps a place where cards lie face down

    @property
    def cards(self):
        """How many there are."""
        return 4 * self.ranks

    # Whose turn it is, and what can be done.

    def to_move(self, deal):
        return CHANCE if deal.dealt < self.cards else self.turn(deal)

    def turn(self, deal):
        """Return who is to move after the deal."""
        return self.seat(deal)

    def seat(self, deal):
        """Return from whose hand the next card is played."""
        return (deal.leader + bit_count(deal.played)) % self.players  # whole tricks make no difference

    def actions(self, deal):
        if deal.dealt < self.cards:
            for owner in range(self.owners):
                if self.room(deal, owner) > 0:
                    yield owner
        else:
            left = self.legal(deal)
            while left:
                yield lowest_bit(left)
                left &= left - 1

    def chances(self, deal):
        if deal.dealt < self.cards:
            for owner in range(self.owners):
                if self.room(deal, owner) > 0:
                    yield owner, self.room(deal, owner) / (self.cards - deal.dealt)
        else:
            count = bit_count(self.legal(deal))
            for outcome in self.actions(deal):
                yield outcome, 1.0 / count

    def sample(self, deal, rng):
        """Draw an action evenly, or an owner by the room in his hand."""
        if deal.dealt < self.cards:
            left = rng.below(self.cards - deal.dealt)
            for owner in range(self.owners - 1):
                left -= self.room(deal, owner)
                if left < 0:
                    return owner
            return self.owners - 1
        legal = self.legal(deal)
        return nth_bit(legal, rng.below(bit_count(legal)))

    def room(self, deal, owner):
        """Return how many cards an owner is still to be dealt."""
        return self.first_size(owner) - bit_count(self.hand(deal, owner))

    def first_size(self, owner):
        """Return how many cards an owner is dealt."""
        return self.ranks

    def legal(self, deal):
        """Return the actions of the player to move as a set."""
        return self.playable(deal)

    def playable(self, deal):
        """Return the cards that may be played."""
        hand = self.hand(deal, self.seat(deal))
        if deal.trick == 0:
            return self.leads(deal, hand)
        following = hand & self.suit_of(deal, (deal.trick & CARD) - 1)
        return following if following else self.discards(deal, hand)

    def leads(self, deal, hand):
        """Return the cards of a hand that may be led."""
        return hand

    def discards(self, deal, hand):
        """Return the cards that may be played from a hand that cannot follow."""
        return hand

    # What follows.

    def result(self, deal, action):
        return self.give(deal, action) if deal.dealt < self.cards else self.play(deal, action)

    def give(self, deal, owner):
        """Deal the next card to an owner."""
        card = 1 << deal.dealt
        low, high = deal.low | card * (owner & 1), deal.high | card * (owner >> 1)
        return deal._replace(dealt=deal.dealt + 1, held=deal.held | card, low=low, high=high)

    def play(self, deal, card):
        """Play a card from the hand whose turn it is."""
        count, seat = bit_count(deal.played) % self.players, self.seat(deal)
        voids = deal.voids | self.shown(deal, card) << CLASSES * seat
        trick, leader, taker, won = deal.trick | card + 1 << CARD_BITS * count, deal.leader, deal.taker, deal.won
        if count == 0 or self.beats(deal, card, self.top(deal)):
            taker = seat
        if count == self.players - 1:
            won += self.worth(deal, trick) << COUNT_BITS * taker
            trick, leader = 0, taker
        bit = 1 << card
        deal = deal._replace(held=deal.held & ~bit, played=deal.played | bit, trick=trick, leader=leader)
        return deal._replace(taker=taker, won=won, voids=voids)

    def top(self, deal):
        """Return the card that takes the trick as it stands."""
        place = (deal.taker - deal.leader) % self.players
        return (deal.trick >> CARD_BITS * place & CARD) - 1

    def beats(self, deal, card, top):
        """Tell whether a card takes the trick from the one that would take it so far."""
        if card // self.ranks == top // self.ranks:
            return card > top
        return card // self.ranks == self.trump_of(deal)

    def trump_of(self, deal):
        """Return the suit of trumps."""
        return NO_TRUMP

    def suit_of(self, deal, card):
        """Return all cards that follow a card."""
        return (1 << self.ranks) - 1 << card // self.ranks * self.ranks

    def worth(self, deal, trick):
        """Return what a full trick counts: 1 where tricks are counted."""
        return 1

    def won_by(self, deal, player):
        """Return the tricks, or points, that a player has won."""
        return deal.won >> COUNT_BITS * player & COUNT

    def is_terminal(self, deal):
        return bit_count(deal.played) == self.cards

    # Who holds what, and who sees it.

    def hand(self, deal, owner):
        """Return the cards that an owner holds."""
        return deal.held & self.owned(deal, owner)

    def owned(self, deal, owner):
        """Return the cards of an owner, played or not, and any that nobody is known to own."""
        return (deal.low if owner & 1 else ~deal.low) & (deal.high if owner & 2 else ~deal.high)

    def seen(self, deal, player):
        """Return the cards in hands that a player knows of."""
        return self.hand(deal, player)

    def observation(self, deal, player):
        if self.is_terminal(deal):
            return deal
        known = self.seen(deal, player)
        return deal._replace(held=known, low=deal.low & (known | deal.played), high=deal.high & (known | deal.played))

    def percept(self, deal, action, child, player):
        """In the deal a player notices his own cards; what is played everybody sees."""
        if deal.dealt < self.cards:
            return deal.dealt if action == player else NOTHING
        return action

    # Which deals a player thinks possible.

    def shown(self, deal, card):
        """Return what the player of a card shows not to have, as a set of classes."""
        if deal.trick == 0:
            return 0
        led = (deal.trick & CARD) - 1
        return 1 << led // self.ranks if card // self.ranks != led // self.ranks else 0

    def class_of(self, deal, number):
        """Return the cards of a class."""
        return (1 << self.ranks) - 1 << number * self.ranks

    def lacked(self, deal, owner):
        """Return the cards that an owner has shown not to have."""
        shown, lacked = deal.voids >> CLASSES * owner & CLASS, 0
        while shown:
            lacked |= self.class_of(deal, lowest_bit(shown))
            shown &= shown - 1
        return lacked

    def size(self, deal, owner):
        """Return how many cards an owner has had in his hand since play began."""
        return self.first_size(owner)

    def guess(self, deal, player, rng):
        return self.guessed(deal, player, rng)

    def guessed(self, deal, player, rng):
        """Draw the hands anew as far as a player does not know them."""
        if deal.dealt < self.cards:
            return self.dealt_anew(deal, player, rng)
        if self.is_terminal(deal):
            return deal
        known = self.seen(deal, player)
        hidden = (1 << self.cards) - 1 & ~(known | deal.played)
        a, b, c = (player + 1) % self.owners, (player + 2) % self.owners, (player + 3) % self.owners
        of_a, of_b = self.share_out(
            rng,
            hidden & ~self.lacked(deal, a),
            hidden & ~self.lacked(deal, b),
            hidden & ~self.lacked(deal, c),
            self.unknown(deal, a, known),
            self.unknown(deal, b, known),
            self.unknown(deal, c, known),
        )
        of_c = hidden & ~(of_a | of_b)
        low, high = deal.low & ~hidden, deal.high & ~hidden
        low |= (of_a if a & 1 else 0) | (of_b if b & 1 else 0) | (of_c if c & 1 else 0)
        high |= (of_a if a & 2 else 0) | (of_b if b & 2 else 0) | (of_c if c & 2 else 0)
        return deal._replace(held=known | hidden, low=low, high=high)

    def unknown(self, deal, owner, known):
        """Return how many cards an owner holds that are not among those known."""
        return self.size(deal, owner) - bit_count(self.owned(deal, owner) & (deal.played | known))

    def dealt_anew(self, deal, player, rng):
        """Deal the cards again that a player was not given."""
        mine, again = self.hand(deal, player), deal._replace(dealt=0, held=0, low=0, high=0)
        for card in range(deal.dealt):
            owner = player
            if mine >> card & 1 == 0:
                left = 0
                for other in range(self.owners):
                    if other != player:
                        left += self.room(again, other)
                left = rng.below(left)
                for other in range(self.owners):
                    if other != player and left >= 0:
                        owner = other
                        left -= self.room(again, other)
            again = self.give(again, owner)
        return again
