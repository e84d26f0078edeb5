"""Oware by the Abapa rules: sow round the board, capture twos and threes."""

from dataclasses import field
from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.errors import HalfmoveError
from halfmove.games.oware.text import OwareText

BITS = 63  # of a player's row
FEWEST, MOST = 2, 3  # seeds in a house that are captured


class Rows(NamedTuple):
    """What each player has: his houses in the direction of sowing, then what he has captured, `bits` bits each."""

    mine: int  # of the player to move
    theirs: int
    quiet: int = 0  # plies since seeds were captured
    player: int = 0


@compiled
class Oware(OwareText):
    """Capture more than half of the seeds.

    Each player has a row of `houses` houses with `seeds` seeds each. He takes all seeds of one of his houses and sows
    them one by one into the houses that follow, along his row and then along the other's, round and round; the house
    they came from is left out each time. If the last seed makes two or three in a house of the other player, these
    are captured, and so are the two or three in the house before it, and so on back along that row. A capture of all
    seeds in the other's row (a grand slam) is not made: the seeds stay. A player whose opponent has no seeds in his
    row must sow some into it.

    The game ends when a player has more than half of the seeds, or each has half. If the player to move has nothing
    he may sow, or nothing was captured in `patience` plies, each player takes the seeds in his row. The player
    with more seeds wins.
    """

    houses: int = 6
    seeds: int = 4
    patience: int = 100
    bits: int = field(init=False, repr=False)  # that a house takes

    def __post_init__(self):
        if self.houses < 1 or self.seeds < 1 or self.patience < 1:
            raise HalfmoveError(f"{self.houses} houses of {self.seeds} seeds, {self.patience} plies: not a game")
        bits = (2 * self.houses * self.seeds).bit_length()
        if (self.houses + 1) * bits > BITS:
            raise HalfmoveError(f"{self.houses} houses of {self.seeds} seeds do not fit into {BITS} bits")
        vars(self).update(bits=bits)

    @property
    def initial(self):
        row = 0
        for house in range(self.houses):
            row |= self.seeds << house * self.bits
        return Rows(row, row, 0, 0)

    def to_move(self, rows):
        return rows.player

    def actions(self, rows):
        hungry = self.houses_of(rows.theirs) == 0
        for house in range(self.houses):
            if self.at(rows.mine, house) >= (self.houses - house if hungry else 1):
                yield house

    def result(self, rows, house):
        mine, theirs, last = rows.mine, rows.theirs, house
        hand = self.at(mine, house)
        mine -= hand << house * self.bits
        while hand > 0:
            last = last + 1 if last < 2 * self.houses - 1 else 0
            if last != house:
                hand -= 1
                if last < self.houses:
                    mine += 1 << last * self.bits
                else:
                    theirs += 1 << (last - self.houses) * self.bits
        captured, left = 0, theirs
        last -= self.houses
        while last >= 0 and FEWEST <= self.at(left, last) <= MOST:
            captured += self.at(left, last)
            left -= self.at(left, last) << last * self.bits
            last -= 1
        if captured > 0 and self.houses_of(left) != 0:
            mine += captured << self.houses * self.bits
            return Rows(left, mine, 0, 1 - rows.player)
        return Rows(theirs, mine, rows.quiet + 1, 1 - rows.player)

    def is_terminal(self, rows):
        half = self.houses * self.seeds
        mine, theirs = self.at(rows.mine, self.houses), self.at(rows.theirs, self.houses)
        if mine > half or theirs > half or mine + theirs == 2 * half or rows.quiet >= self.patience:
            return True
        hungry = self.houses_of(rows.theirs) == 0
        for house in range(self.houses):
            if self.at(rows.mine, house) >= (self.houses - house if hungry else 1):
                return False
        return True

    def utility(self, rows, player):
        margin = self.total(rows.mine) - self.total(rows.theirs)
        value = 1.0 if margin > 0 else -1.0 if margin < 0 else 0.0
        return value if player == rows.player else -value

    def at(self, row, house):
        return row >> house * self.bits & (1 << self.bits) - 1

    def houses_of(self, row):
        return row & (1 << self.houses * self.bits) - 1

    def total(self, row):
        """Return how many seeds a player has in all."""
        total = 0
        for house in range(self.houses + 1):
            total += self.at(row, house)
        return total
