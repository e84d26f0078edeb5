"""Kuhn poker (Kuhn 1950) with any number of cards: one-card poker."""

from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.commentary import Commentary
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.explain.board import BoardPicture
from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.card_table import CardTable
from halfmove.games.shared.card_table import Hand as Row
from halfmove.games.shared.ranks import MOST_RANKS, NOT_DEALT, UNKNOWN, rank_names

PASS, BET = 0, 1
NAMES = ("pass", "bet")
CARDS = 2  # that are dealt

# What was done: a 1, and then a bit for each pass or bet.
NEW, CHECKED, BETTING, CHECKED_BETTING = 0b1, 0b10, 0b11, 0b101
PASSED, FOLDED, CALLED, FOLDED_LATE, CALLED_LATE = 0b100, 0b110, 0b111, 0b1010, 0b1011


class Hand(NamedTuple):
    first: int = 0  # cards from 1, the lowest; 0 is none, or one that is not to be seen
    second: int = 0
    dealt: int = 0  # how many cards
    history: int = NEW


@compiled
class KuhnPoker(Game):
    """Each of two players antes 1 and is dealt one card; the first passes or bets 1, the second answers.

    After a pass and a bet the first player answers once more. A pass after a bet gives up; otherwise the higher card
    wins.
    """

    ranks: int = 3

    initial = Hand()
    utilities = (-2.0, 2.0)
    has_chance = True
    has_secrets = True
    longest = 5

    def __post_init__(self):
        if not CARDS <= self.ranks <= MOST_RANKS:
            raise HalfmoveError(f"{self.ranks} cards: there are {CARDS} to {MOST_RANKS}")

    def to_move(self, hand):
        if hand.dealt < CARDS:
            return CHANCE
        return 1 if hand.history in (CHECKED, BETTING) else 0

    def actions(self, hand):
        if hand.dealt < CARDS:
            for card in range(1, self.ranks + 1):
                if card != hand.first:
                    yield card
        else:
            yield PASS
            yield BET

    def result(self, hand, action):
        if hand.dealt == 0:
            return Hand(action, 0, 1, NEW)
        if hand.dealt == 1:
            return Hand(hand.first, action, CARDS, NEW)
        return Hand(hand.first, hand.second, CARDS, 2 * hand.history + action)

    def is_terminal(self, hand):
        return hand.history not in (NEW, CHECKED, BETTING, CHECKED_BETTING)

    def utility(self, hand, player):
        if hand.history == FOLDED:
            winner = 0
        elif hand.history == FOLDED_LATE:
            winner = 1
        else:
            winner = 0 if hand.first > hand.second else 1
        stake = 2.0 if hand.history in (CALLED, CALLED_LATE) else 1.0
        return stake if player == winner else -stake

    def observation(self, hand, player):
        return Hand(hand.first if player == 0 else 0, hand.second if player == 1 else 0, hand.dealt, hand.history)

    def percept(self, hand, action, child, player):
        """A player notices his own card, and every pass and bet."""
        return action if hand.dealt == CARDS or hand.dealt == player else NOTHING

    def guess(self, hand, player, rng):
        if hand.dealt < CARDS:
            return hand
        own = hand.first if player == 0 else hand.second
        other = 1 + rng.below(self.ranks - 1)
        if other >= own:
            other += 1
        return Hand(own if player == 0 else other, other if player == 0 else own, CARDS, hand.history)

    def name(self, action, state=None):
        if state is not None and state.dealt < CARDS:
            return rank_names(self.ranks)[action - 1]
        return NAMES[action] if action in (PASS, BET) else str(action)

    def show(self, hand):
        """Write the two cards, and what was done: `J/? pass bet`."""
        done = [NAMES[hand.history >> bit & 1] for bit in range(hand.history.bit_length() - 2, -1, -1)]
        return " ".join([f"{self.card(hand, 0)}/{self.card(hand, 1)}", *done])

    def card(self, hand, player):
        card = hand.first if player == 0 else hand.second
        return rank_names(self.ranks)[card - 1] if card else UNKNOWN if player < hand.dealt else NOT_DEALT

    def read(self, written):
        words = written.replace("/", " ").split()
        names = rank_names(self.ranks)
        cards = [card.upper() for card in words[:CARDS]]
        if len(cards) < CARDS or any(card not in (*names, NOT_DEALT, UNKNOWN) for card in cards):
            raise MalformedText(f"'{written}' should begin with two of {' '.join(names)}, as in {names[0]}/{names[1]}")
        dealt = CARDS - cards.count(NOT_DEALT)
        numbers = [names.index(card) + 1 if card in names else 0 for card in cards]
        if cards[dealt:].count(NOT_DEALT) != CARDS - dealt or dealt < CARDS and len(words) > CARDS:
            raise MalformedText(f"'{written}': the first player is dealt a card, then the second, then they act")
        if numbers[0] and numbers[0] == numbers[1]:
            raise MalformedText(f"'{written}': both cannot hold the {cards[0]}")
        hand = Hand(numbers[0], numbers[1], dealt)
        for word in words[CARDS:]:
            if word.casefold() not in NAMES or self.is_terminal(hand):
                raise MalformedText(f"'{written}': {word} is not an action that can be taken here")
            hand = self.result(hand, NAMES.index(word.casefold()))
        return hand


class KuhnPokerDrawing(BoardDrawing):
    """Two cards."""

    def table(self):
        return CardTable([Row(name, 1) for name in self.game.player_names])

    def describe(self):
        return self.table().board()

    def picture(self, hand):
        cards, table, pieces = (hand.first, hand.second), self.table(), []
        for player, card in enumerate(cards[: hand.dealt]):
            pieces += table.hand(player, [self.game.card(hand, player)] if card else [], face_down=int(card == 0))
        return BoardPicture(tuple(pieces))


class KuhnPokerCommentary(Commentary):
    """A pass and a bet are heard."""

    def why_illegal(self, hand, written):
        return "" if hand.dealt < CARDS else "an action is pass or bet"

    def announce(self, percept, hand):
        return NAMES[percept]
