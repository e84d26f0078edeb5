"""Pictures of search trees as SVG: one of the finished tree, one for each step, or one that moves.

MAX is a triangle that points up, MIN one that points down, CHANCE a circle, any other player a hexagon, a leaf a
square. The best line is bold; a branch that was cut off is dashed, with a stroke across it. Only attributes are used
that every program reads (CairoSVG, Inkscape, LaTeX, office programs): no styles, no scripts, nothing from elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from halfmove.explain.layout import (
    BESIDE,
    FORK,
    LABEL_AT,
    LARGE,
    LEVEL,
    MARGIN,
    RADIUS,
    SMALL,
    STUB,
    Place,
    Sheet,
    sheet_of,
    text_width,
)
from halfmove.explain.numbers import branch_of, value_of, window
from halfmove.explain.steps import Story, final_story
from halfmove.explain.svg import FAINT, INK, MIDDLE, PAPER, element, plain_text, polygon, rectangle, words
from halfmove.explain.tree import CHANCE_NODE, MAX, MIN, Node

CAPTION = 460  # pixels: the least width for the sentence under a step
LINE = 19  # pixels from one line of it to the next
STROKE = 7  # half the stroke across a cut branch, in pixels
FILLS = {MAX: "#d6e6fb", MIN: "#fde3c8", CHANCE_NODE: "#dff2d8"}
OTHER, MARK = "#ecdcf5", "#c2185b"
NEVER = 1 << 30  # a step that does not come
SECONDS_A_STEP = 1.6


class Element(NamedTuple):
    """A piece of a picture, which is seen from step `first` on, and no longer at step `end`."""

    svg: str
    first: int = 0
    end: int = NEVER


class Drawing(NamedTuple):
    """All elements of a story, in the order in which they lie over each other."""

    width: float
    height: float
    elements: list[Element]


def tree_svg(root: Node, title: str = "Search tree") -> str:
    """Draw the tree that a search saw."""
    story = final_story(root)
    return step_svg(drawing_of(story), 0, title, _describe(root))


def step_svg(drawing: Drawing, step: int, title: str, description: str = "") -> str:
    """Draw what is seen at one step."""
    seen = "".join(element.svg for element in drawing.elements if element.first <= step < element.end)
    return _document(drawing, title, description, seen)


def animated_svg(story: Story, title: str) -> str:
    """Draw all steps in one file that moves by itself; a program that cannot move it shows the last one."""
    drawing, steps = drawing_of(story), len(story.steps)
    return _document(drawing, title, _describe(story.root), "".join(_moving(drawing, steps)))


def _moving(drawing: Drawing, steps: int) -> Iterator[str]:
    seconds = f"{steps * SECONDS_A_STEP:g}s"
    for (first, end), group in groupby(drawing.elements, key=lambda element: (element.first, element.end)):
        inner = "".join(element.svg for element in group)
        if first == 0 and end >= steps:
            yield inner
            continue
        moments = [(0, first == 0), (first, True), *([(end, False)] if end < steps else [])][first == 0 :]
        values = ";".join("visible" if seen else "hidden" for _, seen in moments)
        times = ";".join(f"{moment / steps:.5g}" for moment, _ in moments)
        yield (
            f'<g visibility="{"visible" if end >= steps else "hidden"}">{inner}'
            f'<animate attributeName="visibility" values="{values}" keyTimes="{times}" dur="{seconds}"'
            f' calcMode="discrete" repeatCount="indefinite"/></g>'
        )


def _document(drawing: Drawing, title: str, description: str, body: str) -> str:
    width, height = f"{drawing.width:.0f}", f"{drawing.height:.0f}"
    title = plain_text(title)
    about = f"<desc>{plain_text(description)}</desc>" if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{title}"><title>{title}</title>{about}'
        f"{rectangle(0, 0, round(drawing.width), round(drawing.height), PAPER)}{body}</svg>\n"
    )


def drawing_of(story: Story, captions: bool = True) -> Drawing:
    """Return the elements of a story, and how large the picture has to be; `captions` are the sentences below."""
    sheet = sheet_of(story)
    elements = [*_branches(story, sheet.root, True), *_shapes(story, sheet.root)]
    return (
        _with_captions(story, sheet, elements)
        if captions and len(story.steps) > 1
        else Drawing(sheet.width, sheet.height, elements)
    )


def _with_captions(story: Story, sheet: Sheet, elements: list[Element]) -> Drawing:
    width = max(sheet.width, CAPTION)
    captions = [
        wrap(
            f"{step + 1}/{len(story.steps)} {story.sentences[step]}", int((width - 2 * MARGIN) / text_width("x", LARGE))
        )
        for step in story.steps
    ]
    for step, caption in enumerate(captions):
        for i, line in enumerate(caption):
            text = _text(line, MARGIN, sheet.height + (i + 0.5) * LINE, LARGE, "start")
            elements.append(Element(text, step, step + 1))
    return Drawing(width, sheet.height + LINE * max(map(len, captions)), elements)


def _branches(story: Story, place: Place, best: bool) -> Iterator[Element]:
    """Draw the lines from a node to its children, and so on down; `best` tells whether the node is on the best line."""
    top, last = place.y + FORK, len(story.steps) - 1
    for i, child in enumerate(place.children):
        bold = best and i == place.node.best
        entered = story.lives[child.path].entered
        ends = place.x, top, child.x, child.y - RADIUS * 0.9
        if bold and last:
            yield Element(_line(*ends), entered, last)
            yield Element(_line(*ends, kind="branch best", width=3.2), last)
        else:
            yield Element(_line(*ends, kind="branch best", width=3.2) if bold else _line(*ends), entered)
        yield Element(_label(branch_of(child.node), *ends), entered)
        yield from _branches(story, child, bold)
    for label, x in place.stubs:
        stub = "".join(_stub(place.x, top, x, top + STUB * LEVEL, label))
        yield Element(stub, story.lives[place.path].cut)


def _line(x0: float, y0: float, x1: float, y1: float, kind: str = "branch", width: float = 1.2, ink: str = INK) -> str:
    return element(
        "path",
        **{"class": kind},
        d=f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}",
        fill="none",
        stroke=ink,
        stroke_width=width,
        stroke_dasharray="5 4" if kind == "branch cut" else None,
    )


def _label(label: str, x0: float, y0: float, x1: float, y1: float) -> str:
    """Write a label beside a branch: above it, on the side to which it leans."""
    right = x1 >= x0
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    x = x0 + (x1 - x0) * LABEL_AT + (1 if right else -1) * (y1 - y0) / length * BESIDE
    y = y0 + (y1 - y0) * LABEL_AT - abs(x1 - x0) / length * BESIDE
    return _text(label, x, y, SMALL, "start" if right else "end")


def _stub(x0: float, y0: float, x1: float, y1: float, label: str) -> Iterator[str]:
    """Draw a branch that was cut off: dashed, with a stroke across its middle."""
    length = math.hypot(x1 - x0, y1 - y0)
    across_x, across_y = (y1 - y0) / length * STROKE, (x0 - x1) / length * STROKE
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    yield _line(x0, y0, x1, y1, "branch cut", ink=FAINT)
    yield _line(x - across_x, y - across_y, x + across_x, y + across_y, "across", 2, FAINT)
    yield _text(label, x1, y1 + SMALL, SMALL, ink=FAINT)


def _shapes(story: Story, place: Place) -> Iterator[Element]:
    node, x, y = place.node, place.x, place.y
    life, steps = story.lives[place.path], len(story.steps)
    about = f"<title>{plain_text(_describe(node))}</title>" if steps == 1 and node.value is not None else ""
    yield Element(f"<g>{about}{_shape(place, FILLS.get(node.mover, OTHER), INK, 1.4)}</g>", life.entered)
    for step, here in enumerate(story.places):
        if here == place.path:
            yield Element(_shape(place, "none", MARK, 3.2), step, step + 1)
    lift = 0.0 if place.is_leaf else {MAX: RADIUS * 0.3, MIN: -RADIUS * 0.3}.get(node.mover, 0.0)
    ends = [*(first for first, _ in life.views[1:]), NEVER]
    for (first, view), end in zip(life.views, ends):
        value = view.value.replace("<=", "≤").replace(">=", "≥")
        yield Element(_text(value, x, y + lift + LARGE * MIDDLE, LARGE), first, end)
        beside = x + place.half + BESIDE
        yield Element(_text(view.beside, beside, y + SMALL * MIDDLE, SMALL, "start"), first, end)
    for child in place.children:
        yield from _shapes(story, child)


def _shape(place: Place, fill: str, ink: str, width: float) -> str:
    node, x, y, half = place.node, place.x, place.y, place.half
    if place.is_leaf:
        side = RADIUS * 0.85
        white = PAPER if fill != "none" else fill
        return rectangle(x - half, y - side, 2 * half, 2 * side, white, stroke=ink, stroke_width=width)
    if node.mover == CHANCE_NODE:
        return element("ellipse", cx=x, cy=y, rx=half, ry=RADIUS, fill=fill, stroke=ink, stroke_width=width)
    points = [(x + dx, y + dy) for dx, dy in corners(node, half)]
    return polygon(points, fill, stroke=ink, stroke_width=width)


def corners(node: Node, half: float) -> list[tuple[float, float]]:
    """Return the corners of the shape of a player, from its middle."""
    up, down = RADIUS * 1.1, RADIUS * 0.95
    if node.mover == MAX:
        return [(-half, down), (half, down), (0, -up)]
    if node.mover == MIN:
        return [(-half, -down), (half, -down), (0, up)]
    side = half - BESIDE
    return [(-half, 0), (-side, -RADIUS), (side, -RADIUS), (half, 0), (side, RADIUS), (-side, RADIUS)]


def _text(text: str, x: float, y: float, size: float, anchor: str = "middle", ink: str = INK) -> str:
    """Write a text that stands on the line `y`."""
    return words(x, y - MIDDLE * size, text, size, ink, text_anchor=anchor) if text else ""


def _describe(node: Node) -> str:
    """Tell in one sentence what happened at a node."""
    mover = node.mover or "the end"
    text = f"{node.label + ': ' if node.label else ''}{mover}, value {value_of(node)}, window {window(node)}"
    text += f", {node.reason}" if node.reason else ""
    return text + (f"; not searched: {' '.join(node.skipped)}" if node.skipped else "")
