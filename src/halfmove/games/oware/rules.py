"""Oware by the Abapa rules: sow round the board, capture twos and threes."""

from dataclasses import field
from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.shared.grid import LETTERS
from halfmove.games.shared.notation import last_line, read_number, split_mover

BITS = 63  # of a player's row
FEWEST, MOST = 2, 3  # seeds in a house that are captured


class Rows(NamedTuple):
    """What each player has: his houses in the direction of sowing, then what he has captured, `bits` bits each."""

    mine: int  # of the player to move
    theirs: int
    quiet: int = 0  # plies since seeds were captured
    player: int = 0


@compiled
class Oware(Game):
    """Capture more than half of the seeds.

    Each player has a row of `houses` houses with `seeds` seeds each. He takes all seeds of one of his houses and sows
    them one by one into the houses that follow, along his row and then along the other's, round and round; the house
    they came from is left out each time. If the last seed makes two or three in a house of the other player, these
    are captured, and so are the two or three in the house before it, and so on back along that row. A capture of all
    seeds in the other's row (a grand slam) is not made: the seeds stay. A player whose opponent has no seeds in his
    row must sow some into it.

    The game ends when a player has more than half of the seeds, or each has half. If the player to move has nothing
    he may sow, or nothing was captured in `patience` plies, each player takes the seeds in his row. Who has more
    seeds wins.
    """

    houses: int = 6
    seeds: int = 4
    patience: int = 100
    bits: int = field(init=False, repr=False)  # that a house takes

    player_names = ("South", "North")

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

    def counts(self, rows):
        """Return the houses and captured seeds of South, then those of North."""
        south, north = (rows.mine, rows.theirs) if rows.player == 0 else (rows.theirs, rows.mine)
        return [[self.at(row, house) for house in range(self.houses + 1)] for row in (south, north)]

    def written(self, rows):
        """Return the state in one line, as `read` takes it."""
        south, north = (" ".join(map(str, counts)) for counts in self.counts(rows))
        return f"{south} / {north} {rows.quiet} {self.player_names[rows.player]}"

    def show(self, rows):
        south, north = self.counts(rows)
        width = len(str(2 * self.houses * self.seeds))
        letters = [f"{letter:>{width}}" for letter in LETTERS[: self.houses]]
        lower = [f"{count:>{width}}" for count in south]
        upper = [f"{count:>{width}}" for count in north]
        return "\n".join(
            [
                " ".join([*reversed(letters)]),
                " ".join([*reversed(upper[:-1]), f"  North has {north[-1]}"]),
                " ".join([*lower[:-1], f"  South has {south[-1]}"]),
                " ".join(letters),
                self.written(rows),
            ]
        )

    def name(self, action, state=None):
        """Return the letter of the house, in the direction of sowing."""
        return LETTERS[action]

    def read(self, written):
        """Return the state of `4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 0 South`.

        South's houses and captured seeds, North's, the plies since the last capture (0 if left out), who is to move.
        """
        words, player = split_mover(self, last_line(written).replace("/", " "))
        places, most = 2 * self.houses + 2, 2 * self.houses * self.seeds
        if len(words) not in (places, places + 1):
            raise MalformedText(f"'{written}' has {len(words)} numbers where there are {places} houses and stores")
        counts = [read_number(word, most, "seeds") for word in words[:places]]
        if sum(counts) != most:
            raise MalformedText(f"'{written}' has {sum(counts)} seeds where the game has {most}")
        quiet = read_number(words[-1], self.patience, "plies without capture") if len(words) > places else 0
        south, north = (
            sum(count << house * self.bits for house, count in enumerate(part))
            for part in (counts[: self.houses + 1], counts[self.houses + 1 :])
        )
        return Rows(south if player == 0 else north, north if player == 0 else south, quiet, player)

    def why_illegal(self, rows, written):
        """Say why a house cannot be sown."""
        name = written.strip().lower()
        if len(name) != 1 or name not in LETTERS[: self.houses]:
            return f"not a house, which are a to {LETTERS[self.houses - 1]}"
        if self.at(rows.mine, LETTERS.index(name)) == 0:
            return f"house {name} is empty"
        return f"the other player has no seeds, and house {name} does not reach his row"
