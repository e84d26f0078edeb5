"""What a position of backgammon is worth: the chances to win and of gammons, from terms that players know.

A position is looked at before a roll. Each term has a number and a value; three weighted sums of the values go through
the logistic curve and are the chance to win and the shares of the extra points that gammons and backgammons bring and
cost. Weights differ by the stage of the game and by which side is to roll. `halfmove tune backgammon` fitted them to
games of the player against himself.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO
from math import sqrt
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import bit_count, compiled, lowest_bit
from halfmove.errors import MalformedText
from halfmove.games.backgammon.board import BAR, CHECKERS, NIBBLE, OFF, ONE, SIDES
from halfmove.games.backgammon.shots import AHEAD, count_shots, escapes
from halfmove.games.backgammon.side import HALF, HOME, Side, look_at

# The stages: who has checkers in the other's home or on the bar, as bits; or the sides have passed each other.
I_AM_BACK, THEY_ARE_BACK, RACE, STAGES = 1, 2, 4, 5
WIN, WON, LOST, OUTPUTS = 0, 1, 2, 3  # the chance to win; the shares of the two extra points that are won, and lost
EXTRA = 2.0  # points that a backgammon is worth beyond a game

# The terms of a side, and where each kind begins.
HEIGHTS = 4  # checkers on a place: one, two, three or more; and how many beyond three
SETS = 1 << SIDES  # of six points, by which are held
ON_PLACES = 0
BORNE_OFF = ON_PLACES + HEIGHTS * OFF  # by how many were
BOARD = BORNE_OFF + CHECKERS + 1  # which points of the home are held, by the other's checkers on the bar: 0, 1, more
BLOCK = BOARD + 3 * SETS  # which points ahead of the other's last checker are held
ANCHORS = BLOCK + SETS  # which points of the other's home
OUTER = ANCHORS + SETS  # which points before the home
PRIME = OUTER + SETS  # the length of the longest row of held points
NUMBERS = PRIME + SIDES + 1  # what `write_contact` lists
SIDE_TERMS = NUMBERS + 22
COMMON = 2 * SIDE_TERMS  # what `write_common` lists
TERMS = COMMON + 8
MOST_TERMS = 2 * (2 * CHECKERS + 7 + 22) + 8  # that a position has

PIPS_A_ROLL = 8.167  # on average
FINE, WIDEST = 64, 12  # steps of the curve to a unit, and where it ends
FILE = "weights.npz"
UNIT = 1000.0  # weights in the file are whole numbers of this part


@compiled
class Evaluation:
    """The weights of the terms, and how to find them."""

    weights: np.ndarray  # by stage, term and output
    curve: np.ndarray  # the logistic curve, in steps
    escapes: np.ndarray  # from behind a block

    def equity(self, mine: Any, theirs: Any) -> float:
        """Return what the side to roll wins on average, in points."""
        win, won, lost = self.chances(mine, theirs)
        return 2.0 * win - 1.0 + EXTRA * (won - lost)

    def chances(self, mine: Any, theirs: Any) -> tuple[float, float, float]:
        """Return the chance of the side to roll to win, and the shares of the extra points that it wins and loses."""
        numbers, values = np.empty(MOST_TERMS, np.int64), np.empty(MOST_TERMS, np.float64)
        count, stage = self.terms(mine, theirs, numbers, values)
        win, won, lost = 0.0, 0.0, 0.0
        for i in range(count):
            term, value = numbers[i], values[i]
            win += self.weights[stage, term, WIN] * value
            won += self.weights[stage, term, WON] * value
            lost += self.weights[stage, term, LOST] * value
        return self.logistic(win), self.logistic(won), self.logistic(lost)

    def logistic(self, odds: float) -> float:
        """Return 1 / (1 + exp(-odds)), between the steps by straight lines: the same in both lanes to the last bit."""
        along = (min(max(float(odds), -WIDEST), WIDEST) + WIDEST) * FINE
        step = int(along)
        part = along - step
        return float(self.curve[step]) * (1.0 - part) + float(self.curve[step + 1]) * part

    def terms(self, mine: Any, theirs: Any, numbers: Any, values: Any) -> tuple[int, int]:
        """Write the terms of a position; return how many there are, and the stage of the game."""
        me, other = look_at(mine), look_at(theirs)
        count = self.write_common(me, other, numbers, values)
        if me.last + other.last > OFF:
            scale = 10.0 / sqrt(me.pips + other.pips + 4.0)  # a lead counts for more, the shorter the race
            count = self.write_race(me, other, mine, 0, scale, numbers, values, count)
            return self.write_race(other, me, theirs, SIDE_TERMS, scale, numbers, values, count), RACE
        count = self.write_contact(me, other, mine, 0, numbers, values, count)
        count = self.write_contact(other, me, theirs, SIDE_TERMS, numbers, values, count)
        return count, (I_AM_BACK if me.back > 0 else 0) + (THEY_ARE_BACK if other.back > 0 else 0)

    def write_common(self, me: Side, other: Side, numbers: Any, values: Any) -> int:
        """Write the lead in the race in several ways, for its worth is no straight line."""
        lead, total = other.pips - me.pips, me.pips + other.pips
        part = lead / 50.0
        scale = 10.0 / sqrt(total + 4.0)
        return self.write_numbers(
            (
                *(1.0, scale, total / 200.0),
                *(part, lead * scale / 20.0, 4.0 * lead / (total + 1.0), part * abs(part), max(-1.0, min(1.0, part))),
            ),
            *(COMMON, numbers, values, 0),
        )

    def write_race(
        self, me: Side, other: Side, side: Any, base: int, scale: float, numbers: Any, values: Any, count: int
    ) -> int:
        """Write what counts for a side where no checker can be hit any more: how its checkers go home and off."""
        count = self.write_places(side, base, scale, True, numbers, values, count)
        count = self.write_sets(me, 0, base, numbers, values, count)
        listed = (me.pips / 100.0, me.outside / 4.0, self.too_late(me, other, side))
        return self.write_numbers(listed, base + NUMBERS, numbers, values, count)

    def write_contact(self, me: Side, other: Side, side: Any, base: int, numbers: Any, values: Any, count: int) -> int:
        """Write what counts for a side while checkers can still be hit and blocked."""
        count = self.write_places(side, base, 1.0, False, numbers, values, count)
        count = self.write_sets(me, other.bar, base, numbers, values, count)
        ahead = me.held_seen >> other.last + 1 & (1 << AHEAD) - 1  # of their last checker
        row, length = me.held, 0
        while row != 0:
            row &= row >> 1
            length += 1
        for term in (
            BLOCK + (ahead & SETS - 1),
            ANCHORS + (me.held >> BAR + 1 & SETS - 1),
            OUTER + (me.held >> HOME - SIDES & SETS - 1),
            PRIME + min(length, SIDES),
        ):
            numbers[count], values[count] = base + term, 1.0
            count += 1
        points, their_points = bit_count(me.held >> HOME) / 3.0, bit_count(other.held >> HOME) / 3.0
        shots, cost, doubles = count_shots(other, me.held_seen, me.blots_seen)
        cost /= 10.0
        escape, back = float(self.escapes[ahead]), other.back / 2.0
        in_contact = sqrt(self.pips_before(side, OFF - other.last) / 50.0)
        zone = self.checkers_between(side, HOME - SIDES, HOME + 3) / 5.0  # to make points with
        return self.write_numbers(
            (
                *(me.pips / 100.0, me.outside / 4.0, in_contact * in_contact, in_contact),
                *(shots, cost, doubles, shots * their_points, cost * their_points, shots * other.bar),
                *(escape, escape * back, self.second_escape(me, other)),
                *(back, back * back / 2.0, back * points, bit_count(other.blots & (1 << SIDES + 1) - 1) * points),
                1.0 * bit_count(me.blots >> SIDES + 1),
                *(zone, zone * back, zone * other.bar, self.too_late(me, other, side)),
            ),
            *(base + NUMBERS, numbers, values, count),
        )

    def write_places(
        self, side: Any, base: int, scale: float, race: bool, numbers: Any, values: Any, count: int
    ) -> int:
        """Write the checkers on each place; in a race each counts, elsewhere whether there are one, two or more."""
        for half in range(2):
            left = int(side >> NIBBLE * HALF * half & (1 << NIBBLE * HALF) - 1)
            while left != 0:
                lowest = lowest_bit(left) // NIBBLE
                checkers = left >> NIBBLE * lowest & ONE - 1
                left ^= checkers << NIBBLE * lowest
                place = lowest + HALF * half
                if place < OFF:
                    term = base + ON_PLACES + HEIGHTS * place
                    numbers[count] = term + min(checkers, HEIGHTS - 1) - 1
                    values[count] = scale * checkers if race and checkers >= HEIGHTS - 1 else scale
                    count += 1
                    if checkers >= HEIGHTS and not race:
                        numbers[count], values[count] = term + HEIGHTS - 1, checkers - HEIGHTS + 1.0
                        count += 1
        return count

    def write_sets(self, me: Side, bar: int, base: int, numbers: Any, values: Any, count: int) -> int:
        """Write which points of the home are held, and how many checkers are off."""
        numbers[count], values[count] = base + BORNE_OFF + me.off, 1.0
        numbers[count + 1], values[count + 1] = base + BOARD + SETS * min(bar, 2) + (me.held >> HOME), 1.0
        return count + 2

    def write_numbers(self, listed: tuple[float, ...], first: int, numbers: Any, values: Any, count: int) -> int:
        """Write terms that follow each other."""
        for i, value in enumerate(listed):
            numbers[count + i], values[count + i] = first + i, value
        return count + len(listed)

    def second_escape(self, me: Side, other: Side) -> float:
        """Return how likely the last checker but one of the other escapes; a point that he holds counts as one."""
        others = other.here & (other.here - 1)
        if others == 0:
            return 1.0
        return float(self.escapes[me.held_seen >> lowest_bit(others) + 1 & (1 << AHEAD) - 1])

    def too_late(self, me: Side, other: Side, side: Any) -> float:
        """Return by how many rolls a side comes too late to bear off a checker before the other has borne off all."""
        if me.off > 0:
            return 0.0
        home = self.pips_before(side, HOME) / PIPS_A_ROLL + 1.0
        return max(-3.0, min(3.0, home - (CHECKERS - other.off) / 2.0 - other.outside / 4.0))

    def pips_before(self, side: Any, place: int) -> float:
        """Return how far all checkers behind a place are from it."""
        total = 0
        for half in range(2):
            left = int(side >> NIBBLE * HALF * half & (1 << NIBBLE * HALF) - 1)
            while left != 0:
                lowest = lowest_bit(left) // NIBBLE
                checkers = left >> NIBBLE * lowest & ONE - 1
                left ^= checkers << NIBBLE * lowest
                total += checkers * max(0, place - lowest - HALF * half)
        return float(total)

    def checkers_between(self, side: Any, first: int, end: int) -> float:
        """Return how many checkers stand from one place to before another, which is not far."""
        left, total = int(side >> NIBBLE * first & (1 << NIBBLE * (end - first)) - 1), 0
        while left != 0:
            total += left & ONE - 1
            left >>= NIBBLE
        return float(total)


@cache
def evaluation() -> Evaluation:
    """Return the evaluation with the weights that were learned."""
    return weighted(read_weights(files("halfmove.games.backgammon").joinpath(FILE).read_bytes()))


def weighted(weights: NDArray[np.float64]) -> Evaluation:
    """Return the evaluation with other weights."""
    curve = 1.0 / (1.0 + np.exp(-np.arange(-WIDEST * FINE, WIDEST * FINE + 2) / FINE))
    curve.setflags(write=False)
    return Evaluation(np.ascontiguousarray(weights, np.float64), curve, escapes())


def read_weights(written: bytes) -> NDArray[np.float64]:
    """Return the weights that the bytes of a file hold, by stage, term and output."""
    try:
        weights = np.load(BytesIO(written), allow_pickle=False)["weights"]
    except (OSError, ValueError, KeyError, IndexError, EOFError, BadZipFile):
        raise MalformedText("weights of backgammon: this is no file that `halfmove tune backgammon` writes") from None
    shape = (STAGES, TERMS, OUTPUTS)
    if weights.dtype != np.int16 or weights.shape != shape:
        raise MalformedText(f"weights of backgammon: {weights.dtype} {weights.shape} instead of int16 {shape}")
    return weights / UNIT


def write_weights(weights: NDArray[np.float64]) -> bytes:
    """Return weights as the bytes of a file."""
    file = BytesIO()
    most = np.iinfo(np.int16).max
    np.savez_compressed(file, weights=np.clip(np.rint(weights * UNIT), -most, most).astype(np.int16))
    return file.getvalue()
