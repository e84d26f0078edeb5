"""All states of checkers with up to so many pieces (Schaeffer and others, "Checkers is solved", 2007)."""

import re
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled
from halfmove.errors import HalfmoveError
from halfmove.games.draughts.english import Checkers
from halfmove.games.draughts.rules import Board
from halfmove.games.shared.placing import PLACING, Placing

SQUARES, EDGE = 32, 4  # of the board, and of its last row, where no man stays
MOST_PIECES = 5
_NAME = re.compile(r"(\d)(?: pieces?)?")


@compiled
class CheckersRoots:
    """States, numbered: for each number of men and kings of both, all ways to place them, with each player to move."""

    game: Checkers
    placing: Placing
    groups: NDArray[np.int64]  # black men, white men, black kings, white kings, and the number of the first state
    cells: NDArray[np.int64]  # how many numbers

    def total(self):
        """Return how many numbers there are."""
        return int(self.cells[0])

    def holds(self, number):
        """Tell whether a number belongs to a state: in others a black and a white man share a square."""
        group, rest = self.group_of(number)
        black, white, _ = self.men(group, rest // 2)
        return black & white == 0

    def group_of(self, number):
        """Return the group of a number, and the number within it."""
        group = 0
        while group + 1 < len(self.groups) and number >= self.groups[group + 1, 4]:
            group += 1
        return group, number - int(self.groups[group, 4])

    def men(self, group, number):
        """Return the squares of black and of white men, and what is left of the number."""
        blacks, whites = int(self.groups[group, 0]), int(self.groups[group, 1])
        black = self.placing.chosen(SQUARES - EDGE, blacks, number % self.placing.ways(SQUARES - EDGE, blacks))
        number //= self.placing.ways(SQUARES - EDGE, blacks)
        white = self.placing.chosen(SQUARES - EDGE, whites, number % self.placing.ways(SQUARES - EDGE, whites))
        return black, white << EDGE, number // self.placing.ways(SQUARES - EDGE, whites)

    def state(self, number):
        """Return the state with a number."""
        group, rest = self.group_of(number)
        player = rest % 2
        black, white, rest = self.men(group, rest // 2)
        kings = int(self.groups[group, 2]), int(self.groups[group, 3])
        free = SQUARES - int(self.groups[group, 0] + self.groups[group, 1])
        ways = self.placing.ways(free, kings[0])
        black_kings = self.placing.spread(self.placing.chosen(free, kings[0], rest % ways), black | white)
        taken = black | white | black_kings
        white_kings = self.placing.spread(self.placing.chosen(free - kings[0], kings[1], rest // ways), taken)
        blacks, whites = self.bits(black | black_kings), self.bits(white | white_kings)
        crowned = self.bits(black_kings | white_kings)
        if player == 0:
            return Board(blacks, whites, crowned, 0, 0)
        return Board(whites, blacks, crowned, 1, 0)

    def bits(self, squares):
        """Return a set of squares as the bits of a board, which has gaps."""
        bits = 0
        for square in range(SQUARES):
            if squares >> square & 1:
                bits |= 1 << self.game.bit(square)
        return bits


@dataclass(frozen=True)
class CheckersEnding:
    """All states with up to so many pieces."""

    game: Checkers  # that is solved: no rule about the past of a state
    most: int

    @property
    def name(self) -> str:
        return str(self.most)

    @property
    def roots(self) -> CheckersRoots:
        """All states, for machine code."""
        return roots_of(self.game, range(1, self.most + 1))


def roots_of(game: Checkers, pieces: Any) -> CheckersRoots:
    """Return all states with these numbers of pieces."""
    rows, first = [], 0
    for counts in product(range(max(pieces) + 1), repeat=4):
        if sum(counts) in pieces:
            rows.append((*counts, first))
            ways = PLACING.ways(SQUARES - EDGE, counts[0]) * PLACING.ways(SQUARES - EDGE, counts[1])
            free = SQUARES - counts[0] - counts[1]
            ways *= PLACING.ways(free, counts[2]) * PLACING.ways(free - counts[2], counts[3])
            first += 2 * ways
    return CheckersRoots(game, PLACING, np.array(rows, np.int64), np.array([first]))


@dataclass(frozen=True)
class CheckersEndings:
    """The endings of checkers."""

    game: Checkers

    @property
    def limit(self) -> int:
        """Plies without progress after which a game is drawn."""
        return self.game.no_progress

    def named(self, written: str) -> CheckersEnding:
        """Return the ending that is written as the most pieces there are, as 4."""
        match = _NAME.fullmatch(written.strip())
        if not match or not 1 <= int(match[1]) <= MOST_PIECES:
            raise HalfmoveError(f"'{written}' is no ending: write up to how many pieces, from 1 to {MOST_PIECES}")
        return CheckersEnding(Checkers(0, 0), int(match[1]))
