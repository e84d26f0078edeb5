"""A search tree as text for a terminal; each part of a line says what it is, for colours."""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.explain.numbers import branch_of, value_of, visits_of, window
from halfmove.explain.steps import has_windows
from halfmove.explain.tree import Node

Part = tuple[str, str]  # a piece of text, and what it is: guide, label, value, best, window, note


SIGNS = {"MAX": "▲", "MIN": "▼", "CHANCE": "●", "": "■"}
CUT_OFF = "✂"
_FORK, _LAST, _BAR, _BLANK = "├── ", "└── ", "│   ", "    "


def tree_text(root: Node) -> str:
    """Return the tree as lines of text."""
    return "\n".join("".join(text for text, _ in parts) for parts in tree_lines(root))


def tree_lines(root: Node) -> Iterator[list[Part]]:
    """Yield the lines of a tree, each in parts."""
    return _below(root, True, "", "", has_windows(root))  # where a search has no windows, all would be open


def _below(node: Node, best: bool, guide: str, below: str, windows: bool) -> Iterator[list[Part]]:
    """Yield the lines of a node and of all below; `guide` leads to it, `below` to what stands under it."""
    yield [(guide, "guide"), *_line(node, best, windows)]
    for i, child in enumerate(node.children):
        is_last = i == len(node.children) - 1 and not node.skipped
        lead, under = (_LAST, _BLANK) if is_last else (_FORK, _BAR)
        yield from _below(child, best and i == node.best, below + lead, below + under, windows)
    if node.skipped:
        note = f"{CUT_OFF} {' '.join(node.skipped)}: {node.reason}"
        yield [(below + _LAST, "guide"), (note, "cut")]


def _line(node: Node, best: bool, windows: bool) -> Iterator[Part]:
    """Yield what happened at a node."""
    inner = bool(node.children or node.skipped)
    if node.label:
        yield f"{branch_of(node)} ", "best" if best else "label"
    yield f"{SIGNS.get(node.mover if inner else '', node.mover)} ", "sign"
    yield value_of(node), "best value" if best else "value"
    if node.visits:
        yield f"  {visits_of(node)}", "window"
    if inner and windows:
        yield f"  {window(node)}", "window"
    if node.reason in ("", "end", "searched") or inner and not node.skipped:
        return
    yield f"  {node.reason}", "note"
