"""Positions and actions of Pacman as people write them.

3 P . . %
2 _ % G .      S is a scared ghost, X Pacman and a ghost on one cell
1 . . % o
  a b c d
Pacman to move, score -1 after 1 step, facing north
ghost 1: c2 north, scared for 12, halfway
under ghosts: . c2
"""

import re

from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.pacman import mazes
from halfmove.games.pacman.mazes import CAPSULE, DIRECTIONS, EMPTY, FOOD, GHOST, HALFWAY, NOWHERE, PACMAN, STOP, WALL
from halfmove.games.pacman.scores import DEATH_POINTS, FOOD_POINTS, GHOST_POINTS, SCARED_MOVES, WIN_POINTS
from halfmove.games.shared.grid import read_grid, read_square, show_grid

SCARED_GHOST, BOTH = "SX"
SYMBOLS = f"{WALL}{EMPTY}{FOOD}{CAPSULE.upper()}{GHOST}{SCARED_GHOST}{PACMAN}{BOTH}"
NAMES = (*DIRECTIONS, "stop")
CAUGHT, EATEN, TIME_UP = "Pacman is caught", "all is eaten", "time is up"

SITUATION = re.compile(
    rf"({CAUGHT}|{EATEN}|{TIME_UP}|Pacman to move|ghost ([1-4]) to move),"
    rf" score (-?[0-9]{{1,9}}) after ([0-9]{{1,9}}) steps?, facing ({'|'.join(DIRECTIONS)})"
)
HAUNTING = re.compile(
    rf"ghost ([1-4]): ([a-z][0-9]{{1,2}})(?: ({'|'.join(DIRECTIONS)}))?(?:, scared for ([0-9]{{1,2}}))?(, halfway)?"
)
HIDDEN = re.compile(rf"under ghosts: ((?:[{FOOD}{CAPSULE}] [a-z][0-9]{{1,2}}(?:, )?)+)")


class PacmanText(Game):
    """The text of the game."""

    unit = "points"

    @property
    def player_names(self):
        return ("Pacman", "ghosts")[: self.players]

    def show(self, at):
        maze = self.layout
        cells = [WALL] * (maze.width * maze.height)
        for cell, square in enumerate(maze.squares):
            cells[square] = self.symbol(at, cell)
        lines = [show_grid(cells, maze.width), self.situation(at)]
        lines += [self.show_ghost(at, ghost) for ghost in range(self.haunting)]
        haunted = sorted({self.cell_of(at.ghosts, ghost) for ghost in range(self.haunting)})
        hidden = [f"{self.treat(at, cell)} {maze.name(cell)}" for cell in haunted if self.treat(at, cell) != EMPTY]
        return "\n".join([*lines, *(["under ghosts: " + ", ".join(hidden)] if hidden else [])])

    def treat(self, at, cell):
        """Return what there is to eat on a cell."""
        return FOOD if at.food >> cell & 1 else CAPSULE if at.capsules >> cell & 1 else EMPTY

    def symbol(self, at, cell):
        """Return what a picture shows on a cell."""
        here = [ghost for ghost in range(self.haunting) if self.cell_of(at.ghosts, ghost) == cell]
        if at.pacman == cell:
            return BOTH if here else PACMAN
        if here:
            return SCARED_GHOST if all(self.scared_for(at.scared, ghost) for ghost in here) else GHOST
        return self.treat(at, cell)

    def situation(self, at):
        """Say whose turn it is or how the game ended, and what the picture does not show of Pacman."""
        mover = f"ghost {at.turn}" if at.turn else "Pacman"
        first = self.ending(at) if self.is_terminal(at) else f"{mover} to move"
        return f"{first}, score {at.score} after {at.steps} step{'s' * (at.steps != 1)}, facing {NAMES[at.facing]}"

    def ending(self, at):
        """Say how the game ended."""
        return CAUGHT if at.caught else EATEN if at.food == 0 else TIME_UP

    def show_ghost(self, at, ghost):
        """Say where a ghost is, where it is heading and for how long it is scared."""
        heading, moves = self.heading_of(at.ghosts, ghost), self.scared_for(at.scared, ghost)
        direction = "" if heading == STOP else f" {NAMES[heading % HALFWAY]}"
        fright = f", scared for {moves}" * (moves > 0) + ", halfway" * (heading >= HALFWAY)
        return f"ghost {ghost + 1}: {self.layout.name(self.cell_of(at.ghosts, ghost))}{direction}{fright}"

    def name(self, action, state=None):
        return NAMES[action] if 0 <= action < len(NAMES) else str(action)

    def read(self, written):
        """Return the position that `show` writes; of a picture alone, the one before the first step.

        In a picture alone ghosts are not scared and head nowhere, and the score is what has been eaten.
        """
        situation = SITUATION.search(written)
        picture, details = (written[: situation.start()], written[situation.end() :]) if situation else (written, "")
        cells = self.read_cells(picture)
        food, capsules = (self.read_treats(cells, symbol, details) for symbol in (FOOD, CAPSULE))
        pacman = [cell for cell, symbol in enumerate(cells) if symbol in (PACMAN, BOTH)]
        if len(pacman) != 1:
            raise MalformedText(f"the picture has {len(pacman)} P where there is one Pacman")
        ghosts, scared = self.read_ghosts(cells, details)
        sets = [sum(1 << cell for cell in each) for each in (food, capsules)]
        at = self.position_class()(pacman[0], *sets, ghosts, scared)
        eaten = FOOD_POINTS * (len(self.layout.cells(FOOD)) - len(food))
        return self.read_situation(at._replace(score=eaten), situation)

    def read_cells(self, picture):
        """Return what a picture shows on each cell; its walls are those of the maze."""
        maze = self.layout
        symbols = read_grid(picture, maze.width, maze.height, SYMBOLS)
        for square, symbol in enumerate(symbols):
            if (symbol == WALL) != (square not in maze.squares):
                where = mazes.square_name(square, maze.width, maze.height)
                raise MalformedText(f"{where} is {'a' if symbol == WALL else 'no'} wall, unlike in the maze")
        return [symbols[square].replace(CAPSULE.upper(), CAPSULE) for square in maze.squares]

    def read_treats(self, cells, symbol, details):
        """Return the cells with food or with capsules, seen or under ghosts; there are no more than at first."""
        treats = {cell for cell, shown in enumerate(cells) if shown == symbol}
        hidden = HIDDEN.search(details)
        for item in hidden[1].split(", ") if hidden else []:
            if item[0] == symbol:
                treats.add(self.read_cell(item[2:]))
        most, what = len(self.layout.cells(symbol)), {FOOD: "food", CAPSULE: "capsules"}[symbol]
        if len(treats) > most:
            raise MalformedText(f"{len(treats)} cells with {what}: the maze has {most} at first")
        return treats

    def read_cell(self, name):
        """Return the cell of a name such as b3."""
        square = read_square(name, self.layout.width, self.layout.height)
        if square not in self.layout.squares:
            raise MalformedText(f"{name} is no place in the maze, or a wall")
        return self.layout.squares.index(square)

    def read_ghosts(self, cells, details):
        """Return where the ghosts are and for how long they are scared, as states keep it."""
        shown = [cell for cell, symbol in enumerate(cells) if symbol in (GHOST, SCARED_GHOST, BOTH)]
        described = [self.read_ghost(*match.groups()) for match in HAUNTING.finditer(details)]
        if not described:
            described = [(ghost, cell, STOP, 0) for ghost, cell in enumerate(shown)]
        if [ghost for ghost, *_ in described] != list(range(self.haunting)):
            raise MalformedText(
                f"{len(described)} ghosts: the maze has {self.haunting}, and each is described once, in order"
            )
        if {cell for _, cell, *_ in described} != set(shown):
            raise MalformedText("the ghosts are not where the picture shows them")
        ghosts = scared = 0
        for ghost, cell, heading, moves in described:
            ghosts, scared = self.with_ghost(ghosts, ghost, cell, heading), self.with_scared(scared, ghost, moves)
        return ghosts, scared

    def read_ghost(self, number, name, direction, scared, halfway):
        """Return the index of a ghost, its cell, where it is heading, and for how long it is scared."""
        cell, heading, moves = self.read_cell(name), NAMES.index(direction or NAMES[STOP]), int(scared or 0)
        if moves > SCARED_MOVES:
            raise MalformedText(f"ghost {number} is scared for {moves}: it is for {SCARED_MOVES} moves at most")
        if halfway and (not moves or heading == STOP or self.layout.neighbours[cell][heading] == NOWHERE):
            raise MalformedText(f"ghost {number} cannot be halfway: only scared ghosts are, and not in a wall")
        return int(number) - 1, cell, heading + HALFWAY * bool(halfway), moves

    def read_situation(self, at, situation):
        """Return a position with the turn, the score and the steps of its description, if they fit."""
        if situation is None:
            if at.food == 0:
                raise MalformedText("there is no food left: say that all is eaten, and with what score")
            return at
        word, ghost, score, steps, facing = situation.groups()
        caught, turn = word == CAUGHT, int(ghost or 0)
        at = at._replace(turn=turn, steps=int(steps), facing=NAMES.index(facing), caught=caught)
        if at.steps > self.time or turn > self.haunting or caught and (not self.haunting or at.food == 0):
            limits = f"there are {self.time} steps and {self.haunting} ghosts in this game"
            raise MalformedText(f"'{situation[0]}': {limits}")
        end = self.ending(at) if self.is_terminal(at) else ""
        if end != ("" if "move" in word else word):
            raise MalformedText(f"'{word}', but {end or 'the game goes on'}")
        least = at.score - at.steps + DEATH_POINTS * caught + WIN_POINTS * (at.food == 0)
        most = least + GHOST_POINTS * self.haunting * len(self.layout.cells(CAPSULE))
        if not least <= int(score) <= most or (int(score) - least) % GHOST_POINTS:
            raise MalformedText(f"score {score}: what is eaten in {steps} steps makes {least}, and 200 for each ghost")
        return at._replace(score=int(score))
