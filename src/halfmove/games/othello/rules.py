"""Othello on bitboards of eight rows of eight bits; smaller boards lie in the middle of it.

 0  1  2  3  4  5  6  7      bit of each square: a1 is 0, h1 is 7, a8 is 56
 8  9 10 11 12 13 14 15      on 6 x 6, a1 is 9 and f6 is 54
 ...                         on 4 x 4, a1 is 18 and d4 is 45
56 57 58 59 60 61 62 63
"""

import re
from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import (
    Bits,
    bit_count,
    compiled,
    lowest_bit,
    mix,
    same_word,
    swap_bytes,
    union,
    words,
)
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.othello.endings import DECIDED, WORST, foresee, play_out
from halfmove.games.othello.lines import RAYS, SIDE, SQUARES
from halfmove.games.othello.patterns import UNIT, Patterns, patterns
from halfmove.games.shared.grid import LETTERS
from halfmove.games.shared.notation import last_line

SIZES = (4, 6, 8)
PASS = SQUARES  # the action of a player who can turn nothing over
BLACK, WHITE = 0, 1
DISCS, EMPTY = "XO", "-"  # as the Othello Board Format writes them
STEPS = (1, SIDE - 1, SIDE, SIDE + 1)  # bits from a square to the next: right, down left, down, down right
TWO_STEPS = (2, 2 * SIDE - 2, 2 * SIDE, 2 * SIDE + 2)
LAST_BITS, ONES = (SQUARES - 1,) * 4, (1,) * 4
ALL = (1 << SQUARES) - 1
INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E  # a line that steps sideways cannot go on beyond the others
BETWEEN = (INNER_COLUMNS, INNER_COLUMNS, ALL, INNER_COLUMNS)  # for each step, where a line can go on
SWAPS = ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))  # that mirror at a diagonal
MOST_ACTIONS = 40  # annealing over all boards, possible or not, found at most 35
FEW_DISCS = 24  # with which the same board can come up turned or mirrored
NO_LOOK, DEEPEST_LOOK = 13, 4  # empty squares up to which actions are ordered at a glance; plies to look ahead
RESTRICTED = 5  # how much more it counts to leave the other player little than what a look ahead says
GUESS_SQUARES, DEEPEST_GUESS = 3, 6  # empty ones for each ply to look ahead for a guess at the value; plies
NOW_LATER, CORNER_LATER, BAD_LATER = 6, 16, 8  # what squares count beside one to play on later
LAST_SQUARES = 7  # empty ones, with which a game is played to its end without a table
LEAD_SHRINKAGE = 0.85  # how much of a lead that is foreseen turns out to be true
MOST_LEAD, CLEAR_LEAD = 63.0, 16.0  # discs: the most that is ever expected; a lead that wins three games of four
CORNER_WORTH = 8  # actions: what a corner counts in an evaluation
ANALYSIS = re.compile(r"([A-Za-z]\d|ps|pass|--):[+-]?\d+", re.IGNORECASE)  # a scored action after a position


class Board(NamedTuple):
    mine: Annotated[int, Bits(SQUARES)]  # discs of the player to move
    theirs: Annotated[int, Bits(SQUARES)]
    player: int


@compiled(eager=MOST_ACTIONS)
class Othello(Game):
    """Have more discs of your colour on the board at the end than the other player has.

    The board has `size` x `size` squares, 8, 6 or 4. Black (X) begins; in the middle lie two discs of each colour,
    each pair on a diagonal, the white one on the diagonal that begins in a1. A player puts a disc on an empty square
    so that, in at least one of the eight directions, one or more of the other's discs lie without a gap between it
    and another of his own; in all such directions these are turned over and are his. Who can do so must; who cannot
    passes. When neither can, the game is over. The winner gets 1 and the loser -1; a draw is 0. With `margin` utility
    is the difference in discs instead, and squares left empty count for the winner.
    """

    size: int = 8
    margin: bool = False
    squares: int = field(init=False, repr=False)  # of the board, as bits
    corners: int = field(init=False, repr=False)
    diagonals: int = field(init=False, repr=False)  # the squares diagonally next to the corners
    patterns: Patterns = field(init=False, repr=False)
    initial = Board(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, BLACK)

    def __post_init__(self):
        if self.size not in SIZES:
            raise HalfmoveError(f"a board of {self.size} x {self.size}: the sizes are {', '.join(map(str, SIZES))}")
        bits = [self.bit(square) for square in range(self.size * self.size)]
        object.__setattr__(self, "squares", sum(1 << bit for bit in bits))
        last = self.size - 1
        object.__setattr__(self, "corners", sum(1 << bits[i] for i in (0, last, self.size * last, -1)))
        near = (self.size + 1, 2 * last, self.size * (last - 1) + 1, self.size * last - 2)
        object.__setattr__(self, "diagonals", sum(1 << bits[i] for i in near))
        object.__setattr__(self, "patterns", patterns())

    @property
    def utilities(self):  # type: ignore[override]
        most = float(self.size * self.size) if self.margin else 1.0
        return -most, most

    @property
    def step(self):  # type: ignore[override]
        return 2.0 if self.margin else 1.0

    def to_move(self, board):
        return board.player

    def actions(self, board):
        places = self.places(board.mine, board.theirs)
        if places == 0:
            yield PASS
        while places != 0:
            yield lowest_bit(places)
            places &= places - 1

    def result(self, board, action):
        if action == PASS:
            return Board(board.theirs, board.mine, 1 - board.player)
        return self.put(board, action, self.turned(action, board.mine, board.theirs))

    def put(self, board, square, turned):
        """Return the state after a disc on `square`, which turns over `turned`."""
        disc = Board(1, 0, 0).mine << square
        return Board(board.theirs ^ turned, board.mine | disc | turned, 1 - board.player)

    def is_terminal(self, board):
        return self.places(board.mine, board.theirs) == 0 and self.places(board.theirs, board.mine) == 0

    def utility(self, board, player):
        worth = self.worth(self.difference(board.mine, board.theirs))
        return worth if player == board.player else 0.0 - worth

    def difference(self, mine, theirs):
        """Return how many discs more the player has who has `mine`, with the empty squares for the winner."""
        ours, others = bit_count(mine), bit_count(theirs)
        empty = self.size * self.size - ours - others
        return ours - others + (empty if ours > others else -empty if ours < others else 0)

    def worth(self, difference):
        return float(difference if self.margin else min(1, max(-1, difference)))

    def value_bounds(self, board, player, target):
        """Play the last squares to the end."""
        least, most = self.utilities
        if self.plies_left(board) > LAST_SQUARES:
            return least, most
        wanted = int(target) if self.margin or target <= 0 else 1
        if board.player == player:
            found = play_out(self, board.mine, board.theirs, wanted)
        else:
            found = -play_out(self, board.mine, board.theirs, 1 - wanted)
        return (self.worth(found), most) if found >= wanted else (least, self.worth(found))

    def evaluate(self, board, player):
        """Estimate the outcome by patterns; on a small board, compare squares to play on, and corners."""
        if self.size == SIDE:
            lead = self.lead(board.mine, board.theirs) / UNIT
            value = min(MOST_LEAD, max(-MOST_LEAD, lead)) if self.margin else lead / (CLEAR_LEAD + abs(lead))
        else:
            mine, theirs = self.prospects(board.mine, board.theirs), self.prospects(board.theirs, board.mine)
            value = self.utilities[1] * (mine - theirs) / (mine + theirs + 1.0)
        return value if player == board.player else -value

    def features(self, board, player):
        """Return how many discs, squares to play on and corners the player has more than the other."""
        sign = 1.0 if player == board.player else -1.0
        mine, theirs = board.mine, board.theirs
        return (
            sign * (bit_count(mine) - bit_count(theirs)),
            sign * (bit_count(self.places(mine, theirs)) - bit_count(self.places(theirs, mine))),
            sign * (bit_count(mine & self.corners) - bit_count(theirs & self.corners)),
        )

    def lead(self, mine, theirs):
        """Estimate by how much the player to move will win, in UNITs of a disc."""
        return self.patterns.lead(
            mine, theirs, bit_count(self.places(mine, theirs)), bit_count(self.places(theirs, mine))
        )

    def prospects(self, mine, theirs):
        return bit_count(self.places(mine, theirs)) + CORNER_WORTH * bit_count(mine & self.corners)

    def order(self, board, action):
        """Prefer what leaves the other player few squares to play on, now and later, and corners."""
        return self.restricts(self.result(board, action))

    def restricts(self, child):
        """Return how little the player to move can do."""
        restricted = NOW_LATER * self.now(child.mine, child.theirs) + self.later(child.mine, child.theirs)
        return float(NOW_LATER * bit_count(child.theirs & self.corners) - restricted)

    def promise(self, board, action, child):
        """Far from the end, look at what the other player can answer."""
        depth = min(DEEPEST_LOOK, (self.plies_left(board) - NO_LOOK) // 2)
        if depth <= 0:
            return self.restricts(child)
        return RESTRICTED * self.restricts(child) - float(
            foresee(self, child, depth, DECIDED * WORST, -DECIDED * WORST)
        )

    def standing(self, mine, theirs):
        """Compare what will come of it, and squares to play on: the fewer the other has, the shorter a search."""
        more = self.now(mine, theirs) - self.now(theirs, mine)
        if self.size == SIDE:
            return self.lead(mine, theirs) + UNIT * more
        corners = self.corners & ~(mine | theirs)
        bad = (corners << SIDE + 1 | corners >> SIDE + 1 | corners << SIDE - 1 | corners >> SIDE - 1) & self.diagonals
        lead = NOW_LATER * more + self.later(mine, theirs) - self.later(theirs, mine)
        lead += CORNER_LATER * (bit_count(mine & self.corners) - bit_count(theirs & self.corners))
        return lead - BAD_LATER * (bit_count(mine & bad) - bit_count(theirs & bad))

    def now(self, mine, theirs):
        """Return how many squares there are to play on; corners count twice."""
        places = self.places(mine, theirs)
        return bit_count(places) + bit_count(places & self.corners)

    def later(self, mine, theirs):
        """Return how many empty squares lie beside the other player's discs: some will be squares to play on."""
        around = theirs | (theirs << 1 | theirs >> 1) & ALL
        around |= (around << SIDE | around >> SIDE) & ALL
        return bit_count(around & self.squares & ~(mine | theirs))

    def ask(self, board, low, high):
        """Ask for what a short look makes likely, then for ever more or less; between two bounds, for the middle."""
        least, most = self.utilities
        if low > least and high < most or not self.margin:
            return (low + high) / 2
        guess = self.guess(board)
        if low > least:
            return low + max(self.step, low - guess)
        return high - max(0.0, guess - high - self.step) if high < most else guess

    def guess(self, board):
        """Estimate by how many discs the first player will win."""
        depth = min(DEEPEST_GUESS, self.plies_left(board) // GUESS_SQUARES)
        found = LEAD_SHRINKAGE * foresee(self, board, depth, DECIDED * WORST, -DECIDED * WORST) / UNIT
        found = min(MOST_LEAD, max(-MOST_LEAD, found)) if self.size == SIDE else 0.0
        return found if board.player == BLACK else -found

    def plies_left(self, board):
        """Return how many squares are empty."""
        return bit_count(self.squares & ~(board.mine | board.theirs))

    def pass_turn(self, board):
        return Board(board.theirs, board.mine, 1 - board.player)

    def may_be_zugzwang(self, board):
        """Anywhere: who has to move gives squares away."""
        return True

    def key(self, board):
        """Return one number for the eight states that are the same when the board is turned or mirrored."""
        mine, theirs = board.mine, board.theirs
        if bit_count(mine | theirs) > FEW_DISCS:
            return mix(mine, mix(theirs, board.player))
        least, other = mine, theirs
        for image in range(1, 8):
            if image % 2 == 1:
                mine, theirs = swap_bytes(mine), swap_bytes(theirs)
            else:
                mine, theirs = self.transposed(mine), self.transposed(theirs)
            if mine < least or mine == least and theirs < other:
                least, other = mine, theirs
        return mix(least, mix(other, board.player))

    def places(self, mine, theirs):
        """Return the empty squares on which the player who has `mine` turns something over."""
        steps, twice = words(*STEPS), words(*TWO_STEPS)
        start, between = same_word(mine), same_word(theirs) & words(*BETWEEN)
        up = start << steps & between
        up |= up << steps & between
        pairs = between & between << steps
        up |= up << twice & pairs
        up |= up << twice & pairs
        down = start >> steps & between
        down |= down >> steps & between
        pairs = between & between >> steps
        down |= down >> twice & pairs
        down |= down >> twice & pairs
        return union(up << steps | down >> steps) & self.squares & ~(mine | theirs)

    def turned(self, square, mine, theirs):
        """Return the discs that a disc on `square` turns over: on each ray those before the first that is not theirs,
        if that is one of `mine`.
        """
        others, own = ~same_word(theirs), same_word(mine)
        ray = words(RAYS[square, 0], RAYS[square, 1], RAYS[square, 2], RAYS[square, 3])
        end = ray & others
        end &= -end & own
        found = ray & end - (-end >> words(*LAST_BITS))
        ray = words(RAYS[square, 4], RAYS[square, 5], RAYS[square, 6], RAYS[square, 7])
        steps, twice = words(*STEPS), words(*TWO_STEPS)
        end = ray & others
        end |= end >> steps
        end |= end >> twice
        end |= end >> twice >> twice
        end &= ~(end >> steps) & own
        return union(found | ray & -(end << words(*ONES)))

    def transposed(self, discs):
        """Return the board mirrored at the diagonal that begins in a1."""
        for shift, mask in SWAPS:
            moved = (discs ^ discs >> shift) & mask
            discs ^= moved ^ moved << shift
        return discs

    def bit(self, square):
        """Return the bit of a square, which are counted by rows from a1."""
        edge = (SIDE - self.size) // 2
        return (square // self.size + edge) * SIDE + square % self.size + edge

    def cells(self, board):
        """Return a character for each square, by rows from a1."""
        black, white = (board.mine, board.theirs) if board.player == BLACK else (board.theirs, board.mine)
        bits = [self.bit(square) for square in range(self.size * self.size)]
        return "".join(DISCS[0] if black >> bit & 1 else DISCS[1] if white >> bit & 1 else EMPTY for bit in bits)

    def obf(self, board):
        """Return the state in the Othello Board Format: all squares by rows from a1, and who is to move."""
        return f"{self.cells(board)} {DISCS[board.player]}"

    def show(self, board):
        cells = self.cells(board)
        lines = ["  " + " ".join(LETTERS[: self.size])]
        lines += [f"{row + 1} " + " ".join(cells[row * self.size :][: self.size]) for row in range(self.size)]
        return "\n".join([*lines, self.obf(board)])

    def name(self, action, state=None):
        """Return the letter of the column and the number of the row, which are counted from the top."""
        if action == PASS:
            return "pass"
        edge = (SIDE - self.size) // 2
        return f"{LETTERS[action % SIDE - edge]}{action // SIDE - edge + 1}"

    def player_name(self, player):
        return ("Black", "White")[player]

    def read(self, written):
        """Return the state of a line in the Othello Board Format; scored actions may follow, after semicolons."""
        position, *analysis = last_line(written).split(";")
        words = position.split()
        if not words:
            raise MalformedText("there is no board: a line of X, O and - and then X or O, who is to move")
        cells = words[0].upper().replace(".", EMPTY)
        for place, cell in enumerate(cells, 1):
            if cell not in DISCS + EMPTY:
                raise MalformedText(f"'{cell}' at place {place} of the board is none of X O -")
        if len(cells) != self.size * self.size:
            raise MalformedText(f"the board has {len(cells)} squares where it should have {self.size * self.size}")
        if len(words) != 2 or words[1].upper() not in (*DISCS,):
            mover = f"'{' '.join(words[1:])}'" if words[1:] else "nothing"
            raise MalformedText(f"after the board stands {mover}, where X or O should say who is to move")
        for note in filter(None, map(str.strip, analysis)):
            if not ANALYSIS.fullmatch(note):
                raise MalformedText(f"'{note}' after the position is not an action with its score, as in D3:+2")
        discs = [sum(1 << self.bit(i) for i, cell in enumerate(cells) if cell == colour) for colour in DISCS]
        missing = (self.initial.mine | self.initial.theirs) & ~(discs[0] | discs[1])
        if missing:
            raise MalformedText(f"{self.name(lowest_bit(missing))} is empty, where a disc lies from the start")
        player = DISCS.index(words[1].upper())
        return Board(discs[player], discs[1 - player], player)

    def why_illegal(self, board, written):
        """Say why a square cannot be played on."""
        name = written.strip().lower()
        squares = {self.name(self.bit(square)): self.bit(square) for square in range(self.size * self.size)}
        if name == self.name(PASS):
            return f"{self.player_name(board.player)} has a square to play on, and may not pass"
        if name not in squares:
            return f"not a square of the board, which are a1 to {self.name(self.bit(self.size * self.size - 1))}"
        if (board.mine | board.theirs) >> squares[name] & 1:
            return f"there is a disc on {name}"
        return f"a disc on {name} would turn nothing over"
