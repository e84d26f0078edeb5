"""A card game: what a player does not see, and a player that guesses it.

A search that looks at the whole state refuses a game with secrets; people, `strong` and players of your own play it.
"""

from typing import NamedTuple

from halfmove import CHANCE, Choice, Game, best_actions, bit_count, compiled
from halfmove.core.random import random

CARDS = 8  # in the pack, from 1, the lowest, to 8; two of them are not dealt
HAND = 3  # cards of each player
GUESSES = 20  # deals that `guesser` thinks about


class Table(NamedTuple):
    first: int = 0  # the cards in the hands of the players, one bit each
    second: int = 0
    gone: int = 0  # the cards that have been played
    dealt: int = 0  # how many
    led: int = 0  # the card that is to be answered; 0 if there is none
    player: int = 0
    tricks: int = 0  # of the first player


@compiled
class Tricks(Game):
    """Three tricks with three cards each: the higher card takes the trick, and its owner leads to the next.

    Each player sees his own cards only, and two cards are not dealt. Who takes more tricks wins.
    """

    initial = Table()
    has_chance = True
    has_secrets = True

    def to_move(self, table):
        return CHANCE if table.dealt < 2 * HAND else table.player

    def actions(self, table):
        for card in range(1, CARDS + 1):
            if table.dealt < 2 * HAND:
                if not (table.first | table.second) >> card & 1:
                    yield card
            elif self.hand(table, table.player) >> card & 1:
                yield card

    def hand(self, table, player):
        return table.first if player == 0 else table.second

    def result(self, table, card):
        if table.dealt < 2 * HAND:  # the first three cards go to the first player
            if table.dealt < HAND:
                return table._replace(first=table.first | 1 << card, dealt=table.dealt + 1)
            return table._replace(second=table.second | 1 << card, dealt=table.dealt + 1)
        rest = table._replace(
            first=table.first & ~(1 << card), second=table.second & ~(1 << card), gone=table.gone | 1 << card
        )
        if table.led == 0:
            return rest._replace(led=card, player=1 - table.player)
        winner = table.player if card > table.led else 1 - table.player
        return rest._replace(led=0, player=winner, tricks=table.tricks + 1 - winner)

    def is_terminal(self, table):
        return bit_count(table.gone) == 2 * HAND

    def utility(self, table, player):
        return 1.0 if (2 * table.tricks > HAND) == (player == 0) else -1.0

    def observation(self, table, player):
        """Hide the cards of the other player."""
        return table._replace(second=0) if player == 0 else table._replace(first=0)

    def show(self, table):
        hands = [f"{self.player_names[player]} holds {self.cards(self.hand(table, player))}" for player in (0, 1)]
        led = [f"{table.led} is to be answered"] if table.led else []
        return "\n".join([*hands, *led, f"tricks of {self.player_names[0]}: {table.tricks}"])

    def cards(self, hand):
        return " ".join(str(card) for card in range(1, CARDS + 1) if hand >> card & 1) or "-"


@compiled
class OpenTricks(Tricks):
    """The same game with all cards on the table, which every search can look through."""

    has_secrets = False

    def observation(self, table, player):
        return table


def guesser(game, seen, limit):
    """Deal the hidden cards at random again and again, and play the card that is best in most of these deals."""
    open_game, numbers = OpenTricks(), random(seen.gone + seen.first + seen.second)
    votes = {}
    for _ in range(GUESSES):
        for action in best_actions(open_game, deal_hidden(seen, numbers)):
            votes[action] = votes.get(action, 0) + 1
    best = max(votes, key=votes.get)
    return Choice(best, votes[best] / GUESSES, kind="estimate")


def deal_hidden(seen, numbers):
    """Return a whole state that a player may be in, as far as he sees."""
    known = seen.first | seen.second | seen.gone
    left = [card for card in range(1, CARDS + 1) if not known >> card & 1]
    count = HAND - bit_count(seen.gone) // 2 - (seen.led != 0)
    hand = 0
    for _ in range(count):
        hand |= 1 << left.pop(numbers.below(len(left)))
    return seen._replace(second=hand) if seen.player == 0 else seen._replace(first=hand)
