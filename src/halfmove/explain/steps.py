"""How a tree came about, step by step: which node was entered, what came back, and what that changed above.

As in AIMA, figure 5.5. Everything follows from the finished tree, for a search goes through it in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from halfmove.explain.numbers import interval, is_open, number, shortest, value_of, vector, visits_of
from halfmove.explain.tree import CHANCE_NODE, INFINITY, MAX, MIN, Node, known_range

ROOT = "the root"
CUT = "cut"  # the reason for which a node ended
_MOST_TERMS = 6  # of an average that are written out
_LEAF_VERBS = {"horizon": "is estimated at", "table": "is known from the table:"}


ENTER, LEAF, VALUE, TABLE, END = "enter", "leaf", "value", "table", "end"  # what happens at a step, besides a cut


class Moment(NamedTuple):
    """What happens at a step, and how the node whose turn it is stands after it: the parent of what came back."""

    kind: str
    alpha: float
    beta: float
    best: float | None  # the value of the best child so far
    improves: bool = False  # whether what came back is better than all before


class NodeText(NamedTuple):
    """What a reader sees of a node at some moment: the text in its shape, and the one beside it."""

    value: str = ""
    beside: str = ""


@dataclass
class Life:
    """What becomes of a node in the course of the steps."""

    entered: int = 0  # the step at which it appears
    cut: int = 0  # the step from which on its cut branches are seen
    views: list[tuple[int, NodeText]] = field(default_factory=list)  # each from some step on

    def at(self, step: int) -> NodeText:
        """Return what is seen at a step."""
        return next((view for first, view in reversed(self.views) if first <= step), NodeText())


@dataclass
class Story:
    """A tree with what is seen of it at each step; `lives` and `places` name nodes by their paths from the root."""

    root: Node
    sentences: list[str]  # what happens, step by step; a single empty one for a picture without steps
    places: list[str | None]  # where it happens
    lives: dict[str, Life]
    moments: list[Moment] = field(default_factory=list)  # the steps as data; none for a picture without steps

    @property
    def steps(self) -> range:
        return range(len(self.sentences))


def final_story(root: Node) -> Story:
    """Return the story of one moment: the tree when the search had ended, with the windows nodes were entered with."""
    lives = {}
    for path, node in root.walk():
        player = "" if node.mover in (MAX, MIN, CHANCE_NODE, "") else node.mover
        shown = "" if not _is_inner(node) or is_open(node.alpha, node.beta) else interval(node.alpha, node.beta)
        value = "" if node.value is None else value_of(node)
        beside = " ".join(filter(None, (player, shown, visits_of(node))))
        lives[path] = Life(views=[(0, NodeText(value, beside))])
    return Story(root, [""], [None], lives)


def story_of(root: Node, ranges: bool = False) -> Story:
    """Return the story of a search; beside the nodes stand windows [alpha, beta].

    With `ranges` the values that each node can still have stand there, as AIMA prints them.
    """
    return _Narrator(root, ranges).story


def has_windows(root: Node) -> bool:
    """Tell whether a search narrowed its window anywhere: minimax does not."""
    return not all(is_open(node.alpha, node.beta) for _, node in root.walk())


def _is_inner(node: Node) -> bool:
    return bool(node.children or node.skipped)


@dataclass
class _Open:
    """A node while it is searched."""

    node: Node
    path: str
    name: str
    alpha: float
    beta: float
    shadow: Node  # a copy of the node with the range in which its value is known to lie by now
    seen: list[Node] = field(default_factory=list)  # the shadows of the children so far
    best: float | None = None


class _Narrator:
    """Goes through a tree as its search did, and writes down each step."""

    def __init__(self, root: Node, ranges: bool) -> None:
        self.ranges = ranges
        self.windows = has_windows(root)
        self.story = Story(root, [], [], {})
        self.open: list[_Open] = []
        self._visit(root, "", ROOT)
        self.story.moments.append(Moment(END, root.alpha, root.beta, root.value))
        if _is_inner(root):
            self._step(f"{ROOT.capitalize()} is worth {_in_words(root)}{self._choice()}.", "", root)
        else:
            self._step(f"{ROOT.capitalize()} is a leaf worth {_in_words(root)}.", "", root)

    def _choice(self) -> str:
        root = self.story.root
        if root.best is None or root.vector or root.mover == CHANCE_NODE:
            return _because(root)
        return f": {root.mover} takes {root.children[root.best].label}"

    def _visit(self, node: Node, path: str, name: str) -> Node:
        """Tell all that happens at a node and below; return its shadow."""
        shadow = replace(node, low=-INFINITY, high=INFINITY, children=[])
        here = _Open(node, path, name, node.alpha, node.beta, shadow)
        self.story.lives[path] = Life(entered=len(self.story.steps))
        if self.open:
            self.open[-1].seen.append(shadow)
        self.open.append(here)
        if _is_inner(node):
            self.story.moments.append(Moment(ENTER, here.alpha, here.beta, None))
            self._step(f"{node.mover} moves at {name}{self._in_window(here)}.")
            for i, child in enumerate(node.children):
                below = f"{path}.{i}" if path else str(i)
                self._visit(child, below, child.label if name == ROOT else f"{name} {child.label}")
                self._return(here, child, i)
        shadow.low, shadow.high = node.low, node.high
        self.open.pop()
        return shadow

    def _in_window(self, here: _Open) -> str:
        return f", window {interval(here.alpha, here.beta)}" if self.windows else ""

    def _return(self, parent: _Open, child: Node, i: int) -> None:
        """Tell what a child is worth, and what that means for its parent."""
        last = i == len(parent.node.children) - 1
        if last and parent.node.reason == CUT and parent.node.skipped:
            self.story.lives[parent.path].cut = len(self.story.steps)
        sentence, before = self._worth(parent, child), parent.best
        effect = self._effect(parent, child) if child.value is not None and not child.vector else ""
        cut = self._cut(parent) if last else ""
        is_cut = last and parent.node.reason == CUT and bool(parent.node.skipped)
        kind = CUT if is_cut else TABLE if child.reason == TABLE else VALUE if _is_inner(child) else LEAF
        self.story.moments.append(Moment(kind, parent.alpha, parent.beta, parent.best, parent.best != before))
        self._step(f"{sentence}{effect}.{cut}", parent.path + f".{i}" if parent.path else str(i), child)

    def _worth(self, parent: _Open, child: Node) -> str:
        name = child.label if parent.name == ROOT else f"{parent.name} {child.label}"
        if child.value is None:
            return f"{name} was not finished"
        if not _is_inner(child):
            worth = vector(child.vector) if child.vector else number(child.value)
            return f"{name} {_LEAF_VERBS.get(child.reason, 'is worth')} {worth}"
        return f"{name} is worth {_in_words(child)}{_because(child)}"

    def _effect(self, parent: _Open, child: Node) -> str:
        """Change the window of the parent, and tell."""
        is_max, value = self._is_max(parent.node), child.value
        if is_max is None or value is None:
            return ""
        mover = parent.node.mover
        if parent.best is not None and (value <= parent.best if is_max else value >= parent.best):
            return f": no better for {mover} than {number(parent.best)}"
        parent.best = value
        limit, bound, before = ("at least", "alpha", parent.alpha) if is_max else ("at most", "beta", parent.beta)
        parent.alpha, parent.beta = (
            (max(parent.alpha, value), parent.beta) if is_max else (parent.alpha, min(parent.beta, value))
        )
        after = parent.alpha if is_max else parent.beta
        changed = f", {bound} = {number(after)}" if self.windows and after != before else ""
        return f": {parent.name} is worth {limit} {number(value)}{changed}"

    def _cut(self, parent: _Open) -> str:
        node = parent.node
        if node.reason == CUT and node.skipped and self._is_max(node) is not None:
            left = " ".join(node.skipped)
            how = f"alpha {number(parent.alpha)} >= beta {number(parent.beta)}"
            return f" {how}: {left} cannot matter." if parent.alpha >= parent.beta else f" {left}: not looked at."
        if node.skipped:
            return f" Not looked at: {' '.join(node.skipped)}."
        return ""

    def _is_max(self, node: Node) -> bool | None:
        if node.mover == CHANCE_NODE:
            return None
        return node.mover == (self.story.root.mover if node.mover not in (MAX, MIN) else MAX)

    def _step(self, sentence: str, place: str | None = None, left: Node | None = None) -> None:
        """Write a step down, with what is seen of each node whose view it changes."""
        step = len(self.story.steps)
        self.story.sentences.append(sentence)
        self.story.places.append(self.open[-1].path if place is None else place)
        if left is not None and place is not None:
            self._look(place, step, self._closed(left, place))
        for here in reversed(self.open if self.ranges else self.open[-1:]):  # windows change at the last one only
            complete = len(here.seen) == len(here.node.children) and not (here.node.reason == CUT and here.node.skipped)
            here.shadow.low, here.shadow.high = known_range(self._is_max(here.node), here.seen, complete)
            self._look(here.path, step, self._opened(here))

    def _look(self, path: str, step: int, view: NodeText) -> None:
        views = self.story.lives[path].views
        if not views or views[-1][1] != view:
            views.append((step, view))

    def _opened(self, here: _Open) -> NodeText:
        sign = ">=" if self._is_max(here.node) else "<="
        value = "" if here.best is None else f"{sign} {number(here.best)}"
        return NodeText(value, self._beside(here.node, here.alpha, here.beta, here.shadow.low, here.shadow.high))

    def _closed(self, node: Node, path: str) -> NodeText:
        value = "" if node.value is None else value_of(node)
        if not _is_inner(node):
            return NodeText(value)
        if self.ranges:
            return NodeText(value, self._beside(node, 0, 0, node.low, node.high))
        return NodeText(value, self.story.lives[path].views[-1][1].beside)

    def _beside(self, node: Node, alpha: float, beta: float, low: float, high: float) -> str:
        player = "" if node.mover in (MAX, MIN, CHANCE_NODE) else f"{node.mover} "
        if node.vector:
            return player.strip()
        if self.ranges:
            return f"{player}{interval(low, high)}"
        return f"{player}{interval(alpha, beta)}" if self.windows else player.strip()


def cut_reason(mover: str, best: float | None, alpha: float, beta: float) -> str:
    """Say why the rest of a node was cut: what its mover has already, and what the other has elsewhere."""
    if mover not in (MAX, MIN) or best is None:
        return "the rest cannot matter"
    other, bound = (MIN, beta) if mover == MAX else (MAX, alpha)
    return f"{mover} already has {number(best)} here, {other} has {number(bound)} elsewhere"


def _in_words(node: Node) -> str:
    words = {"<=": "at most ", ">=": "at least ", "": ""}
    return vector(node.vector) if node.vector else f"{words[node.bound]}{number(node.value)}"


def _because(node: Node) -> str:
    """Tell how a value came about where that is not plain: an average, or the choice of one of several players."""
    if node.mover == CHANCE_NODE and not node.skipped and not node.vector:
        latest = {child.label: child for child in node.children}.values()  # a probe comes before the search itself
        terms = [f"{shortest(c.probability or 0)} x {number(c.value)}" for c in latest]
        return f" = {' + '.join(terms)}" if len(terms) <= _MOST_TERMS else ""
    if node.vector and node.best is not None:
        return f", for {node.mover} takes {node.children[node.best].label}"
    return ""


def lines(story: Story) -> Iterator[tuple[int, str]]:
    """Yield each sentence of a story with how deep in the tree it happens."""
    for place, sentence in zip(story.places, story.sentences):
        yield (place.count(".") + 1 if place else 0), sentence
