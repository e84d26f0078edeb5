"""All states of a Morris game in which no man is left to be placed, up to so many men of each player."""

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled
from halfmove.errors import HalfmoveError
from halfmove.games.morris.points import FEWEST
from halfmove.games.morris.rules import Men, Morris
from halfmove.games.shared.placing import PLACING, Placing

MOST_MEN = 7
_NAME = re.compile(r"(\d)\+(\d)")


@compiled
class MorrisRoots:
    """States, numbered: for each pair of numbers of men, all ways to place them, with each player to move."""

    game: Morris
    placing: Placing
    groups: NDArray[np.int64]  # men of the mover, men of the other, the number of the first state, in all
    cells: NDArray[np.int64]  # how many states

    def total(self):
        """Return how many numbers there are."""
        return int(self.cells[0])

    def holds(self, number):
        """Tell whether a number belongs to a state: all do."""
        return True

    def state(self, number):
        """Return the state with a number."""
        group = 0
        while group + 1 < len(self.groups) and number >= self.groups[group + 1, 2]:
            group += 1
        own, other = int(self.groups[group, 0]), int(self.groups[group, 1])
        number = number - int(self.groups[group, 2])
        player, number = number % 2, number // 2
        points = self.game.points
        ways = self.placing.ways(points - own, other)
        mine = self.placing.chosen(points, own, number // ways)
        theirs = self.placing.spread(self.placing.chosen(points - own, other, number % ways), mine)
        return Men(mine, theirs, 0, player)


@dataclass(frozen=True)
class MorrisEnding:
    """An ending, such as 4+3: one player has up to four men, the other up to three, whoever is to move."""

    game: Morris  # that is solved
    most: tuple[int, int]

    @property
    def name(self) -> str:
        return f"{self.most[0]}+{self.most[1]}"

    @property
    def roots(self) -> MorrisRoots:
        """All states, for machine code."""
        pairs = [(one, other) for one in range(FEWEST, self.most[0] + 1) for other in range(FEWEST, self.most[1] + 1)]
        rows, first = [], 0
        for own, other in sorted({*pairs, *((other, one) for one, other in pairs)}):
            rows.append((own, other, first))
            first += 2 * PLACING.ways(self.game.points, own) * PLACING.ways(self.game.points - own, other)
        return MorrisRoots(self.game, PLACING, np.array(rows, np.int64), np.array([first]))


@dataclass(frozen=True)
class MorrisEndings:
    """The endings of a Morris game."""

    game: Any
    limit: int = field(default=0)  # plies without progress after which a game is drawn: no such rule

    def named(self, written: str) -> MorrisEnding:
        """Return the ending that is written as 4+3."""
        match = _NAME.fullmatch(written.strip())
        most = sorted((int(each) for each in match.groups()), reverse=True) if match else [0]
        if not match or not FEWEST <= most[1] <= most[0] <= min(MOST_MEN, self.game.men):
            raise HalfmoveError(
                f"'{written}' is no ending: write up to how many men each player has, from {FEWEST} on, as 4+3"
            )
        return MorrisEnding(self.game, (most[0], most[1]))
