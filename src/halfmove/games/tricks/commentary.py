"""What is written and said at a table of cards: which card, why it cannot be played, and what the others did."""

from halfmove.core.commentary import Commentary
from halfmove.core.game import CHANCE
from halfmove.core.naming import legal_actions
from halfmove.games.tricks.cards import CARD


class TricksCommentary(Commentary):
    """What the games of the family have in common."""

    def read_action(self, deal, written):
        """Return the action of a name; a card in whatever order of its letters."""
        card = self.game.read_card(written)
        if deal.dealt == self.game.cards and card in legal_actions(self.game, deal):
            return card
        return super().read_action(deal, written)

    def why_illegal(self, deal, written):
        """Say why a card cannot be played."""
        card = self.game.read_card(written)
        if deal.dealt < self.game.cards or card < 0 or self.game.to_move(deal) == CHANCE:
            return ""
        if not self.game.hand(deal, self.game.seat(deal)) >> card & 1:
            return f"{self.game.card_name(card)} is not in the hand that plays"
        if deal.trick:
            led = (deal.trick & CARD) - 1
            return f"{self.game.card_name(led)} was led, and there are cards to follow it"
        return ""

    def announce(self, percept, seen):
        return self.game.card_name(percept & CARD)


class HeartsCommentary(TricksCommentary):
    """Cards are passed before the first is played."""

    def announce(self, percept, seen):
        """Say which cards came to a player, or what was played."""
        return self.game.card_name(percept) if seen.played else f"{self.game.cards_text(percept)} for you"


class SkatCommentary(TricksCommentary):
    """Contracts are bid, and the soloist sees the skat."""

    def announce(self, percept, seen):
        """Say what was bid or played; to the soloist, what the skat is."""
        if seen.played == 0 and seen.contract and self.game.hand(seen, seen.soloist):
            return f"the skat is {self.game.cards_text(percept)}"
        return self.game.name(percept)
