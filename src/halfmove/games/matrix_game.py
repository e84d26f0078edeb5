"""Matrix games: two players choose at once, and a table says what the first one gets (von Neumann 1928)."""

from dataclasses import field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import PYTHON_ONLY, compiled
from halfmove.core.commentary import Commentary
from halfmove.core.game import LARGEST_UTILITY, NOTHING, Game
from halfmove.errors import MalformedText

MOST_CHOICES = 1000  # of a player
UNCHOSEN = -1


class Choices(NamedTuple):
    first: int = UNCHOSEN  # the row and the column; UNCHOSEN also where they are not to be seen
    second: int = UNCHOSEN
    player: int = 0


@compiled
class MatrixGame(Game):
    """The first player chooses a row, the second a column without knowing it; the table says what the first wins."""

    payoffs: NDArray[np.float64]
    names: tuple[str, ...] = field(default=(), metadata=PYTHON_ONLY)  # of the choices, where both have the same
    exact: tuple[tuple[Fraction, ...], ...] = field(default=(), metadata=PYTHON_ONLY, repr=False)  # the same table

    initial = Choices()
    has_secrets = True
    longest = 2

    def __post_init__(self):
        self.payoffs.setflags(write=False)

    @property
    def utilities(self):  # type: ignore[override]
        most = float(np.abs(self.payoffs).max())
        return -most, most

    def to_move(self, choices):
        return choices.player

    def actions(self, choices):
        for choice in range(self.payoffs.shape[choices.player]):
            yield choice

    def result(self, choices, action):
        if choices.player == 0:
            return Choices(action, UNCHOSEN, 1)
        return Choices(choices.first, action, 0)

    def is_terminal(self, choices):
        return choices.second != UNCHOSEN

    def utility(self, choices, player):
        won = float(self.payoffs[choices.first, choices.second])
        return won if player == 0 else -won

    def observation(self, choices, player):
        if player == 1 and choices.second == UNCHOSEN:
            return Choices(UNCHOSEN, UNCHOSEN, choices.player)
        return choices

    def percept(self, choices, action, child, player):
        """The first choice is not heard; then both see what was chosen."""
        if choices.player == 0:
            return NOTHING
        return child.first * MOST_CHOICES + action

    def guess(self, choices, player, rng):
        return choices if player == 0 else Choices(rng.below(self.payoffs.shape[0]), UNCHOSEN, choices.player)

    # Text for people.

    def name(self, action, state=None):
        return self.names[action] if action < len(self.names) else str(action + 1)

    def show(self, choices):
        """Write both choices, with a question mark for one that is not made or not to be seen, and whose turn it is."""
        first, second = ("?" if each == UNCHOSEN else self.name(each) for each in (choices.first, choices.second))
        return f"{first}/{second} {self.player_names[choices.player]}"

    def read(self, written):
        words = written.replace("/", " ").split()
        names = [[self.name(choice) for choice in range(count)] for count in self.payoffs.shape]
        if len(words) != 3 or words[2].upper() not in self.player_names:
            raise MalformedText(f"'{written}' is not a state such as {self.show(self.initial)}")
        for word, known in zip(words, names, strict=False):
            if word not in ("?", *known):
                raise MalformedText(f"'{written}': there is no choice {word}")
        first, second = (UNCHOSEN if w == "?" else known.index(w) for w, known in zip(words, names, strict=False))
        player = self.player_names.index(words[2].upper())
        if second != UNCHOSEN and player == 1 or player == 0 and (first == UNCHOSEN) != (second == UNCHOSEN):
            raise MalformedText(f"'{written}': first a row is chosen, then a column")
        return Choices(first, second, player)

    def __repr__(self):
        return f"MatrixGame({'; '.join(' '.join(map(str, row)) for row in self.exact)})"


def matrix_game(payoffs: str = "2 -1; -1 1", names: str = "") -> MatrixGame:
    """Return the game of a table that is written row after row, as in `0 1/2; -1 3`; `names` are those of choices."""
    rows = [row.split() for row in payoffs.split(";")]
    if not rows[0] or any(len(row) != len(rows[0]) for row in rows) or max(len(rows), len(rows[0])) > MOST_CHOICES:
        raise MalformedText(f"'{payoffs}' is not a table: rows of as many numbers each, parted by semicolons")
    exact = tuple(tuple(_number(word) for word in row) for row in rows)
    return MatrixGame(np.array(exact, np.float64), tuple(names.split()), exact)


def matching_pennies() -> MatrixGame:
    """Return the game in which the first player wins if both show the same side of a coin."""
    return matrix_game("1 -1; -1 1", "heads tails")


def rock_paper_scissors() -> MatrixGame:
    """Return the game that children play."""
    return matrix_game("0 -1 1; 1 0 -1; -1 1 0", "rock paper scissors")


def _number(word: str) -> Fraction:
    try:
        number: Any = Fraction(word)
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or abs(number) > LARGEST_UTILITY or number.denominator > LARGEST_UTILITY:
        raise MalformedText(f"'{word}' is not a number such as 2, -1, 0.5 or 1/3")
    return number


class MatrixGameCommentary(Commentary):
    """Both choices are shown at once."""

    def announce(self, percept, choices):
        return f"{self.game.name(percept // MOST_CHOICES)} against {self.game.name(percept % MOST_CHOICES)}"
