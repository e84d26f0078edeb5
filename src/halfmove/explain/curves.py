"""A plot of curves that fall over many powers of ten, as SVG: both axes are logarithmic."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

# Lengths in pixels.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 70, 150, 40, 50
SMALL = 12
MOST_POINTS = 500  # of a curve: more cannot be told apart

COLOURS = ("#2a62b8", "#b3261e", "#2e7d32", "#8a5a00")
STYLE = (
    f"text{{font-family:ui-sans-serif,system-ui,sans-serif;font-size:{SMALL}px;fill:#1c1c1c}}"
    ".end{text-anchor:end}.middle{text-anchor:middle}.grid{stroke:#d0d0d0}.curve{stroke-width:1.8;fill:none}"
)


def curves_svg(curves: Mapping[str, Sequence[tuple[float, float]]], title: str, across: str, up: str) -> str:
    """Draw named curves of points (x, y); what is not positive has no logarithm and is left out."""
    points = {
        name: [(math.log10(x), math.log10(y)) for x, y in curve if x > 0 and y > 0] for name, curve in curves.items()
    }
    every = [point for curve in points.values() for point in curve] or [(0.0, 0.0)]
    low_x, high_x = math.floor(min(x for x, _ in every)), max(1, math.ceil(max(x for x, _ in every)))
    low_y, high_y = math.floor(min(y for _, y in every)), math.ceil(max(y for _, y in every) + 1e-9)
    high_y = max(high_y, low_y + 1)

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + (x - low_x) / (high_x - low_x) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - (y - low_y) / (high_y - low_y) * (HEIGHT - TOP - BOTTOM),
        )

    parts = [f'<text x="{LEFT}" y="{TOP / 2 + SMALL / 2}" font-weight="600">{escape(title)}</text>']
    for power in range(low_x, high_x + 1):
        x, y = place(power, low_y)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="middle" x="{x:.1f}" y="{y + SMALL + 4:.1f}">{10**power:,}</text>')
    for power in range(low_y, high_y + 1):
        x, y = place(low_x, power)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="end" x="{x - 6:.1f}" y="{y + SMALL / 3:.1f}">1e{power}</text>')
    for number, (name, curve) in enumerate(points.items()):
        colour = COLOURS[number % len(COLOURS)]
        step = max(1, len(curve) // MOST_POINTS)
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in [*curve[::step], *curve[-1:]]))
        parts.append(
            f'<polyline class="curve" stroke="{colour}" points="{line}"><title>{escape(name)}</title></polyline>'
        )
        y = TOP + (number + 1) * 1.6 * SMALL
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{y:.1f}" style="fill:{colour}">{escape(name)}</text>')
    parts.append(f'<text class="middle" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}">{escape(across)}</text>')
    parts.append(f'<text x="8" y="{TOP - 6}">{escape(up)}</text>')
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}">'
        f"<style>{STYLE}</style>{''.join(parts)}</svg>\n"
    )
