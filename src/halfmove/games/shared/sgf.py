"""The grammar of Smart Game Format 4 (Hollosi 1999): nodes of properties, of which the main line is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from halfmove.errors import MalformedText

_TOKEN = re.compile(r"(\s+)|([();])|([A-Za-z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_SHOWN = 12  # characters of what cannot be read


class SgfNode(NamedTuple):
    """A node of the main line: the line of the text in which it stands, and its properties by name."""

    line: int
    properties: dict[str, list[str]]

    def text(self, name: str, default: str = "") -> str:
        """Return the first value of a property."""
        return re.sub(r"\\(.)", r"\1", self.properties.get(name, [default])[0], flags=re.DOTALL)


def main_lines(text: str, place: Callable[[int, int], str], bare: bool = False) -> Iterator[list[SgfNode]]:
    """Yield the nodes along the first variation of each game; other variations are read and left out.

    What cannot be read is refused with its `place`, made of the number of its line and of its character. `bare` nodes
    stand without brackets around them.
    """
    at, depth, line, branched = 0, int(bare), 1, False
    nodes: list[SgfNode] = []
    while at < len(text):
        token = _TOKEN.match(text, at)
        here = place(line, at + 1)
        if token is None:
            raise MalformedText(f"{here}: '{text[at : at + _SHOWN].splitlines()[0]}' is no node and no property")
        _, sign, name, values = token.groups()
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth, branched = depth - 1, True
            if depth < 0:
                raise MalformedText(f"{here}: ')' closes nothing")
            if depth == 0:
                if not nodes:
                    raise MalformedText(f"{here}: a game without a node")
                yield nodes
                nodes, branched = [], False
        elif sign == ";" and not depth:
            raise MalformedText(f"{here}: ';' stands outside of a game, which begins with '('")
        elif sign == ";" and not branched:
            nodes.append(SgfNode(line, {}))
        elif name and not branched:
            if not nodes:
                raise MalformedText(f"{here}: '{name}' stands before the first node, which begins with ';'")
            key = "".join(filter(str.isupper, name))
            nodes[-1].properties.setdefault(key, []).extend(_VALUE.findall(values))
        line += token[0].count("\n")
        at = token.end()
    if depth != bare:
        raise MalformedText(f"{place(line, at)}: {depth} '(' are left open")
    if bare:
        yield nodes
