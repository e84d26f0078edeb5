"""A board that is described as data, drawn as SVG: its ground, its cells, the names beside it and what is marked."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise

from halfmove.explain.board import (
    BACKGAMMON,
    DRAUGHTSMEN,
    FELT,
    HEAPS,
    HEXES,
    MAZE,
    PITS,
    POINTS,
    SQUARES,
    TABLE,
    TILES,
    Board,
    BoardPicture,
    Cell,
)
from halfmove.explain.piece_svg import (
    EMPTY,
    FLOOR,
    FRAME,
    HOLLOW,
    MARK,
    SEAT_COLOURS,
    STONE,
    cube,
    dice,
    piece,
)
from halfmove.explain.svg import FAINT, INK, PAPER, Sketch, circle, line, polygon, rectangle, words

# Pixels.
MARGIN, SMALL, NUMBER = 22, 13, 9  # what is free for names beside a board; the type of names, and of names in cells
UNITS = {BACKGAMMON: 36, HEXES: 24 * math.sqrt(3), PITS: 64}  # of a cell, where it is not 44
UNIT = 44
INSET = 8  # how far from the corner of its square the number of a square stands
EDGE = 6  # the width of a side that belongs to a player

LIGHT, DARK = "#f0e4cf", "#a9835f"  # squares
MARKED_LIGHT, MARKED_DARK = "#f3dd7a", "#d4b13f"  # squares of the last action
WOOD, GREEN, GREEN_LINES, PIT_WOOD, WALL = "#e6bf83", "#2f9e5f", "#1b5e3a", "#b98251", "#2b4fb8"
FELT_PAPER, TRIANGLES, BAR = "#f3e9d7", ("#b5523b", "#c9a66b"), "#6b4a2f"  # of backgammon
TILE_BACK, FOG = "#8d99a6", "#868e96"
HEX_CORNERS = [(math.sin(k * math.pi / 3) / math.sqrt(3), -math.cos(k * math.pi / 3) / math.sqrt(3)) for k in range(6)]


def sketch(board: Board, picture: BoardPicture, marked: Collection[int] = ()) -> Sketch:
    """Return the shapes of a board in one state, with some cells marked."""
    return _Sheet(board, picture, marked).sketch()


class _Sheet:
    """A board on paper: lengths in cells become pixels."""

    def __init__(self, board: Board, picture: BoardPicture, marked: Collection[int]) -> None:
        self.board, self.picture, self.marked = board, picture, frozenset(marked)
        self.unit: float = UNITS.get(board.kind, UNIT)
        sides = {label.side for label in board.labels}
        self.left, self.top = (MARGIN if side in sides else 0 for side in ("left", "top"))
        self.width = self.left + board.width * self.unit + (MARGIN if "right" in sides else 0)
        self.height = self.top + board.height * self.unit + (MARGIN if "bottom" in sides else 0)

    def sketch(self) -> Sketch:
        grounds: dict[str, Callable[[], Iterator[str]]] = {
            SQUARES: self.squares,
            POINTS: self.points,
            HEXES: self.hexes,
            PITS: self.pits,
            BACKGAMMON: self.backgammon,
            TILES: self.tiles,
            MAZE: self.maze,
            HEAPS: self.heaps,
            TABLE: self.table,
        }
        shapes = [rectangle(0, 0, self.width, self.height, PAPER), *grounds[self.board.kind]()]
        taken = {each.at for each in self.picture.pieces}
        for each in self.picture.pieces:
            x, y = self.at(self.board.cells[each.at])
            shapes += piece(self.board, each, x + each.dx * self.unit, y + each.dy * self.unit, self.unit)
        shapes += self.dots(taken)
        shapes += dice(self.picture.dice, self.unit, self.top + self.board.height * self.unit / 2)
        shapes += cube(self.picture.cube, self.unit, self.top, self.board.height * self.unit)
        return Sketch(self.width, self.height, (*shapes, *self.names()))

    def at(self, cell: Cell) -> tuple[float, float]:
        return self.left + cell.x * self.unit, self.top + cell.y * self.unit

    def ground(self, fill: str, radius: float | None = None) -> str:
        return rectangle(
            self.left, self.top, self.board.width * self.unit, self.board.height * self.unit, fill, rx=radius
        )

    def names(self) -> Iterator[str]:
        for label in self.board.labels:
            x, y = self.left + label.x * self.unit, self.top + label.y * self.unit
            if label.side == "inside":
                yield words(x, y, label.text, SMALL, PAPER)
                continue
            dx, dy = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}[label.side]
            yield words(x + dx * MARGIN / 2, y + dy * MARGIN / 2, label.text, SMALL, FAINT)

    def dots(self, taken: Collection[int]) -> Iterator[str]:
        """Mark cells by a dot, on boards whose cells have no colour that could tell."""
        if self.board.kind != TABLE and (self.board.material == FELT or self.board.kind in (POINTS, HEXES)):
            for number in sorted(self.marked):
                radius = self.unit / 8
                fill = MARK if self.board.kind != HEXES or number not in taken else PAPER
                yield circle(*self.at(self.board.cells[number]), radius, fill, stroke=MARK, stroke_width=2)

    def squares(self) -> Iterator[str]:
        board, half = self.board, self.unit / 2
        if board.drop:
            yield self.ground(FRAME, self.unit / 6)
        for number, cell in enumerate(board.cells):
            x, y = self.at(cell)
            if board.drop:
                yield circle(x, y, STONE * self.unit, EMPTY)
                if number in self.marked:
                    yield circle(x, y, STONE * self.unit + 2, stroke=MARK, stroke_width=4)
                continue
            dark = board.checkered and (int(cell.x) + int(cell.y)) % 2 == 1
            plain, marked = (DARK, MARKED_DARK) if dark else (LIGHT, MARKED_LIGHT)
            if not board.checkered:
                plain, marked = (GREEN, GREEN) if board.material == FELT else (PAPER, MARKED_LIGHT)
            stroke = None if board.checkered else GREEN_LINES if board.material == FELT else FAINT
            fill = FOG if number in self.picture.hidden else marked if number in self.marked else plain
            yield rectangle(x - half, y - half, self.unit, self.unit, fill, stroke=stroke)
            if board.set == DRAUGHTSMEN and cell.name:
                ink = INK if number in self.marked else PAPER
                yield words(x + INSET - half, y + INSET - half, cell.name, NUMBER, ink)

    def points(self) -> Iterator[str]:
        board = self.board
        yield self.ground(WOOD)
        for one, other in board.lines:
            yield line(*self.at(board.cells[one]), *self.at(board.cells[other]), width=1.5)
        for number in board.stars:
            yield circle(*self.at(board.cells[number]), self.unit / 12, INK)
        for number in self.picture.barred:
            x, y = self.at(board.cells[number])
            side = self.unit / 2.5
            yield rectangle(x - side / 2, y - side / 2, side, side, stroke=INK, stroke_width=2)

    def hexes(self) -> Iterator[str]:
        for cell in self.board.cells:
            x, y = self.at(cell)
            corners = [(x + dx * self.unit, y + dy * self.unit) for dx, dy in HEX_CORNERS]
            yield polygon(corners, PAPER, stroke=FAINT)
        for edge in self.board.edges:
            points = [(self.left + x * self.unit, self.top + y * self.unit) for x, y in edge.points]
            for start, end in pairwise(points):
                yield line(*start, *end, SEAT_COLOURS[edge.seat], EDGE)

    def pits(self) -> Iterator[str]:
        yield self.ground(PIT_WOOD, self.unit * 0.4)
        for number, cell in enumerate(self.board.cells):
            x, y = self.at(cell)
            w, h = cell.w * self.unit, cell.h * self.unit
            edge = MARK if number in self.marked else None
            yield rectangle(
                x - w / 2, y - h / 2, w, h, HOLLOW, rx=min(w, h) / 2, stroke=edge, stroke_width=4 if edge else None
            )

    def backgammon(self) -> Iterator[str]:
        yield self.ground(FELT_PAPER)
        for number, cell in enumerate(self.board.cells):
            x, y = self.at(cell)
            w, h = cell.w * self.unit, cell.h * self.unit
            marked = number in self.marked
            if cell.shape in ("up", "down"):
                tip, base = (y - h / 2, y + h / 2) if cell.shape == "up" else (y + h / 2, y - h / 2)
                corners = ((x - w / 2, base), (x + w / 2, base), (x, tip))
                fill = MARKED_LIGHT if marked else TRIANGLES[number % 2]
                yield polygon(corners, fill, stroke=MARK if marked else None)
            else:
                yield rectangle(x - w / 2, y - h / 2, w, h, MARKED_DARK if marked else BAR)

    def tiles(self) -> Iterator[str]:
        yield self.ground(TILE_BACK, 2)
        for number, cell in enumerate(self.board.cells):
            x, y = self.at(cell)
            side = self.unit - 4
            edge = MARK if number in self.marked else None
            width = 3 if edge else None
            yield rectangle(x - side / 2, y - side / 2, side, side, "#b6c0ca", rx=2, stroke=edge, stroke_width=width)

    def maze(self) -> Iterator[str]:
        yield self.ground(WALL)
        for number, cell in enumerate(self.board.cells):
            x, y = self.at(cell)
            yield rectangle(x - self.unit / 2, y - self.unit / 2, self.unit, self.unit, FLOOR)
            if number in self.marked:
                yield circle(x, y, 0.4 * self.unit, stroke=MARK, stroke_width=3)

    def heaps(self) -> Iterator[str]:
        standing = {each.at for each in self.picture.pieces}
        for number, cell in enumerate(self.board.cells):
            if number in self.marked or number not in standing:
                edge = MARK if number in self.marked else "#d5d5d5"
                yield circle(*self.at(cell), 0.3 * self.unit, stroke=edge, stroke_width=2)

    def table(self) -> Iterator[str]:
        yield self.ground(GREEN_LINES, self.unit / 4)
        for number in sorted(self.marked):
            cell = self.board.cells[number]
            (x, y), w, h = self.at(cell), cell.w * self.unit, cell.h * self.unit
            yield rectangle(x - w / 2 - 2, y - h / 2 - 2, w + 4, h + 4, MARK, rx=6)
