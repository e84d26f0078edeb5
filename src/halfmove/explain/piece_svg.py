"""Pieces as SVG, each set in its look; the shapes of the chess pieces are our own, in a box of 100 by 100."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from halfmove.explain.board import (
    CARDS,
    CHECKERS,
    CHESSMEN,
    DISCS,
    DRAUGHTSMEN,
    FLEET,
    MARKS,
    NUMBERS,
    OBJECTS,
    SEEDS,
    STONES,
    TOKENS,
    Board,
    Cube,
    Dice,
    Piece,
)
from halfmove.explain.svg import FAINT, INK, PAPER, circle, element, line, polygon, rectangle, words

MARK = "#e8590c"  # the last action
STONE = 0.42  # of a cell: the radius of a stone
FILLS = ("#2b2b2b", "#fdfdfd")  # of dark and of light stones
SEAT_COLOURS = ("#1864ab", "#c2255c", "#2b8a3e", "#e8590c")  # by seat
FRAME, EMPTY = "#1c5fb0", PAPER  # of a board that stones drop into
DROPPED = ("#e03131", "#fcc419")  # stones in it
HOLLOW, SEED = "#8a5a33", "#f4ead9"
FLOOR, TREAT, YELLOW, FRIGHT = "#10131c", "#ffd9a8", "#ffd21f", "#4663d6"  # of a maze
GHOSTS = ("#e8443a", "#3fc1d9", "#f29ac0", "#f0913a")
TILES = [
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
]
DARK_TILE = 4  # the power of two from which on a light number is read better
TYPE = (20, 20, 18, 14, 11, 9)  # of the number on a tile, by how many digits it has
STROKE, REACH = 6, 0.28  # width of a cross or ring, and its size as a part of a cell
CROWN = ((-9, 6), (-11, -5), (-5, 0), (0, -8), (5, 0), (11, -5), (9, 6))
CHECKER, STACK = 16, 5  # the radius of a checker, and how many are drawn on a point: of more, the number tells
GRAIN, TURN, MOST_SEEDS = 4.2, 2.4, 24  # the radius of a seed, the angle to the next, and how many are drawn
SIDE, PIP, SMALL = 26, 2.8, 13  # of a die, the radius of a pip, and the type of numbers
MOUTH = math.pi / 5  # half of how far Pacman's is open
TURNS = {"up": -math.pi / 2, "down": math.pi / 2, "right": 0.0, "left": math.pi}
PIPS = {  # of a die, as parts of its side
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
SUITS = {  # around the middle, from -1 to 1
    "S": "M0 -1C.2 -.55 .95 -.2 .95 .3C.95 .7 .4 .8 .12 .5C.15 .75 .25 .9 .4 1H-.4C-.25 .9 -.15 .75 -.12 .5"
    "C-.4 .8 -.95 .7 -.95 .3C-.95 -.2 -.2 -.55 0 -1Z",
    "H": "M0 1C-.3 .5 -1 .1 -1 -.4C-1 -.9 -.3 -1 0 -.5C.3 -1 1 -.9 1 -.4C1 .1 .3 .5 0 1Z",
    "D": "M0 -1L.75 0L0 1L-.75 0Z",
    "C": "M0 -1A.45 .45 0 0 1 .4 -.34A.47 .47 0 1 1 .12 .48C.15 .75 .25 .9 .4 1H-.4C-.25 .9 -.15 .75 -.12 .48"
    "A.47 .47 0 1 1 -.4 -.34A.45 .45 0 0 1 0 -1Z",
}
RED, BACK, BACK_LINE = "#c92a2a", "#34588f", "#dbe4f0"  # of cards
HULL = "#5c6773"  # of ships
BOX, OUTLINE = 100, 3.5
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


def piece(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    """Yield the shapes of a piece in its cell, whose middle is at (x, y)."""
    sets: dict[str, Callable[[Board, Piece, float, float, float], Iterator[str]]] = {
        MARKS: _mark,
        STONES: _stone,
        DISCS: _disc,
        CHESSMEN: _chessman,
        DRAUGHTSMEN: _draughtsman,
        CHECKERS: _checkers,
        SEEDS: _seeds,
        NUMBERS: _tile,
        TOKENS: _token,
        OBJECTS: _object,
        CARDS: _card,
        FLEET: _ship,
    }
    return sets[board.set](board, one, x, y, unit)


def _mark(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    reach = REACH * unit
    if one.seat == 0:
        yield line(x - reach, y - reach, x + reach, y + reach, SEAT_COLOURS[0], STROKE)
        yield line(x - reach, y + reach, x + reach, y - reach, SEAT_COLOURS[0], STROKE)
    else:
        yield circle(x, y, reach, stroke=SEAT_COLOURS[1], stroke_width=STROKE)


def _stone(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    yield circle(x, y, STONE * unit, FILLS[not one.dark], stroke=INK)


def _disc(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    seat = one.seat or 0
    radius = STONE * unit if board.drop else 0.38 * unit
    yield circle(x, y, radius, (DROPPED if board.drop else SEAT_COLOURS)[seat])
    if one.letter and not board.drop and one.letter not in "XO":
        yield words(x, y, one.letter, SMALL, PAPER)


def _chessman(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    fill, outline = BLACK if one.dark else WHITE
    shapes = [element("path", d=path) for path in (*SHAPES[one.letter], FOOT)]
    if one.letter in LINES:
        detail = LINES[one.letter]
        shapes.append(element("path", d=detail, fill="none", stroke_linecap="round", stroke_width=2 * OUTLINE))
    yield element(
        "g",
        "".join(shapes),
        transform=f"translate({x - unit / 2:g} {y - unit / 2:g}) scale({unit / BOX:g})",
        fill=fill,
        stroke=outline,
        stroke_width=OUTLINE,
        stroke_linejoin="round",
    )


def _draughtsman(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    fill, other = FILLS if one.dark else FILLS[::-1]
    yield circle(x, y, STONE * unit, fill, stroke=INK)
    if one.letter == "K":
        yield polygon(((x + dx, y + dy) for dx, dy in CROWN), other)
    else:
        yield circle(x, y, STONE * unit * 0.7, stroke=other)


def _checkers(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    """Draw checkers on one point, from its base on."""
    cell = board.cells[one.at]
    down = cell.shape == "down" or cell.shape in ("bar", "tray") and cell.y < board.height / 2
    base = y - cell.h * unit / 2 if down else y + cell.h * unit / 2
    for i in range(min(one.count, STACK)):
        away = CHECKER * (2 * i + 1)
        middle = base + away if down else base - away
        yield circle(x, middle, CHECKER, FILLS[not one.dark], stroke=FAINT if one.dark else INK)
        if i == STACK - 1 and one.count > STACK:
            yield words(x, middle, str(one.count), SMALL, FILLS[bool(one.dark)], font_weight="bold")


def _seeds(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    """Draw seeds in a spiral, as in a sunflower, and their number at the edge of the board."""
    for i in range(min(one.count, MOST_SEEDS)):
        distance, angle = GRAIN * 1.05 * math.sqrt(i + 0.3), i * TURN
        yield circle(x + distance * math.cos(angle), y + distance * math.sin(angle), GRAIN, SEED, stroke=HOLLOW)
    cell = board.cells[one.at]
    above = cell.shape == "store" or cell.y < board.height / 2
    yield words(x, y + (-1 if above else 1) * (cell.h * unit / 2 + SMALL * 0.7), str(one.count), SMALL, PAPER)


def _tile(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    power, side = one.count.bit_length() - 1, unit - 4
    yield rectangle(x - side / 2 + 2, y - side / 2 + 2, side - 4, side - 4, TILES[min(power, len(TILES)) - 1], rx=2)
    ink = PAPER if power > DARK_TILE else INK
    yield words(x, y, str(one.count), TYPE[len(str(one.count)) - 1], ink, font_weight="bold")


def _object(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    yield circle(x, y, 0.36 * unit, SEED, stroke=HOLLOW, stroke_width=2)


def _token(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    """Draw what is in a maze: food, capsules, Pacman and ghosts; anything else is a disc with its letter."""
    size = 0.4 * unit
    if one.letter in (".", "o"):
        yield circle(x, y, unit * (0.08 if one.letter == "." else 0.2), TREAT)
    elif one.letter == "P":
        turn = TURNS.get(one.turn, 0.0)
        (x1, y1), (x2, y2) = (
            (x + size * math.cos(turn + way), y + size * math.sin(turn + way)) for way in (MOUTH, -MOUTH)
        )
        path = f"M{x:.1f} {y:.1f} L{x1:.1f} {y1:.1f} A{size:.1f} {size:.1f} 0 1 1 {x2:.1f} {y2:.1f} Z"
        yield element("path", d=path, fill=YELLOW)
    elif one.letter in ("G", "S"):
        colour = FRIGHT if one.letter == "S" else GHOSTS[(one.seat or 1) - 1]
        hem = [(x + size * (1 - step / 3), y + size * (1 if step % 2 == 0 else 0.7)) for step in range(7)]
        yield circle(x, y, size, colour)
        yield rectangle(x - size, y, 2 * size, 0.7 * size, colour)
        yield polygon([(x + size, y), *hem, (x - size, y)], colour)
        for side in (-1, 1):
            yield circle(x + side * size * 0.4, y - size * 0.15, size * 0.25, PAPER)
            yield circle(x + side * size * 0.4, y - size * 0.15, size * 0.12, FLOOR)
    else:
        fill = FAINT if one.seat is None else SEAT_COLOURS[one.seat]
        yield circle(x, y, 0.38 * unit, fill)
        yield words(x, y, one.letter, SMALL, PAPER, font_weight="bold")


def _card(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    """Draw a card with its rank and suit, or its back."""
    cell, letter = board.cells[one.at], one.letter
    w, h = 0.94 * cell.w * unit, cell.h * unit
    yield rectangle(x - w / 2, y - h / 2, w, h, PAPER if letter else BACK, stroke=INK, rx=4)
    if not letter:
        yield rectangle(x - w / 2 + 3, y - h / 2 + 3, w - 6, h - 6, stroke=BACK_LINE, rx=2)
        return
    rank, suit = (letter[:-1], letter[-1]) if len(letter) > 1 and letter[-1] in SUITS else (letter, "")
    ink, high = RED if suit in ("H", "D") else INK, h / 4 if suit else 0
    yield words(x, y - high, "10" if rank == "T" else rank, TYPE[len(rank) - 1], ink, font_weight="bold")
    if suit:
        size = 0.24 * w
        yield element("path", d=SUITS[suit], fill=ink, transform=f"translate({x:g} {y + high:g}) scale({size:g})")


def _ship(board: Board, one: Piece, x: float, y: float, unit: float) -> Iterator[str]:
    """Draw a part of a ship, whether it was hit, or where a shot met the water."""
    if one.letter in ("S", "H"):
        yield rectangle(x - 0.4 * unit, y - 0.4 * unit, 0.8 * unit, 0.8 * unit, HULL, rx=unit / 6)
    if one.letter == "H":
        reach = 0.22 * unit
        yield line(x - reach, y - reach, x + reach, y + reach, MARK, STROKE)
        yield line(x - reach, y + reach, x + reach, y - reach, MARK, STROKE)
    elif one.letter == "W":
        yield circle(x, y, 0.12 * unit, SEAT_COLOURS[0])


def dice(thrown: Dice | None, unit: float, y: float) -> Iterator[str]:
    """Draw dice in the half of the board that is the mover's right one."""
    for i, pips in enumerate(thrown.values if thrown else ()):
        assert thrown is not None
        x, fill, ink = (9.2 + 1.2 * i) * unit, FILLS[thrown.seat], FILLS[1 - thrown.seat]
        yield rectangle(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, fill, stroke=INK, rx=4)
        for dx, dy in PIPS[pips]:
            yield circle(x + dx * SIDE * 0.28, y + dy * SIDE * 0.28, PIP, ink)


def cube(shown: Cube | None, unit: float, top: float, height: float) -> Iterator[str]:
    """Draw the doubling cube before its owner, or in the middle."""
    if shown is not None:
        x, y = 6.5 * unit, top + height * {None: 0.5, 0: 0.93, 1: 0.07}[shown.seat]
        yield rectangle(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, PAPER, stroke=INK, rx=4)
        yield words(x, y, str(shown.value), SMALL)
