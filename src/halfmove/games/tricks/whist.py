"""Whist, and partnerships of two against two."""

from dataclasses import field

from halfmove.compiled import compiled
from halfmove.core.game import CHANCE
from halfmove.games.tricks.cards import WhistDeal
from halfmove.games.tricks.rules import Tricks
from halfmove.games.tricks.text import TURNED, WhistText, check_ranks, read_trump

DEALER = 3  # the player whose card is turned; the next one leads


class Partnership(Tricks):
    """A game of North and South against East and West, who count their tricks."""

    unit = "tricks"
    step = 2.0
    player_names = ("North", "East", "South", "West")

    @property
    def utilities(self):  # type: ignore[override]
        return -float(self.ranks), float(self.ranks)

    def side(self, player):
        return player & 1

    def utility(self, deal, player):
        """Return how many tricks more than the others a side has."""
        ours = self.won_by(deal, player) + self.won_by(deal, player ^ 2)
        return float(2 * ours - self.ranks)


@compiled
class Whist(WhistText, Partnership):
    """Take more tricks than the other pair does.

    North and South play against East and West, with 4 suits of `ranks` cards, the ace and those below it. After the
    deal a card of West, the dealer, drawn at random, is turned up: its suit is trumps (`trump` is `turned`), unless
    `trump` names a suit (C, D, H, S) or is `none`. North leads. A side is worth the tricks it has more than the other.
    """

    ranks: int = 13
    trump: str = TURNED
    fixed: int = field(init=False, repr=False)  # the trump suit, NO_TRUMP, or -1 where a card is turned
    initial = WhistDeal()

    def __post_init__(self):
        vars(self).update(fixed=read_trump(self.trump))
        check_ranks(self.ranks)

    @property
    def longest(self):  # type: ignore[override]
        return 2 * self.cards + 1

    def is_turning(self, deal):
        """Tell whether a card is to be turned."""
        return self.fixed < 0 and deal.turned == 0

    def to_move(self, deal):
        return CHANCE if deal.dealt < self.cards or self.is_turning(deal) else self.seat(deal)

    def legal(self, deal):
        return self.hand(deal, DEALER) if self.is_turning(deal) else self.playable(deal)

    def result(self, deal, action):
        if deal.dealt < self.cards:
            return self.give(deal, action)
        if self.is_turning(deal):
            return deal._replace(turned=action + 1)
        return self.play(deal, action)

    def trump_of(self, deal):
        return (deal.turned - 1) // self.ranks if self.fixed < 0 else self.fixed

    def seen(self, deal, player):
        shown = 1 << deal.turned - 1 if deal.turned else 0
        return self.hand(deal, player) | deal.held & shown
