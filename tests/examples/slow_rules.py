"""The rules of the examples told a second time, as plainly and as slowly as possible, and as OpenSpiel tells them.

Each class plays one game: `mover()` (None for chance), `legal()` (the names of the actions), `play(name)`, and
`returns()` (None until the game is over).
"""

from __future__ import annotations

import re
from itertools import product


class SlowDiceRace:
    def __init__(self, players, goal):
        self.goal, self.places, self.turn, self.die = goal, [0] * players, 0, None

    def mover(self):
        return None if self.die is None else self.turn

    def legal(self):
        return {"1", "2", "3", "4", "5", "6"} if self.die is None else {"+1", f"+{self.die}"}

    def play(self, name):
        if self.die is None:
            self.die = int(name)
            return
        self.places[self.turn] += int(name)
        on_bridge = self.places[self.turn] in range(4, self.goal, 4)
        self.turn = self.turn if on_bridge else (self.turn + 1) % len(self.places)
        self.die = None

    def returns(self):
        arrived = [place >= self.goal for place in self.places]
        return tuple(map(float, arrived)) if any(arrived) else None


class SlowDotsAndBoxes:
    def __init__(self, rows, columns):
        self.sides = {(row, column): set() for row, column in product(range(rows), range(columns))}
        lying = [f"h{row + 1}{column + 1}" for row, column in product(range(rows + 1), range(columns))]
        standing = [f"v{row + 1}{column + 1}" for row, column in product(range(rows), range(columns + 1))]
        self.open, self.boxes, self.turn = {*lying, *standing}, [0, 0], 0

    def mover(self):
        return self.turn

    def legal(self):
        return set(self.open)

    def play(self, name):
        self.open.remove(name)
        row, column = int(name[1]) - 1, int(name[2]) - 1
        other = (row - 1, column) if name[0] == "h" else (row, column - 1)
        closed = 0
        for box in ((row, column), other):
            if box in self.sides:
                self.sides[box].add(name)
                closed += len(self.sides[box]) == 4
        self.boxes[self.turn] += closed
        if not closed:
            self.turn = 1 - self.turn

    def returns(self):
        if self.open:
            return None
        first = (self.boxes[0] > self.boxes[1]) - (self.boxes[0] < self.boxes[1])
        return float(first), float(-first)


class SlowBreakthrough:
    def __init__(self, width, height):
        self.width, self.height, self.turn = width, height, 0
        self.stones = {(column, row): 0 for column in range(width) for row in (0, 1)}
        self.stones |= {(column, row): 1 for column in range(width) for row in (height - 1, height - 2)}

    def mover(self):
        return self.turn

    def steps(self):
        ahead = 1 if self.turn == 0 else -1
        for (column, row), owner in self.stones.items():
            for side in (-1, 0, 1):
                to = (column + side, row + ahead)
                inside = 0 <= to[0] < self.width and 0 <= to[1] < self.height
                if (
                    owner == self.turn
                    and inside
                    and self.stones.get(to) in ((None,) if side == 0 else (None, 1 - owner))
                ):
                    yield (column, row), to

    def legal(self):
        return {_square(start) + _square(to) for start, to in self.steps()}

    def play(self, name):
        start, to = next((start, to) for start, to in self.steps() if _square(start) + _square(to) == name)
        self.stones[to] = self.stones.pop(start)
        self.turn = 1 - self.turn

    def returns(self):
        arrived = any(row == (self.height - 1) * (1 - owner) for (_, row), owner in self.stones.items())
        if not arrived and len(set(self.stones.values())) == 2:
            return None
        return (1.0, -1.0) if self.turn == 1 else (-1.0, 1.0)


def _square(place):
    return "abcdefgh"[place[0]] + str(place[1] + 1)


class SlowAmazons:
    def __init__(self, size):
        self.size, third = size, size // 3
        self.board = {(column, row): "." for column in range(size) for row in range(size)}
        for column, row in ((third, 0), (size - 1 - third, 0), (0, third), (size - 1, third)):
            self.board[column, row] = "X"
            self.board[column, size - 1 - row] = "O"
        self.turn, self.queen, self.moved = 0, None, False

    def mover(self):
        return self.turn

    def seen_from(self, place):
        for step in product((-1, 0, 1), repeat=2):
            at = (place[0] + step[0], place[1] + step[1])
            while step != (0, 0) and self.board.get(at) == ".":
                yield at
                at = (at[0] + step[0], at[1] + step[1])

    def squares(self):
        if self.queen is not None:
            return list(self.seen_from(self.queen))
        return [place for place, what in self.board.items() if what == "XO"[self.turn] and any(self.seen_from(place))]

    def legal(self):
        return {_letter_and_number(place) for place in self.squares()}

    def play(self, name):
        place = (ord(name[0]) - ord("a"), int(name[1:]) - 1)
        if self.queen is None:
            self.queen = place
        elif not self.moved:
            self.board[self.queen], self.board[place] = ".", "XO"[self.turn]
            self.queen, self.moved = place, True
        else:
            self.board[place] = "#"
            self.turn, self.queen, self.moved = 1 - self.turn, None, False

    def returns(self):
        if self.squares():
            return None
        return (-1.0, 1.0) if self.turn == 0 else (1.0, -1.0)


def _letter_and_number(place):
    return chr(ord("a") + place[0]) + str(place[1] + 1)


class SlowTricks:
    def __init__(self):
        self.pack, self.hands, self.turn, self.led, self.won = set(range(1, 9)), [set(), set()], 0, None, [0, 0]

    def mover(self):
        return None if len(self.pack) > 2 else self.turn

    def legal(self):
        return {str(card) for card in (self.pack if self.mover() is None else self.hands[self.turn])}

    def play(self, name):
        card = int(name)
        if self.mover() is None:
            self.pack.remove(card)
            self.hands[0 if len(self.hands[0]) < 3 else 1].add(card)
            return
        self.hands[self.turn].remove(card)
        if self.led is None:
            self.led, self.turn = card, 1 - self.turn
            return
        self.turn = self.turn if card > self.led else 1 - self.turn
        self.won[self.turn] += 1
        self.led = None

    def returns(self):
        if sum(self.won) < 3:
            return None
        return (1.0, -1.0) if self.won[0] > self.won[1] else (-1.0, 1.0)


class Spiel:
    """A game of OpenSpiel, its actions by our names."""

    def __init__(self, game, name_of):
        self.state, self.name_of = game.new_initial_state(), name_of

    def actions(self):
        return {self.name_of(self.state.action_to_string(action)): action for action in self.state.legal_actions()}

    def mover(self):
        return self.state.current_player()

    def legal(self):
        return set(self.actions())

    def play(self, name):
        self.state.apply_action(self.actions()[name])

    def returns(self):
        return tuple(self.state.returns()) if self.state.is_terminal() else None


def line_name(written):
    """Return the name of a line: P1(h,0,2) is h13."""
    kind, row, column = re.fullmatch(r"P\d\((\w),(\d+),(\d+)\)", written).groups()
    return f"{kind}{int(row) + 1}{int(column) + 1}"


def step_name(written, height):
    """Return the name of a step, seen from the other side of the board: a7b6* is a2b3."""
    column, row, to_column, to_row = written.rstrip("*")
    return f"{column}{height + 1 - int(row)}{to_column}{height + 1 - int(to_row)}"


def square_name(written, size):
    """Return the name of a square: X To (3, 5) is e8 on a board of ten rows."""
    row, column = map(int, re.search(r"\((\d+), (\d+)\)", written).groups())
    return f"{chr(ord('a') + column - 1)}{size + 1 - row}"
