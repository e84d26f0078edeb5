"""Connect Four on bitboards (the layout is Pascal Pons's).

Each column takes `height + 1` bits, the extra one always empty:

     5 12 19 26 33 40 47      bit of each cell, for 7 x 6
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

A board of more than 63 bits is a `LargeBoard`. Numbers that become sets of cells take their width from one.
"""

import re
from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, bit_count, compiled, mix
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.connect_four.zugzwang import most_of_leader
from halfmove.games.shared.grid import EMPTY, read_grid

SMALL, LARGE = 63, 128  # bits of a board
FEW_STONES = 16  # with which the same board can come up mirrored
EARLY = 0.8  # of the margin that is possible, to ask for
SOON = 6  # stones before the last: such a margin is no longer early
LATE = 10  # empty cells, from which on every win is early
THREAT, GOOD_THREAT = 8, 8  # points of an evaluation, as many as lines that can still be completed
THREAT_FIRST = 100  # promise of a threat: more than of all lines through a cell
POINTS = 40.0  # that make a lead of 1
DIGITS = 9  # columns that one digit can name


class Board(NamedTuple):
    mine: int = 0  # stones of the player to move
    mask: int = 0  # stones of both players
    player: int = 0


class LargeBoard(NamedTuple):
    mine: Annotated[int, Bits(LARGE)] = 0
    mask: Annotated[int, Bits(LARGE)] = 0
    player: int = 0


@compiled
class ConnectFour(Game):
    """Drop stones into columns in turn; who first has four in a line wins.

    A stone falls to the lowest free cell of its column. Lines run along rows, columns and diagonals; a longer line
    wins too. A full board without a line is a draw. The winner gets 1 and the loser -1; with `margin` the winner gets
    one point for each stone that he has left, the last one he dropped included, and the loser the same below 0.
    """

    width: int = 7
    height: int = 6
    margin: bool = False
    floor: int = field(init=False, repr=False)  # the lowest cell of every column
    board: int = field(init=False, repr=False)  # all cells
    odd_rows: int = field(init=False, repr=False)  # the 1st, 3rd, 5th, ... row from the bottom
    follower_rows: int = field(init=False, repr=False)  # the same from the top
    swing = 0.4

    def __post_init__(self):
        if self.width < 1 or self.height < 1 or self.width * (self.height + 1) > LARGE:
            size = f"{self.width} x {self.height}"
            raise HalfmoveError(f"a board of {size}: width * (height + 1) must be from 2 to {LARGE}")
        floor = sum(1 << column * (self.height + 1) for column in range(self.width))
        object.__setattr__(self, "floor", floor)
        object.__setattr__(self, "board", floor * ((1 << self.height) - 1))
        object.__setattr__(self, "odd_rows", floor * sum(1 << row for row in range(0, self.height, 2)))
        rows = sum(1 << row for row in range(self.height - 1, -1, -2))
        object.__setattr__(self, "follower_rows", floor * rows)

    @property
    def initial(self):
        return Board() if self.width * (self.height + 1) <= SMALL else LargeBoard()

    @property
    def utilities(self):  # type: ignore[override]
        most = float((self.width * self.height + 1) // 2) if self.margin else 1.0
        return -most, most

    def to_move(self, board):
        return board.player

    def actions(self, board):
        for column in range(self.width):
            if not board.mask & self.top(board, column):
                yield column

    def result(self, board, column):
        mask = board.mask | board.mask + self.bottom(board, column)
        return board._replace(mine=board.mine ^ board.mask, mask=mask, player=1 - board.player)

    def is_terminal(self, board):
        return self.connects(board.mine ^ board.mask) or board.mask == self.board

    def utility(self, board, player):
        if not self.connects(board.mine ^ board.mask):
            return 0.0
        won = self.won(self.plies_left(board) + 1)
        return -won if player == board.player else won

    def won(self, empty):
        """Return what a line is worth to who completes it while `empty` cells are."""
        return float((empty + 1) // 2) if self.margin else 1.0

    def evaluate(self, board, player):
        """Compare the empty cells that would complete a line, more in the rows that are one's own at the end, and the
        lines that can still be completed.

        If both players fill the board from below, the first player gets the rows 1, 3, 5, ... and the second the others
        (Allis, "A Knowledge-based Approach of Connect-Four", 1988).
        """
        theirs = board.mine ^ board.mask
        points = self.points(board.mine, theirs, board.player) - self.points(theirs, board.mine, 1 - board.player)
        lead = int(points / THREAT) * THREAT / POINTS  # less than a threat says nothing: then the middle is kept
        return self.utilities[1] * (lead if player == board.player else -lead) / (1.0 + abs(lead))

    def points(self, own, other, player):
        """Return what the player with `own` stones has."""
        wins = self.wins(own, own | other)
        free, lines = self.board & ~other, 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = free & free >> step
            lines += bit_count(pairs & pairs >> 2 * step)
        odd = wins & self.odd_rows
        good = odd if player == 0 else wins ^ odd
        return THREAT * bit_count(wins) + GOOD_THREAT * bit_count(good) + lines

    def value_bounds(self, board, player, target):
        """See whether a line can be completed now or the next stone lets the other player do so; else it takes longer.

        Pons, "Solving Connect 4", parts 3 and 9. Where the mover hopes for more, see what zugzwang leaves him.
        """
        empty = self.plies_left(board)
        free = self.free(board)
        if self.wins(board.mine, board.mask) & free:
            low = high = self.won(empty)
        elif not self.safe(board):
            low = high = -self.won(empty - 1)
        else:
            low, high = -self.won(empty - 3), self.won(empty - 2)
            if empty <= 2:
                low = high = 0.0
            hoped = target if player == board.player else 1.0 - target
            if low < hoped <= high:
                high = min(high, most_of_leader(self, board, self.wins(board.mine ^ board.mask, board.mask)))
        return (low, high) if player == board.player else (-high, -low)

    def candidates(self, board):
        """Yield the columns after which the other player cannot complete a line at once."""
        safe = self.safe(board)
        for column in range(self.width):
            if safe & self.column(board, column):
                yield column

    def plies_left(self, board):
        """Return how many cells are empty."""
        return self.width * self.height - bit_count(board.mask)

    def ask(self, board, low, high):
        """Ask for early wins of either player first, which are found soonest; then who wins, then for ever more."""
        if self.plies_left(board) <= LATE:
            return (low + high) / 2
        if low + high < 0 and EARLY * low < -SOON:
            return EARLY * low
        return EARLY * high if EARLY * high > SOON else min(high, max(1.0, low + 1))

    def safe(self, board):
        """Return the cells for the next stone after which the other player cannot complete a line at once."""
        free = self.free(board)
        theirs = self.wins(board.mine ^ board.mask, board.mask)
        forced = theirs & free
        if forced & forced - 1:
            return free & 0
        return (forced or free) & ~(theirs >> 1)

    def free(self, board):
        """Return the cells where a stone can come to lie now."""
        return board.mask + self.floor & self.board

    def is_quiet(self, board):
        """Tell whether no stone that could be dropped now completes a line, of either player."""
        wins = self.wins(board.mine, board.mask) | self.wins(board.mine ^ board.mask, board.mask)
        return wins & board.mask + self.floor == 0

    def is_tactical(self, board, column):
        """Tell whether a stone completes a line, or keeps the other player from completing one."""
        wins = self.wins(board.mine, board.mask) | self.wins(board.mine ^ board.mask, board.mask)
        return wins & board.mask + self.bottom(board, column) & ~board.mask != 0

    def is_threatened(self, board):
        """Tell whether the other player could complete a line at once, if the mover does not."""
        return self.wins(board.mine ^ board.mask, board.mask) & board.mask + self.floor != 0

    def order(self, board, column):
        """Prefer what leaves most cells that would complete a line, then the middle: more lines run through it."""
        stone = board.mask + self.bottom(board, column) & self.column(board, column)
        threats = bit_count(self.wins(board.mine | stone, board.mask))
        return float(2 * self.width * threats - abs(2 * column - self.width + 1))

    def promise(self, board, column, child):
        """Prefer what leaves cells that would complete a line, more if they are soon reached, then what spoils most
        lines, then the middle. A cell right above one that the other player wins on is worth nothing.
        """
        theirs = board.mine ^ board.mask
        threats = self.wins(child.mine ^ child.mask, child.mask) & ~(self.wins(theirs, board.mask) << 1)
        free = self.free(child)
        count = bit_count(threats) + bit_count(threats & (free | free << 1))
        spoilt = self.lines(self.board ^ board.mine, child.mask ^ board.mask)
        return float(THREAT_FIRST * count + spoilt - 2 * abs(2 * column - self.width + 1))

    def lines(self, cells, stone):
        """Return how many lines within `cells` run through a stone."""
        count = 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = cells & cells >> step
            below = stone | stone >> step
            count += bit_count(pairs & pairs >> 2 * step & (below | below >> 2 * step))
        return count

    def key(self, board):
        """Return a number for each state: in each column the mover's stones, and above them a 1 that marks the top.

        While mirror images are still likely to come up, both have the lesser number. Of a large board it is hashed.
        """
        key = board.mine + board.mask + self.floor
        if bit_count(board.mask) <= FEW_STONES:
            mirrored, whole = key & 0, (self.bottom(board, 0) << self.height + 1) - 1
            for column in range(self.width):
                mirrored = mirrored << self.height + 1 | key >> column * (self.height + 1) & whole
            key = mirrored if mirrored < key else key
        return int(key) if self.width * (self.height + 1) <= SMALL else mix(key)

    def connects(self, stones):
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def wins(self, stones, mask):
        """Return the empty cells that complete a line of four for the player who has `stones`."""
        cells = stones << 1 & stones << 2 & stones << 3
        for step in (self.height, self.height + 1, self.height + 2):
            above, below = stones << step & stones << 2 * step, stones >> step & stones >> 2 * step
            cells |= above & (stones << 3 * step | stones >> step) | below & (stones >> 3 * step | stones << step)
        return cells & (self.board ^ mask)

    def bottom(self, board, column):
        """Return the lowest cell of a column."""
        return (board.mask & 0 | 1) << column * (self.height + 1)

    def column(self, board, column):
        """Return the cells of a column."""
        return (self.bottom(board, 0) << self.height) - 1 << column * (self.height + 1)

    def top(self, board, column):
        """Return the highest cell of a column."""
        return self.bottom(board, column) << self.height - 1

    def show(self, board):
        first = board.mine if board.player == 0 else board.mine ^ board.mask
        margin = len(str(self.width))
        lines = []
        for row in reversed(range(self.height)):
            bits = [column * (self.height + 1) + row for column in range(self.width)]
            lines.append(["." if not board.mask >> bit & 1 else "X" if first >> bit & 1 else "O" for bit in bits])
        lines.append([str(column + 1) for column in range(self.width)])
        return "\n".join(" ".join(f"{cell:>{margin}}" for cell in line) for line in lines)

    def name(self, action, state=None):
        """Return the number of the column, from 1."""
        return str(action + 1)

    def player_name(self, player):
        return "XO"[player]

    def why_illegal(self, board, written):
        """Say why no stone can be dropped into a column."""
        word = written.strip()
        if not self.is_column(word):
            return f"not a column from 1 to {self.width}"
        return f"column {int(word)} is full"

    def is_column(self, word):
        return word.isascii() and word.isdigit() and 1 <= int(word) <= self.width

    def read(self, written):
        """Return the state after the columns that were played, as in `4453`, or the one that a picture shows.

        With more than nine columns, spaces part them.
        """
        if any(sign in written.strip() for sign in (EMPTY, "/", "\n")):
            return self.read_picture(written)
        board = self.initial
        words = written.replace(",", " ").split()
        columns = list("".join(words)) if self.width <= DIGITS else words
        for place, word in enumerate(columns, 1):
            if not self.is_column(word):
                raise MalformedText(f"'{word}' at place {place} of '{written}' is not a column from 1 to {self.width}")
            if self.is_terminal(board):
                raise MalformedText(f"'{word}' at place {place} of '{written}': the game was over before")
            if int(word) - 1 not in self.actions(board):
                raise MalformedText(f"'{word}' at place {place} of '{written}': the column is full")
            board = self.result(board, int(word) - 1)
        return board

    def read_picture(self, written):
        """Return the state of rows from the top; X begins, so the stones tell who is to move."""
        rows = [row for row in re.split(r"[/\n]", written.strip()) if set(row) & set("XOxo" + EMPTY)]
        cells = read_grid("/".join(rows), self.width, self.height, "XO" + EMPTY)
        stones = {"X": 0, "O": 0, EMPTY: 0}
        for place, cell in enumerate(cells):
            stones[cell] |= self.bottom(self.initial, place % self.width) << self.height - 1 - place // self.width
        player, mask = cells.count("X") - cells.count("O"), stones["X"] | stones["O"]
        if player not in (0, 1):
            raise MalformedText(f"{cells.count('X')} X and {cells.count('O')} O: X begins and they take turns")
        for column in range(self.width):
            if mask & self.column(self.initial, column) & stones[EMPTY] << 1:
                raise MalformedText(f"a stone in column {column + 1} lies on nothing")
        if self.connects(stones["XO"[player]]):
            raise MalformedText(f"{'XO'[player]} has won, and {'XO'[1 - player]} has played on")
        return self.initial._replace(mine=stones["XO"[player]], mask=mask, player=player)
