"""Boards of 2048."""

from halfmove.explain.boards import MARK, BoardDrawing
from halfmove.explain.grid import CELL, Grid
from halfmove.explain.svg import INK, PAPER, rectangle, words

BACK, EMPTY = "#8d99a6", "#b6c0ca"
TILES = (
    "#eef3f7",
    "#d7e6f2",
    "#b5d6ee",
    "#86bfe6",
    "#57a3da",
    "#2f83c7",
    "#2367a8",
    "#1b4f87",
    "#143a68",
    "#6a3fa0",
    "#8e2f8a",
)
DARK = 4  # the first tile on which a light number is read better
GAP = 2
TYPE = (20, 20, 18, 14, 11, 9)  # by the number of digits


class TilesDrawing(BoardDrawing):
    """Tiles that are darker the more they count."""

    def board(self, state, marked):
        size = self.game.size
        grid = Grid(size, size)
        shapes = [rectangle(0, 0, size * CELL, size * CELL, BACK, rx=GAP)]
        for place in range(size * size):
            x, y = grid.middle(place)
            tile = self.game.at(state.cells, place)
            fill = TILES[min(tile, len(TILES)) - 1] if tile else EMPTY
            edge = MARK if place in marked else None
            side = CELL - 2 * GAP
            shapes.append(rectangle(x - side / 2, y - side / 2, side, side, fill, rx=GAP, stroke=edge, stroke_width=3))
            if tile:
                number = str(1 << tile)
                ink = PAPER if tile > DARK else INK
                shapes.append(words(x, y, number, TYPE[len(number) - 1], ink, font_weight="bold"))
        return grid.sketch(shapes)

    def places(self, state, action):
        return (action // 2,) if state.coming > 0 else ()  # a tile that appears; a slide has no place

    def facts(self, state):
        return f"score {state.score}" if self.game.points else ""
