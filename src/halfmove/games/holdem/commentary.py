"""What is written and said of a hand of hold'em: what cannot be done, what the others do, and what wins."""

from halfmove.core.commentary import Commentary
from halfmove.core.game import CHANCE
from halfmove.games.holdem.hands import CATEGORIES, CATEGORY
from halfmove.games.holdem.text import SEATS


class HoldemCommentary(Commentary):
    """Actions are heard, and cards are seen."""

    def read_action(self, state, written):
        """Return the action of a name, or of the first letter of a word (`k` is a check)."""
        word = written.strip().casefold()
        aliases = {"f": "fold", "c": self.game.name(1, state), "k": "check", "r": self.game.name(2, state), "b": "bet"}
        if self.game.to_move(state) != CHANCE:
            word = aliases.get(word, word)
        return super().read_action(state, word)

    def why_illegal(self, state, written):
        if self.game.to_move(state) == CHANCE:
            return ""
        pays = state.first_chips != state.second_chips
        if written.strip().casefold() in ("fold", "f") and not pays:
            return "there is nothing to pay: check"
        if written.strip().casefold() in ("raise", "bet", "r", "b") and state.raises >= self.game.cap:
            return f"there are {self.game.cap} bets in this round, and no more are allowed"
        return ""

    def how_ended(self, state):
        if state.folded >= 0:
            return f"{SEATS[state.folded]} folds"
        values = [self.game.value(cards | state.board) for cards in (state.first, state.second)]
        return CATEGORIES[max(values) >> CATEGORY]

    def announce(self, percept, seen):
        words = ("fold", "call or check", "raise")
        return words[percept] if percept < len(words) else "a card"
