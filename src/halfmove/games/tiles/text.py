"""Boards of 2048 as people write them."""

import re

from halfmove.core.game import Game
from halfmove.errors import MalformedText

NAMES = ("up", "right", "down", "left")
ENDING = re.compile(r"[, ]*(?:score +([0-9]{1,9}))?[, ]*(?:([0-9]) +to +come)?$", re.IGNORECASE)


class TilesText(Game):
    """The text of the game."""

    player_names = ("MAX",)
    size = 4
    goal = 2048
    points = True

    @property
    def unit(self):  # type: ignore[override]
        return "points" if self.points else ""

    def show(self, grid):
        tiles = [self.at(grid.cells, cell) for cell in range(self.size * self.size)]
        width = max(len(str(1 << tile)) for tile in tiles)
        texts = [f"{1 << tile if tile else '.':>{width}}" for tile in tiles]
        rows = [" ".join(texts[row * self.size : (row + 1) * self.size]) for row in range(self.size)]
        ending = [f"score {grid.score}"] * self.points + [f"{grid.coming} to come"] * (grid.coming > 0)
        return "\n".join([*rows, *filter(None, [", ".join(ending)])])

    def name(self, action, state=None):
        """Return the direction of a slide; of a tile that appears its column, row from the top and number: `b3=2`."""
        if state is not None and state.coming > 0:
            cell = action // 2
            return f"{'abcd'[cell % self.size]}{cell // self.size + 1}={2 + 2 * (action % 2)}"
        return NAMES[action] if 0 <= action < len(NAMES) else str(action)

    def read(self, written):
        """Return the state of rows of numbers, parted by lines or slashes: `2 . / 4 2, score 4, 1 to come`.

        An empty cell is `.` or 0. A score that is left out is the least that the tiles need.
        """
        text = written.strip()
        ending = ENDING.search(text)
        assert ending is not None  # it also matches nothing
        rows = [row.split() for row in re.split(r"[/\n]", text[: ending.start()].strip().rstrip("/"))]
        if len(rows) != self.size:
            raise MalformedText(f"'{written}' has {len(rows)} rows where the board has {self.size}")
        for number, row in enumerate(rows, 1):
            if len(row) != self.size:
                raise MalformedText(f"row {number} is '{' '.join(row)}': {len(row)} cells, not {self.size}")
        tiles = [self.read_tile(word) for row in rows for word in row]
        coming = int(ending[2] or 0)
        self.check_coming(sum(tile > 0 for tile in tiles), coming)
        score = self.read_score(ending[1], tiles)
        return type(self.initial)(sum(self.put(tile, cell) for cell, tile in enumerate(tiles)), score, coming)

    def read_tile(self, word):
        """Return the power of two that a cell shows."""
        if word in (".", "0"):
            return 0
        number = int(word) if re.fullmatch(r"[0-9]{1,9}", word) else 0
        if number < 2 or number > self.goal or number & number - 1:
            raise MalformedText(f"'{word}' is neither empty (.) nor a power of two from 2 to {self.goal}")
        return number.bit_length() - 1

    def check_coming(self, tiles, coming):
        """Refuse a number of tiles that cannot be on the board with so many still to come."""
        if coming > self.initial.coming or coming == self.initial.coming and tiles > 0 or tiles + coming < 2:
            raise MalformedText(f"{tiles} tiles and {coming} to come: two appear at first, and one after each slide")
        if coming == 1 and tiles == self.size * self.size:
            raise MalformedText("the board is full, and one tile is to come")

    def read_score(self, written, tiles):
        """Return a score that the tiles can have: each could be slid together from 4s alone, or from 2s too."""
        fours = sum(1 << tile - 2 for tile in tiles if tile >= 2)
        least = sum((tile - 2) * (1 << tile) for tile in tiles if tile >= 2)
        if not self.points:
            if written is not None and int(written) != 0:
                raise MalformedText(f"score {written}: this game is played without points")
            return 0
        score = least if written is None else int(written)
        if score % 4 or not least <= score <= least + 4 * fours:
            raise MalformedText(f"score {score}: these tiles make one of {least}, {least + 4}, ... {least + 4 * fours}")
        return score
