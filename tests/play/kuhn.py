"""Kuhn poker (Kuhn 1950) as a user would tell it: three cards, two players, one bet."""

from typing import NamedTuple

from halfmove import CHANCE, Game

PASS, BET = 0, 1
UNDEALT, DEALT, CHECKED, CALL_OR_FOLD = 0b0, 0b1, 0b10, 0b101
PASSED, FOLDED, CALLED, FOLDED_LATE, CALLED_LATE = 0b100, 0b110, 0b111, 0b1010, 0b1011
OVER = PASSED, FOLDED, CALLED, FOLDED_LATE, CALLED_LATE


class Hand(NamedTuple):
    first: int = 0  # cards from 1 to 3; 0 is none, or not to be seen
    second: int = 0
    history: int = UNDEALT  # a 1, and a bit for each pass or bet


class KuhnPoker(Game):
    """Bet that your card is the higher one, or make the other believe it."""

    initial = Hand()
    utilities = (-2.0, 2.0)
    has_chance = True
    has_secrets = True

    def to_move(self, hand):
        if hand.history == UNDEALT:
            return CHANCE
        return 0 if hand.history in (DEALT, CALL_OR_FOLD) else 1

    def actions(self, hand):
        if hand.history == UNDEALT:
            for first in range(1, 4):
                for second in range(1, 4):
                    if first != second:
                        yield 10 * first + second
        else:
            yield PASS
            yield BET

    def result(self, hand, action):
        if hand.history == UNDEALT:
            return Hand(action // 10, action % 10, DEALT)
        return Hand(hand.first, hand.second, 2 * hand.history + action)

    def is_terminal(self, hand):
        return hand.history in OVER

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
        if hand.history in (PASSED, CALLED, CALLED_LATE):  # the cards are shown
            return hand
        return Hand(hand.first if player == 0 else 0, hand.second if player == 1 else 0, hand.history)
