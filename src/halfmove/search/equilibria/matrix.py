"""Matrix games solved exactly: the value and an optimal mixture for each player, in fractions.

The simplex method on the smaller of the two linear programs (Dantzig 1951). Its tableau is kept in whole numbers over
one divisor, the last pivot, by which each division comes out even (Edmonds 1967): to shorten fractions takes longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from halfmove.errors import HalfmoveError
from halfmove.running.clock import Clock

Row = list[int]


class Unsolved(HalfmoveError):
    """A matrix game was not solved in time."""


class MatrixSolution(NamedTuple):
    """The value of a matrix game for the player who chooses rows, and how likely each chooses what."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve_matrix(payoffs: Sequence[Sequence[Fraction | int | float]], seconds: float | None = None) -> MatrixSolution:
    """Return the solution of a matrix game: what each player is sure of, and it is the same.

    A game that is not solved in so many seconds is refused.
    """
    clock, table = Clock(seconds), [[Fraction(entry) for entry in row] for row in payoffs]
    if not table or not table[0] or any(len(row) != len(table[0]) for row in table):
        raise HalfmoveError("a matrix game is a table: rows of as many numbers each")
    least, parts = min(map(min, table)), lcm(*(entry.denominator for row in table for entry in row))
    # Let every entry be a whole number and positive, and so the value. Maximise the sum of y with A y <= 1, y >= 0:
    # the columns are y times the value, the rows are the dual solution.
    tableau = [
        [int((entry - least) * parts) + 1 for entry in row] + [int(i == j) for j in range(len(table))] + [1]
        for i, row in enumerate(table)
    ]
    width, height = len(table[0]), len(table)
    goal: Row = [-1] * width + [0] * (height + 1)
    basis, divisor, stuck = [width + i for i in range(height)], 1, False
    while (entering := _entering(goal[:-1], stuck)) is not None:
        if clock.left == 0.0:
            raise Unsolved(f"a matrix of {height} rows and {width} columns is not solved in {seconds:g} seconds")
        limits = [(Fraction(row[-1], row[entering]), basis[i], i) for i, row in enumerate(tableau) if row[entering] > 0]
        limit, _, leaving = min(limits)
        stuck, basis[leaving] = limit == 0, entering
        divisor = _pivot(tableau, goal, leaving, entering, divisor)
    total = goal[-1]
    columns = [Fraction(0)] * width
    for variable, row in zip(basis, tableau, strict=True):
        if variable < width:
            columns[variable] = Fraction(row[-1], total)
    rows = [Fraction(goal[width + i], total) for i in range(height)]
    return MatrixSolution((Fraction(divisor, total) - 1) / parts + least, tuple(rows), tuple(columns))


def _entering(goal: Row, stuck: bool) -> int | None:
    """Return the variable that promises most; after a step that gained nothing, the first one, so that it ends (Bland).

    None if no variable promises anything.
    """
    promising = [variable for variable, entry in enumerate(goal) if entry < 0]
    if stuck or not promising:
        return next(iter(promising), None)
    return min(promising, key=goal.__getitem__)


def _pivot(tableau: list[Row], goal: Row, leaving: int, entering: int, divisor: int) -> int:
    """Let one variable enter the basis in the place of another, and return the new divisor."""
    pivot = tableau[leaving][entering]
    for row in (*(row for i, row in enumerate(tableau) if i != leaving), goal):
        factor = row[entering]
        row[:] = [
            (entry * pivot - factor * other) // divisor for entry, other in zip(row, tableau[leaving], strict=True)
        ]
    return pivot
