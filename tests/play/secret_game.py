"""A game with secrets: each player is dealt a number that the other must not learn; then each guesses."""

from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.game import CHANCE, DRAW, Game

HIDDEN = 1_000_003  # numbers above this are secrets, and nothing else is


class Deal(NamedTuple):
    """What was dealt and guessed; 0 is nothing yet, or not to be seen."""

    first: int = 0
    second: int = 0
    guesses: int = 0
    player: int = CHANCE


@compiled
class Guess(Game):
    """Guess what the other one holds."""

    initial = Deal()
    repetition = DRAW
    has_chance = True
    has_secrets = True

    def to_move(self, deal):
        return deal.player

    def actions(self, deal):
        for card in range(4):
            yield HIDDEN + card if deal.player == CHANCE else card

    def result(self, deal, action):
        if deal.first == 0:
            return Deal(action, 0, 0, CHANCE)
        if deal.second == 0:
            return Deal(deal.first, action, 0, 0)
        return Deal(deal.first, deal.second, deal.guesses + 1, 1 - deal.player)

    def is_terminal(self, deal):
        return deal.guesses == 4

    def utility(self, deal, player):
        return 0.0

    def observation(self, deal, player):
        if player == 0:
            return Deal(deal.first, 0, deal.guesses, deal.player)
        return Deal(0, deal.second, deal.guesses, deal.player)
