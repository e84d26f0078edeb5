"""2048: slide tiles together against chance (Cirulli 2014), on boards from 2 x 2, which can be solved, to 4 x 4.

A cell takes four bits, by rows from the top: 0 if it is empty, else the power of two on its tile.

     0  4  8      lowest bit of each cell, for size 3
    12 16 20
    24 28 32
"""

from dataclasses import field
from typing import Annotated, NamedTuple

import numpy as np

from halfmove.compiled import Bits, bit_count, compiled, mix, nth_bit
from halfmove.core.chance import draw_action
from halfmove.core.game import CHANCE
from halfmove.errors import HalfmoveError
from halfmove.games.tiles.sliding import CELL, MOST, slid_lines, slid_points, spread_lines
from halfmove.games.tiles.text import TilesText

BITS = 64  # of a board
UP, RIGHT, DOWN, LEFT = range(4)
AT_FIRST = 2  # tiles that appear before the first action
ONE_IN = 10  # new tiles is a 4 and not a 2
FOUR = 1 / ONE_IN  # the probability of that


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
    right_edge: int = field(init=False, repr=False)  # the lowest bits of the last cells of the rows
    bottom_edge: int = field(init=False, repr=False)  # and of the columns
    slid: np.ndarray = field(init=False, repr=False, compare=False)  # each line after a slide to its first, last cell
    merge_points: np.ndarray = field(init=False, repr=False, compare=False)  # the points for it
    spread: np.ndarray = field(init=False, repr=False, compare=False)  # each line as the first column of a board
    players = 1
    has_chance = True
    initial = Grid()

    def __post_init__(self):
        if not 2 <= self.size <= 4:
            raise HalfmoveError(f"a board of {self.size} x {self.size}: the sizes are 2, 3 and 4")
        power = self.goal.bit_length() - 1
        if not 3 <= power <= MOST or self.goal != 1 << power:
            raise HalfmoveError(f"a goal of {self.goal}: it must be a power of two from 8 to {1 << MOST}")
        units = [1 << CELL * cell for cell in range(self.size * self.size)]
        vars(self).update(power=power, units=sum(units))
        vars(self).update(right_edge=sum(units[self.size - 1 :: self.size]), bottom_edge=sum(units[-self.size :]))
        vars(self).update(
            slid=slid_lines(self.size), merge_points=slid_points(self.size), spread=spread_lines(self.size)
        )

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
        """An outcome is twice the cell, and one more if a 4 appears on it; the likelier 2s come first."""
        share = 1.0 / (self.size * self.size - bit_count(self.full(grid.cells)))
        for four in range(2):
            for cell in range(self.size * self.size):
                if self.at(grid.cells, cell) == 0:
                    yield 2 * cell + four, (FOUR if four else 1.0 - FOUR) * share

    def sample(self, grid, rng):
        """Draw an empty cell and what appears on it without listing them all."""
        if grid.coming == 0:
            return draw_action(self, grid, rng)
        empty = self.full(grid.cells) ^ self.units
        cell = nth_bit(empty, rng.below(bit_count(empty))) // CELL
        return 2 * cell + (1 if rng.below(ONE_IN) == 0 else 0)

    def result(self, grid, action):
        if grid.coming > 0:
            tile = Grid(1 + action % 2).cells << CELL * (action // 2)
            return Grid(grid.cells | tile, grid.score, grid.coming - 1)
        lines, end = self.lines(grid.cells, action), self.end(action)
        cells, score = grid.cells & 0, grid.score
        for number in range(self.size):
            line = self.line(lines, number)
            cells |= self.wide(self.slid[end, line]) << CELL * self.size * number
            if self.points:
                score += int(self.merge_points[line])
        return Grid(self.lines(cells, action), score, 1)

    def is_terminal(self, grid):
        return self.reached(grid.cells) or grid.coming == 0 and self.is_stuck(grid.cells)

    def utility(self, grid, player):
        if self.points:
            return float(grid.score)
        return 1.0 if self.reached(grid.cells) else 0.0

    def key(self, grid):
        """Return one number for the eight states that are the same when the board is turned or mirrored."""
        cells = grid.cells
        least = cells
        for image in range(1, 8):
            cells = self.transposed(cells) if image % 2 == 1 else self.upside_down(cells)
            if cells < least:
                least = cells
        return mix(least, mix(grid.score, grid.coming))

    def at(self, cells, cell):
        return int(cells >> CELL * cell) & MOST

    def put(self, tile, cell):
        return self.wide(tile) << CELL * cell

    def wide(self, number):
        """Return a number with as many bits as a board has."""
        return Grid(int(number)).cells

    def line(self, cells, number):
        """Return a row of the board."""
        return int(cells >> CELL * self.size * number) & (1 << CELL * self.size) - 1

    def lines(self, cells, direction):
        """Return a board whose rows are the lines along which tiles slide; done twice, it is the board again."""
        return self.transposed(cells) if direction in (UP, DOWN) else cells

    def end(self, direction):
        """Return to which end of their lines tiles slide: 0 is the first cell, 1 the last."""
        return 1 if direction in (RIGHT, DOWN) else 0

    def slides(self, cells, direction):
        """Tell whether a tile has an empty cell or an equal tile before it, without looking at one line at a time."""
        step = CELL * self.size if direction in (UP, DOWN) else CELL
        last = self.bottom_edge if direction in (UP, DOWN) else self.right_edge
        full, differs = self.full(cells), self.full(cells ^ cells >> step)
        tile, ahead = (full, full >> step) if self.end(direction) == 1 else (full >> step, full)
        return tile & (ahead ^ self.units | differs ^ self.units) & (last ^ self.units) != 0

    def is_stuck(self, cells):
        """Tell whether no tile can slide: none has an empty cell or an equal tile beside it."""
        beside = self.full(cells ^ cells >> CELL) | self.right_edge
        below = self.full(cells ^ cells >> CELL * self.size)
        return self.full(cells) & beside & below == self.units

    def full(self, cells):
        """Return the lowest bits of the cells with a tile."""
        cells |= cells >> 2
        return (cells | cells >> 1) & self.units

    def reached(self, cells):
        """Tell whether a tile shows the goal."""
        others = self.full(cells ^ self.units * self.power)
        return others != self.units

    def transposed(self, cells):
        """Return the board with its rows as columns."""
        image = cells & 0
        for number in range(self.size):
            image |= self.wide(self.spread[self.line(cells, number)]) << CELL * number
        return image

    def upside_down(self, cells):
        """Return the board with its last row first."""
        image = cells & 0
        for number in range(self.size):
            image |= self.wide(self.line(cells, number)) << CELL * self.size * (self.size - 1 - number)
        return image
