"""Boards of backgammon as X sees them, who moves from point 24 to point 1."""

from halfmove.explain.boards import MARGIN, MARK, SMALL, BoardDrawing
from halfmove.explain.grid import FILLS, MARKED
from halfmove.explain.svg import FAINT, INK, PAPER, Sketch, circle, polygon, rectangle, words
from halfmove.games.backgammon.board import BAR, CENTRED, DIE, OFF, SIDES
from halfmove.games.backgammon.text import HALF, PLAYERS, count
from halfmove.games.shared.drawing import by_player

POINT, CHECKER, TALL = 36, 16, 150  # the width of a point, the radius of a checker, the height of a point
HEIGHT = 2 * TALL + 60
WIDTH = (HALF + 2) * POINT  # the points, the bar and what is borne off
STACK = 5  # checkers that are drawn on a point: of more, the number tells
FELT, POINTS, WALL = "#f3e9d7", ("#b5523b", "#c9a66b"), "#6b4a2f"
PIPS = {  # of a die, as parts of its side
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
SIDE, PIP = 26, 2.8  # of a die, and the radius of a pip


class BackgammonDrawing(BoardDrawing):
    """X has the dark checkers. What is borne off lies to the right, what was hit on the bar in the middle."""

    def board(self, state, marked):
        x, o = by_player(state)
        shapes = [rectangle(0, 0, WIDTH, HEIGHT + 2 * MARGIN, PAPER), rectangle(0, MARGIN, WIDTH, HEIGHT, FELT)]
        shapes += [rectangle(at, MARGIN, POINT, HEIGHT, WALL) for at in (SIDES * POINT, WIDTH - POINT)]
        for point in range(1, OFF):
            shapes += triangle(point, marked)
        for point in range(1, OFF):
            shapes += stack(column(point), point > HALF, count(x, OFF - point), 0)
            shapes += stack(column(point), point > HALF, count(o, point), 1)
        bar, tray = (SIDES + 0.5) * POINT, WIDTH - POINT / 2
        for middle, place in ((bar, BAR), (tray, OFF)):
            shapes += stack(middle, True, count(o, place), 1)
            shapes += stack(middle, False, count(x, place), 0)
        return Sketch(WIDTH, HEIGHT + 2 * MARGIN, (*shapes, *self.dice(state), *self.cube(state)))

    def dice(self, state):
        """Draw the dice in the half of the board that is the mover's right one."""
        if state.roll < 1 << DIE:
            return
        for i, pips in enumerate((state.roll >> DIE, state.roll & (1 << DIE) - 1)):
            x, y = (9.2 + 1.2 * i) * POINT, MARGIN + HEIGHT / 2
            fill, ink = FILLS[state.player], FILLS[1 - state.player]
            yield rectangle(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, fill, stroke=INK, rx=4)
            for dx, dy in PIPS[pips]:
                yield circle(x + dx * SIDE * 0.28, y + dy * SIDE * 0.28, PIP, ink)

    def cube(self, state):
        """Draw the cube, if there is one: before its owner, or in the middle."""
        if self.game.cube > 1:
            x, y = (SIDES + 0.5) * POINT, MARGIN + HEIGHT * {CENTRED: 0.5, 0: 0.93, 1: 0.07}[state.owner]
            yield rectangle(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, PAPER, stroke=INK, rx=4)
            yield words(x, y, str(state.cube), SMALL)

    def places(self, state, action):
        if state.roll < 1 << DIE:
            return ()
        places = {place for step in self.game.steps(action, state.roll) for place in step}
        return {OFF - place if state.player == 0 else place for place in places if BAR < place < OFF}

    def facts(self, state):
        owned = self.game.cube > 1 and state.owner != CENTRED
        return "X is black" + (f"; the cube is {PLAYERS[state.owner]}'s" if owned else "")


def column(point):
    """Return the middle of a point from left to right."""
    from_left = point - HALF - 1 if point > HALF else HALF - point
    return (from_left + 0.5 + (from_left >= SIDES)) * POINT


def triangle(point, marked):
    """Draw a point and its number."""
    x, up = column(point), point > HALF
    base, tip = (MARGIN, MARGIN + TALL) if up else (MARGIN + HEIGHT, MARGIN + HEIGHT - TALL)
    corners = ((x - POINT / 2, base), (x + POINT / 2, base), (x, tip))
    fill, edge = (MARKED, MARK) if point in marked else (POINTS[point % 2], None)
    yield polygon(corners, fill, stroke=edge)
    yield words(x, base + (-MARGIN / 2 if up else MARGIN / 2), str(point), SMALL, FAINT)


def stack(x, up, checkers, player):
    """Draw the checkers of a player on one point."""
    for i in range(min(checkers, STACK)):
        away = CHECKER * (2 * i + 1)
        y = MARGIN + away if up else MARGIN + HEIGHT - away
        yield circle(x, y, CHECKER, FILLS[player], stroke=INK if player else FAINT)
        if i == STACK - 1 and checkers > STACK:
            yield words(x, y, str(checkers), SMALL, FILLS[1 - player], font_weight="bold")
