"""Hearts: four players, each for himself, who avoid to take hearts and the queen of spades."""

from halfmove.compiled import bit_count, compiled
from halfmove.core.game import CHANCE, NOTHING
from halfmove.games.tricks.cards import CARD, CARD_BITS, CLASS, HEARTS, SPADES, HeartsDeal
from halfmove.games.tricks.rules import Tricks
from halfmove.games.tricks.text import HeartsText, check_ranks

CHOSEN = 3  # cards that each player passes
QUEEN_POINTS = 13  # of spades; each heart is 1
BELOW_ACE = 2  # ranks from the ace down to the queen
FEWEST_RANKS = 3
QUEEN = 4  # the class of the queen of spades; the spades without her are another
ONLY_HEARTS = CLASS ^ 1 << HEARTS  # what a player does not have who leads hearts before they are broken
ONLY_POINTS = 0b1011  # and who plays points to the first trick: clubs, diamonds and other spades


@compiled
class Hearts(HeartsText, Tricks):
    """Take as few hearts as you can, and not the queen of spades; or take them all.

    Four suits of `ranks` cards, no trumps; each plays for himself. With `passing`, chance decides after the deal
    whether cards are passed on: to the next player, the one opposite or the one before, or not at all. Each player in
    turn chooses three of his cards, and all get what is passed to them at once. The lowest club is led first. To the
    first trick nobody plays hearts or the queen of spades who has anything else. Hearts are not led, unless there
    is nothing else to lead, before a heart or the queen of spades was played.

    Each heart that a player takes is a point against him, the queen of spades 13; a player who takes all has none, and
    each other player all. A player is worth minus his points. These are the rules of OpenSpiel's `hearts`.
    """

    ranks: int = 13
    passing: bool = True
    initial = HeartsDeal()
    unit = "points"

    def __post_init__(self):
        check_ranks(self.ranks, FEWEST_RANKS)

    @property
    def utilities(self):  # type: ignore[override]
        return -float(self.ranks + QUEEN_POINTS), 0.0

    @property
    def longest(self):  # type: ignore[override]
        return 2 * self.cards + 1 + CHOSEN * self.players

    @property
    def queen(self):
        """The queen of spades, as a set."""
        return 1 << (SPADES + 1) * self.ranks - 1 - BELOW_ACE

    @property
    def hearts(self):
        """All hearts."""
        return (1 << self.ranks) - 1 << HEARTS * self.ranks

    def is_choosing(self, deal):
        """Tell whether cards are being chosen to be passed on."""
        return deal.direction > 0 and deal.chosen < CHOSEN * self.players

    def to_move(self, deal):
        if deal.dealt < self.cards or deal.direction < 0:
            return CHANCE
        return deal.chosen // CHOSEN if self.is_choosing(deal) else self.seat(deal)

    def seat(self, deal):
        """The player with the lowest club leads it."""
        if deal.played == 0:
            return deal.low & 1 | (deal.high & 1) << 1
        return (deal.leader + bit_count(deal.played)) % self.players

    def legal(self, deal):
        if deal.direction < 0:
            return (1 << self.players) - 1 if self.passing else 1
        if self.is_choosing(deal):
            return self.hand(deal, deal.chosen // CHOSEN) & ~deal.passed
        return self.playable(deal)

    def leads(self, deal, hand):
        if deal.played == 0:
            return hand & 1
        others = hand & ~self.hearts
        return others if others and not deal.played & (self.hearts | self.queen) else hand

    def discards(self, deal, hand):
        others = hand & ~(self.hearts | self.queen)
        return others if others and bit_count(deal.played) < self.players else hand

    def result(self, deal, action):
        if deal.dealt < self.cards:
            return self.give(deal, action)
        if deal.direction < 0:
            return deal._replace(direction=action)
        if self.is_choosing(deal):
            deal = deal._replace(chosen=deal.chosen + 1, passed=deal.passed | 1 << action)
            return deal if self.is_choosing(deal) else self.exchanged(deal)
        if deal.played == 0:
            deal = deal._replace(leader=self.seat(deal))
        return self.play(deal, action)

    def exchanged(self, deal):
        """Give the cards that were chosen to the players to whom they are passed: add to the number of each owner."""
        low, high = deal.low, deal.high
        if deal.direction != 2:
            carried = low if deal.direction == 1 else ~low
            high ^= carried & deal.passed
            low ^= deal.passed
        else:
            high ^= deal.passed
        return deal._replace(low=low, high=high)

    def worth(self, deal, trick):
        cards = 0
        while trick:
            cards |= 1 << (trick & CARD) - 1
            trick >>= CARD_BITS
        return bit_count(cards & self.hearts) + (QUEEN_POINTS if cards & self.queen else 0)

    def utility(self, deal, player):
        all_points = self.ranks + QUEEN_POINTS
        points = self.won_by(deal, player)
        for other in range(self.players):
            if self.won_by(deal, other) == all_points:
                points = 0 if other == player else all_points
        return float(-points)

    # Who sees what.

    def given(self, deal, player):
        """Return the cards that a player has passed on, once they are exchanged."""
        if deal.direction <= 0 or self.is_choosing(deal):
            return 0
        return deal.passed & self.owned(deal, (player + deal.direction) % self.players)

    def seen(self, deal, player):
        return self.hand(deal, player) | deal.held & self.given(deal, player)

    def observation(self, deal, player):
        if self.is_terminal(deal):
            return deal
        known = self.seen(deal, player)
        passed = deal.passed & (self.given(deal, player) | self.owned(deal, player))
        low, high = deal.low & (known | deal.played), deal.high & (known | deal.played)
        return deal._replace(held=known, low=low, high=high, passed=passed)

    def percept(self, deal, action, child, player):
        """A player does not see what others choose, but what comes to him."""
        if deal.dealt < self.cards:
            return deal.dealt if action == player else NOTHING
        if self.is_choosing(deal):
            return NOTHING if self.is_choosing(child) else child.passed & self.hand(child, player)
        return action

    def shown(self, deal, card):
        points = 1 << card & (self.hearts | self.queen)
        if deal.trick == 0:
            unbroken = deal.played & (self.hearts | self.queen) == 0
            return ONLY_HEARTS if unbroken and 1 << card & self.hearts else 0
        led = (deal.trick & CARD) - 1
        if card // self.ranks == led // self.ranks:
            return 0
        if points and bit_count(deal.played) < self.players:
            return ONLY_POINTS
        suit = led // self.ranks
        return 1 << SPADES | 1 << QUEEN if suit == SPADES else 1 << suit

    def class_of(self, deal, number):
        if number == QUEEN:
            return self.queen
        return ((1 << self.ranks) - 1 << number * self.ranks) & ~self.queen

    def guess(self, deal, player, rng):
        """Draw the hands, then what the others have passed among themselves."""
        guessed = self.guessed(deal, player, rng)
        if deal.direction <= 0 or deal.dealt < self.cards or self.is_terminal(deal):
            return guessed
        if self.is_choosing(deal):
            passed = deal.passed & self.owned(guessed, player)
            for giver in range(self.players):
                count = min(max(deal.chosen - CHOSEN * giver, 0), CHOSEN)
                if giver != player:
                    passed |= self.draw(rng, self.hand(guessed, giver), count)
        else:
            passed = deal.passed & (self.given(deal, player) | self.owned(guessed, player))
            for giver in range(self.players):
                taker = (giver + deal.direction) % self.players
                if giver != player and taker != player:
                    passed |= self.draw(rng, self.owned(guessed, taker) & (guessed.held | guessed.played), CHOSEN)
        return guessed._replace(passed=passed)
