"""Heads or tails: stake coins on a toss until you are rich or broke (Dubins and Savage 1965; Sutton and Barto, 4.3)."""

import re
from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.commentary import Commentary
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.shared.notation import read_number

TAILS, HEADS = 0, 1
UNITS = ("coins", "tosses", "left", "at", "stake")  # words that `show` writes between the numbers


class Purse(NamedTuple):
    coins: int  # that the player has, his stake included
    left: int  # tosses that are still to come
    stake: int = 0  # the coin is in the air if this is not 0


@compiled
class Coins(Game):
    """Have `goal` coins before the `tosses` tosses are over, beginning with `coins`.

    Before each toss the player stakes one coin or more, at most what he has and at most what he needs. A coin is
    tossed: by heads, which has the probability `heads`, he wins as many as he staked, by tails he loses them. He gets 1
    if he reaches the goal and 0 if he has no coins or no tosses left.

    The values can be found by hand where the goal is a power of two, 2 ** n, there are at least n tosses, and
    heads is not likelier than tails: then nothing is better than bold play, to stake as much as is allowed. With half
    of the goal he wins with probability p = `heads`; with less, v(c) = p * v(2 * c); with more, he wins at once or
    falls back: v(c) = p + (1 - p) * v(2 * c - goal). With a fair coin that is c / goal.
    """

    goal: int = 8
    coins: int = 2
    tosses: int = 6
    heads: float = 0.4
    players = 1
    has_chance = True
    utilities = (0.0, 1.0)

    def __post_init__(self):
        if not 1 <= self.coins < self.goal:
            raise HalfmoveError(f"{self.coins} coins and a goal of {self.goal}: begin with 1 coin up to goal - 1")
        if self.tosses < 1:
            raise HalfmoveError(f"{self.tosses} tosses are not a game")
        if not 0 < self.heads < 1:
            raise HalfmoveError(f"heads with probability {self.heads:g}: it must be between 0 and 1")

    @property
    def longest(self):  # type: ignore[override]
        return 2 * self.tosses  # a stake and a toss

    @property
    def initial(self):
        return Purse(self.coins, self.tosses, 0)

    def to_move(self, purse):
        return CHANCE if purse.stake > 0 else 0

    def actions(self, purse):
        if purse.stake > 0:
            yield HEADS
            yield TAILS
        else:
            for stake in range(min(purse.coins, self.goal - purse.coins), 0, -1):
                yield stake

    def chances(self, purse):
        yield HEADS, self.heads
        yield TAILS, 1.0 - self.heads

    def result(self, purse, action):
        if purse.stake == 0:
            return Purse(purse.coins, purse.left, action)
        coins = purse.coins + purse.stake if action == HEADS else purse.coins - purse.stake
        return Purse(coins, purse.left - 1, 0)

    def is_terminal(self, purse):
        return purse.coins == 0 or purse.coins >= self.goal or purse.left == 0

    def utility(self, purse, player):
        return 1.0 if purse.coins >= self.goal else 0.0

    def evaluate(self, purse, player):
        """Return what the state would be worth with a fair coin."""
        return purse.coins / self.goal

    def show(self, purse):
        return f"{purse.coins} coins, {purse.left} tosses left" + f", {purse.stake} at stake" * (purse.stake > 0)

    def name(self, action, state=None):
        if state is not None and state.stake > 0:
            return ("tails", "heads")[action]
        return str(action)

    def read(self, written):
        """Return the state of two or three numbers: coins, tosses left and what is at stake, as in `2 6` or `2 6 1`."""
        words = [word for word in written.replace(",", " ").split() if word.casefold() not in UNITS]
        if len(words) not in (2, 3):
            raise MalformedText(f"'{written}' should say how many coins, tosses left and, in the air, coins at stake")
        what = ("coins", "tosses left", "coins at stake")
        most = (self.goal, self.tosses, self.goal)
        coins, left, stake = [read_number(*item) for item in zip([*words, "0"], most, what)]
        if stake > min(coins, self.goal - coins) or stake and not left:
            raise MalformedText(f"'{written}': {stake} coins at stake of {coins}, with {left} tosses left")
        return Purse(coins, left, stake)


class CoinsCommentary(Commentary):
    """Why a stake is refused."""

    def why_illegal(self, purse, written):
        """Say why so many coins cannot be staked, or what a coin cannot show."""
        if purse.stake > 0:
            return "the coin is in the air, and shows heads or tails"
        if not re.fullmatch(r"[0-9]{1,9}", written.strip(), re.ASCII):
            return "not a number of coins"
        most = min(purse.coins, self.game.goal - purse.coins)
        return f"with {purse.coins} coins and a goal of {self.game.goal} one stakes 1 to {most}"
