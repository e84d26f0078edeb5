"""Matrix games solved exactly: the value and an optimal mixture for each player, in fractions.

The simplex method on the smaller of the two linear programs (Dantzig 1951), with Bland's rule, so that it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from halfmove.errors import HalfmoveError

Row = list[Fraction]


class MatrixSolution(NamedTuple):
    """The value of a matrix game for the player who chooses rows, and how likely each chooses what."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve_matrix(payoffs: Sequence[Sequence[Fraction | int | float]]) -> MatrixSolution:
    """Return the solution of a matrix game: what each player is sure of, and it is the same."""
    table = [[Fraction(entry) for entry in row] for row in payoffs]
    if not table or not table[0] or any(len(row) != len(table[0]) for row in table):
        raise HalfmoveError("a matrix game is a table: rows of as many numbers each")
    shift = 1 - min(min(row) for row in table)  # so that every entry, and the value, is positive
    # Maximise the sum of y with A y <= 1, y >= 0: the columns are y times the value, the rows are the dual solution.
    tableau = [
        [entry + shift for entry in row] + [Fraction(int(i == j)) for j in range(len(table))] + [Fraction(1)]
        for i, row in enumerate(table)
    ]
    width, height = len(table[0]), len(table)
    goal: Row = [Fraction(-1)] * width + [Fraction(0)] * (height + 1)
    basis = [width + i for i in range(height)]
    while (entering := next((j for j in range(width + height) if goal[j] < 0), None)) is not None:
        limits = [(row[-1] / row[entering], basis[i], i) for i, row in enumerate(tableau) if row[entering] > 0]
        leaving = min(limits)[2]
        _pivot(tableau, goal, leaving, entering)
        basis[leaving] = entering
    total = goal[-1]
    columns = [Fraction(0)] * width
    for variable, row in zip(basis, tableau, strict=True):
        if variable < width:
            columns[variable] = row[-1] / total
    rows = [goal[width + i] / total for i in range(height)]
    return MatrixSolution(1 / total - shift, tuple(rows), tuple(columns))


def _pivot(tableau: list[Row], goal: Row, leaving: int, entering: int) -> None:
    """Let one variable enter the basis in the place of another."""
    pivot = tableau[leaving][entering]
    tableau[leaving] = [entry / pivot for entry in tableau[leaving]]
    for row in (*(row for i, row in enumerate(tableau) if i != leaving), goal):
        factor = row[entering]
        if factor:
            row[:] = [entry - factor * other for entry, other in zip(row, tableau[leaving], strict=True)]
