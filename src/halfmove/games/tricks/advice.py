"""Advice for hearts: how simulated games are played, by players who avoid points."""

from halfmove.compiled import bit_count, compiled, highest_bit, lowest_bit, nth_bit
from halfmove.core.advice import Advice
from halfmove.games.tricks.cards import CARD
from halfmove.games.tricks.hearts import Hearts

CARELESS = 4  # of so many cards one is played at random


@compiled
class HeartsAdvice(Advice):
    """Stay below the card that takes the trick, and get rid of points and high cards."""

    game: Hearts

    unit = "points"

    def playout_action(self, deal, last, rng):
        """Play low, but as high as is safe; where another suit was led, play the queen of spades or the highest."""
        game = self.game
        legal = game.legal(deal)
        if game.is_choosing(deal) or rng.below(CARELESS) == 0:
            return game.sample(deal, rng)
        if deal.trick == 0:
            return self.by_rank(legal, rng, False)
        if legal & game.suit_of(deal, (deal.trick & CARD) - 1):
            below = legal & (1 << game.top(deal)) - 1
            if below:
                return highest_bit(below)
            is_last = bit_count(deal.played) % game.players == game.players - 1
            return highest_bit(legal) if is_last else lowest_bit(legal)
        if legal & game.queen:
            return lowest_bit(game.queen)
        return highest_bit(legal & game.hearts) if legal & game.hearts else self.by_rank(legal, rng, True)

    def by_rank(self, cards, rng, high):
        """Draw two cards, and return the higher or the lower one."""
        one, other = nth_bit(cards, rng.below(bit_count(cards))), nth_bit(cards, rng.below(bit_count(cards)))
        return one if (one % self.game.ranks > other % self.game.ranks) == high else other
