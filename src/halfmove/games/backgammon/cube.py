"""What a position is worth with the doubling cube, from the chances to win and of gammons without it.

Janowski, "Take-points in money games", 1993: a cube that can be turned at just the right moment (live) and one that is
never turned again (dead) are the two extremes, and the truth lies between them.
"""

from halfmove.compiled import kernel

LIFE = 0.68  # how near the cube is to a live one
CENTRE, MINE, THEIRS = 0, 1, 2  # who may turn it


@kernel
def with_cube(win: float, won: float, lost: float, owner: int, life: float) -> float:
    """Return the equity of the side to roll, in stakes, with the cube.

    `won` and `lost` are the points beyond a plain game that gammons and backgammons bring and cost on average.
    """
    gain = 1.0 + (won / win if win > 0.0 else 0.0)  # points of a game that is won, on average
    loss = 1.0 + (lost / (1.0 - win) if win < 1.0 else 0.0)
    dead = win * (gain + loss) - loss
    return (1.0 - life) * dead + life * live_equity(win, gain, loss, owner)


@kernel
def live_equity(win: float, gain: float, loss: float, owner: int) -> float:
    """Return the equity with a live cube: straight lines between where each side can double the other out."""
    take, cash = (loss - 0.5) / (gain + loss + 0.5), (loss + 1.0) / (gain + loss + 0.5)
    if owner != MINE and win < take:  # they can double me out before
        return -loss + (loss - 1.0) * win / take
    if owner != THEIRS and win > cash:
        return 1.0 + (gain - 1.0) * (win - cash) / (1.0 - cash)
    left, low = (0.0, -loss) if owner == MINE else (take, -1.0)
    right, high = (1.0, gain) if owner == THEIRS else (cash, 1.0)
    return low + (high - low) * (win - left) / (right - left)


@kernel
def if_offered(win: float, won: float, lost: float, life: float) -> float:
    """Return the equity of a side that doubles, if the other takes or drops as is better for him."""
    return min(1.0, 2.0 * with_cube(win, won, lost, THEIRS, life))
