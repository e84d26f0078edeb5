"""Plots as SVG without anything fetched from elsewhere: ratings with error bars, the course of a test."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from halfmove.play.ratings.elo import number_text
from halfmove.play.ratings.sprt import H0, H1, Evidence
from halfmove.play.ratings.standings import Ratings

# Lengths in pixels.
WIDTH, HEIGHT, MARGIN, ROW = 720, 360, 28, 28
SMALL, CHARACTER = 12, 7.2  # the size of the type, and about the width of one character
DOT, CAP, TICK = 4.5, 6, 5  # the middle of an error bar, half of its end, a mark on an axis
LABELS = 48  # room for the numbers of an axis

TICKS = 7  # at about how many places an axis is marked
STEPS = 1, 2, 5, 10  # between marks, times a power of ten
POINTS = 2000  # of a curve: more cannot be told apart

INK, FAINT, LINE, GOOD, BAD = "#1c1c1c", "#d0d0d0", "#2a62b8", "#2e7d32", "#b3261e"
STYLE = (
    f"text{{font-family:ui-sans-serif,system-ui,sans-serif;font-size:{SMALL}px;fill:{INK}}}"
    f".end{{text-anchor:end}}.middle{{text-anchor:middle}}.title{{font-weight:600}}"
    f".grid{{stroke:{FAINT}}}.line{{stroke:{LINE};stroke-width:1.8;fill:none}}.open{{stroke-dasharray:4 4}}"
    f".good{{stroke:{GOOD};stroke-width:1.5}}.bad{{stroke:{BAD};stroke-width:1.5}}"
)


@dataclass(frozen=True)
class Axis:
    """Where numbers from `low` to `high` are drawn: from pixel `start` to pixel `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> Iterator[float]:
        """Yield round numbers, about evenly many whatever the range."""
        rough = (self.high - self.low) / TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(factor * power for factor in STEPS if factor * power >= rough * (1 - 1e-9))
        for i in range(math.ceil(self.low / step), math.floor(self.high / step) + 1):
            yield i * step


def ratings_svg(ratings: Ratings, title: str = "Ratings") -> str:
    """Draw each player's rating with its error bar; where the games do not bound it, the bar is dashed to the edge."""
    left = MARGIN + CHARACTER * max((len(each.player) for each in ratings.standings), default=0) + SMALL
    seen = [end for each in ratings.standings for end in (each.rating.value, each.rating.low, each.rating.high)]
    axis = _axis([value for value in seen if math.isfinite(value)], left, WIDTH - MARGIN)
    bottom = 2 * MARGIN + ROW * len(ratings.standings)
    parts = []
    for value in axis.ticks():
        parts.append(_line(axis(value), 2 * MARGIN - SMALL, axis(value), bottom, "grid"))
        parts.append(_text(f"{value:g}", axis(value), bottom + SMALL + TICK, "middle"))
    for place, each in enumerate(ratings.standings):
        y = 2 * MARGIN + ROW * (place + 1 / 2)
        low, value, high = each.rating.low, each.rating.value, each.rating.high
        title = f"{each.player}: {each.rating}, {each.score.points:g} of {each.score.games}"
        parts.append(f"<g><title>{escape(title)}</title>{_text(each.player, left - SMALL, y + SMALL / 3, 'end')}")
        for end in (low, high):
            parts.append(_line(axis(value), y, axis(end), y, "line open" if math.isinf(end) else "line"))
            if math.isfinite(end):
                parts.append(_line(axis(end), y - CAP, axis(end), y + CAP, "line"))
        parts.append(f'<circle cx="{axis(value):.1f}" cy="{y:.1f}" r="{DOT}" fill="{LINE}"/></g>')
    heading = f"{title} (Elo, {ratings.confidence:.0%} confidence)"
    best = ", ".join(f"{each.player} {number_text(each.rating.value, 0)}" for each in ratings.standings)
    return _picture(heading, best or "no games", parts, bottom + 2 * MARGIN)


def llr_svg(curve: Sequence[float], test: Evidence, title: str = "Sequential test", *, games_each: int = 1) -> str:
    """Draw the log-likelihood ratio over the games, with the bounds at which the test ends."""
    left, bottom = MARGIN + LABELS, HEIGHT - 2 * MARGIN
    games = Axis(0, max(1, len(curve)) * games_each, left, WIDTH - 2 * MARGIN)
    llr = _axis([0.0, test.lower, test.upper, *(float(value) for value in curve)], bottom, 2 * MARGIN)
    parts = []
    for value in filter(float.is_integer, games.ticks()):
        parts.append(_line(games(value), bottom, games(value), bottom + TICK, "grid"))
        parts.append(_text(f"{value:g}", games(value), bottom + TICK + SMALL, "middle"))
    for value in llr.ticks():
        parts.append(_line(left, llr(value), WIDTH - 2 * MARGIN, llr(value), "grid"))
        parts.append(_text(f"{value:g}", left - TICK, llr(value) + SMALL / 3, "end"))
    for bound, name, kind in ((test.upper, H1, "good"), (test.lower, H0, "bad")):
        parts.append(_line(left, llr(bound), WIDTH - 2 * MARGIN, llr(bound), kind))
        parts.append(_text(name, WIDTH - 2 * MARGIN + TICK, llr(bound) + SMALL / 3))
    every = max(1, math.ceil(len(curve) / POINTS))
    shown = sorted({0, *range(every, len(curve) + 1, every), len(curve)})
    values = [0.0, *curve]
    path = " ".join(f"{games(i * games_each):.1f},{llr(values[i]):.1f}" for i in shown)
    parts.append(f'<polyline class="line" points="{path}"/>')
    parts.append(_text("games", (left + WIDTH - 2 * MARGIN) / 2, bottom + TICK + 2 * SMALL + TICK, "middle"))
    return _picture(f"{title}: log-likelihood ratio", str(test), parts, HEIGHT)


def _axis(values: Sequence[float], start: float, end: float) -> Axis:
    """Return an axis that holds all values with some room around them."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    room = (high - low) / (2 * TICKS) or 1.0
    return Axis(low - room, high + room, start, end)


def _line(x0: float, y0: float, x1: float, y1: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def _text(text: str, x: float, y: float, kind: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _picture(title: str, description: str, parts: Sequence[str], height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}"'
        f' height="{height:.0f}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc><style>{STYLE}</style>"
        f'<rect width="100%" height="100%" fill="#ffffff"/>{_text(title, MARGIN, MARGIN, "title")}'
        f"{''.join(parts)}</svg>\n"
    )
