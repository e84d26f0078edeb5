"""The board of backgammon, what is to be done on it, and how a play is written as a number.

Each side counts its own way round: 0 is the bar, 1 to 24 the points in the order in which its checkers pass them (its
24 point is 1, its ace point 24), 25 is off the board. A checker that I have on place q stands on their place 25 - q.
A side is one number with four bits for each place.
"""

from typing import Annotated, NamedTuple

from halfmove.compiled import Bits

NIBBLE = 4  # bits of a place
BAR, OFF = 0, 25  # places
SIDES = 6  # of a die
CHECKERS = 15  # of a player
ONE = 1 << NIBBLE  # numbers that a place can hold
BITS = NIBBLE * (OFF + 1)
ALL = sum(1 << NIBBLE * place for place in range(OFF))  # the bar and all points
POINTS = ALL - 1
OUTSIDE = sum(1 << NIBBLE * place for place in range(OFF - SIDES))  # the bar and the points outside one's home
FAR = sum((ONE - 1) << NIBBLE * place for place in range(SIDES + 1))  # the bar and the other's home
START = sum(count << NIBBLE * (OFF - point) for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)))

# What is to be done: dice are to be thrown, or shown as high * 8 + low, or the cube asks for a decision.
TO_ROLL, OPENING, TO_DOUBLE, OFFERED, DROPPED = 0, 1, 2, 3, 4
DIE = 3  # bits
SECOND_STARTS = 1 << 2 * DIE  # added to an opening roll that the second player won
CENTRED = -1  # the owner of a cube in the middle
ROLL, DOUBLE = 0, 1  # what a player may do before his roll
TAKE, DROP = 0, 1  # and what the other may answer

# A play has some bits for each step, in their order: 1 more than the place that a checker moves from; 0 is no step.
STEP = 5  # bits
STEPS = 4  # of a play with doubles
LOW_FIRST = 1 << STEPS * STEP  # set if the smaller die is played first
GAMMON, BACKGAMMON = 2, 3  # how many times as much they count


class Position(NamedTuple):
    mine: Annotated[int, Bits(BITS)]  # of the player whose turn it is
    theirs: Annotated[int, Bits(BITS)]
    roll: int = TO_ROLL
    player: int = 0  # X is 0, O is 1
    cube: int = 1
    owner: int = CENTRED  # of the cube
