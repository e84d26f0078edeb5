"""The rules of backgammon for money, with or without the doubling cube."""

from halfmove.compiled import compiled, lowest_bit
from halfmove.core.chance import CHANCE, draw_action
from halfmove.games.backgammon.board import (
    ALL,
    BACKGAMMON,
    CENTRED,
    CHECKERS,
    DIE,
    DROP,
    DROPPED,
    FAR,
    GAMMON,
    LOW_FIRST,
    NIBBLE,
    OFF,
    OFFERED,
    ONE,
    OPENING,
    OUTSIDE,
    POINTS,
    ROLL,
    SECOND_STARTS,
    SIDES,
    START,
    STEP,
    TO_DOUBLE,
    TO_ROLL,
    Position,
)
from halfmove.games.backgammon.text import BackgammonText


@compiled
class Backgammon(BackgammonText):
    """Bring fifteen checkers round the board and off it, before the other player does.

    The players move in opposite directions over 24 points, from the bar and the 24 point to the ace point. To begin,
    each throws one die, again if they are equal; whoever throws more plays both. After that a player throws two
    dice in his turn. He moves one checker by each die, or one by both, and by each twice if they are equal; never to
    a point where two or more checkers of the other player stand. Where one stands alone it is hit and goes to the
    bar. While a player has checkers on the bar he moves no others. Once all his checkers are in his home, points 6 to
    1, he may bear them off: with a die that shows the point, or a greater one if no checker is further away. He must
    play as many dice as he can, and the greater if he can play either one but not both.

    Whoever bears off all his checkers wins: one point, two (a gammon) if the other has borne off none, three (a
    backgammon) if he also has a checker on the bar or in the winner's home. With `cube` above 1 there is a doubling
    cube, up to that value: before his roll a player may offer to double the stake if the cube is in the middle or
    his; the other drops, and loses what was at stake before, or takes, and owns the cube. Gammons always count.

    An action is a whole play. Of plays that lead to the same position only one is an action.
    """

    cube: int = 1  # the greatest value of the cube; 1 is no cube
    initial = Position(START, START, OPENING)
    has_chance = True

    def __post_init__(self):
        self.check_cube()

    @property
    def utilities(self):  # type: ignore[override]
        return -float(BACKGAMMON * self.cube), float(BACKGAMMON * self.cube)

    def to_move(self, position):
        if position.roll in (TO_ROLL, OPENING):
            return CHANCE
        return 1 - position.player if position.roll == OFFERED else position.player

    def chances(self, position):
        for high in range(1, SIDES + 1):
            for low in range(1, high + 1):
                if position.roll == TO_ROLL:
                    yield high << DIE | low, (1 if high == low else 2) / (SIDES * SIDES)
                elif low < high:
                    yield high << DIE | low, 1 / (SIDES * (SIDES - 1))
                    yield high << DIE | low | SECOND_STARTS, 1 / (SIDES * (SIDES - 1))

    def sample(self, position, rng):
        """Throw two dice as players do, and draw anything else evenly."""
        if position.roll not in (TO_ROLL, OPENING):
            return draw_action(self, position, rng)
        first, second = 1 + rng.below(SIDES), 1 + rng.below(SIDES)
        while position.roll == OPENING and first == second:
            first, second = 1 + rng.below(SIDES), 1 + rng.below(SIDES)
        roll = max(first, second) << DIE | min(first, second)
        return roll | SECOND_STARTS if position.roll == OPENING and first < second else roll

    def actions(self, position):
        high, low = position.roll >> DIE, position.roll & (1 << DIE) - 1
        start, theirs = position.mine, position.theirs
        free = self.free(theirs)
        if position.roll in (TO_DOUBLE, OFFERED):
            yield 0
            yield 1
        elif high == 0:
            for outcome, _ in self.chances(position):
                yield outcome
        elif high == low:
            firsts = self.movable(start, free, high)
            if firsts == 0:
                yield 0
            while firsts != 0:
                a = lowest_bit(firsts) // NIBBLE
                firsts &= firsts - 1
                one = self.moved(start, a, high)
                seconds = self.movable(one, free, high)
                if seconds == 0:
                    yield a + 1
                seconds = self.from_place(seconds, a)
                while seconds != 0:
                    b = lowest_bit(seconds) // NIBBLE
                    seconds &= seconds - 1
                    two = self.moved(one, b, high)
                    thirds = self.movable(two, free, high)
                    if thirds == 0:
                        yield a + 1 | b + 1 << STEP
                    thirds = self.from_place(thirds, b)
                    while thirds != 0:
                        c = lowest_bit(thirds) // NIBBLE
                        thirds &= thirds - 1
                        three = self.moved(two, c, high)
                        fourths = self.movable(three, free, high)
                        if fourths == 0:
                            yield a + 1 | b + 1 << STEP | c + 1 << 2 * STEP
                        fourths = self.from_place(fourths, c)
                        while fourths != 0:
                            d = lowest_bit(fourths) // NIBBLE
                            fourths &= fourths - 1
                            yield a + 1 | b + 1 << STEP | c + 1 << 2 * STEP | d + 1 << 3 * STEP
        else:
            large, small, both = self.movable(start, free, high), self.movable(start, free, low), False
            firsts = large
            while firsts != 0:
                a = lowest_bit(firsts) // NIBBLE
                firsts &= firsts - 1
                seconds = self.movable(self.moved(start, a, high), free, low)
                while seconds != 0:
                    b = lowest_bit(seconds) // NIBBLE
                    seconds &= seconds - 1
                    both = True
                    if a != b + low or not self.passes(start, theirs, free, high, low, large, b):
                        yield a + 1 | b + 1 << STEP
            firsts = small
            while firsts != 0:
                a = lowest_bit(firsts) // NIBBLE
                firsts &= firsts - 1
                seconds = self.movable(self.moved(start, a, low), free, high)
                while seconds != 0:
                    b = lowest_bit(seconds) // NIBBLE
                    seconds &= seconds - 1
                    both = True
                    if not self.listed(start, theirs, free, high, low, large, a, b):
                        yield a + 1 | b + 1 << STEP | LOW_FIRST
            if not both:
                firsts = large if large != 0 else small
                order = 0 if large != 0 else LOW_FIRST
                if firsts == 0:
                    yield 0
                while firsts != 0:
                    yield lowest_bit(firsts) // NIBBLE + 1 | order
                    firsts &= firsts - 1

    def listed(self, start, theirs, free, high, low, large, a, b):
        """Tell whether a play with the greater die first does what `a` by `low` and then `b` by `high` do."""
        if self.playable(start, free, high, low, large, b, a):
            return True
        if a + low >= OFF and b + high >= OFF:
            return self.playable(start, free, high, low, large, a, b)
        if b == a + low and self.at(theirs, OFF - b) != 1:
            return self.passes(start, theirs, free, high, low, large, a)
        return False

    def passes(self, start, theirs, free, high, low, large, a):
        """Tell whether one checker can be moved by `high` and on by `low` without a hit in between."""
        b = a + high
        return b < OFF and self.at(theirs, OFF - b) != 1 and self.playable(start, free, high, low, large, a, b)

    def playable(self, start, free, high, low, large, a, b):
        """Tell whether `a` by `high` and then `b` by `low` can be played."""
        if large >> NIBBLE * a & 1 == 0:
            return False
        return self.movable(self.moved(start, a, high), free, low) >> NIBBLE * b & 1 != 0

    def result(self, position, action):
        mine, theirs, roll, player, cube, owner = position
        if roll in (TO_ROLL, OPENING):
            if action >= SECOND_STARTS:
                return Position(theirs, mine, action - SECOND_STARTS, 1 - player, cube, owner)
            return Position(mine, theirs, action, player, cube, owner)
        if roll == TO_DOUBLE:
            return Position(mine, theirs, TO_ROLL if action == ROLL else OFFERED, player, cube, owner)
        if roll == OFFERED:
            if action == DROP:
                return Position(theirs, mine, DROPPED, 1 - player, cube, owner)
            return Position(mine, theirs, TO_ROLL, player, 2 * cube, 1 - player)
        high, low = roll >> DIE, roll & (1 << DIE) - 1
        die, other = (low, high) if action & LOW_FIRST else (high, low)
        steps = action & LOW_FIRST - 1
        while steps != 0:
            place = (steps & (1 << STEP) - 1) - 1
            target = place + die
            mine = self.moved(mine, place, die)
            if target < OFF and self.at(theirs, OFF - target) == 1:
                theirs = self.moved(theirs, OFF - target, target - OFF)
            steps >>= STEP
            die, other = other, die
        return Position(theirs, mine, self.before_roll(mine, cube, owner, 1 - player), 1 - player, cube, owner)

    def before_roll(self, theirs, cube, owner, player):
        """Return what comes first in the turn of `player`: a decision about the cube, or the roll."""
        may_double = 2 * cube <= self.cube and owner in (CENTRED, player)
        return TO_DOUBLE if may_double and self.at(theirs, OFF) < CHECKERS else TO_ROLL

    def is_terminal(self, position):
        return self.at(position.theirs, OFF) == CHECKERS or position.roll == DROPPED

    def utility(self, position, player):
        value = position.cube
        if position.roll != DROPPED and self.at(position.mine, OFF) == 0:
            value *= GAMMON if position.mine & FAR == 0 else BACKGAMMON
        return float(-value if player == position.player else value)

    def at(self, side, place):
        return int(side >> NIBBLE * place & ONE - 1)

    def free(self, theirs):
        """Return the points where they do not stand with two checkers or more."""
        free, held = theirs & 0 | POINTS, (theirs >> 1 | theirs >> 2 | theirs >> 3) & POINTS
        while held != 0:
            free ^= (theirs & 0 | 1) << NIBBLE * OFF - lowest_bit(held)
            held &= held - 1
        return free

    def movable(self, side, free, die):
        """Return the places from which a checker can move."""
        here = (side | side >> 1 | side >> 2 | side >> 3) & ALL
        if here & 1 != 0:
            return free >> NIBBLE * die & 1
        places = here & free >> NIBBLE * die
        if here & OUTSIDE == 0:
            exact = (side & 0 | 1) << NIBBLE * (OFF - die)
            places |= here & exact
            if here & exact * 2 - 1 == 0:
                places |= here ^ here & (here - 1)
        return places

    def moved(self, side, place, die):
        one = side & 0 | 1
        return side - (one << NIBBLE * place) + (one << NIBBLE * min(place + die, OFF))

    def from_place(self, places, first):
        return places >> NIBBLE * first << NIBBLE * first
