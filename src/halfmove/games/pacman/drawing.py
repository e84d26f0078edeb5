"""Mazes of Pacman."""

from halfmove.explain.board import MAZE, PAPER, TOKENS, Board, BoardPicture, Cell, Piece
from halfmove.explain.boards import BoardDrawing
from halfmove.games.pacman.mazes import HALFWAY, STEPS, STOP
from halfmove.games.shared.grid import square_name

TURNS = ("up", "down", "right", "left")  # north, south, east and west


class PacmanDrawing(BoardDrawing):
    """Walls, what there is to eat, Pacman, and the ghosts; scared ones are blue, and halfway between two cells."""

    def describe(self):
        maze = self.game.layout
        cells = [
            Cell(
                square_name(square, maze.width, maze.height),
                square % maze.width + 0.5,
                square // maze.width + 0.5,
                shape="floor",
            )
            for square in maze.squares
        ]
        return Board(MAZE, maze.width, maze.height, tuple(cells), PAPER, TOKENS)

    def picture(self, state):
        game, pieces = self.game, []
        for cell in range(len(game.layout.squares)):
            if state.food >> cell & 1:
                pieces.append(Piece(cell, ".", words="food"))
            if state.capsules >> cell & 1:
                pieces.append(Piece(cell, "o", words="capsule"))
        pieces.append(Piece(int(state.pacman), "P", 0, words="Pacman", turn=TURNS[state.facing]))
        for ghost in range(game.haunting):
            heading = game.heading_of(state.ghosts, ghost)
            down, right = STEPS[heading - HALFWAY] if heading >= HALFWAY else (0, 0)
            scared = game.scared_for(state.scared, ghost)
            cell = int(game.cell_of(state.ghosts, ghost))
            words = f"{'scared ' * bool(scared)}ghost {ghost + 1}"
            pieces.append(Piece(cell, "S" if scared else "G", ghost + 1, words=words, dx=right / 2, dy=down / 2))
        return BoardPicture(tuple(pieces), scores=(str(state.score),))

    def clicks(self, state, action):
        """Return the cell to which Pacman or a ghost goes."""
        cell = state.pacman if state.turn == 0 else self.game.cell_of(state.ghosts, state.turn - 1)
        return () if action == STOP else (int(self.game.neighbours[4 * cell + action]),)

    def key(self, state, action):
        return "" if action == STOP else TURNS[action]

    def facts(self, state):
        return f"score {state.score}"
