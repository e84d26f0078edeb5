"""One side of the board as sets of places, for what looks at a position instead of playing it.

Bit q of a set is place q, counted as the side counts; a set that is `seen` is counted as the other side does.
"""

from typing import Any, NamedTuple

from halfmove.compiled import kernel, lowest_bit
from halfmove.games.backgammon.board import BAR, NIBBLE, OFF, ONE, SIDES

HALF = 13  # places in a half of the nibbles, which fits into a machine word
HOME = OFF - SIDES  # the first place of one's own home
PLACES = (1 << OFF) - 1  # the bar and all points


class Side(NamedTuple):
    here: int  # places with checkers, the bar included
    held: int  # points with two checkers or more
    held_seen: int
    blots: int  # points with one checker
    blots_seen: int
    bar: int  # checkers on it
    off: int  # checkers that were borne off
    pips: int  # points that all checkers together have to go
    last: int  # the place of the checker that is furthest behind
    outside: int  # checkers that are not in their home
    back: int  # checkers in the other's home or on the bar


@kernel
def look_at(side: Any) -> Side:
    """Return what there is to see of a side."""
    here, held, held_seen, blots, blots_seen, pips, outside, back = 0, 0, 0, 0, 0, 0, 0, 0
    for half in range(2):
        left = int(side >> NIBBLE * HALF * half & (1 << NIBBLE * HALF) - 1)
        while left != 0:
            lowest = lowest_bit(left) // NIBBLE
            count = left >> NIBBLE * lowest & ONE - 1
            left ^= count << NIBBLE * lowest
            place = lowest + HALF * half
            if place == OFF:
                continue
            here |= 1 << place
            if place > BAR and count == 1:
                blots |= 1 << place
                blots_seen |= 1 << OFF - place
            elif place > BAR:
                held |= 1 << place
                held_seen |= 1 << OFF - place
            pips += count * (OFF - place)
            outside += count if place < HOME else 0
            back += count if place <= SIDES else 0
    bar, off = int(side & ONE - 1), int(side >> NIBBLE * OFF & ONE - 1)
    last = lowest_bit(here) if here != 0 else OFF
    return Side(here, held, held_seen, blots, blots_seen, bar, off, pips, last, outside, back)
