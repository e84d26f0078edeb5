"""Boards as data: where the cells of a board lie, and what stands on them.

A game describes its board once, in the drawing beside its rules. `explain/board_svg.py` draws it as SVG, and the studio
sends it to the browser, which knows no rules. Lengths are in cells, x to the right and y down from the upper left
corner; the number of a cell is its place in `cells`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# Kinds of boards.
SQUARES, HEXES, POINTS, PITS, BACKGAMMON = "squares", "hexes", "points", "pits", "backgammon"
HEAPS, MAZE, TILES, TABLE, TREE, PLAIN = "heaps", "maze", "tiles", "table", "tree", "plain"

# What a board is made of.
SLATE, FELT, WOOD, PAPER = "slate", "felt", "wood", "paper"

# How pieces look: a cross and a ring, dark and light stones, discs in the colours of the seats, ...
MARKS, STONES, DISCS, CHESSMEN, DRAUGHTSMEN = "marks", "stones", "discs", "chess", "draughts"
CHECKERS, SEEDS, NUMBERS, TOKENS, OBJECTS = "checkers", "seeds", "tiles", "tokens", "objects"
CARDS, FLEET = "cards", "fleet"


@dataclass(frozen=True)
class Cell:
    """A place where something can stand."""

    name: str  #: as players write it
    x: float  #: of its middle
    y: float
    w: float = 1  #: its width
    h: float = 1  #: its height
    shape: str = ""  #: where it is not the one of its kind of board, such as `store`


@dataclass(frozen=True)
class Label:
    """A name that stands beside a board."""

    text: str
    x: float  #: where the board's edge is
    y: float
    side: str  #: of the board: `top`, `bottom`, `left` or `right`; `inside` where it stands on the board


@dataclass(frozen=True)
class Edge:
    """A side of the board that belongs to a seat."""

    seat: int
    points: tuple[tuple[float, float], ...]  #: that a line runs through


@dataclass(frozen=True)
class Piece:
    """What stands on a cell."""

    at: int  #: the cell
    letter: str = ""  #: what it is, such as K for a king
    seat: int | None = None  #: whose it is; None for nobody's
    count: int = 1  #: how many, or the number on a tile
    dark: bool | None = None  #: whether it is a dark one; None for the colour of its seat
    words: str = ""  #: for a reader who does not see it: "white king"
    turn: str = ""  #: where it looks: `up`, `down`, `left` or `right`
    dx: float = 0  #: how far it stands from the middle of its cell
    dy: float = 0


@dataclass(frozen=True)
class TreeNode:
    """A node of a tree that is the board itself; parents come first."""

    parent: int | None
    label: str
    mover: str
    value: float | None = None
    vector: tuple[float, ...] = ()
    probability: float | None = None


@dataclass(frozen=True)
class Board:
    """What stays as it is throughout a game."""

    kind: str
    width: float = 0
    height: float = 0
    cells: tuple[Cell, ...] = ()
    material: str = PAPER
    set: str = DISCS
    drop: bool = False  #: whether a click anywhere in a column means the action that ends in it
    checkered: bool = False  #: whether squares are light and dark in turn; the upper left one is light
    lines: tuple[tuple[int, int], ...] = ()  #: cells that are joined
    stars: tuple[int, ...] = ()  #: cells with a dot, for the eye
    edges: tuple[Edge, ...] = ()
    labels: tuple[Label, ...] = ()
    palette: tuple[Piece, ...] = ()  #: what a position editor can put on a cell
    nodes: tuple[TreeNode, ...] = ()


@dataclass(frozen=True)
class Dice:
    values: tuple[int, ...]
    seat: int


@dataclass(frozen=True)
class Cube:
    value: int
    seat: int | None  #: who owns it; None in the middle


@dataclass(frozen=True)
class BoardPicture:
    """What stands on a board in one state."""

    pieces: tuple[Piece, ...] = ()
    dice: Dice | None = None
    cube: Cube | None = None
    barred: tuple[int, ...] = ()  #: cells that may not be taken, as by ko
    hidden: tuple[int, ...] = ()  #: cells that a player does not see
    scores: tuple[str, ...] = ()  #: of each seat, in a word or two
    node: int | None = None  #: of a tree, where play has come to


def grid_cells(columns: int, rows: int, letters: Sequence[str], numbers: Sequence[str]) -> tuple[Cell, ...]:
    """Return cells by rows from the top, named by their column and row."""
    return tuple(
        Cell(f"{letters[column]}{numbers[row]}", column + 0.5, row + 0.5)
        for row in range(rows)
        for column in range(columns)
    )


def grid_labels(columns: int, rows: int, letters: Iterable[str], numbers: Iterable[str]) -> tuple[Label, ...]:
    """Return the letters below a grid and the numbers on its left."""
    below = [Label(letter, column + 0.5, rows, "bottom") for column, letter in zip(range(columns), letters)]
    left = [Label(number, 0, row + 0.5, "left") for row, number in zip(range(rows), numbers)]
    return (*below, *left)


def grid_lines(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """Return the lines of a grid on whose crossings stones are put, each from one edge to the other."""
    across = [(row * columns, row * columns + columns - 1) for row in range(rows)]
    down = [(column, (rows - 1) * columns + column) for column in range(columns)]
    return (*across, *down)
