"""Boards of squares, and of points where lines cross, with names along two sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from halfmove.explain.boards import MARGIN, MARK, SMALL
from halfmove.explain.svg import FAINT, INK, PAPER, Sketch, circle, line, rectangle, words

CELL = 44  # pixels: a square, or from one point to the next
STONE = 0.42  # of a cell: the radius of a stone
FILLS = ("#2b2b2b", "#fdfdfd")  # of dark and of light stones
WOOD = "#e6bf83"
LIGHT, DARK = "#f0e4cf", "#a9835f"  # squares
MARKED_LIGHT, MARKED_DARK = "#f3dd7a", "#d4b13f"  # squares of the last action
MARKED = MARKED_LIGHT


class Grid(NamedTuple):
    """A board of `columns` by `rows`; places are counted by rows from the top, and names are left out if empty."""

    columns: int
    rows: int
    letters: Sequence[str] = ()  # below the columns
    numbers: Sequence[str] = ()  # beside the rows, from the top

    def middle(self, place: int) -> tuple[float, float]:
        """Return the middle of a place."""
        row, column = divmod(place, self.columns)
        return self.left + (column + 0.5) * CELL, (row + 0.5) * CELL

    @property
    def left(self) -> float:
        return MARGIN if self.numbers else 0

    def sketch(self, *shapes: Iterable[str]) -> Sketch:
        """Return the board with its shapes, and with the names beside it."""
        width, height = self.left + self.columns * CELL, self.rows * CELL
        below = MARGIN if self.letters else 0
        sheet = rectangle(0, 0, width, height + below, PAPER)
        flat = [shape for group in shapes for shape in group]
        return Sketch(width, height + below, (sheet, *flat, *self._names(height)))

    def _names(self, height: float) -> Iterator[str]:
        for column, letter in enumerate(self.letters):
            yield words(self.left + (column + 0.5) * CELL, height + MARGIN / 2, letter, SMALL, FAINT)
        for row, number in enumerate(self.numbers):
            yield words(MARGIN / 2, (row + 0.5) * CELL, number, SMALL, FAINT)

    def squares(self, fill: Callable[[int], str], stroke: str | None = None) -> Iterator[str]:
        """Draw all squares, each in its colour."""
        for place in range(self.columns * self.rows):
            x, y = self.middle(place)
            yield rectangle(x - CELL / 2, y - CELL / 2, CELL, CELL, fill(place), stroke=stroke)

    def lines(self) -> Iterator[str]:
        """Draw the lines that cross in the points."""
        yield rectangle(self.left, 0, self.columns * CELL, self.rows * CELL, WOOD)
        last = self.columns * self.rows - 1
        (left, top), (right, bottom) = self.middle(0), self.middle(last)
        for column in range(self.columns):
            yield line(left + column * CELL, top, left + column * CELL, bottom)
        for row in range(self.rows):
            yield line(left, top + row * CELL, right, top + row * CELL)

    def stones(self, places: Iterable[int], player: int) -> Iterator[str]:
        """Draw the stones of a player, dark ones for the first."""
        for place in places:
            yield circle(*self.middle(place), STONE * CELL, FILLS[player], stroke=INK)

    def dots(self, places: Iterable[int]) -> Iterator[str]:
        """Mark places by a dot."""
        for place in places:
            yield circle(*self.middle(place), CELL / 8, MARK)
