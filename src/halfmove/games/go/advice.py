"""Advice: the areas as they are, the middle of the board, and how simulated games are played.

In a simulated game a player answers the last stone (Gelly, Wang, Munos and Teytaud 2006): he takes its chain, saves his
own chains next to it, plays on the vital point of a small space beside it, or makes one of the shapes of `patterns`.
Where nothing of that is to be done he plays anywhere, but fills no eye of his own and does not give away stones.
"""

from dataclasses import field

import numpy as np

from halfmove.compiled import bit_count, compiled, lowest_bit, nth_bit
from halfmove.core.advice import Advice
from halfmove.games.go.patterns import POINTS, beyond_the_edge, shape_table
from halfmove.games.go.rules import Go
from halfmove.games.go.tactics import captures, is_foolish, is_self_atari, rescues, vital_points

# Odds in favour of a stone, or against it, that are added to 1.
FEW, MANY, SHAPELY, LONELY = 3.0, 6.0, 2.0, 2.0  # one stone is taken or saved, more are, a good shape, an empty region
NEAR = 4.8, 4.4, 1.6  # by the steps from the last stone
POOR = 0.1  # a pass
SMALL = 4  # lines of a board on which alpha-beta sees enough
ROOMY, LOW_LINES = 7, 2  # lines of a board with room in the middle; lines along each edge that are low


@compiled
class GoAdvice(Advice):
    """Areas, the middle of the board, and eyes."""

    game: Go

    good_shapes: np.ndarray = field(init=False, repr=False)  # by what surrounds a point: see `patterns`
    beyond: np.ndarray = field(init=False, repr=False)  # of what surrounds each point: bits that are not on the board

    unit = "points"
    amaf = True

    def __post_init__(self):
        vars(self).update(good_shapes=shape_table(), beyond=beyond_the_edge(self.game.size))

    @property
    def simulates(self):  # type: ignore[override]
        """Tell whether the board is too large for alpha-beta."""
        return self.game.size > SMALL

    def playout_action(self, position, last, rng):
        """Answer the last stone where that is urgent or makes a good shape, or else play anywhere."""
        game, mine, theirs = self.game, position.mine, position.theirs
        empty = game.board ^ (mine | theirs)
        point = -1
        if 0 <= last < game.size * game.size:
            stone = game.stone(position, last)
            wanted = captures(game, stone & theirs, theirs, empty)
            if not wanted:
                wanted = rescues(game, mine, theirs, game.around(stone) & mine)
            if not wanted:
                wanted = vital_points(game, mine, empty, game.around(stone) & empty)
            point = self.drawn(position, wanted, rng)
            if point < 0:
                point = self.drawn(position, self.shapes(position, self.touching(stone) & empty), rng)
        if point < 0:
            point = self.drawn(position, empty & ~self.eyes(position), rng)
        return point if point >= 0 else game.size * game.size

    def drawn(self, position, points, rng):
        """Draw one of the points on which the mover may put a stone without giving stones away; -1 if there is none."""
        game = self.game
        while points:
            point = nth_bit(points, rng.below(bit_count(points)))
            stone = game.stone(position, point)
            if game.is_legal(position, point) and not is_foolish(game, position.mine, position.theirs, stone):
                return point
            points ^= stone
        return -1

    def touching(self, stone):
        """Return the eight points around one, and some bits beyond the board, which the caller leaves out."""
        row = stone | (stone & self.game.not_right) << 1 | (stone & self.game.not_left) >> 1
        return row | row << self.game.size | row >> self.game.size

    def shapes(self, position, points):
        """Return those of the points, all empty, on which a stone makes a good shape."""
        good = points ^ points
        while points:
            if self.is_shape(position, lowest_bit(points)):
                good |= points & -points
            points &= points - 1
        return good

    def is_shape(self, position, point):
        """Tell whether a stone on an empty point makes a good shape."""
        beyond = self.beyond[point]
        own, other = self.surrounding(position.mine, point), self.surrounding(position.theirs, point)
        return self.good_shapes[(own | beyond) | (other | beyond) << POINTS]

    def surrounding(self, stones, point):
        """Return which points around one, and itself, have stones: three bits from each of three rows.

        At the edge some bits come from the other end of the next row.
        """
        size, first = self.game.size, point - self.game.size - 1
        rows = (1 << 2 * size + 3) - 1
        found = int(stones >> first & rows) if first >= 0 else int(stones & rows) << -first
        return found & 7 | (found >> size & 7) << 3 | (found >> 2 * size & 7) << 6

    def prior(self, position, last, action):
        """Return the odds by what a stone takes, saves or gives away, its shape, its line, and how near `last` is."""
        game, mine, theirs = self.game, position.mine, position.theirs
        size, stone = game.size, game.stone(position, action)
        if action == size * size:
            return POOR
        good, bad = 1.0, 1.0
        near = game.around(stone)
        if near & theirs:
            taken = bit_count(game.played(position, stone)[1] ^ theirs)
            if taken > 0:
                good += FEW if taken == 1 else MANY
        if near & mine and rescues(game, mine, theirs, near & mine) & stone:
            good += FEW
        if stone & self.eyes(position) or is_self_atari(game, mine, theirs, stone):
            bad += SHAPELY
        if self.is_shape(position, action):
            good += SHAPELY
        across, down = action % size, action // size
        if 0 <= last < size * size:
            distance = abs(across - last % size) + abs(down - last // size)
            if 1 <= distance <= len(NEAR):
                good += NEAR[distance - 1]
        line = min(min(across, size - 1 - across), min(down, size - 1 - down))
        if line < LOW_LINES + 1 and size >= ROOMY and not self.wide(stone) & (mine | theirs):
            if line < LOW_LINES:
                bad += LONELY
            else:
                good += LONELY
        return good / bad

    def wide(self, stone):
        """Return the points up to three steps away from one."""
        points = stone
        for _ in range(3):
            points |= self.game.around(points) & self.game.board
        return points

    def eyes(self, position):
        """Return the empty points that have only stones of the mover beside them and will not become false eyes.

        At the corners of a point in the middle the other player may have one stone, elsewhere none.
        """
        game, mine, theirs = self.game, position.mine, position.theirs
        left, right = game.board ^ game.not_left, game.board ^ game.not_right
        top = (position.mine & 0 | 1 << game.size) - 1
        bottom = top << game.size * (game.size - 1)
        beside = (mine << game.size | top) & (mine >> game.size | bottom)
        beside &= ((mine & game.not_right) << 1 | left) & ((mine & game.not_left) >> 1 | right)
        to_right, to_left = (theirs & game.not_right) << 1, (theirs & game.not_left) >> 1
        one = two = mine & 0  # points with at least so many stones of the other player at their corners
        for row in (to_right, to_left):
            for corners in (row << game.size, row >> game.size):
                two |= one & corners
                one |= corners
        false = two | one & (left | right | top | bottom)
        return (game.board ^ (mine | theirs)) & beside & ~false

    def evaluate(self, position, player):
        """Compare the areas as they would be counted now."""
        value = self.game.utilities[1] * self.game.score(position) / self.most_points()
        return value if player == 0 else -value

    def in_units(self, value):
        return value / self.game.utilities[1] * self.most_points()

    def most_points(self):
        """Return more points than anybody can be ahead."""
        return self.game.size * self.game.size + abs(self.game.komi) + 1

    def order(self, position, action):
        """Prefer the middle of the board, and a pass least."""
        size = self.game.size
        if action == size * size:
            return -float(action)
        across, down = 2 * (action % size) - size + 1, 2 * (action // size) - size + 1
        return -float(max(abs(across), abs(down)))

    def selective_moves(self, position):
        """Leave out the first two lines where the board has room for more and no stone is beside the point."""
        size = self.game.size
        if size >= ROOMY:
            near = self.game.around(position.mine | position.theirs)
            for action in self.game.actions(position):
                across, down = action % size, action // size
                from_edge = min(min(across, size - 1 - across), min(down, size - 1 - down))
                if action == size * size or from_edge >= LOW_LINES or self.game.stone(position, action) & near != 0:
                    yield action, self.order(position, action), False

    def pass_turn(self, position):
        return self.game.result(position, self.game.size * self.game.size)
