"""Goofspiel: bid cards for prizes, both at once.

The rules are those of OpenSpiel's `goofspiel`; two choices at once are two choices of which the first is not heard.
"""

import re
from typing import NamedTuple

from halfmove.compiled import bit_count, compiled, highest_bit, lowest_bit
from halfmove.core.commentary import Commentary
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.errors import HalfmoveError, MalformedText

DESCENDING, ASCENDING, RANDOM = "descending", "ascending", "random"
MOST_CARDS = 13
POINTS = 128  # more than anybody can make

STATE = re.compile(
    r"([\d ]*)/([\d ]*) for ([\d ]*)prize (\d{1,2}) points (\d{1,3}):(\d{1,3})(?: sealed (\d{1,2}))? (\w+)"
)


class Bids(NamedTuple):
    first: int  # the cards in each hand, one bit each; none where they are not to be seen
    second: int
    prizes: int  # the prizes that are left besides the one that is bid for
    prize: int  # the one that is bid for; 0 if chance turns it over next
    points_first: int = 0
    points_second: int = 0
    sealed: int = 0  # the first player's bid, while the other decides; 0 is none
    player: int = 0


@compiled
class Goofspiel(Game):
    """Both players hold the cards 1 to n and bid one of them for each prize 1 to n; the higher bid takes it.

    Equal bids take nothing. The last cards are bid without asking. Bids are shown to both, or, where they are
    `hidden`, only the winner of the prize. More points win, or the points are counted (`margin`).
    """

    cards: int = 4
    hidden: bool = True
    margin: bool = False
    order: str = DESCENDING  # of the prizes

    has_secrets = True

    def __post_init__(self):
        if not 2 <= self.cards <= MOST_CARDS:
            raise HalfmoveError(f"{self.cards} cards: there are 2 to {MOST_CARDS}")
        if self.order not in (DESCENDING, ASCENDING, RANDOM):
            raise HalfmoveError(f"order={self.order} is none of {DESCENDING}, {ASCENDING} and {RANDOM}")

    @property
    def has_chance(self):  # type: ignore[override]
        return self.order == RANDOM

    @property
    def longest(self):  # type: ignore[override]
        return 3 * self.cards

    @property
    def utilities(self):  # type: ignore[override]
        most = self.cards * (self.cards + 1) / 2 if self.margin else 1.0
        return -most, most

    @property
    def initial(self):
        cards = (1 << self.cards + 1) - 2
        prize = self.next_prize(cards)
        return Bids(cards, cards, cards & ~(1 << prize) if prize else cards, prize)

    def next_prize(self, prizes):
        """Return the prize that is bid for next; 0 where chance decides."""
        if self.order == RANDOM:
            return 0
        return highest_bit(prizes) if self.order == DESCENDING else lowest_bit(prizes)

    def to_move(self, bids):
        return CHANCE if bids.prize == 0 else bids.player

    def actions(self, bids):
        cards = bids.prizes if bids.prize == 0 else bids.first if bids.player == 0 else bids.second
        for card in range(1, self.cards + 1):
            if cards >> card & 1:
                yield card

    def result(self, bids, card):
        if bids.prize == 0:
            return bids._replace(prize=card, prizes=bids.prizes & ~(1 << card))
        if bids.player == 0:
            return bids._replace(sealed=card, player=1)
        rest = self.settled(bids, bids.sealed, card)
        if bit_count(rest.first) > 1:
            return rest
        last = rest.prize if rest.prize else lowest_bit(rest.prizes)  # nothing is left to decide
        return self.settled(rest._replace(prize=last, prizes=0), lowest_bit(rest.first), lowest_bit(rest.second))

    def settled(self, bids, first, second):
        """Return the state after both bids for a prize."""
        prize = self.next_prize(bids.prizes) if bids.prizes else 0
        return Bids(
            bids.first & ~(1 << first),
            bids.second & ~(1 << second),
            bids.prizes & ~(1 << prize) if prize else bids.prizes,
            prize,
            bids.points_first + (bids.prize if first > second else 0),
            bids.points_second + (bids.prize if second > first else 0),
        )

    def is_terminal(self, bids):
        return bids.prizes == 0 and bids.prize == 0

    def utility(self, bids, player):
        lead = float(bids.points_first - bids.points_second)
        if not self.margin:
            lead = min(1.0, max(-1.0, lead))
        return lead if player == 0 else -lead

    def observation(self, bids, player):
        if player == 0:
            return bids._replace(second=0) if self.hidden else bids
        return bids._replace(first=0, sealed=0) if self.hidden else bids._replace(sealed=0)

    def percept(self, bids, action, child, player):
        """A sealed bid is not heard; then both learn the points and, if they are shown, the bids."""
        if bids.prize == 0:
            return action
        if bids.player == 0:
            return NOTHING
        points = POINTS * child.points_first + child.points_second
        return points if self.hidden else (points * POINTS + bids.sealed) * POINTS + action

    # Text for people.

    def show(self, bids):
        """Write both hands, the prizes that are left, the one that is bid for, the points, and whose turn it is."""
        first, second, prizes = (self.listed(cards) for cards in (bids.first, bids.second, bids.prizes))
        sealed = f" sealed {bids.sealed}" if bids.sealed else ""
        points = f"prize {bids.prize} points {bids.points_first}:{bids.points_second}"
        return f"{first}/{second} for {prizes}{' ' if prizes else ''}{points}{sealed} {self.player_names[bids.player]}"

    def listed(self, cards):
        return " ".join(str(card) for card in range(1, self.cards + 1) if cards >> card & 1)

    def read(self, written):
        match = STATE.fullmatch(" ".join(written.split()))
        if match is None or match[8].upper() not in self.player_names:
            raise MalformedText(f"'{written}' is not a state such as {self.show(self.initial)}")
        sets = []
        for cards in (*match.groups()[:4], match[7] or ""):
            numbers = [int(card) for card in cards.split()]
            if max(numbers, default=0) > self.cards:
                raise MalformedText(f"'{written}': the cards are 1 to {self.cards}")
            sets.append(sum(1 << card for card in set(numbers) - {0}))
        first, second, prizes, prize, sealed = sets
        player = self.player_names.index(match[8].upper())
        points = int(match[5]), int(match[6])
        if max(points) >= POINTS or prizes & prize or sealed and player == 0:
            raise MalformedText(f"'{written}': no game comes to this")
        sealed, prize = (lowest_bit(card) if card else 0 for card in (sealed, prize))
        return Bids(first, second, prizes, prize, *points, sealed, player)


class GoofspielCommentary(Commentary):
    """What both learn once two bids are made."""

    def announce(self, percept, bids):
        if not self.game.hidden:
            sealed, second = percept // POINTS % POINTS, percept % POINTS
            return f"the bids were {sealed} and {second}"
        return f"the points are {percept // POINTS}:{percept % POINTS}"
