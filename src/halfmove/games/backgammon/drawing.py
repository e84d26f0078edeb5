"""Boards of backgammon as X sees them, who moves from point 24 to point 1."""

from halfmove.explain.board import BACKGAMMON, CHECKERS, WOOD, Board, BoardPicture, Cell, Cube, Dice, Label, Piece
from halfmove.explain.boards import BoardDrawing
from halfmove.games.backgammon.board import BAR, CENTRED, DIE, OFF, SIDES
from halfmove.games.backgammon.text import HALF, PLAYERS, count
from halfmove.games.shared.drawing import by_player

TALL, HEIGHT = 150 / 36, 10  # of a point and of the board, in widths of a point
POINTS = OFF - 1
ON_BAR, BORNE_OFF = POINTS, POINTS + 2  # the first of two cells each, one for X and one for O


class BackgammonDrawing(BoardDrawing):
    """X has the dark checkers. What is borne off lies to the right, what was hit on the bar in the middle."""

    def describe(self):
        points = [
            Cell(
                str(point),
                column(point),
                TALL / 2 if point > HALF else HEIGHT - TALL / 2,
                1,
                TALL,
                "down" if point > HALF else "up",
            )
            for point in range(1, OFF)
        ]
        outside = [
            Cell(f"{name} of {PLAYERS[seat]}", x, HEIGHT * (0.75, 0.25)[seat], 1, HEIGHT / 2, name)
            for name, x in (("bar", SIDES + 0.5), ("tray", 2 * SIDES + 1.5))
            for seat in range(2)
        ]
        labels = [
            Label(str(point), column(point), 0 if point > HALF else HEIGHT, "top" if point > HALF else "bottom")
            for point in range(1, OFF)
        ]
        return Board(BACKGAMMON, 2 * SIDES + 2, HEIGHT, (*points, *outside), WOOD, CHECKERS, labels=tuple(labels))

    def picture(self, state):
        pieces = []
        for seat, own in enumerate(by_player(state)):
            for place in range(OFF + 1):
                checkers = count(own, place)
                if checkers:
                    words = f"{checkers} of {PLAYERS[seat]}"
                    pieces.append(Piece(cell_of(place, seat), PLAYERS[seat], seat, checkers, seat == 0, words))
        dice = None
        if state.roll >= 1 << DIE:
            dice = Dice((int(state.roll >> DIE), int(state.roll & (1 << DIE) - 1)), int(state.player))
        cube = None
        if self.game.cube > 1:
            cube = Cube(int(state.cube), None if state.owner == CENTRED else int(state.owner))
        return BoardPicture(tuple(pieces), dice, cube)

    def clicks(self, state, action):
        if state.roll < 1 << DIE:
            return ()
        steps = self.game.steps(action, state.roll)
        return [cell_of(place, state.player) for step in steps for place in step]

    def places(self, state, action):
        return {cell for cell in self.clicks(state, action) if cell < POINTS}

    def facts(self, state):
        owned = self.game.cube > 1 and state.owner != CENTRED
        return "X is black" + (f"; the cube is {PLAYERS[state.owner]}'s" if owned else "")


def column(point):
    """Return the middle of a point from left to right."""
    from_left = point - HALF - 1 if point > HALF else HALF - point
    return from_left + 0.5 + (from_left >= SIDES)


def cell_of(place, seat):
    """Return the cell of a place as a side counts it."""
    if place == BAR:
        return ON_BAR + seat
    if place == OFF:
        return BORNE_OFF + seat
    return (OFF - place if seat == 0 else place) - 1
