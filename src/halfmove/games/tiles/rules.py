"""2048: slide tiles together against chance (Cirulli 2014), on boards from 2 x 2, which can be solved, to 4 x 4.

A cell takes four bits, by rows from the top: 0 if it is empty, else the power of two on its tile.

     0  4  8      lowest bit of each cell, for size 3
    12 16 20
    24 28 32
"""

from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, bit_count, compiled, mix
from halfmove.core.game import CHANCE
from halfmove.errors import HalfmoveError
from halfmove.games.tiles.text import TilesText

BITS, CELL = 64, 4  # of a board and of a cell
MOST = (1 << CELL) - 1  # the greatest power of two
UP, RIGHT, DOWN, LEFT = range(4)
AT_FIRST = 2  # tiles that appear before the first action
FOUR = 0.1  # the probability that a new tile is a 4 and not a 2


class Grid(NamedTuple):
    cells: Annotated[int, Bits(BITS)] = 0
    score: int = 0
    coming: int = AT_FIRST  # tiles that are to appear before the next action


@compiled
class Tiles(TilesText):
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
