"""Tic-tac-toe in plain Python with states of every kind that Python can hash, and some that it cannot."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from halfmove.core.game import Game

LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)


class Rows(Game):
    """Three in a row, whatever a state is: a subclass tells how it is made of nine marks, and what marks it has."""

    initial = "." * 9

    def state(self, marks: str) -> Any:
        return marks

    def marks(self, state: Any) -> str:
        return state

    def to_move(self, state):
        return self.marks(state).count("X") - self.marks(state).count("O")

    def actions(self, state):
        for square in range(9):
            if self.marks(state)[square] == ".":
                yield square

    def result(self, state, square):
        marks = self.marks(state)
        return self.state(marks[:square] + "XO"[self.to_move(state)] + marks[square + 1 :])

    def is_terminal(self, state):
        return self.won(state) or "." not in self.marks(state)

    def utility(self, state, player):
        if not self.won(state):
            return 0.0
        return -1.0 if player == self.to_move(state) else 1.0

    def won(self, state):
        marks = self.marks(state)
        return any(marks[a] != "." and marks[a] == marks[b] == marks[c] for a, b, c in LINES)


class Text(Rows):
    """A state is a text."""


class Number(Rows):
    """A state is a whole number, a digit to the base of three for each square."""

    initial = 0

    def state(self, marks):
        return int(marks.translate(str.maketrans(".XO", "012")), 3)

    def marks(self, state):
        return "".join(".XO"[state // 3**place % 3] for place in range(8, -1, -1))


class Pairs(Rows):
    """A state is a bare tuple of tuples."""

    initial = (((".",) * 3),) * 3

    def state(self, marks):
        return tuple(tuple(marks[i : i + 3]) for i in (0, 3, 6))

    def marks(self, state):
        return "".join(map("".join, state))


class Board(NamedTuple):
    crosses: frozenset = frozenset()
    noughts: frozenset = frozenset()


class Sets(Rows):
    """A state has fields that are sets."""

    initial = Board()

    def state(self, marks):
        return Board(*(frozenset(i for i in range(9) if marks[i] == mark) for mark in "XO"))

    def marks(self, state):
        return "".join("X" if i in state.crosses else "O" if i in state.noughts else "." for i in range(9))


class Line(NamedTuple):
    cells: str = "." * 9
    past: tuple = ()  # the squares in the order in which they were taken


class Texts(Rows):
    """A state has fields that are texts and tuples."""

    initial = Line()

    def state(self, marks):
        return Line(marks, tuple(i for i in range(9) if marks[i] != "."))

    def marks(self, state):
        return state.cells


@dataclass(frozen=True)
class Cells:
    crosses: int = 0
    rest: tuple[str, ...] = ("a b", "")
    noughts: int = 0


class Data(Rows):
    """A state is a frozen dataclass."""

    initial = Cells()

    def state(self, marks):
        crosses, noughts = (sum(1 << i for i in range(9) if marks[i] == mark) for mark in "XO")
        return Cells(crosses, noughts=noughts)

    def marks(self, state):
        return "".join("X" if state.crosses >> i & 1 else "O" if state.noughts >> i & 1 else "." for i in range(9))


class Far(NamedTuple):
    crosses: int = 0
    noughts: int = 0


class Large(Rows):
    """A state has numbers that no machine word holds."""

    initial = Far()
    place = 100  # bits to the left of where others begin

    def state(self, marks):
        return Far(*(sum(1 << self.place + i for i in range(9) if marks[i] == mark) for mark in "XO"))

    def marks(self, state):
        taken = [number >> self.place for number in state]
        return "".join("X" if taken[0] >> i & 1 else "O" if taken[1] >> i & 1 else "." for i in range(9))


HASHABLE = Text, Number, Pairs, Sets, Texts, Data, Large


class Listed(Rows):
    """A state is a list."""

    initial = ["."] * 9

    def state(self, marks):
        return list(marks)

    def marks(self, state):
        return "".join(state)


class Mapped(Rows):
    """A state is a dict."""

    initial = dict.fromkeys(range(9), ".")

    def state(self, marks):
        return dict(enumerate(marks))

    def marks(self, state):
        return "".join(state[i] for i in range(9))


class Changing(NamedTuple):
    cells: list = ["."] * 9


class Fields(Rows):
    """A state has a field that is a list."""

    initial = Changing()

    def state(self, marks):
        return Changing(list(marks))

    def marks(self, state):
        return "".join(state.cells)


@dataclass
class Loose:
    cells: str = "." * 9


class Thawed(Rows):
    """A state is a dataclass that can be changed."""

    initial = Loose()

    def state(self, marks):
        return Loose(marks)

    def marks(self, state):
        return state.cells


UNHASHABLE = {Listed: "use a tuple", Mapped: "use a tuple of pairs", Fields: "use a tuple", Thawed: "frozen=True"}
