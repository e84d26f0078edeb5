"""Where the nodes of a tree are drawn: parents over the middle of their children, room for all that is written."""

from __future__ import annotations

from dataclasses import dataclass, field

from halfmove.explain.numbers import branch_of
from halfmove.explain.steps import NodeText, Story
from halfmove.explain.tree import MAX, MIN, Node

# Lengths in pixels.
MARGIN, LEVEL, RADIUS = 28, 104, 22
SMALL, LARGE = 11, 13  # sizes of type: beside shapes, and in them
GAP = 14  # between neighbours
BESIDE = 6  # between a shape and what stands beside it
STUB = 0.55  # of a level: how far a cut branch goes
FORK = RADIUS * 0.95  # below the middle of a shape, where its branches begin

CHARACTER = 0.6  # of the size of type: about the width of one
LABEL_AT = 0.7  # of the way down a branch stands its label
_BETWEEN = 0.5  # of the distance of two children is left between their branches, where labels stand
_IN_TRIANGLE = 0.57  # of the width of a triangle is left at the height of its text


@dataclass
class Place:
    """Where a node is drawn: the middle of its shape and half its width, and the places below."""

    node: Node
    path: str
    half: float
    x: float = 0.0
    y: float = 0.0
    children: list[Place] = field(default_factory=list)
    stubs: list[tuple[str, float]] = field(default_factory=list)  # label and x of each cut branch

    @property
    def is_leaf(self) -> bool:
        return not self.children and not self.stubs


@dataclass
class Sheet:
    """A tree with all its places, and the size of the whole."""

    root: Place
    width: float
    height: float


def text_width(text: str, size: float = SMALL) -> float:
    """Return about how wide a text is."""
    return CHARACTER * size * len(text)


def sheet_of(story: Story) -> Sheet:
    """Place the nodes of a tree so that there is room for what is written at any step."""
    root, left, right = _placed(story, story.root, "", 0)
    _shift(root, MARGIN + left)
    return Sheet(root, left + right + 2 * MARGIN, _bottom(root) + MARGIN)


def _placed(story: Story, node: Node, path: str, level: int) -> tuple[Place, float, float]:
    """Place a subtree around x = 0; return it and how far it reaches to both sides."""
    place = Place(node, path, _half_width(story, node, path), y=MARGIN + RADIUS + level * LEVEL)
    right = 0.0  # the end of what is placed so far, from the left end of the first child
    xs: list[float] = []
    for i, child in enumerate(node.children):
        inner, to_left, to_right = _placed(story, child, f"{path}.{i}" if path else str(i), level + 1)
        x = max(right + to_left, xs[-1] + _apart(child) if xs else 0.0)
        _shift(inner, x)
        place.children.append(inner)
        xs.append(x)
        right = x + to_right
    for label in node.skipped:
        x = right + text_width(label) / 2 + GAP
        place.stubs.append((label, x))
        xs.append(x)
        right = x + text_width(label) / 2 + GAP / 2
    middle = (xs[0] + xs[-1]) / 2 if xs else 0.0
    _shift(place, -middle)
    place.x = 0.0
    beside = max((text_width(view.beside) + BESIDE for _, view in story.lives[path].views if view.beside), default=0.0)
    own = place.half + GAP / 2
    return place, max(middle, own), max(right - middle, own + beside)


def _apart(child: Node) -> float:
    """Return how far a child has to be from the one before, so that its label stands between the branches."""
    return (text_width(branch_of(child)) + GAP) / _BETWEEN if child.label else 0.0


def _half_width(story: Story, node: Node, path: str) -> float:
    """Return half the width of a shape in which all that it will say finds room."""
    text = max(text_width(view.value, LARGE) for _, view in story.lives[path].views or [(0, NodeText())]) / 2 + 2
    if not node.children and not node.skipped:
        return max(RADIUS * 0.85, text + BESIDE / 2)
    if node.mover in (MAX, MIN):
        return max(RADIUS * 1.25, text / _IN_TRIANGLE)
    return max(RADIUS, text + 2 * BESIDE)


def _shift(place: Place, by: float) -> None:
    place.x += by
    place.stubs = [(label, x + by) for label, x in place.stubs]
    for child in place.children:
        _shift(child, by)


def _bottom(place: Place) -> float:
    """Return how far down a subtree reaches."""
    own = place.y + RADIUS + (STUB * LEVEL + SMALL if place.stubs else 0)
    return max([own, *map(_bottom, place.children)])
