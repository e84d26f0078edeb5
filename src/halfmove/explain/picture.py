"""Pictures of search trees, as SVG without anything fetched from elsewhere.

MAX is a triangle that points up, MIN one that points down, CHANCE a circle, any other player a hexagon, a leaf a
square. The best line is bold; a branch that was cut off is dashed, with a stroke across it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from halfmove.explain.tree import Node

# Lengths in pixels.
MARGIN, LEVEL, RADIUS = 28, 104, 22
CHARACTER = 6.6  # about the width of one in the small type
GAP = 12  # between the texts of neighbours
SLOT = 52  # the least width of a leaf
STUB = 0.55  # of a level: how far a cut branch goes
STROKE = 7  # half the stroke across a cut branch

SMALL, TYPE_SIZES = 11, ((3, 14), (5, 12), (99, 10))  # the longest text for each size of type

FILLS = {"MAX": "#d6e6fb", "MIN": "#fde3c8", "CHANCE": "#dff2d8"}
OTHER, LEAF, INK, FAINT = "#ecdcf5", "#ffffff", "#1c1c1c", "#8a8a8a"

STYLE = (
    f"text{{font-family:ui-sans-serif,system-ui,sans-serif;fill:{INK};text-anchor:middle}}"
    f".note{{font-size:{SMALL}px;paint-order:stroke;stroke:#fff;stroke-width:6px;stroke-linejoin:round}}"
    f".shape{{stroke:{INK};stroke-width:1.4}}.branch{{stroke:{INK};stroke-width:1.2;fill:none}}"
    f".best{{stroke-width:3.6}}.cut{{stroke:{FAINT};stroke-dasharray:5 4}}.across{{stroke:{FAINT};stroke-width:2}}"
)


@dataclass
class Place:
    """Where a node is drawn: the middle of its shape, and the places of its children and of its cut branches."""

    node: Node
    x: float
    y: float
    children: list[Place] = field(default_factory=list)
    stubs: list[tuple[str, float]] = field(default_factory=list)  # label and x of each cut branch


def tree_svg(root: Node, title: str = "Search tree") -> str:
    """Draw the tree that a search saw."""
    slot = max(SLOT, *(_width(node) + GAP for _, node in root.walk()))
    place, width = _layout(root, 0, 0, slot)
    full_width, height = width + 2 * MARGIN, _bottom(place) + MARGIN
    body = "".join((*_branches(place, best=True), *_shapes(place)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width:.0f} {height:.0f}"'
        f' width="{full_width:.0f}" height="{height:.0f}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><desc>{escape(_describe(root))}</desc>"
        f"<style>{STYLE}</style>"
        f'<rect width="100%" height="100%" fill="#ffffff"/>{body}</svg>\n'
    )


def _layout(node: Node, left: float, level: int, slot: float) -> tuple[Place, float]:
    """Place a subtree to the right of `left`, parents over the middle of their children; return it and its width."""
    place, right = Place(node, 0.0, MARGIN + RADIUS + level * LEVEL), left
    for child in node.children:
        inner, width = _layout(child, right, level + 1, slot)
        place.children.append(inner)
        right += width
    for label in node.skipped:
        place.stubs.append((label, MARGIN + right + slot / 2))
        right += slot
    xs = [child.x for child in place.children] + [x for _, x in place.stubs]
    right = max(right, left + slot)
    place.x = (xs[0] + xs[-1]) / 2 if xs else MARGIN + (left + right) / 2
    return place, right - left


def _bottom(place: Place) -> float:
    """Return how far down a subtree reaches."""
    own = place.y + RADIUS + (STUB * LEVEL + SMALL if place.stubs else 0)
    return max([own, *map(_bottom, place.children)])


def _branches(place: Place, best: bool) -> Iterator[str]:
    """Draw the lines from a node to its children, and so on down; `best` tells whether the node is on the best line."""
    top = place.y + RADIUS * 0.9
    for i, child in enumerate(place.children):
        bold = best and i == place.node.best
        kind = "branch best" if bold else "branch"
        yield f'<path class="{kind}" d="M{place.x:.1f} {top:.1f}L{child.x:.1f} {child.y - RADIUS * 0.9:.1f}"/>'
        yield _note(child.node.label, (place.x + 2 * child.x) / 3, top + (child.y - RADIUS - top) * 0.66)
        yield from _branches(child, bold)
    for label, x in place.stubs:
        yield from _stub(place.x, top, x, top + STUB * LEVEL, label)


def _stub(x0: float, y0: float, x1: float, y1: float, label: str) -> Iterator[str]:
    """Draw a branch that was cut off: dashed, with a stroke across its middle."""
    length = math.hypot(x1 - x0, y1 - y0)
    across_x, across_y = (y1 - y0) / length * STROKE, (x0 - x1) / length * STROKE
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    yield f'<path class="branch cut" d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"/>'
    yield (
        f'<path class="across" d="M{x - across_x:.1f} {y - across_y:.1f}L{x + across_x:.1f} {y + across_y:.1f}">'
        f"<title>{escape(label)}: cut off</title></path>"
    )
    yield _note(label, x1, y1 + SMALL)


def _shapes(place: Place) -> Iterator[str]:
    node, x, y = place.node, place.x, place.y
    value = number(node.value)
    size = next(size for longest, size in TYPE_SIZES if len(value) <= longest)
    lift = {"MAX": RADIUS * 0.3, "MIN": -RADIUS * 0.3}.get(node.mover, 0.0) if node.children else 0.0
    yield f"<g><title>{escape(_describe(node))}</title>{_shape(node, x, y)}"
    yield f'<text x="{x:.1f}" y="{y + lift + size * 0.35:.1f}" font-size="{size}">{escape(value)}</text></g>'
    if node.children or node.skipped:
        yield _note(caption(node), x, y + RADIUS + SMALL + 2)
    for child in place.children:
        yield from _shapes(child)


def _shape(node: Node, x: float, y: float) -> str:
    fill = FILLS.get(node.mover, OTHER)
    if not node.children and not node.skipped:
        side = RADIUS * 0.85
        corner = f'x="{x - side:.1f}" y="{y - side:.1f}"'
        return f'<rect class="shape" {corner} width="{2 * side:.1f}" height="{2 * side:.1f}" fill="{LEAF}"/>'
    if node.mover == "CHANCE":
        return f'<circle class="shape" cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{fill}"/>'
    corners = {"MAX": ((-1.25, 0.95), (1.25, 0.95), (0, -1.1)), "MIN": ((-1.25, -0.95), (1.25, -0.95), (0, 1.1))}.get(
        node.mover, ((-1.2, 0), (-0.6, -1), (0.6, -1), (1.2, 0), (0.6, 1), (-0.6, 1))
    )
    points = " ".join(f"{x + dx * RADIUS:.1f},{y + dy * RADIUS:.1f}" for dx, dy in corners)
    return f'<polygon class="shape" points="{points}" fill="{fill}"/>'


def _note(text: str, x: float, y: float) -> str:
    return f'<text class="note" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>' if text else ""


def _width(node: Node) -> float:
    """Return how much room the texts of a node take."""
    texts = [node.label, *node.skipped, caption(node) if node.children else ""]
    return CHARACTER * max(map(len, texts))


def caption(node: Node) -> str:
    """Return what stands under a node: its window, and its player where the shape does not tell."""
    player = "" if node.mover in FILLS else f"{node.mover} "
    open_window = math.isinf(node.alpha) and math.isinf(node.beta) and node.alpha < node.beta
    return player if open_window else f"{player}{window(node)}"


def window(node: Node) -> str:
    """Write the window of a node: [alpha, beta]."""
    return f"[{number(node.alpha)}, {number(node.beta)}]"


def number(value: float | None) -> str:
    """Write a value briefly: an infinity as its sign, what is not known as a question mark."""
    if value is None:
        return "?"
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:.3g}"


def _describe(node: Node) -> str:
    """Tell in one sentence what happened at a node."""
    who = node.mover or "the end"
    text = f"{node.label + ': ' if node.label else ''}{who}, value {number(node.value)}, window {window(node)}"
    text += f", {node.reason}" if node.reason else ""
    return text + (f"; not searched: {' '.join(node.skipped)}" if node.skipped else "")
