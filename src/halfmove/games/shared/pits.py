"""Boards of pits with seeds, for the games of sowing."""

from __future__ import annotations

import math

from halfmove.explain.boards import MARK, SMALL
from halfmove.explain.svg import FAINT, PAPER, Sketch, circle, rectangle, words
from halfmove.games.shared.grid import LETTERS

WOOD, HOLLOW, SEED = "#b98251", "#8a5a33", "#f4ead9"
PIT, RADIUS, NUMBER = 64, 24, 18  # the room of a pit and its radius; the height of a line of numbers
GRAIN, TURN = 4.2, 2.4  # the radius of a seed, and the angle from one to the next
MOST_SEEDS = 24  # that are drawn in a pit: of more, the number tells


def sketch_pits(near, far, near_store, far_store, marked):
    """Return a board: `near` from left to right below, `far` from right to left above, a store at either end.

    A marked pit is (0, number) below or (1, number) above.
    """
    holes = len(near)
    width, height, top = (holes + 2) * PIT, 2 * PIT + 2 * NUMBER, NUMBER
    shapes = [rectangle(0, top, width, height, WOOD, rx=RADIUS)]
    for hole in range(holes):
        for side, seeds in enumerate((near[hole], far[hole])):
            x = ((hole + 1.5) if side == 0 else (holes + 0.5 - hole)) * PIT
            middle = top + NUMBER + (PIT / 2 if side else 1.5 * PIT)
            edge, outside = (
                (top + NUMBER / 2, NUMBER / 2) if side else (top + height - NUMBER / 2, top + height + NUMBER / 2)
            )
            shapes.append(
                circle(x, middle, RADIUS, HOLLOW, stroke=MARK if (side, hole) in marked else None, stroke_width=4)
            )
            shapes += grains(x, middle, seeds)
            shapes += [words(x, edge, str(seeds), SMALL, PAPER), words(x, outside, LETTERS[hole], SMALL, FAINT)]
    for x, seeds in ((PIT / 2, far_store), (width - PIT / 2, near_store)):
        shapes.append(rectangle(x - RADIUS, top + NUMBER, 2 * RADIUS, 2 * PIT, HOLLOW, rx=RADIUS))
        shapes += [*grains(x, top + height / 2, seeds), words(x, top + NUMBER / 2, str(seeds), SMALL, PAPER)]
    return Sketch(width, height + 2 * NUMBER, (rectangle(0, 0, width, height + 2 * NUMBER, PAPER), *shapes))


def grains(x, y, count):
    """Draw seeds in a spiral, as in a sunflower."""
    for i in range(min(count, MOST_SEEDS)):
        distance, angle = GRAIN * 1.05 * math.sqrt(i + 0.3), i * TURN
        yield circle(x + distance * math.cos(angle), y + distance * math.sin(angle), GRAIN, SEED, stroke=HOLLOW)
