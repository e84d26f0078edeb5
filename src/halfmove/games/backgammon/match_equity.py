"""A match equity table: how likely a match is won by a player who still needs so many points.

It is computed, not copied: from how often a win is a gammon, and a cube between dead and live (see `cube`). After one
player comes to need a single point, one game is played without the cube (Crawford); then the other doubles at once.
"""

from functools import cache
from itertools import pairwise

GAMMONS = 0.26  # share of the wins that count double
LIFE = 0.68  # of the cube

Line = tuple[tuple[float, float], ...]  # points that straight lines join


@cache
def match_equity(mine: int, theirs: int) -> float:
    """Return the chance to win a match in which I need `mine` points and they need `theirs`; a Crawford game is due."""
    if mine <= 0 or theirs <= 0:
        return 1.0 if mine <= 0 else 0.0
    if theirs == 1:
        if mine == 1:
            return 0.5
        return 0.5 * ((1.0 - GAMMONS) * after_crawford(mine - 1) + GAMMONS * after_crawford(mine - 2))
    if mine == 1:
        return 1.0 - match_equity(theirs, mine)
    dead = (_won(mine, theirs, 1) + _lost(mine, theirs, 1)) / 2
    return (1.0 - LIFE) * dead + LIFE * _along(_centred(mine, theirs), 0.5)


@cache
def after_crawford(needed: int) -> float:
    """Return the chance of a player who needs so many points where the other needs one, after the Crawford game."""
    if needed <= 0:
        return 1.0
    return 0.5 * ((1.0 - GAMMONS) * after_crawford(needed - 2) + GAMMONS * after_crawford(needed - 4))


def _won(mine: int, theirs: int, cube: int) -> float:
    return (1.0 - GAMMONS) * match_equity(mine - cube, theirs) + GAMMONS * match_equity(mine - 2 * cube, theirs)


def _lost(mine: int, theirs: int, cube: int) -> float:
    return 1.0 - _won(theirs, mine, cube)


def _centred(mine: int, theirs: int) -> Line:
    """Return the equity by the chance to win the game, with a live cube in the middle."""
    dropped, cashed = match_equity(mine, theirs - 1), match_equity(mine - 1, theirs)
    take, cash = _where(_owned(mine, theirs, 2, True), dropped), _where(_owned(mine, theirs, 2, False), cashed)
    return ((0.0, _lost(mine, theirs, 1)), (take, dropped), (cash, cashed), (1.0, _won(mine, theirs, 1)))


@cache
def _owned(mine: int, theirs: int, cube: int, by_me: bool) -> Line:
    """Return the same with a live cube of some value that one of us owns; it is dead if he needs no more."""
    first, last = (0.0, _lost(mine, theirs, cube)), (1.0, _won(mine, theirs, cube))
    if cube >= (mine if by_me else theirs):
        return first, last
    doubled_out = match_equity(mine - cube, theirs) if by_me else match_equity(mine, theirs - cube)
    return first, (_where(_owned(mine, theirs, 2 * cube, not by_me), doubled_out), doubled_out), last


def _where(line: Line, height: float) -> float:
    """Return where a line that rises reaches a height."""
    return _along(tuple((height, place) for place, height in line), height)


def _along(line: Line, place: float) -> float:
    """Return the height of a line at a place."""
    for (left, low), (right, high) in pairwise(line):
        if place <= right:
            return low + (high - low) * (place - left) / (right - left) if right > left else high
    return line[-1][1]
