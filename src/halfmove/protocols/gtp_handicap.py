"""Where handicap stones of Go stand, as the standard of GTP lists them."""

from __future__ import annotations

from halfmove.errors import HalfmoveError

SMALLEST, LARGE = 7, 13  # lines of a board that has handicaps, and of one where they stand on the fourth line
FEWEST = 2


def handicap_points(size: int, count: int) -> list[tuple[int, int]]:
    """Return the columns and rows, from the lower left, of `count` handicap stones."""
    near = 2 if size < LARGE else 3
    far, middle = size - 1 - near, size // 2
    corners = [(near, near), (far, far), (near, far), (far, near)]
    sides = [(near, middle), (far, middle), (middle, near), (middle, far)] if size % 2 and size > SMALLEST else []
    most = len(corners) + len(sides) + bool(sides)
    if size < SMALLEST or not FEWEST <= count <= most:
        raise HalfmoveError("invalid number of stones")
    points = (corners + sides)[: count - count % 2]
    if count % 2:
        points = (corners + sides)[: count - 1] if count > len(corners) else corners[:count]
        points += [(middle, middle)] if count > len(corners) else []
    return points
