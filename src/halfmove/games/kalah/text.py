"""Boards of Kalah as people write them."""

from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.shared.grid import LETTERS
from halfmove.games.shared.notation import last_line, read_number, split_mover


class KalahText(Game):
    """The text of the game."""

    holes = 6
    seeds = 4
    unit = "seeds"

    def show(self, pits):
        south = pits.seeds if pits.player == 0 else self.flipped(pits.seeds)
        width = len(str(2 * self.holes * self.seeds))
        counts = [f"{self.at(south, pit):>{width}}" for pit in range(2 * self.holes + 2)]
        near, store, far, far_store = counts[: self.holes], counts[self.holes], counts[self.holes + 1 : -1], counts[-1]
        edge, letters = " " * width, [f"{letter:>{width}}" for letter in LETTERS[: self.holes]]
        return "\n".join(
            [
                " ".join([edge, *reversed(letters)]),
                " ".join([edge, *reversed(far), edge, self.player_names[1]]),
                " ".join([far_store, *(edge for _ in near), store]),
                " ".join([edge, *near, edge, self.player_names[0]]),
                " ".join([edge, *letters]),
                self.one_line(pits),
            ]
        )

    def one_line(self, pits):
        """Return the state in one line, as `read` takes it."""
        south = pits.seeds if pits.player == 0 else self.flipped(pits.seeds)
        counts = [str(self.at(south, pit)) for pit in range(2 * self.holes + 2)]
        near, far = counts[: self.holes + 1], counts[self.holes + 1 :]
        return " ".join([*near, "/", *far, self.player_names[pits.player]])

    def name(self, action, state=None):
        """Return the letter of the hole, in the direction of sowing."""
        return LETTERS[action]

    def read(self, written):
        """Return the state of a line such as `4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 MIN`.

        MAX's holes and store, MIN's holes and store, and who is to move.
        """
        words, player = split_mover(self, last_line(written).replace("/", " "))
        pits, most = 2 * self.holes + 2, 2 * self.holes * self.seeds
        if len(words) != pits:
            raise MalformedText(f"'{written}' has {len(words)} numbers where the board has {pits} holes and stores")
        counts = [read_number(word, most, "seeds") for word in words]
        if sum(counts) != most:
            raise MalformedText(f"'{written}' has {sum(counts)} seeds where the game has {most}")
        south = sum(count << pit * self.bits for pit, count in enumerate(counts))
        return self.make(south if player == 0 else self.flipped(south), player)
