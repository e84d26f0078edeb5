"""Merels: Nine, Six and Three Men's Morris (Gasser, "Solving Nine Men's Morris", 1996).

Points are counted ring by ring from the outside, and around each ring from its upper left corner; Three Men's Morris
has one ring and a point in the middle, the last one:

     0 ------- 1 ------- 2      mills are the sides of the squares
     |   8 --- 9 --- 10  |      and, where there are three squares,
     |   |  16 17 18 |   |      the four lines that cross them all
     7  15  23    19 11  3
"""

from dataclasses import field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import bit_count, compiled, lowest_bit, nth_bit
from halfmove.core.game import DRAW, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.shared.grid import EMPTY, LETTERS
from halfmove.games.shared.notation import last_line, read_number

RINGS = {9: 3, 6: 2, 3: 1}  # squares of the board, by the number of men
RING = 8  # points
AROUND = ((-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))  # right and up from the middle
FEWEST = 3  # men with which a mill can be made
FIELD = 5  # bits of a point in an action: where to, where from and what is removed
NOWHERE = (1 << FIELD) - 1  # not a point
COLOURS = "WB"


class Men(NamedTuple):
    mine: int = 0  # points of the player to move
    theirs: int = 0
    hand: int = 0  # men that are still to be placed, of both players
    player: int = 0  # White is 0, Black is 1


@compiled
class Morris(Game):
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

    player_names = ("White", "Black")

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
        lines = [masked(found[i % len(found)]) for found in through for i in range(most)]
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
        """Return how many actions a man has who can go to `targets`."""
        return bit_count(targets) + bit_count(closing) * max(bit_count(loose) - 1, 0)

    def numbered(self, source, targets, closing, loose, index):
        """Return one of these actions."""
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
        found = 0
        if self.men > FEWEST:
            for line in self.mills:
                if bit_count(stones & line) == FEWEST - 1:
                    found |= line & ~stones
        return found

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
        found = 0
        for line in self.mills:
            if stones & line == line:
                found |= line
        return found

    def loose(self, stones):
        """Return the men that may be removed."""
        outside = stones & ~self.in_mills(stones)
        return outside if outside != 0 else stones

    def around(self, stones):
        """Return the points next to men."""
        found = 0
        while stones != 0:
            found |= int(self.neighbours[lowest_bit(stones)])
            stones &= stones - 1
        return found

    def place(self, point):
        """Return the column and the row of a point, counted from the lower left."""
        middle = RINGS[self.men]
        if point == RING * middle:
            return middle, middle
        right, up = AROUND[point % RING]
        return middle + right * (middle - point // RING), middle + up * (middle - point // RING)

    def rows(self):
        """Return the points of each row, from the top."""
        side = 2 * RINGS[self.men] + 1
        places = sorted((column, row, point) for point in range(self.points) for column, row in [self.place(point)])
        return [[point for _, at, point in places if at == row] for row in reversed(range(side))]

    def point_name(self, point):
        column, row = self.place(point)
        return f"{LETTERS[column]}{row + 1}"

    def written(self, men):
        """Return the state in one line: the points by rows from the top, who is to move, men to be placed."""
        white, black = (men.mine, men.theirs) if men.player == 0 else (men.theirs, men.mine)
        rows = [
            "".join(COLOURS[0] if white >> p & 1 else COLOURS[1] if black >> p & 1 else EMPTY for p in row)
            for row in self.rows()
        ]
        return f"{'/'.join(rows)} {COLOURS[men.player]} {men.hand}"

    def show(self, men):
        line = self.written(men)
        lines = []
        for number, (points, cells) in enumerate(zip(self.rows(), line.split()[0].split("/"))):
            row = 2 * RINGS[self.men] + 1 - number
            shown = dict(zip((self.place(point)[0] for point in points), cells))
            lines.append(f"{row} " + " ".join(shown.get(column, " ") for column in range(2 * RINGS[self.men] + 1)))
        letters = "  " + " ".join(LETTERS[: 2 * RINGS[self.men] + 1])
        return "\n".join([*(text.rstrip() for text in lines), letters, line])

    def name(self, action, state=None):
        """Return where to, as in `d2`, or from where to where, `d2-d3`, and after an x which man is removed."""
        target, source, removed = action & NOWHERE, action >> FIELD & NOWHERE, action >> 2 * FIELD
        start = "" if source == NOWHERE else f"{self.point_name(source)}-"
        taken = "" if removed == NOWHERE else f"x{self.point_name(removed)}"
        return start + self.point_name(target) + taken

    def read(self, written):
        """Return the state of a line as below the board: points by rows, W or B to move, men to be placed."""
        words = last_line(written).split()
        if len(words) != 3:
            raise MalformedText(
                f"'{written}' should say three things: points by rows, W or B to move, men to be placed"
            )
        board, mover, left = words
        cells = self.read_board(board.upper())
        if mover.upper() not in (*COLOURS,):
            raise MalformedText(f"'{mover}' is to move, which is none of W B")
        player, hand = COLOURS.index(mover.upper()), read_number(left, 2 * self.men, "men to be placed")
        sides = [masked(point for point, cell in cells.items() if cell == colour) for colour in COLOURS]
        if hand > 0 and player != hand % 2:
            raise MalformedText(f"{hand} men are to be placed: {self.player_names[hand % 2]} is to move")
        in_hand = [hand // 2, (hand + 1) // 2]
        for colour, side, held in zip((0, 1), sides, in_hand):
            if bit_count(side) + held > self.men:
                raise MalformedText(f"{self.player_names[colour]} has {bit_count(side) + held} men of {self.men}")
        for colour, side, held in zip((0, 1), sides, in_hand):
            lost, placed = self.men - held - bit_count(side), self.men - in_hand[1 - colour]
            if hand > 0 and lost > max(placed - (FEWEST - 1), 0) or self.men == FEWEST and lost > 0:
                names = self.player_names[colour], self.player_names[1 - colour]
                raise MalformedText(f"{names[0]} has lost {lost} of his men, and {names[1]} has placed {placed} of his")
        mine, theirs = sides[player], sides[1 - player]
        if bit_count(theirs) + in_hand[1 - player] < FEWEST:
            raise MalformedText(f"{self.player_names[1 - player]} has lost all men but two, and has played on")
        if self.men == FEWEST and self.in_mills(mine) != 0:
            raise MalformedText(
                f"{self.player_names[player]} has won, and {self.player_names[1 - player]} has played on"
            )
        return Men(mine, theirs, hand, player)

    def read_board(self, board):
        """Return what is on each point."""
        rows, texts = self.rows(), board.split("/")
        if len(texts) != len(rows):
            raise MalformedText(f"'{board}' has {len(texts)} rows where the board has {len(rows)}")
        cells = {}
        for number, (points, text) in enumerate(zip(rows, texts)):
            if len(text) != len(points):
                raise MalformedText(
                    f"row {len(rows) - number} is '{text}': {len(text)} points where there are {len(points)}"
                )
            for point, cell in zip(points, text):
                if cell not in COLOURS + EMPTY:
                    raise MalformedText(f"{self.point_name(point)} is '{cell}', which is none of W B .")
                cells[point] = cell
        return cells

    def why_illegal(self, men, written):
        """Say why a player cannot do what is written."""
        names = {self.point_name(point): point for point in range(self.points)}
        move, _, removed = written.strip().lower().partition("x")
        source, _, target = move.rpartition("-")
        for part in filter(None, (source, target, removed)):
            if part not in names:
                return f"{part} is not a point of the board"
        if men.hand > 0 and source:
            return f"there are {men.hand} men to be placed before any moves"
        if men.hand == 0 and not source:
            return "all men are placed: say from where to where, as in a1-a4"
        if source and not men.mine >> names[source] & 1:
            return f"there is no man of {self.player_names[men.player]} on {source}"
        if target not in names or not self.empty(men) >> names[target] & 1:
            return f"{target or 'the point'} is not empty"
        flies = self.flying and bit_count(men.mine) <= FEWEST
        if source and not flies and not int(self.neighbours[names[source]]) >> names[target] & 1:
            return f"{target} is not next to {source}"
        stones = men.mine | 1 << names[target]
        closed = self.closes(stones ^ 1 << names[source] if source else stones, names[target])
        if closed and not removed:
            return "this closes a mill: say which man is removed, as in a1xd2"
        if removed and not closed:
            return "this closes no mill, so no man is removed"
        if not men.theirs >> names[removed] & 1:
            return f"there is no man of {self.player_names[1 - men.player]} on {removed}"
        return f"the man on {removed} stands in a mill, and others do not"


def masked(points):
    """Return the set of bits of some points."""
    return sum(1 << point for point in points)
