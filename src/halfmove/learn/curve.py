"""The learning curve as a picture: strength or loss by the number of games."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from halfmove.core.text import write_number
from halfmove.explain.svg import FAINT, INK, PAPER, Sketch, document, element, line, rectangle, words
from halfmove.learn.training import Progress

WIDTH, HEIGHT, LEFT, BELOW, ABOVE, RIGHT = 520, 280, 64, 40, 28, 20
TYPE = 12
TICKS = 4
BLUE = "#1c5fb0"


def curve(reports: Sequence[Progress], title: str, unit: str) -> str:
    """Return a file of SVG: the strength by games, or where it was never measured the loss."""
    measured = [(report.games, report.strength) for report in reports if isfinite(report.strength)]
    points = measured or [(report.games, report.loss) for report in reports if isfinite(report.loss)]
    label = unit if measured else "mean squared error"
    return document(_sketch(points or [(0, 0.0)], title, label), title)


def _sketch(points: list[tuple[int, float]], title: str, label: str) -> Sketch:
    right, top = max(games for games, _ in points) or 1, max(value for _, value in points)
    low = min(0.0, *(value for _, value in points))
    top = top if top > low else low + 1.0

    def at(games: float, value: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * games / right
        return across, HEIGHT - BELOW - (HEIGHT - BELOW - ABOVE) * (value - low) / (top - low)

    shapes = [rectangle(0, 0, WIDTH, HEIGHT, PAPER), words(WIDTH / 2, ABOVE / 2, title, TYPE + 1)]
    for tick in range(TICKS + 1):
        value, games = low + (top - low) * tick / TICKS, right * tick / TICKS
        x, y = at(games, value)
        shapes.append(line(LEFT, y, WIDTH - RIGHT, y, FAINT, 0.3))
        shapes.append(words(LEFT - 6, y, write_number(round(value, 4)), TYPE - 1, FAINT, text_anchor="end"))
        shapes.append(words(x, HEIGHT - BELOW + TYPE, f"{games:,.0f}", TYPE - 1, FAINT))
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in points))
    shapes.append(element("polyline", points=drawn, fill="none", stroke=BLUE, stroke_width=2))
    shapes.append(words(WIDTH / 2, HEIGHT - TYPE / 2, f"games; upwards: {label}", TYPE, INK))
    return Sketch(WIDTH, HEIGHT, tuple(shapes))
