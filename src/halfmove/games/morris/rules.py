"""Nine, Six and Three Men's Morris (Gasser, "Solving Nine Men's Morris", 1996)."""

from dataclasses import field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import bit_count, compiled, lowest_bit, nth_bit
from halfmove.core.game import DRAW
from halfmove.errors import HalfmoveError
from halfmove.games.morris.points import FEWEST, FIELD, NOWHERE, RING, RINGS, masked
from halfmove.games.morris.text import MorrisText


class Men(NamedTuple):
    mine: int = 0  # points of the player to move
    theirs: int = 0
    hand: int = 0  # men that are still to be placed, of both players
    player: int = 0  # White is 0, Black is 1


@compiled
class Morris(MorrisText):
    """Make mills, three men in a line, until the other player has two men left or cannot move.

    White begins. In turns the players place their men on empty points; then they move one man at a time along a line
    to the next point, if that is empty. With `flying`, a player who has three men left moves to any empty point.
    Whoever closes a mill, by placing or moving, removes a man of the other player in the same turn: one that stands
    in no mill, or any if all of them do. Two mills closed at once remove one man. A player who has fewer than three
    men, on the board and in hand, or who is to move and cannot, has lost. A state that comes back is a draw.

    With nine men there are three squares and 24 points, with six two squares and 16 points, and the lines between the
    squares are too short for a mill. With three men there are nine points, one in the middle and lines to it from
    all others: a mill wins at once.
    """

    men: int = 9
    flying: bool = True
    points: int = field(init=False, repr=False)
    through: int = field(init=False, repr=False)  # lines of each point; of fewer lines, one is counted again
    lines: NDArray[np.int64] = field(init=False, repr=False)  # through each point
    mills: tuple[int, ...] = field(init=False, repr=False)
    neighbours: NDArray[np.int64] = field(init=False, repr=False)
    repetition = DRAW

    def __post_init__(self):
        if self.men not in RINGS:
            raise HalfmoveError(f"{self.men} men: there are boards for {', '.join(map(str, RINGS))}")
        rings = RINGS[self.men]
        points = rings * RING + (rings == 1)
        sides = [
            [ring + (corner + i) % RING for i in range(3)]
            for ring in range(0, rings * RING, RING)
            for corner in (0, 2, 4, 6)
        ]
        crossing = [[ring + side for ring in range(0, rings * RING, RING)] for side in (1, 3, 5, 7)]
        if rings == 1:
            crossing = [[point, RING, point + RING // 2] for point in range(RING // 2)]
        mills = [line for line in sides + crossing if len(line) == FEWEST]
        steps = [set(line[i : i + 2]) for line in sides + crossing for i in range(len(line) - 1)]
        through = [[mill for mill in mills if point in mill] for point in range(points)]
        most = max(map(len, through))
        lines = [masked(mills[i % len(mills)]) for mills in through for i in range(most)]
        near = [masked(set().union(*(step for step in steps if point in step)) - {point}) for point in range(points)]
        vars(self).update(
            points=points,
            through=most,
            lines=np.array(lines, np.int64),
            mills=tuple(masked(mill) for mill in mills),
            neighbours=np.array(near, np.int64),
        )

    @property
    def initial(self):
        return Men(0, 0, 2 * self.men, 0)

    def to_move(self, men):
        return men.player

    def actions(self, men):
        empty = self.empty(men)
        loose = self.loose(men.theirs)
        if men.hand > 0:
            while empty != 0:
                target = lowest_bit(empty)
                empty &= empty - 1
                removable = loose if self.closes(men.mine | 1 << target, target) else 0
                if removable == 0:
                    yield target | NOWHERE << FIELD | NOWHERE << 2 * FIELD
                while removable != 0:
                    yield target | NOWHERE << FIELD | lowest_bit(removable) << 2 * FIELD
                    removable &= removable - 1
        else:
            flies = self.flying and bit_count(men.mine) <= FEWEST
            sources = men.mine
            while sources != 0:
                source = lowest_bit(sources)
                sources &= sources - 1
                targets = empty if flies else empty & int(self.neighbours[source])
                while targets != 0:
                    target = lowest_bit(targets)
                    targets &= targets - 1
                    removable = loose if self.closes(men.mine ^ 1 << source | 1 << target, target) else 0
                    if removable == 0:
                        yield target | source << FIELD | NOWHERE << 2 * FIELD
                    while removable != 0:
                        yield target | source << FIELD | lowest_bit(removable) << 2 * FIELD
                        removable &= removable - 1

    def sample(self, men, rng):
        """Draw an action by its number: what each man can do is counted, not listed."""
        empty, loose, closing = self.empty(men), self.loose(men.theirs), self.closing(men.mine)
        if men.hand > 0:
            closing &= empty
            return self.numbered(NOWHERE, empty, closing, loose, rng.below(self.ways(empty, closing, loose)))
        flies = self.flying and bit_count(men.mine) <= FEWEST
        sources, total = men.mine, 0
        while sources != 0:
            targets, closed = self.steps(men, lowest_bit(sources), empty, closing, flies)
            total += self.ways(targets, closed, loose)
            sources &= sources - 1
        index, sources = rng.below(total), men.mine
        while True:
            source = lowest_bit(sources)
            targets, closed = self.steps(men, source, empty, closing, flies)
            ways = self.ways(targets, closed, loose)
            if index < ways:
                return self.numbered(source, targets, closed, loose, index)
            index -= ways
            sources &= sources - 1

    def steps(self, men, source, empty, closing, flies):
        """Return where a man can go, and where he closes a mill; `closing` are the points where any new man would."""
        targets = empty if flies else empty & int(self.neighbours[source])
        return targets, self.closing(men.mine ^ 1 << source) & targets if closing & targets != 0 else 0

    def ways(self, targets, closing, loose):
        """Return how many actions a man has that can go to `targets`."""
        return bit_count(targets) + bit_count(closing) * max(bit_count(loose) - 1, 0)

    def numbered(self, source, targets, closing, loose, index):
        """Return action number `index` of those that `ways` counts."""
        simple = targets if loose == 0 else targets & ~closing
        if index < bit_count(simple):
            return nth_bit(simple, index) | source << FIELD | NOWHERE << 2 * FIELD
        index -= bit_count(simple)
        removed = nth_bit(loose, index % bit_count(loose))
        return nth_bit(closing, index // bit_count(loose)) | source << FIELD | removed << 2 * FIELD

    def result(self, men, action):
        source, removed = action >> FIELD & NOWHERE, action >> 2 * FIELD
        mine, theirs, hand = men.mine | 1 << (action & NOWHERE), men.theirs, men.hand
        if source == NOWHERE:
            hand -= 1
        else:
            mine ^= 1 << source
        if removed != NOWHERE:
            theirs ^= 1 << removed
        return Men(theirs, mine, hand, 1 - men.player)

    def is_terminal(self, men):
        if bit_count(men.mine) + (men.hand + 1) // 2 < FEWEST:
            return True
        if self.men == FEWEST and self.in_mills(men.theirs) != 0:
            return True
        if men.hand > 0 or self.flying and bit_count(men.mine) <= FEWEST:
            return False
        return self.around(men.mine) & self.empty(men) == 0

    def utility(self, men, player):
        return -1.0 if player == men.player else 1.0

    def empty(self, men):
        return (men.mine | men.theirs) ^ (1 << self.points) - 1

    def closing(self, stones):
        """Return the points on which one more man makes a mill, and another may be removed for it."""
        points = 0
        if self.men > FEWEST:
            for line in self.mills:
                if bit_count(stones & line) == FEWEST - 1:
                    points |= line & ~stones
        return points

    def closes(self, stones, point):
        """Tell whether a man on `point` stands in a mill, and one may be removed for it."""
        if self.men == FEWEST:
            return False
        for i in range(self.through):
            line = int(self.lines[point * self.through + i])
            if stones & line == line:
                return True
        return False

    def in_mills(self, stones):
        """Return the men that stand in mills."""
        men = 0
        for line in self.mills:
            if stones & line == line:
                men |= line
        return men

    def loose(self, stones):
        """Return the men that may be removed."""
        outside = stones & ~self.in_mills(stones)
        return outside if outside != 0 else stones

    def around(self, stones):
        """Return the points next to men."""
        points = 0
        while stones != 0:
            points |= int(self.neighbours[lowest_bit(stones)])
            stones &= stones - 1
        return points
