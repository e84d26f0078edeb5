"""Cat and mouse: a small game that can go on for ever, with each policy for a state that comes back.

On a board of 3 x 3 the states are few enough to be solved by hand; `tests/games/test_cat_and_mouse.py` does.
"""

from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.commentary import Commentary
from halfmove.core.game import ALLOWED, DRAW, ILLEGAL, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.explain.board import PAPER, SQUARES, TOKENS, Board, BoardPicture, Piece, grid_cells, grid_labels
from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.grid import EMPTY, LETTERS, no_square, read_grid, read_square, show_grid, square_name
from halfmove.games.shared.notation import split_mover

MOUSE, CAT = 0, 1
HOLE = 0  # the square at the top left
MOST_SQUARES = 10_000


class Chase(NamedTuple):
    mouse: int
    cat: int
    player: int = MOUSE


@compiled
class CatAndMouse(Game):
    """The mouse wants to reach its hole, the cat wants to catch the mouse; a state that comes back is a draw.

    In turn each steps to a square beside, above or below its own; nobody may stay. The hole is at the top left; the
    cat does not fit in. The cat wins when both are on one square, the mouse when it is in the hole. The mouse begins
    at the bottom right, the cat at the bottom left.
    """

    width: int = 3
    height: int = 3
    repetition = DRAW

    player_names = ("mouse", "cat")

    def __post_init__(self):
        if min(self.width, self.height) < 1 or self.width * self.height < 3:
            raise HalfmoveError(f"a board of {self.width} x {self.height} has no room for a cat, a mouse and a hole")
        if self.width * self.height > MOST_SQUARES:
            raise HalfmoveError(f"a board of {self.width} x {self.height}: at most {MOST_SQUARES} squares are drawn")

    @property
    def initial(self):
        last = self.width * self.height - 1
        return Chase(last, last + 1 - self.width if self.height > 1 else 1, MOUSE)

    def to_move(self, chase):
        return chase.player

    def actions(self, chase):
        here = chase.mouse if chase.player == MOUSE else chase.cat
        if here >= self.width and (chase.player == MOUSE or here - self.width != HOLE):
            yield here - self.width
        if here % self.width > 0 and (chase.player == MOUSE or here - 1 != HOLE):
            yield here - 1
        if (here + 1) % self.width > 0:
            yield here + 1
        if here + self.width < self.width * self.height:
            yield here + self.width

    def result(self, chase, square):
        if chase.player == MOUSE:
            return Chase(square, chase.cat, CAT)
        return Chase(chase.mouse, square, MOUSE)

    def is_terminal(self, chase):
        return chase.mouse == chase.cat or chase.mouse == HOLE

    def utility(self, chase, player):
        caught = chase.mouse == chase.cat
        return 1.0 if caught == (player == CAT) else -1.0

    def show(self, chase):
        cells = [EMPTY] * (self.width * self.height)
        cells[HOLE], cells[chase.mouse], cells[chase.cat] = "O", "M", "C"
        return f"{show_grid(cells, self.width)}\n{self.player_names[chase.player]} to move"

    def name(self, action, state=None):
        return square_name(action, self.width, self.height)

    def read(self, written):
        """Return the state of `c1 a1 cat`: where the mouse and the cat are, and who is to move; or of a picture."""
        words, player = split_mover(self, written)
        if "\n" in written.strip():
            cells = read_grid(written.strip().rpartition("\n")[0], self.width, self.height, "OMC" + EMPTY)
            words = [self.name(square) for animal in "MC" for square, cell in enumerate(cells) if cell == animal]
            words = 2 * words if cells.count("M") == 0 else words  # the cat stands where it caught the mouse
        if len(words) != 2:
            raise MalformedText(f"'{written}' should say where the mouse and the cat are and who is to move: c1 a1 cat")
        mouse, cat = (read_square(word, self.width, self.height) for word in words)
        if mouse is None or cat is None:
            raise MalformedText(f"'{words[cat is None]}' in '{written}' is not a square of the board")
        if cat == HOLE:
            raise MalformedText(f"'{words[1]}' in '{written}': the cat does not fit into the hole")
        return Chase(mouse, cat, player)


@compiled
class UnrepeatedCatAndMouse(CatAndMouse):
    """Cat and mouse where no state may come back; a player who has no other step ends the game, which is a draw."""

    repetition = ILLEGAL


@compiled
class EndlessCatAndMouse(CatAndMouse):
    """Cat and mouse where states may come back, and a game may have no end."""

    repetition = ALLOWED


class CatAndMouseDrawing(BoardDrawing):
    """The two animals on the squares, and the hole."""

    def describe(self):
        width, height = self.game.width, self.game.height
        numbers = [str(height - row) for row in range(height)]
        cells = grid_cells(width, height, [*LETTERS, *[""] * width], numbers)
        labels = grid_labels(width, height, LETTERS, numbers)
        return Board(SQUARES, width, height, cells, PAPER, TOKENS, labels=labels)

    def picture(self, chase):
        hole = Piece(HOLE, "O", words="the hole")
        mouse, cat = Piece(chase.mouse, "M", MOUSE, words="the mouse"), Piece(chase.cat, "C", CAT, words="the cat")
        return BoardPicture((hole, mouse, cat))

    def clicks(self, chase, action):
        return (action,)


class CatAndMouseCommentary(Commentary):
    """Why a square cannot be stepped to."""

    def why_illegal(self, chase, written):
        """Say why a square cannot be stepped to."""
        square = read_square(written, self.game.width, self.game.height)
        if square is None:
            return no_square(self.game.width, self.game.height)
        if chase.player == CAT and square == HOLE:
            return "the cat does not fit into the hole"
        here = chase.mouse if chase.player == MOUSE else chase.cat
        name = self.game.player_names[chase.player]
        return f"the {name} is on {self.game.name(here)}, and steps to a square beside, above or below it"
