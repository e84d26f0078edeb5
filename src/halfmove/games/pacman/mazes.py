"""Mazes as text, and those of our own.

%%%%%      % wall      P Pacman      . food        all around a maze is wall
%P.o%      _ nothing   G a ghost     o a capsule
%_%G%
%%%%%      in one line: %%%%%/%P.o%/%_%G%/%%%%%
"""

from __future__ import annotations

import re
from collections import deque
from typing import NamedTuple

from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.games.shared.grid import LETTERS, square_name

WALL, EMPTY, FOOD, CAPSULE, GHOST, PACMAN = "%_.oGP"
NORTH, SOUTH, EAST, WEST, STOP = range(5)
DIRECTIONS = ("north", "south", "east", "west")
STEPS = ((-1, 0), (1, 0), (0, 1), (0, -1))  # rows and columns
HALFWAY = 5  # added to the direction of a ghost that is between two cells
NOWHERE = -1  # a step into a wall
FAR = 1000  # steps to a cell that cannot be reached
MOST_CELLS, MOST_GHOSTS, MOST_ROWS = 255, 4, 99

MAZES = {
    "tiny": "P..%/.%../..%o/%..G",
    "dead-end": "___G___/_%%%%%P/.%%..._/_%%%%%_/___.___",  # food that must come last
    "court": "%_______%/_.___.___/____P___G",  # one ghost in the open
    "trap": "__%G_/__.%P/__G__",  # ghosts on both sides
    "pincer": "G___./%%%%_/_._.P/_%%%./__G..",  # a ring that two ghosts can close
    "small": """
%%%%%%%%%%%%%
%.....%.....%
%.%%%.%.%%%.%
%o%.......%o%
%.%.%%_%%.%.%
%...%G_G%...%
%.%.%%%%%.%.%
%.%.......%.%
%.%%%.%.%%%.%
%.....P.....%
%%%%%%%%%%%%%""",
}


class Maze(NamedTuple):
    """What a text shows. Cells are the places that are no wall, counted by rows from the top."""

    squares: tuple[int, ...]  # of each cell, in a rectangle of `width` by `height`
    width: int
    height: int
    neighbours: tuple[tuple[int, ...], ...]  # of each cell in each direction, or NOWHERE
    symbols: str  # what stands on each cell at first

    def cells(self, symbol: str) -> list[int]:
        """Return the cells on which something stands at first."""
        return [cell for cell, here in enumerate(self.symbols) if here == symbol]

    def name(self, cell: int) -> str:
        """Return the column and the row of a cell, as `b3`."""
        return square_name(self.squares[cell], self.width, self.height)

    def distances(self, start: int) -> list[int]:
        """Return how many steps it is from a cell to each other one."""
        steps = [FAR] * len(self.squares)
        steps[start] = 0
        todo = deque([start])
        while todo:
            cell = todo.popleft()
            for neighbour in self.neighbours[cell]:
                if neighbour != NOWHERE and steps[neighbour] == FAR:
                    steps[neighbour] = steps[cell] + 1
                    todo.append(neighbour)
        return steps


def read_maze(text: str) -> Maze:
    """Return the maze of a name, or the one that a text shows; refuse one that cannot be played."""
    rows = _rows(text)
    width, height = len(rows[0]), len(rows)
    picture = "".join(rows)
    squares = tuple(square for square, symbol in enumerate(picture) if symbol != WALL)
    cell_at = {square: cell for cell, square in enumerate(squares)}
    neighbours = []
    for square in squares:
        row, column = divmod(square, width)
        beside = [(row + down, column + right) for down, right in STEPS]
        neighbours.append(
            tuple(
                cell_at.get(r * width + c, NOWHERE) if 0 <= r < height and 0 <= c < width else NOWHERE
                for r, c in beside
            )
        )
    maze = Maze(squares, width, height, tuple(neighbours), "".join(picture[square] for square in squares))
    _check(maze)
    return maze


def _rows(text: str) -> list[str]:
    """Return the rows of a maze, each of the same length, or refuse what is none."""
    known = MAZES.get(text, text)
    rows = [row.replace(" ", EMPTY) for row in re.split(r"[/\n]", known) if row.strip()]
    strange = sorted(set("".join(rows)) - {WALL, EMPTY, FOOD, CAPSULE, GHOST, PACMAN})
    if strange or not rows:
        near = did_you_mean(text, MAZES)
        kinds = "% wall, . food, o capsule, G ghost, P Pacman, _ nothing"
        raise HalfmoveError(
            f"'{text.strip()}' is no maze{near}: there are {', '.join(MAZES)}, or rows parted by / ({kinds})"
        )
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise HalfmoveError(f"row {number} of the maze is '{row}': {len(row)} places where the first has {width}")
    if width > len(LETTERS) or len(rows) > MOST_ROWS:
        raise HalfmoveError(f"a maze of {width} x {len(rows)} places: at most {len(LETTERS)} x {MOST_ROWS} are drawn")
    return rows


def _check(maze: Maze) -> None:
    """Refuse a maze in which somebody is missing, or cannot move, or in which food is out of reach."""
    cells, ghosts, pacmen = len(maze.squares), maze.cells(GHOST), maze.cells(PACMAN)
    if len(pacmen) != 1 or len(ghosts) > MOST_GHOSTS:
        raise HalfmoveError(
            f"a maze has one P and at most {MOST_GHOSTS} G, and this one has {len(pacmen)} P and {len(ghosts)} G"
        )
    if not maze.cells(FOOD):
        raise HalfmoveError("there is no food (.) in the maze, and so nothing to win")
    if cells > MOST_CELLS:
        raise HalfmoveError(f"the maze has {cells} places that are no wall: there can be at most {MOST_CELLS}")
    for ghost in ghosts:
        if max(maze.neighbours[ghost]) == NOWHERE:
            raise HalfmoveError(f"the ghost at {maze.name(ghost)} is walled in: a ghost must be able to move")
    way = maze.distances(pacmen[0])
    for food in maze.cells(FOOD):
        if way[food] == FAR:
            raise HalfmoveError(f"the food at {maze.name(food)} cannot be reached")
