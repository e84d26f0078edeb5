"""Boards of 2048."""

from halfmove.explain.board import NUMBERS, PAPER, TILES, Board, BoardPicture, Piece, grid_cells
from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.grid import LETTERS


class TilesDrawing(BoardDrawing):
    """Tiles that are darker the more they count."""

    def describe(self):
        size = self.game.size
        numbers = [str(size - row) for row in range(size)]
        return Board(TILES, size, size, grid_cells(size, size, LETTERS, numbers), PAPER, NUMBERS)

    def picture(self, state):
        tiles = [(place, self.game.at(state.cells, place)) for place in range(self.game.size**2)]
        pieces = [Piece(place, "", None, 1 << tile, words=str(1 << tile)) for place, tile in tiles if tile]
        return BoardPicture(tuple(pieces), scores=(str(state.score),) if self.game.points else ())

    def clicks(self, state, action):
        return (action // 2,) if state.coming > 0 else ()  # a tile that appears; a slide has no place

    def key(self, state, action):
        return "" if state.coming > 0 else ("up", "right", "down", "left")[action]

    def facts(self, state):
        return f"score {state.score}" if self.game.points else ""
