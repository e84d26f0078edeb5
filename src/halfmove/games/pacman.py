"""Why Pacman starves (CS 188): waiting looks as good as eating to an agent that looks two steps ahead."""

import re
from dataclasses import field
from typing import NamedTuple

from halfmove.compiled import bit_count, compiled
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText

DOT = 10.0  # points for a dot; a step costs one
WEST, EAST = 0, 1
NAMES = ("west", "east")
BITS = 63  # of a corridor


class Corridor(NamedTuple):
    cell: int
    dots: int  # the cells that have one
    steps: int = 0  # taken so far
    facing: int = WEST


@compiled
class Pacman(Game):
    """One agent in a corridor eats dots: 10 points a dot, less one a step, until all are eaten or time is up.

    `maze` is the corridor: `P` for the agent, `.` for a dot, `_` for nothing; he has `time` steps. Nobody plays
    against him. With the score as evaluation, eating a dot now is worth as much as eating one a step later, and of
    actions that are worth the same a search takes the first, which is to turn round; so, looking two steps ahead, he
    goes back and forth between two dots. With `hungry` the evaluation also counts the way to the nearest dot, and he
    eats.
    """

    maze: str = ".P_."
    time: int = 20
    hungry: bool = False
    cells: int = field(init=False, repr=False)
    plenty: int = field(init=False, repr=False)  # the dots there are at the start
    players = 1

    player_names = ("Pacman",)
    unit = "points"

    def __post_init__(self):
        if self.maze.count("P") != 1 or set(self.maze) - set("P._") or not 2 <= len(self.maze) <= BITS:
            raise HalfmoveError(f"'{self.maze}' is not {self.description(f'2 to {BITS}')}")
        if self.time < 1:
            raise HalfmoveError(f"{self.time} steps are no time to eat")
        vars(self).update(cells=len(self.maze), plenty=self.maze.count("."))

    @property
    def longest(self):  # type: ignore[override]
        return self.time

    @property
    def initial(self):
        return self.read(self.maze)

    @property
    def utilities(self):  # type: ignore[override]
        return -float(self.time), DOT * self.plenty

    def to_move(self, corridor):
        return 0

    def actions(self, corridor):
        for turn in range(2):
            action = 1 - corridor.facing if turn == 0 else corridor.facing
            if corridor.cell > 0 if action == WEST else corridor.cell < self.cells - 1:
                yield action

    def result(self, corridor, action):
        cell = corridor.cell - 1 if action == WEST else corridor.cell + 1
        return Corridor(cell, corridor.dots & ~(1 << cell), corridor.steps + 1, action)

    def is_terminal(self, corridor):
        return corridor.dots == 0 or corridor.steps == self.time

    def utility(self, corridor, player):
        return DOT * (self.plenty - bit_count(corridor.dots)) - corridor.steps

    def evaluate(self, corridor, player):
        """Return the score or, if he is hungry, the score less the way to the nearest dot."""
        score = self.utility(corridor, player)
        return score - self.way(corridor) / self.cells if self.hungry else score

    def way(self, corridor):
        """Return how many steps it is to the nearest dot."""
        for steps in range(self.cells):
            west, east = corridor.cell - steps, corridor.cell + steps
            if west >= 0 and corridor.dots >> west & 1 or east < self.cells and corridor.dots >> east & 1:
                return steps
        return 0

    def show(self, corridor):
        cells = [("_", ".")[corridor.dots >> cell & 1] for cell in range(self.cells)]
        cells[corridor.cell] = "P"
        return f"{''.join(cells)} ({corridor.steps} steps, facing {NAMES[corridor.facing]})"

    def name(self, action, state=None):
        return NAMES[action]

    def why_illegal(self, corridor, written):
        return "the corridor ends there" if written.strip().lower() in NAMES else f"an action is {' or '.join(NAMES)}"

    def read(self, written):
        """Return the state that a corridor shows: `.P_.` before the first step, or `.P_. (3 steps, facing west)`."""
        written, steps, facing = self.split(written)
        if len(written) != self.cells or set(written) - set("P._") or written.count("P") != 1:
            raise MalformedText(f"'{written}' is not {self.description(self.cells)}")
        if written.count(".") > self.plenty:
            raise MalformedText(f"'{written}' has more than {self.plenty} dots")
        dots = sum(1 << cell for cell, symbol in enumerate(written) if symbol == ".")
        return Corridor(written.index("P"), dots, steps, facing)

    def split(self, written):
        """Return the corridor, the steps that were taken and the direction of the last one."""
        taken = re.fullmatch(r"(\S+) \(([0-9]{1,9}) steps, facing (west|east)\)", written.strip())
        if taken is None:
            return written.strip(), 0, WEST
        if int(taken[2]) > self.time:
            raise MalformedText(f"'{written}': there is time for {self.time} steps")
        return taken[1], int(taken[2]), NAMES.index(taken[3])

    def description(self, cells):
        return f"a corridor of {cells} cells: one P, . for a dot, _ for nothing"
