"""All positions of checkers with up to so many pieces, numbered (Schaeffer and others, "Checkers is solved", 2007)."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import bit_count, compiled, lowest_bit
from halfmove.errors import HalfmoveError
from halfmove.games.draughts.english import Checkers
from halfmove.games.draughts.rules import DIRECTIONS, Board
from halfmove.games.shared.placing import PLACING, Placing

SQUARES, EDGE = 32, 4  # of the board, and of its last row, where no man stays
LAST_ROW, FIRST_ROW = 0xF << SQUARES - EDGE, 0xF  # as the player to move sees the board
TWO_ROWS, WITH_GAP = 8, 9  # squares of two rows, and the bits that they take on a board
MOST_PIECES = 5
NOWHERE = -1
_NAME = re.compile(r"(\d)(?: pieces?)?")


@compiled
class CheckersIndex:
    """Positions as the player to move sees them: a board turned by half, with the other colours, is the same one.

    Positions with as many men and kings of both are a group. Captures and promotions lead to groups with lower numbers.
    """

    game: Checkers  # that is solved: no rule about the past of a state
    placing: Placing
    groups: NDArray[np.int64]  # men of the player to move, of the other, kings of both, and the first number
    firsts: NDArray[np.int64]  # the first number by the same four counts, -1 for none
    cells: NDArray[np.int64]  # plies without progress after which a game is drawn, 0 for never

    def find(self, board):
        """Return the number of a position; -1 for one with too many pieces."""
        mine, theirs = self.seen(board.mine, board.player), self.seen(board.theirs, board.player)
        kings, most = self.seen(board.kings, board.player), len(self.firsts) - 1
        my_men, their_men = mine & ~kings, theirs & ~kings
        if bit_count(mine | theirs) > most or my_men & LAST_ROW != 0 or their_men & FIRST_ROW != 0:
            return NOWHERE
        my_kings, their_kings, men = mine & kings, theirs & kings, my_men | their_men
        first = int(self.firsts[bit_count(my_men), bit_count(their_men), bit_count(my_kings), bit_count(their_kings)])
        free, placing = SQUARES - bit_count(men), self.placing
        number = placing.number(my_men, 0)
        number = number * placing.ways(SQUARES - EDGE, bit_count(their_men)) + placing.number(their_men >> EDGE, 0)
        number = number * placing.ways(free, bit_count(my_kings)) + placing.number(my_kings, men)
        ways = placing.ways(free - bit_count(my_kings), bit_count(their_kings))
        number = number * ways + placing.number(their_kings, men | my_kings)
        return first + number if first >= 0 else NOWHERE

    def holds(self, number):
        """Tell whether a number belongs to a position: in others two men share a square."""
        group, rest = self.group_of(number)
        mine, theirs, _ = self.men(group, rest)
        return mine & theirs == 0

    def state(self, number, like):
        """Return the position with a number, with the first player to move."""
        group, rest = self.group_of(number)
        mine, theirs, rest = self.men(group, rest)
        kings = int(self.groups[group, 2]), int(self.groups[group, 3])
        men, free = mine | theirs, SQUARES - bit_count(mine | theirs)
        ways = self.placing.ways(free - kings[0], kings[1])
        my_kings = self.placing.spread(self.placing.chosen(free, kings[0], rest // ways), men)
        others = self.placing.chosen(free - kings[0], kings[1], rest % ways)
        their_kings = self.placing.spread(others, men | my_kings)
        return Board(
            self.bits(mine | my_kings), self.bits(theirs | their_kings), self.bits(my_kings | their_kings), 0, 0
        )

    def flipped(self, board):
        """Return the same position with the other player to move."""
        mine, theirs, kings = self.seen(board.mine, 1), self.seen(board.theirs, 1), self.seen(board.kings, 1)
        return Board(self.bits(mine), self.bits(theirs), self.bits(kings), 1 - board.player, 0)

    def earlier(self, board):
        """Yield the positions from which a step within the same group, or the one with swapped sides, leads here."""
        game, player = self.game, 1 - board.player
        empty, ahead = game.empty(board), game.ahead(player)
        for direction in range(DIRECTIONS):
            pieces = board.theirs if direction & 2 == ahead else board.theirs & board.kings
            pieces &= game.shifted(empty, direction)
            while pieces != 0:
                target = lowest_bit(pieces)
                pieces &= pieces - 1
                step = 1 << target | 1 << game.next(target, direction ^ 2)
                kings = board.kings ^ step if board.kings >> target & 1 else board.kings
                yield Board(board.theirs ^ step, board.mine, kings, player, 0)

    def counts(self, board, plies):
        """Tell whether a win comes before the game is drawn for want of progress."""
        return self.cells[0] == 0 or plies < 0 or board.quiet + plies <= self.cells[0]

    def group_of(self, number):
        """Return the group of a number, and the number within it."""
        low, high = 0, len(self.groups)
        while high - low > 1:
            middle = (low + high) // 2
            if self.groups[middle, 4] <= number:
                low = middle
            else:
                high = middle
        return low, number - int(self.groups[low, 4])

    def men(self, group, number):
        """Return the squares of the men of both, and what is left of the number."""
        mine, theirs = int(self.groups[group, 0]), int(self.groups[group, 1])
        kings, free, placing = int(self.groups[group, 2]), SQUARES - mine - theirs, self.placing
        below = placing.ways(free, kings) * placing.ways(free - kings, int(self.groups[group, 3]))
        number, rest = number // below, number % below
        ways = placing.ways(SQUARES - EDGE, theirs)
        others = placing.chosen(SQUARES - EDGE, theirs, number % ways) << EDGE
        return placing.chosen(SQUARES - EDGE, mine, number // ways), others, rest

    def bits(self, squares):
        """Return a set of squares as the bits of a board, which has gaps."""
        bits = 0
        for pair in range(SQUARES // TWO_ROWS):
            bits |= (squares >> TWO_ROWS * pair & (1 << TWO_ROWS) - 1) << WITH_GAP * pair
        return bits

    def seen(self, bits, player):
        """Return the bits of a board as squares in the order in which a player sees them."""
        squares = 0
        for pair in range(SQUARES // TWO_ROWS):
            squares |= (bits >> WITH_GAP * pair & (1 << TWO_ROWS) - 1) << TWO_ROWS * pair
        if player == 0:
            return squares
        flipped = 0
        while squares != 0:
            flipped |= 1 << SQUARES - 1 - lowest_bit(squares)
            squares &= squares - 1
        return flipped


@dataclass(frozen=True)
class CheckersEnding:
    """All positions with up to so many pieces."""

    game: Checkers  # that is solved: no rule about the past of a state
    most: int

    copies = 2  # states that a position stands for, one with each player to move

    @property
    def name(self) -> str:
        return str(self.most)

    @cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """Return the counts of each group, and its first number: few pieces come first, then many kings.

        So does what a step leads to and from: the same counts with the sides swapped are the next group.
        """
        found = [counts for counts in product(range(self.most + 1), repeat=4) if 1 <= sum(counts) <= self.most]
        rows, first = [], 0
        for mine, theirs, *kings in sorted(found, key=lambda counts: (*_slice_of(counts), counts)):
            rows.append((mine, theirs, *kings, first))
            free = SQUARES - mine - theirs
            ways = PLACING.ways(SQUARES - EDGE, mine) * PLACING.ways(SQUARES - EDGE, theirs)
            first += ways * PLACING.ways(free, kings[0]) * PLACING.ways(free - kings[0], kings[1])
        rows.append((0, 0, 0, 0, first))
        return rows

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.groups[-1][-1]

    @property
    def slices(self) -> list[tuple[int, int]]:
        """Return from where to where the numbers of each slice go: whatever leaves one leads to lower numbers."""
        firsts: dict[Any, int] = {}
        for row in self.groups[:-1]:
            firsts.setdefault(_slice_of(row[:4]), row[-1])
        return list(zip(firsts.values(), [*list(firsts.values())[1:], self.size], strict=True))

    def index(self, limit: int) -> CheckersIndex:
        """Return what finds the number of a state, for games that are drawn after so many plies without progress."""
        rows = np.array(self.groups[:-1], np.int64)
        firsts = np.full([self.most + 1] * 4, NOWHERE, np.int64)
        firsts[tuple(rows[:, :4].T)] = rows[:, 4]
        return CheckersIndex(self.game, PLACING, rows, firsts, np.array([limit]))


def _slice_of(counts: tuple[int, ...]) -> tuple[Any, ...]:
    """Return what groups of a slice have in common, in the order in which slices are solved."""
    mine, theirs, *kings = counts
    return sum(counts), mine + theirs, max((mine, kings[0]), (theirs, kings[1]))


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
        return CheckersEnding(replace(self.game, no_progress=0, repetitions=0), int(match[1]))
