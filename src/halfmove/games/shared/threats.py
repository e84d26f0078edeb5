"""What stones in a row threaten: windows of as many squares as win, and how many stones they still lack.

Windows are counted all at once: bit s of a set stands for the window that begins on square s and runs along `step`.
The words are those of Gomoku: a five wins, a four threatens a five, an open four threatens two, an open three threatens
an open four. Allis, van den Herik and Huntjens, "Go-Moku and Threat-Space Search", 1993.
"""

from typing import Any, NamedTuple

from halfmove.compiled import bit_count, compiled, kernel, lowest_bit, nth_bit
from halfmove.core.advice import Advice

WORD = 63  # bits that a machine word holds

# Points for windows that lack two, three or more stones and have none of the other player's, for squares in which two
# threes cross or a four and a three, and for the right to move; and how many of them make a lead of 1.
LACKS_TWO, LACKS_THREE, LACKS_MORE = 40, 9, 3
THREES_CROSS, FOUR_CROSSES = 20, 60
TEMPO = 60
POINTS = 160.0

# Leads of a player who completes a line next, who cannot be kept from it, and who is about to get that far.
DECIDED, UNSTOPPABLE, PRESSING = 60.0, 20.0, 2.0

# Points of a square in the order of actions.
FIVE, OPEN_FOUR, FOUR = 1e8, 1e7, 1e6
FOUR_THREE, DOUBLE_THREE, THREE, TOUCHES = 32e3, 24e3, 8e3, 1e3
BLOCKS_FOUR, BLOCKS_CROSSING, BLOCKS_THREE = 20e3, 16e3, 6e3


class Reach(NamedTuple):
    """What one stone could do: the squares on which it would do so, and what the stones there are count for."""

    five: int  # complete a line
    four: int  # threaten to
    open_four: int  # threaten to in two ways
    four_three: int  # make a four in one direction and an open three in another
    crossing: int  # make open threes in two directions
    three: int  # make an open three
    points: int


SETS = Reach._fields[:-1]  # of squares


@compiled
class ThreatAdvice(Advice):
    """Advice for games of stones in a row; `game` is a `LineGame`."""

    game: Any

    quiet_gain = 0.5
    amaf = True

    def playout_action(self, board, last, rng):
        """Complete a line, or else prevent one, or else play anywhere."""
        chosen = fives(self, board, True)
        if chosen == 0:
            chosen = fives(self, board, False)
        if chosen == 0:
            return self.game.sample(board, rng)
        bit = nth_bit(chosen, rng.below(bit_count(chosen)))
        return bit - bit // (self.game.width + 1)

    def evaluate(self, board, player):
        """Compare the windows that each player may still fill, unless threats decide the game."""
        lead = self.lead(board)
        return (lead if player == board.player else -lead) / (1.0 + abs(lead))

    def lead(self, board):
        """Return by how much the player to move leads."""
        ours = reach(self, board, True)
        if ours.five != 0:
            return DECIDED
        others = reach(self, board, False)
        if others.five & others.five - 1 != 0:
            return -DECIDED
        lead = (ours.points - others.points + TEMPO + self.extra_points(board)) / POINTS
        if others.five == 0:
            if ours.open_four != 0:
                return UNSTOPPABLE
            if ours.four_three != 0 or ours.crossing != 0 and others.open_four == 0:
                lead += PRESSING
        return lead

    def is_threatened(self, board):
        """Tell whether the other player would complete a line next."""
        return fives(self, board, False) != 0

    def is_quiet(self, board):
        """Tell whether the player to move can neither complete a line nor has to prevent one."""
        return fives(self, board, True) == 0 and not self.is_threatened(board)

    def is_tactical(self, board, square):
        """Tell whether a stone completes a line, prevents one, or threatens to complete one."""
        return self.order(board, square) >= FOUR

    def tactics(self, board):
        """Yield the squares that complete a line, or else those that prevent one."""
        chosen = self.chosen(board, reach(self, board, True), reach(self, board, False))
        for first in range(0, (self.game.width + 1) * self.game.height, WORD):
            part = self.part(chosen, first)
            while part != 0:
                bit = first + lowest_bit(part)
                yield bit - bit // (self.game.width + 1)
                part &= part - 1

    def order(self, board, square):
        """Prefer what completes, prevents or threatens a line, then where threats cross, then what touches stones."""
        here = (board.mine & 0 | 1) << self.game.bit(square)
        near = self.around(board.mine | board.theirs, 1)
        return self.square_points(here, near, reach(self, board, True), reach(self, board, False))

    def selective_moves(self, board):
        """Yield the squares that decide the game or prevent that, or else all that are near stones."""
        ours, others = reach(self, board, True), reach(self, board, False)
        near = self.around(board.mine | board.theirs, 1)
        chosen = self.chosen(board, ours, others)
        for first in range(0, (self.game.width + 1) * self.game.height, WORD):
            part = self.part(chosen, first)
            our_part, their_part, near_part = self.parts(ours, first), self.parts(others, first), self.part(near, first)
            while part != 0:
                points = self.square_points(part & -part, near_part, our_part, their_part)
                bit = first + lowest_bit(part)
                yield bit - bit // (self.game.width + 1), points, points >= FOUR
                part &= part - 1

    def square_points(self, here, near, ours, others):
        """Return the points of one square in the order of actions."""
        if (ours.five | others.five) & here:
            return FIVE
        points = TOUCHES if near & here else 0.0
        points += FOUR_THREE if ours.four_three & here else DOUBLE_THREE if ours.crossing & here else 0.0
        points += THREE if ours.three & here else 0.0
        points += BLOCKS_FOUR if others.four & here else 0.0
        points += BLOCKS_CROSSING if (others.four_three | others.crossing) & here else 0.0
        points += BLOCKS_THREE if others.three & here else 0.0
        return points + (OPEN_FOUR if ours.open_four & here else FOUR if ours.four & here else 0.0)

    def chosen(self, board, ours, others):
        """Return the squares that a search should try."""
        stones = board.mine | board.theirs
        empty = self.game.squares & ~stones
        chosen = (self.around(stones, 1) | self.around(stones, 2)) & empty
        if ours.five != 0:
            chosen = ours.five
        elif others.five != 0:
            chosen = others.five
        elif ours.open_four != 0:
            chosen = ours.open_four
        elif others.open_four != 0:
            chosen = ours.four | others.four
        elif stones == 0:
            chosen = (stones | 1) << self.game.bit(self.game.height // 2 * self.game.width + self.game.width // 2)
        elif chosen == 0:
            chosen = empty
        return chosen | self.escapes(board)

    def extra_points(self, board):
        """Return what else counts for the player to move; by default nothing."""
        return 0

    def escapes(self, board):
        """Return the squares that may undo a threat otherwise than by being in the way; by default none."""
        return board.mine & 0

    def windows(self, own, other, step):
        """Return the windows free of `other` stones that lack one, two, three and more of their own."""
        free, hole = self.game.squares & ~other, self.game.squares & ~(own | other)
        whole, one = free, hole
        two = three = four = own & 0
        for _ in range(self.game.in_a_row - 1):
            free >>= step
            hole >>= step
            whole &= free
            four |= three & hole
            three |= two & hole
            two |= one & hole
            one |= hole
        if self.game.exact:
            whole &= ~(own << step | own >> self.game.in_a_row * step)
        return whole & one & ~two, whole & two & ~three, whole & three & ~four, whole & four

    def opening(self, windows, empty, step):
        """Return the squares that fill windows which leave a square free at both ends of what they become."""
        spans = windows & windows >> step & empty & empty >> self.game.in_a_row * step
        return self.filled(spans << step, step, self.game.in_a_row - 1) & empty

    def filled(self, starts, step, length):
        """Return all squares of lines of some length that begin at `starts`."""
        squares = starts
        for _ in range(length - 1):
            starts <<= step
            squares |= starts
        return squares

    def step_of(self, direction):
        """Return how many bits on the next square of a line is: along a row, down left, down, or down right."""
        return 1 if direction == 0 else self.game.width + direction - 1

    def around(self, stones, distance):
        """Return the squares at some distance along the eight directions."""
        squares = stones & 0
        for direction in range(4):
            step = self.step_of(direction) * distance
            squares |= stones << step | stones >> step
        return squares & self.game.squares

    def part(self, squares, first):
        """Return as many bits from `first` on as a machine word holds: large boards are looked through part by part."""
        return int(squares >> first) & (1 << WORD) - 1

    def parts(self, reach, first):
        """Return the same part of all sets of squares."""
        return Reach(
            self.part(reach.five, first),
            self.part(reach.four, first),
            self.part(reach.open_four, first),
            self.part(reach.four_three, first),
            self.part(reach.crossing, first),
            self.part(reach.three, first),
            reach.points,
        )

    def new_reach(self, five, four, open_four, four_three, crossing, three, points):
        """Return a `Reach` of the type that suits the size of the board."""
        return Reach(five, four, open_four, four_three, crossing, three, points)


@kernel(inline=False)
def fives(advice, board, for_mover):
    """Return the squares on which the player to move completes a line, or the other would; this alone is cheap."""
    own, other = (board.mine, board.theirs) if for_mover else (board.theirs, board.mine)
    empty, squares = advice.game.squares & ~(own | other), own & 0
    for direction in range(4):
        step = advice.step_of(direction)
        lacks_one, _, _, _ = advice.windows(own, other, step)
        if lacks_one != 0:
            squares |= advice.filled(lacks_one, step, advice.game.in_a_row) & empty
    return squares


@kernel(inline=False)
def reach(advice, board, for_mover):
    """Return what the player to move could do with one stone, or what the other could."""
    own, other = (board.mine, board.theirs) if for_mover else (board.theirs, board.mine)
    empty = advice.game.squares & ~(own | other)
    five = four = open_four = four_three = crossing = three = own & 0
    points = 0
    for direction in range(4):
        step = advice.step_of(direction)
        lacks_one, lacks_two, lacks_three, lacks_more = advice.windows(own, other, step)
        points += LACKS_MORE * bit_count(lacks_more)
        opens = own & 0
        if lacks_three != 0:
            points += LACKS_THREE * bit_count(lacks_three)
            opens = advice.opening(lacks_three, empty, step)
            four_three |= four & opens
            crossing |= three & opens
        if lacks_two != 0:
            points += LACKS_TWO * bit_count(lacks_two)
            fours = advice.filled(lacks_two, step, advice.game.in_a_row) & empty
            open_four |= advice.opening(lacks_two, empty, step) | four & fours
            four_three |= three & fours
            four |= fours
        three |= opens
        if lacks_one != 0:
            five |= advice.filled(lacks_one, step, advice.game.in_a_row) & empty
    points += THREES_CROSS * bit_count(crossing) + FOUR_CROSSES * bit_count(four_three)
    return advice.new_reach(five, four, open_four, four_three, crossing, three, points)
