"""The pseudocode of each search, and which of its lines runs at a step."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.explain.steps import CUT, END, ENTER
from halfmove.explain.tree import CHANCE_NODE, MIN

HEAD = "head"


class Line(NamedTuple):
    text: str
    indent: int = 0
    head: str = ""  # of a function: who moves in it


def _value(
    mover: str, best: str, other: str, window: str, cut: str, narrow: str, extra: tuple[str, ...] = ()
) -> list[Line]:
    """Return one of the two functions of minimax or alpha-beta."""
    start = "−∞" if mover == "max" else "+∞"
    lines = [Line(f"{mover}-value(s{window})", head=mover)]
    lines += [Line(text) for text in extra]
    lines += [Line("if terminal(s) return utility(s)"), Line(f"v ← {start}"), Line("for a in actions(s)")]
    lines.append(Line(f"v ← {best}(v, {other}-value(result(s, a){window}))", 1))
    if cut:
        lines += [Line(f"if {cut} return v", 1), Line(narrow, 1)]
    return [*lines, Line("return v")]


def _both(window: str = "", strict: bool = False, extra: tuple[str, ...] = ()) -> list[Line]:
    signs = (">", "<") if strict else ("≥", "≤")
    cuts = (f"v {signs[0]} β", f"v {signs[1]} α") if window else ("", "")
    return [
        *_value("max", "max", "min", window, cuts[0], "α ← max(α, v)", extra),
        *_value("min", "min", "max", window, cuts[1], "β ← min(β, v)", extra),
    ]


_WINDOW = ", α, β"
_CHANCE = [
    Line("value(s)", head="max"),
    Line("if terminal(s) return utility(s)"),
    Line("if MAX moves return max of value(result(s, a))"),
    Line("if MIN moves return min of value(result(s, a))"),
    Line("if chance moves return sum of P(r) · value(result(s, r))"),
]
_STAR = [
    Line("value(s, α, β)", head="max"),
    Line("if terminal(s) return utility(s)"),
    Line("if MAX or MIN moves: as alpha-beta does"),
    Line("for each outcome r of chance", 0),
    Line("v ← what r can still bring, by what is known", 1),
    Line("if the sum cannot come into [α, β] return a bound", 1),
    Line("return sum of P(r) · value(result(s, r))"),
]
_MAXN = [
    Line("value(s)", head="max"),
    Line("if terminal(s) return the utilities of all players"),
    Line("for a in actions(s)"),
    Line("u ← value(result(s, a))", 1),
    Line("keep u if it is better for who moves", 1),
    Line("return what was kept"),
]
_MCTS = [
    Line("for each simulation", head="max"),
    Line("select: go down where the bound is greatest", 1),
    Line("expand: add a node", 1),
    Line("simulate: play to the end", 1),
    Line("back up: add the result along the path", 1),
    Line("return the action that was visited most"),
]
_CODES: dict[str, list[Line]] = {
    "minimax": _both(),
    "alphabeta": _both(_WINDOW),
    "strict": _both(_WINDOW, strict=True),
    "memoised": _both(_WINDOW, extra=("if the table knows s return its value",)),
    "quiescence": _both(_WINDOW, extra=("if no plies are left and s is quiet return eval(s)",)),
    "beam": _both(_WINDOW, extra=("keep the most promising actions",)),
    "paranoid": _both(_WINDOW),
    "expectiminimax": _CHANCE,
    "star1": _STAR,
    "star2": _STAR,
    "maxn": _MAXN,
    "mcts": _MCTS,
}


class Code:
    """The pseudocode of a search."""

    def __init__(self, search: str, strict: bool = False) -> None:
        key = "strict" if strict else search
        self.lines = _CODES.get(key, _CODES["alphabeta"])
        self.search = search

    def data(self) -> list[dict[str, Any]]:
        return [
            {"text": line.text, "indent": line.indent, **({HEAD: line.head} if line.head else {})}
            for line in self.lines
        ]

    def line_of(self, mover: str, kind: str, improves: bool, leaf: bool = False) -> int:
        """Return which line runs at a step of a node of `mover`."""
        if self.lines is _MCTS:
            return 4
        if self.lines is _MAXN:
            return {ENTER: 2, END: 5}.get(kind, 1 if leaf else 4)
        if self.lines in (_CHANCE, _STAR):
            return self._with_chance(mover, kind, leaf)
        return self._of_two(mover, kind, improves)

    def _with_chance(self, mover: str, kind: str, leaf: bool) -> int:
        if leaf:
            return 1
        if self.lines is _STAR:
            return 2 if mover != CHANCE_NODE else 5 if kind == CUT else 6 if kind == END else 4
        return 4 if mover == CHANCE_NODE else 3 if mover == MIN else 2

    def _of_two(self, mover: str, kind: str, improves: bool) -> int:
        heads = [number for number, line in enumerate(self.lines) if line.head]
        begin = heads[1] if mover == MIN else heads[0]
        texts = [line.text for line in self.lines[begin : begin + (heads[1] - heads[0])]]

        def find(start: str) -> int:
            return begin + next((i for i, text in enumerate(texts) if text.startswith(start)), 0)

        if kind == ENTER:
            return find("for a")
        if kind == END:
            return find("return v")
        if kind == CUT:
            return find("if v")
        best = next(i for i, text in enumerate(texts) if "-value(result" in text)
        narrow = begin + best + 2
        has_window = len(texts) > best + 2 and "←" in texts[best + 2]
        return narrow if improves and has_window else begin + best
