"""2048: slide tiles together against chance (Cirulli 2014), on boards from 2 x 2, which can be solved, to 4 x 4.

A cell takes four bits, by rows from the top: 0 if it is empty, else the power of two on its tile.

     0  4  8      lowest bit of each cell, for size 3
    12 16 20
    24 28 32
"""

import re
from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, bit_count, compiled, mix
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError, MalformedText

BITS, CELL = 64, 4  # of a board and of a cell
MOST = (1 << CELL) - 1  # the greatest power of two
UP, RIGHT, DOWN, LEFT = range(4)
NAMES = ("up", "right", "down", "left")
AT_FIRST = 2  # tiles that appear before the first action
FOUR = 0.1  # the probability that a new tile is a 4 and not a 2
ENDING = re.compile(r"[, ]*(?:score +([0-9]{1,9}))?[, ]*(?:([0-9]) +to +come)?$", re.IGNORECASE)


class Grid(NamedTuple):
    cells: Annotated[int, Bits(BITS)] = 0
    score: int = 0
    coming: int = AT_FIRST  # tiles that are to appear before the next action


@compiled
class Tiles(Game):
    """Slide tiles together until one shows `goal`.

    On a board of `size` x `size` cells two tiles appear, each on an empty cell, all equally likely: a 2 with
    probability 0.9, a 4 otherwise. Then the player slides all tiles up, right, down or left as far as they go. Two
    equal tiles that meet become one with their sum, which is added to the score; the ones that are further ahead meet
    first, and a tile made in this slide meets no other. A slide that moves nothing is not legal. After each slide one
    more tile appears. The game is over as soon as a tile shows `goal`, or when no slide is legal. Utility is the
    score; without `points` no score is kept, and it is 1 if the goal was reached and 0 if not.
    """

    size: int = 4
    goal: int = 2048
    points: bool = True
    power: int = field(init=False, repr=False)  # of two, which is the goal
    units: int = field(init=False, repr=False)  # the lowest bit of each cell
    players = 1
    has_chance = True
    initial = Grid()

    player_names = ("MAX",)

    def __post_init__(self):
        if not 2 <= self.size <= 4:
            raise HalfmoveError(f"a board of {self.size} x {self.size}: the sizes are 2, 3 and 4")
        power = self.goal.bit_length() - 1
        if not 3 <= power <= MOST or self.goal != 1 << power:
            raise HalfmoveError(f"a goal of {self.goal}: it must be a power of two from 8 to {1 << MOST}")
        vars(self).update(power=power, units=sum(1 << CELL * cell for cell in range(self.size * self.size)))

    @property
    def utilities(self):  # type: ignore[override]
        """No tile is beyond the goal, and in the end at most half of the cells show it."""
        most = self.size * self.size * (self.power - 1) * (1 << self.power - 1)
        return 0.0, float(most) if self.points else 1.0

    def to_move(self, grid):
        return CHANCE if grid.coming > 0 else 0

    def actions(self, grid):
        if grid.coming > 0:
            for cell in range(self.size * self.size):
                if self.at(grid.cells, cell) == 0:
                    yield 2 * cell
                    yield 2 * cell + 1
        else:
            for direction in range(4):
                if self.slides(grid.cells, direction):
                    yield direction

    def chances(self, grid):
        """An outcome is twice the cell, and one more if a 4 appears on it."""
        share = 1.0 / (self.size * self.size - bit_count(self.full(grid.cells)))
        for cell in range(self.size * self.size):
            if self.at(grid.cells, cell) == 0:
                yield 2 * cell, (1.0 - FOUR) * share
                yield 2 * cell + 1, FOUR * share

    def result(self, grid, action):
        if grid.coming > 0:
            tile = Grid(1 + action % 2).cells << CELL * (action // 2)
            return Grid(grid.cells | tile, grid.score, grid.coming - 1)
        cells, score = grid.cells & 0, grid.score
        for line in range(self.size):
            waiting, place = 0, 0  # a tile that may still meet another, and how many lie before it
            for step in range(self.size):
                tile = self.at(grid.cells, self.cell(action, line, step))
                if tile == 0:
                    continue
                if tile == waiting:
                    cells |= self.put(tile + 1, self.cell(action, line, place))
                    score += 1 << tile + 1 if self.points else 0
                    waiting, place = 0, place + 1
                else:
                    if waiting != 0:
                        cells |= self.put(waiting, self.cell(action, line, place))
                        place += 1
                    waiting = tile
            if waiting != 0:
                cells |= self.put(waiting, self.cell(action, line, place))
        return Grid(cells, score, 1)

    def is_terminal(self, grid):
        if self.reached(grid.cells):
            return True
        if grid.coming > 0:
            return False
        for direction in range(4):
            if self.slides(grid.cells, direction):
                return False
        return True

    def utility(self, grid, player):
        if self.points:
            return float(grid.score)
        return 1.0 if self.reached(grid.cells) else 0.0

    def key(self, grid):
        """Return one number for the eight states that are the same when the board is turned or mirrored."""
        cells = grid.cells
        least = cells
        for image in range(1, 8):
            cells = self.mirrored(cells, image % 2 == 1)
            if cells < least:
                least = cells
        return mix(least, mix(grid.score, grid.coming))

    def at(self, cells, cell):
        return int(cells >> CELL * cell) & MOST

    def put(self, tile, cell):
        return Grid(tile).cells << CELL * cell

    def cell(self, direction, line, step):
        """Return the cell at `step` from the edge to which tiles slide."""
        if direction == UP:
            return step * self.size + line
        if direction == RIGHT:
            return line * self.size + self.size - 1 - step
        if direction == DOWN:
            return (self.size - 1 - step) * self.size + line
        return line * self.size + step

    def full(self, cells):
        """Return the lowest bits of the cells with a tile."""
        cells |= cells >> 2
        return (cells | cells >> 1) & self.units

    def slides(self, cells, direction):
        """Tell whether a tile has an empty cell or an equal tile before it."""
        for line in range(self.size):
            before = self.at(cells, self.cell(direction, line, 0))
            for step in range(1, self.size):
                tile = self.at(cells, self.cell(direction, line, step))
                if tile != 0 and (before == 0 or before == tile):
                    return True
                before = tile
        return False

    def reached(self, cells):
        """Tell whether a tile shows the goal."""
        others = self.full(cells ^ self.units * self.power)
        return others != self.units

    def mirrored(self, cells, diagonal):
        """Return the board mirrored at a diagonal, or upside down."""
        image = cells & 0
        for row in range(self.size):
            for column in range(self.size):
                tile = self.at(cells, row * self.size + column)
                target = column * self.size + row if diagonal else (self.size - 1 - row) * self.size + column
                image |= self.put(tile, target)
        return image

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

    def why_illegal(self, grid, written):
        """Say why tiles do not slide that way, or why none appears there."""
        name = written.strip().lower()
        if grid.coming == 0:
            return f"no tile can slide {name}" if name in NAMES else f"an action is {', '.join(NAMES)}"
        cell = re.fullmatch(r"([a-d])([1-4])=[24]", name)
        if cell is None or max("abcd".index(cell[1]) + 1, int(cell[2])) > self.size:
            return "a tile is to appear: its column, its row from the top and 2 or 4, as in a1=2"
        return f"there is a tile on {cell[1]}{cell[2]}"

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
        return Grid(sum(tile << CELL * cell for cell, tile in enumerate(tiles)), score, coming)

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
        if coming > AT_FIRST or coming == AT_FIRST and tiles > 0 or tiles + coming < 2:
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
