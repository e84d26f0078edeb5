"""The rules of draughts on bitboards, for boards of 8 x 8 and 10 x 10.

Only the dark squares are played on. After every two rows there is a bit that is always empty, so that a step along a
diagonal is a shift by the same number everywhere and no step runs on at the other edge:

       0   1   2   3           bit of each square, for 8 x 8; PDN counts the same squares from 1 without a gap
     4   5   6   7        8
       9  10  11  12           down left is 4 bits on, down right 5
    13  14  15  16       17
      ...
"""

from dataclasses import field
from typing import NamedTuple

import numpy as np

from halfmove.compiled import bit_count, lowest_bit, mix
from halfmove.core.game import ALLOWED, ANY_NUMBER, DRAW
from halfmove.errors import HalfmoveError
from halfmove.games.draughts.text import DraughtsText

DOWN, UP = 0, 2  # the first of two directions: down left, down right; up right, up left
DIRECTIONS = 4
SQUARE_BITS = 6  # that a square takes in an action
SQUARE = (1 << SQUARE_BITS) - 1
ROOM = 32  # captures that are followed at the same time; more of them take more room


class Board(NamedTuple):
    mine: int  # pieces of the player to move
    theirs: int
    kings: int  # of both
    player: int = 0
    quiet: int = 0  # plies since a man moved or a piece was taken


class Draughts(DraughtsText):
    """What the games of draughts have in common; `english` and `international` tell their rules in words.

    They are compiled with `eager`: a lazy generator that is left before its end would not free the array of captures.
    """

    size = 8  # squares in a row
    white_begins = False  # and is the first player
    backwards = False  # men capture backwards too
    flying = False  # kings move any distance
    majority = False  # a capture must take as many pieces as possible

    no_progress: int = 0  # plies after which the game is drawn; 0 for never
    repetitions: int = 2  # how often a position comes up when the game is drawn; 0 for never
    half: int = field(init=False, repr=False)  # dark squares in a row
    squares: int = field(init=False, repr=False)  # of the board, as bits
    top: int = field(init=False, repr=False)  # squares of the first row
    bottom: int = field(init=False, repr=False)

    def __post_init__(self):
        if self.no_progress < 0:
            raise HalfmoveError(f"a draw after {self.no_progress} plies: it must be a number of plies, or 0 for never")
        if self.repetitions < 0 or self.repetitions == 1:
            raise HalfmoveError(f"a draw when a position comes up {self.repetitions} times: it must be 2 or more, or 0")
        half = self.size // 2
        row = (1 << half) - 1
        rows = [row << half * each + each // 2 for each in range(self.size)]
        vars(self).update(half=half, squares=sum(rows), top=rows[0], bottom=rows[-1])

    @property
    def initial(self):
        """Men on all rows but the two in the middle."""
        camp = self.half * (self.size // 2 - 1)
        black = white = 0
        for square in range(camp):
            black |= 1 << self.bit(square)
            white |= 1 << self.bit(self.half * self.size - 1 - square)
        return Board(white, black, 0) if self.white_begins else Board(black, white, 0)

    @property
    def repetition(self):  # type: ignore[override]
        return DRAW if self.repetitions else ALLOWED

    def to_move(self, board):
        return board.player

    def actions(self, board):
        if self.capturing(board) != 0:
            captures, first, last = self.captures(board)
            for i in range(first, last):
                yield self.packed(int(captures[i]))
        else:
            empty, men = self.empty(board), board.mine & ~board.kings
            ahead = self.ahead(board.player)
            for direction in range(ahead, ahead + 2):
                movers = men & self.shifted(empty, direction ^ 2)
                while movers != 0:
                    origin = lowest_bit(movers)
                    movers &= movers - 1
                    yield origin << SQUARE_BITS | self.next(origin, direction)
            kings = board.mine & board.kings
            while kings != 0:
                origin = lowest_bit(kings)
                kings &= kings - 1
                for direction in range(DIRECTIONS):
                    place = self.shifted(1 << origin, direction) & empty
                    while place != 0:
                        yield origin << SQUARE_BITS | lowest_bit(place)
                        place = self.shifted(place, direction) & empty if self.flying else 0

    def result(self, board, action):
        origin, target = 1 << self.origin(action), 1 << self.target(action)
        taken = self.taken(action)
        crowned = board.kings & origin != 0 or target & self.last_row(board.player) != 0
        kings = board.kings & ~(origin | taken) | (target if crowned else 0)
        progress = taken != 0 or board.kings & origin == 0 or self.no_progress == 0
        quiet = 0 if progress else board.quiet + 1
        return Board(board.theirs & ~taken, board.mine & ~origin | target, kings, 1 - board.player, quiet)

    def is_terminal(self, board):
        return self.is_drawn(board) or not self.can_move(board)

    def utility(self, board, player):
        if self.can_move(board):
            return 0.0
        return -1.0 if player == board.player else 1.0

    def repetition_key(self, board):
        """Return a number for what must be the same in a repetition: pieces and who is to move."""
        return mix(board.mine, mix(board.theirs, mix(board.kings, board.player)))

    def since_progress(self, board):
        return board.quiet if self.no_progress > 0 else ANY_NUMBER

    def is_drawn(self, board):
        return self.no_progress > 0 and board.quiet >= self.no_progress

    def can_move(self, board):
        """Tell whether a piece can step, or jump over a neighbour: otherwise no king can jump from afar either."""
        empty, kings = self.empty(board), board.mine & board.kings
        ahead = self.ahead(board.player)
        for direction in range(DIRECTIONS):
            forward = direction & 2 == ahead
            free = self.shifted(empty, direction ^ 2)
            behind = self.shifted(board.theirs & free, direction ^ 2)
            steppers = board.mine if forward else kings
            jumpers = board.mine if forward or self.backwards else kings
            if steppers & free or jumpers & behind:
                return True
        return False

    # Captures.

    def capturing(self, board):
        """Return the pieces that can capture."""
        empty, kings = self.empty(board), board.mine & board.kings
        ahead, pieces = self.ahead(board.player), 0
        for direction in range(DIRECTIONS):
            back = direction ^ 2
            line = self.shifted(board.theirs & self.shifted(empty, back), back)
            pieces |= line & (board.mine if direction & 2 == ahead or self.backwards else kings)
            if self.flying and kings != 0:
                while line != 0:
                    pieces |= line & kings
                    line = self.shifted(line & empty, back)
        return pieces

    def captures(self, board):
        """Return an array and from where to where it holds the legal captures, each `taken`, origin and target.

        Captures grow jump by jump, all at the same pace, so those that take the most pieces come last. Two that have
        come from the same square to the same square over the same pieces are one, however they went.
        """
        captures = np.empty(ROOM, np.int64)
        grown = done = 0
        pieces = self.capturing(board)
        while pieces != 0:
            origin = lowest_bit(pieces)
            pieces &= pieces - 1
            captures[grown] = self.unjumped(origin)
            grown += 1
        following = 0
        while following < grown:
            capture = int(captures[following])
            following += 1
            ended = True
            for extended in self.extended_captures(board, capture):
                ended = False
                if not self.holds(captures, following, grown, extended):
                    if grown == len(captures):
                        captures = self.doubled(captures)
                    captures[grown] = extended
                    grown += 1
            if ended:
                captures[done] = capture  # its place was followed already, or is its own
                done += 1
        first = 0
        if self.majority:
            most = bit_count(self.jumped(int(captures[done - 1])))
            while bit_count(self.jumped(int(captures[first]))) < most:
                first += 1
        return captures, first, done

    def extended_captures(self, board, capture):
        """Yield the captures that take one piece more.

        What is taken stays until the end, and is in the way; the square that the piece has left is free.
        """
        free = self.empty(board) | 1 << self.origin(capture)
        left = board.theirs & ~self.jumped(capture)
        king = board.kings >> self.origin(capture) & 1 == 1
        for direction in range(DIRECTIONS):
            if king or self.backwards or direction & 2 == self.ahead(board.player):
                over = self.shifted(1 << self.target(capture), direction)
                while self.flying and king and over & free:
                    over = self.shifted(over, direction)
                over &= left
                landing = self.shifted(over, direction) & free
                while landing != 0:
                    yield (capture | over << 2 * SQUARE_BITS) & ~SQUARE | lowest_bit(landing)
                    landing = self.shifted(landing, direction) & free if self.flying and king else 0

    def unjumped(self, origin):
        """Return the capture by the piece on `origin` that has not begun."""
        return origin << SQUARE_BITS | origin

    def jumped(self, capture):
        """Return the pieces that a capture has jumped over."""
        return capture >> 2 * SQUARE_BITS

    def holds(self, captures, start, end, capture):
        for i in range(start, end):
            if captures[i] == capture:
                return True
        return False

    def doubled(self, captures):
        larger = np.empty(2 * len(captures), np.int64)
        for i in range(len(captures)):  # a slice would take seconds to compile
            larger[i] = captures[i]
        return larger

    # Actions: target, origin, and the pieces taken, of which none is on the edge.

    def packed(self, capture):
        """Return a capture as an action: `half - 1` bits for each row but the first and the last."""
        taken, width, action = self.jumped(capture), self.half - 1, 0
        for row in range(self.size - 2):
            action |= (taken >> self.inner(row) & (1 << width) - 1) << row * width
        return action << 2 * SQUARE_BITS | capture & (1 << 2 * SQUARE_BITS) - 1

    def taken(self, action):
        """Return the pieces that an action takes."""
        packed, width, taken = action >> 2 * SQUARE_BITS, self.half - 1, 0
        if packed != 0:
            for row in range(self.size - 2):
                taken |= (packed >> row * width & (1 << width) - 1) << self.inner(row)
        return taken

    def inner(self, row):
        """Return the first bit of a row without its edges; row 0 is the second of the board."""
        return (self.half + 1 if row % 2 == 0 else 2 * self.half + 1) + row // 2 * (2 * self.half + 1)

    def origin(self, action):
        return action >> SQUARE_BITS & SQUARE

    def target(self, action):
        return action & SQUARE

    # Squares.

    def ahead(self, player):
        """Return the first of the two directions in which a player's men move: White's go up."""
        return UP if (player == 0) == self.white_begins else DOWN

    def last_row(self, player):
        return self.top if self.ahead(player) == UP else self.bottom

    def empty(self, board):
        return self.squares & ~(board.mine | board.theirs)

    def shifted(self, squares, direction):
        step = self.half + (direction & 1)
        return (squares << step if direction < UP else squares >> step) & self.squares

    def next(self, bit, direction):
        step = self.half + (direction & 1)
        return bit + step if direction < UP else bit - step

    def bit(self, square):
        """Return the bit of a square; squares are counted from 0 here, and from 1 in PDN."""
        return square + square // self.size
