"""Boards of Oware as people write them."""

from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.shared.grid import LETTERS
from halfmove.games.shared.notation import last_line, read_number, split_mover


class OwareText(Game):
    """The text of the game."""

    player_names = ("South", "North")
    houses = 6
    seeds = 4

    def counts(self, rows):
        """Return the houses and captured seeds of South, then those of North."""
        south, north = (rows.mine, rows.theirs) if rows.player == 0 else (rows.theirs, rows.mine)
        return [[self.at(row, house) for house in range(self.houses + 1)] for row in (south, north)]

    def one_line(self, rows):
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
                self.one_line(rows),
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
        return type(self.initial)(south if player == 0 else north, north if player == 0 else south, quiet, player)
