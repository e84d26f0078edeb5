"""Mazes of Pacman."""

from math import cos, pi, sin

from halfmove.explain.boards import MARK, BoardDrawing
from halfmove.explain.grid import CELL, Grid
from halfmove.explain.svg import PAPER, circle, element, polygon, rectangle
from halfmove.games.pacman.mazes import HALFWAY, STEPS, STOP
from halfmove.games.shared.grid import LETTERS

FLOOR, STONE, TREAT, YELLOW = "#10131c", "#2b4fb8", "#ffd9a8", "#ffd21f"
GHOSTS = ("#e8443a", "#3fc1d9", "#f29ac0", "#f0913a")
FRIGHT = "#4663d6"
RADIUS = 0.4  # of a cell: Pacman and the ghosts
MOUTH = pi / 5  # half of how far it is open
TURNS = (-pi / 2, pi / 2, 0.0, pi)  # of Pacman's face to the north, south, east and west


class PacmanDrawing(BoardDrawing):
    """Walls, what there is to eat, Pacman, and the ghosts; scared ones are blue, and halfway between two cells."""

    def board(self, state, marked):
        game, maze = self.game, self.game.layout
        numbers = [str(row) for row in range(maze.height, 0, -1)]
        grid = Grid(maze.width, maze.height, LETTERS[: maze.width], numbers)
        shapes = [*grid.squares(lambda place: FLOOR if place in maze.squares else STONE)]
        for cell, square in enumerate(maze.squares):
            if state.food >> cell & 1 or state.capsules >> cell & 1:
                shapes.append(circle(*grid.middle(square), CELL * (0.08 if state.food >> cell & 1 else 0.2), TREAT))
        shapes += [
            circle(*grid.middle(maze.squares[cell]), RADIUS * CELL, stroke=MARK, stroke_width=3) for cell in marked
        ]
        shapes.append(self.pacman(*grid.middle(maze.squares[state.pacman]), state.facing))
        for ghost in range(game.haunting):
            colour = FRIGHT if game.scared_for(state.scared, ghost) else GHOSTS[ghost]
            x, y = self.middle(grid, state, ghost)
            shapes += self.ghost(x, y, colour)
        return grid.sketch(shapes)

    def middle(self, grid, state, ghost):
        """Return the middle of a ghost, which may be halfway between two cells."""
        heading = self.game.heading_of(state.ghosts, ghost)
        x, y = grid.middle(self.game.layout.squares[self.game.cell_of(state.ghosts, ghost)])
        down, right = STEPS[heading - HALFWAY] if heading >= HALFWAY else (0, 0)
        return x + right * CELL / 2, y + down * CELL / 2

    def pacman(self, x, y, facing):
        """Draw a disc with an open mouth."""
        size, turn = RADIUS * CELL, TURNS[facing]
        (x1, y1), (x2, y2) = ((x + size * cos(turn + way), y + size * sin(turn + way)) for way in (MOUTH, -MOUTH))
        path = f"M{x:.1f} {y:.1f} L{x1:.1f} {y1:.1f} A{size:.1f} {size:.1f} 0 1 1 {x2:.1f} {y2:.1f} Z"
        return element("path", d=path, fill=YELLOW)

    def ghost(self, x, y, colour):
        """Draw a sheet with two eyes."""
        size = RADIUS * CELL
        hem = [(x + size * (1 - step / 3), y + size * (1 if step % 2 == 0 else 0.7)) for step in range(7)]
        yield circle(x, y, size, colour)
        yield rectangle(x - size, y, 2 * size, 0.7 * size, colour)
        yield polygon([(x + size, y), *hem, (x - size, y)], colour)
        for side in (-1, 1):
            yield circle(x + side * size * 0.4, y - size * 0.15, size * 0.25, PAPER)
            yield circle(x + side * size * 0.4, y - size * 0.15, size * 0.12, FLOOR)

    def places(self, state, action):
        """Mark the cell to which Pacman or a ghost goes."""
        cell = state.pacman if state.turn == 0 else self.game.cell_of(state.ghosts, state.turn - 1)
        return () if action == STOP else (int(self.game.neighbours[4 * cell + action]),)

    def facts(self, state):
        return f"score {state.score}"
