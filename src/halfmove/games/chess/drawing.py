"""Boards of chess. The shapes of the pieces are our own: outlines in a box of 100 by 100, as paths of SVG."""

from halfmove.explain.boards import BoardDrawing
from halfmove.explain.grid import CELL, DARK, LIGHT, MARKED_DARK, MARKED_LIGHT, Grid
from halfmove.explain.svg import element
from halfmove.games.chess.fen import FILES, men_of, square_named
from halfmove.games.chess.tables import SIZE

BOX = 100
FOOT = "M24 78H76V88H24Z"
SHAPES = {
    "P": ("M50 42C45 58 36 64 32 78H68C64 64 55 58 50 42Z", "M37 34a13 13 0 1 0 26 0a13 13 0 1 0 -26 0Z"),
    "N": (
        "M32 78C32 62 46 56 47 45C40 47 36 54 29 54C22 54 19 48 23 41C27 33 33 27 39 21L41 11L50 18C67 22 75 46 71 78Z",
    ),
    "B": (
        "M36 60H64L69 78H31Z",
        "M50 19C35 31 29 47 36 60H64C71 47 65 31 50 19Z",
        "M45 15a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
    ),
    "R": ("M32 78L36 44H64L68 78Z", "M28 44V21H38V29H45V21H55V29H62V21H72V44Z"),
    "Q": ("M28 64H72L69 78H31Z", "M28 64L17 27L34 46L39 18L50 44L61 18L66 46L83 27L72 64Z"),
    "K": (
        "M33 66H67L70 78H30Z",
        "M47 34V21H40V14H47V7H53V14H60V21H53V34Z",
        "M50 36C43 23 20 26 22 44C24 56 31 58 33 66H67C69 58 76 56 78 44C80 26 57 23 50 36Z",
    ),
}
LINES = {"B": "M50 34V48M43 41H57", "N": "M40 30L41 31"}  # drawn over the shapes
WHITE, BLACK = ("#ffffff", "#222222"), ("#2b2b2b", "#f1f1f1")  # fill and outline
OUTLINE = 3.5


class ChessDrawing(BoardDrawing):
    """The board as White sees it."""

    def board(self, state, marked):
        grid = Grid(SIZE, SIZE, FILES, [str(SIZE - row) for row in range(SIZE)])
        men = men_of(state)
        pieces = []
        for place in range(SIZE * SIZE):
            letter = men.at(place ^ (SIZE - 1) * SIZE)
            if letter:
                x, y = grid.middle(place)
                pieces.append(piece(letter, x - CELL / 2, y - CELL / 2))

        def fill(place):
            colours = (MARKED_LIGHT, MARKED_DARK) if place in marked else (LIGHT, DARK)
            return colours[(place // SIZE + place) % 2]

        return grid.sketch(grid.squares(fill), pieces)

    def places(self, state, action):
        written = self.game.uci(action, state)
        return [square_named(name) ^ (SIZE - 1) * SIZE for name in (written[:2], written[2:4])]


def piece(letter, x, y):
    """Return a piece in the square whose upper left corner is at (x, y)."""
    kind, (fill, outline) = letter.upper(), WHITE if letter.isupper() else BLACK
    shapes = [element("path", d=path) for path in (*SHAPES[kind], FOOT)]
    if kind in LINES:
        shapes.append(element("path", d=LINES[kind], fill="none", stroke_linecap="round", stroke_width=2 * OUTLINE))
    return element(
        "g",
        "".join(shapes),
        transform=f"translate({x:g} {y:g}) scale({CELL / BOX:g})",
        fill=fill,
        stroke=outline,
        stroke_width=OUTLINE,
        stroke_linejoin="round",
    )
