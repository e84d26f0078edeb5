"""Go on sets of bits, one bit for each point, by rows from the top left:

     0  1  2  3  4      for size 5: point 0 is A5, in SGF aa; point 24 is E1, in SGF ee
     5  6  7  8  9
    10 11 12 13 14
    15 16 17 18 19
    20 21 22 23 24

A chain is found by growing: neighbours that are stones of its colour join it until none does. Most growing ends early,
at the first liberty.
"""

from dataclasses import field
from math import isfinite

from halfmove.compiled import bit_count, compiled, lowest_bit, nth_bit
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.games.go import text as go_text
from halfmove.games.go.positions import NOWHERE, SMALL, WIDE, HugePosition, Position, WidePosition

SMALLEST, LARGEST = 2, 19  # points on a side
CHUNK = 32  # bits of a board that are looked through at a time


@compiled
class Go(Game):
    """Surround more of the board than the other player does.

    Black and White in turn put a stone on an empty point, or pass; Black begins. Stones of one colour that are
    neighbours along the lines are a chain, and the empty points next to a chain are its liberties. A stone that takes
    the last liberty of chains of the other colour takes these chains off the board. If it takes none, and its own
    chain is left without a liberty, that is suicide: forbidden, or, with `suicide`, the chain is taken off, if it is of
    more than this one stone.

    Ko: a stone that stands alone, has just taken a single stone and has one liberty may not be taken by a stone there
    at once. With `superko`, instead, no stone may bring about a board that there was before, whoever moved (positional
    superko); a pass always may.

    Two passes in a row end the game; so do `limit` plies, if that is not 0. The area of a player is his stones and the
    empty points from which a path of empty points leads to stones of his alone. White adds `komi` to his area; the
    player with more wins, and as much is a draw. The winner gets 1 and the loser -1; with `margin` utility is the
    difference in points instead.
    """

    size: int = 9
    komi: float = 7.5
    superko: bool = False
    suicide: bool = False
    limit: int = 0
    margin: bool = False
    board: int = field(init=False, repr=False)  # all points
    not_left: int = field(init=False, repr=False)  # all points but those of the leftmost column
    not_right: int = field(init=False, repr=False)

    player_names = go_text.COLOURS

    @property
    def unit(self):  # type: ignore[override]
        return "points" if self.margin else ""

    def __new__(cls, size=9, komi=7.5, superko=False, suicide=False, limit=0, margin=False):
        from halfmove.games.go.superko import SuperkoGo  # which is a subclass

        return object.__new__(SuperkoGo if superko and cls is Go else cls)

    def __post_init__(self):
        if not SMALLEST <= self.size <= LARGEST:
            raise HalfmoveError(f"a board of {self.size} x {self.size}: it must be from {SMALLEST} to {LARGEST} wide")
        if not isfinite(self.komi):
            raise HalfmoveError(f"a komi of {self.komi} is not a number of points")
        if self.limit < 0:
            raise HalfmoveError(f"a limit of {self.limit} plies: it must not be negative; 0 is none")
        if self.margin and 2 * self.komi % 1:
            raise HalfmoveError(f"a komi of {self.komi}: where margins count it must be whole or a half")
        left = sum(1 << self.size * row for row in range(self.size))
        board = (1 << self.size * self.size) - 1
        vars(self).update(
            komi=float(self.komi), board=board, not_left=board ^ left, not_right=board ^ left << self.size - 1
        )

    @property
    def initial(self):
        points = self.size * self.size
        return Position() if points <= SMALL else WidePosition() if points <= WIDE else HugePosition()

    @property
    def utilities(self):  # type: ignore[override]
        most = self.size * self.size + abs(self.komi) if self.margin else 1.0
        return -most, most

    def to_move(self, position):
        return position.player

    def actions(self, position):
        legal = self.legal(position)
        for chunk in range(0, self.size * self.size, CHUNK):
            left = int(legal >> chunk & (1 << CHUNK) - 1)
            while left:
                yield chunk + lowest_bit(left)
                left &= left - 1
        yield self.size * self.size  # a pass

    def sample(self, position, rng):
        """Return a legal action at random, each as likely as another: draw an empty point until one is legal."""
        empty = self.board ^ (position.mine | position.theirs)
        count = bit_count(empty)
        while True:
            index = rng.below(count + 1)
            if index == count:
                return self.size * self.size  # a pass
            point = nth_bit(empty, index)
            if self.is_legal(position, point):
                return point

    def result(self, position, action):
        if action == self.size * self.size:
            return self.next_position(position, position.mine, position.theirs, NOWHERE, position.passes + 1)
        stone = self.stone(position, action)
        mine, theirs = self.played(position, stone)
        barred, taken = NOWHERE, theirs ^ position.theirs
        if taken and not taken & taken - 1:  # a single one
            empty = self.board ^ (position.mine | position.theirs)
            if not self.around(stone) & (position.mine | empty):
                barred = lowest_bit(taken)
        return self.next_position(position, mine, theirs, barred, 0)

    def is_terminal(self, position):
        return position.passes >= 2 or 0 < self.limit <= position.plies

    def utility(self, position, player):
        score = self.score(position)
        if player == 1:
            score = 0.0 - score
        if self.margin or score == 0:
            return score
        return 1.0 if score > 0 else -1.0

    def score(self, position):
        """Return Black's area less White's and komi."""
        black, white = position.mine, position.theirs
        if position.player == 1:
            black, white = white, black
        empty = self.board ^ (black | white)
        from_black, from_white = self.grown(black, empty), self.grown(white, empty)
        return bit_count(from_black & ~from_white) - bit_count(from_white & ~from_black) - self.komi

    def legal(self, position):
        """Return the points on which a stone may be put."""
        empty = self.board ^ (position.mine | position.theirs)
        legal = empty & self.around(empty)
        airy = self.grown(position.mine & self.around(legal), position.mine)  # chains with a liberty in the open
        legal |= empty & self.around(airy)
        closed = empty ^ legal
        while closed:
            stone = closed & -closed
            closed ^= stone
            if self.finds_room(position, stone):
                legal |= stone
        return self.unrepeated(position, legal)

    def is_legal(self, position, point):
        """Tell whether a stone may be put on `point`, which is empty."""
        stone, empty = self.stone(position, point), self.board ^ (position.mine | position.theirs)
        if self.around(stone) & empty or self.finds_room(position, stone):
            return self.is_new(position, stone)
        return False

    def finds_room(self, position, stone):
        """Tell whether a stone without an empty neighbour has a liberty by its chain or by a capture, or needs none."""
        near, empty = self.around(stone), self.board ^ (position.mine | position.theirs | stone)
        friends, foes = near & position.mine, near & position.theirs
        if friends and (self.suicide or not self.stifled(friends, position.mine, empty)):
            return True
        foes &= ~self.around(empty)
        while foes:
            foe = foes & -foes
            if self.stifled(foe, position.theirs, empty):
                return True
            foes ^= foe
        return False

    def unrepeated(self, position, legal):
        """Return the points that ko allows."""
        if position.barred == NOWHERE:
            return legal
        return legal & ~self.stone(position, position.barred)

    def is_new(self, position, stone):
        """Tell whether ko allows a stone."""
        return position.barred == NOWHERE or stone != self.stone(position, position.barred)

    def played(self, position, stone):
        """Return the stones of the mover and of the other player after one more stone."""
        mine, theirs = position.mine | stone, position.theirs
        empty = self.board ^ (mine | theirs)
        foes = self.around(stone) & theirs & ~self.around(empty)
        while foes:
            foe = foes & -foes
            taken = self.stifled(foe, theirs, empty)
            theirs ^= taken
            foes &= ~(foe | taken)
        if self.suicide and theirs == position.theirs:
            mine ^= self.stifled(stone, mine, empty)
        return mine, theirs

    def stifled(self, chain, stones, empty):
        """Return the whole of a chain, or of several, that has no liberty; nothing if it has one."""
        while True:
            near = self.around(chain)
            if near & empty:
                return chain ^ chain
            grown = chain | near & stones
            if grown == chain:
                return chain
            chain = grown

    def grown(self, points, room):
        """Return the points, and all of `room` that is connected to them through `room`."""
        while True:
            grown = points | self.around(points) & room
            if grown == points:
                return points
            points = grown

    def around(self, points):
        """Return the neighbours of all points, and some bits beyond the board, which the caller leaves out."""
        sideways = (points & self.not_right) << 1 | (points & self.not_left) >> 1
        return sideways | points << self.size | points >> self.size

    def stone(self, position, point):
        """Return the bit of a point, in as many bits as the position's sets have."""
        return (position.mine & 0 | 1) << point

    def next_position(self, before, mine, theirs, barred, passes):
        """Return the next position, in which the other player is to move."""
        return self.swapped(before, mine, theirs, barred, passes)

    def swapped(self, before, mine, theirs, barred, passes):
        after = before._replace(mine=theirs, theirs=mine, player=1 - before.player)
        return after._replace(barred=barred, passes=passes, plies=self.plies_after(before))

    def plies_after(self, position):
        return position.plies + 1 if self.limit > 0 else 0

    def show(self, position):
        return go_text.show(self, position)

    def name(self, action, state=None):
        """Return the vertex as GTP writes it: `D4`, or `pass`."""
        return go_text.vertex(action, self.size)

    def read(self, written):
        """Return the state of a board as `show` draws it, of vertices that were played (`D4 E5 pass`) or of SGF."""
        return go_text.read(self, written)

    def set_up(self, black, white, player):
        """Return the position with these stones, before which nothing is known."""
        mine, theirs = (black, white) if player == 0 else (white, black)
        return self.initial._replace(mine=mine, theirs=theirs, player=player)
