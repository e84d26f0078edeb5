"""The grammar that PGN and PDN share: tags in brackets, then numbered actions with comments, then the result.

Portable Game Notation (Edwards 1994), sections 7 and 8; Portable Draughts Notation 3.0.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from halfmove.errors import MalformedText

UNKNOWN = "*"  # the result of a game that is not over
_WIDTH = 80  # columns
_JOINED = "\0"  # a blank at which no line is broken
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(
    r"(?P<space>\s+|^%[^\n]*)|(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<tag>\[[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<glyph>\$\d+)"
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)(?=[\s;{(]|$))|(?P<number>\d+\.+)|(?P<action>[^\s{}();\[\]]+)",
    re.MULTILINE,
)


@dataclass
class Tagged:
    """A game in this grammar."""

    tags: dict[str, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)  # on each action
    result: str = UNKNOWN
    line: int = 1  # in which it begins


def games_in(text: str, file: str) -> Iterator[Tagged]:
    """Yield the games of a text; variations are left out."""
    game, line, at, begun, depth = Tagged(), 1, 0, False, 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise MalformedText(f"{file}:{line}: '{text[at : at + 12].splitlines()[0]}' is no tag, action or comment")
        kind, word = token.lastgroup, token[0]
        if kind == "tag":
            if game.actions:
                raise MalformedText(
                    f"{file}:{line}: a tag before the result of the game that begins in line {game.line}"
                )
            tag = _TAG.match(word)
            if not tag or word[tag.end() :].strip():
                raise MalformedText(f"{file}:{line}: '{word.strip()}' is not a tag such as [White \"A name\"]")
            game.line = game.line if begun else line
            game.tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif kind in ("open", "close"):
            depth += 1 if kind == "open" else -1
            if depth < 0:
                raise MalformedText(f"{file}:{line}: ')' closes nothing")
        elif kind == "action" and depth == 0:
            game.line = game.line if begun else line
            game.actions.append(word)
            game.comments.append("")
        elif kind == "comment" and depth == 0 and game.comments:
            game.comments[-1] += word.strip("{};") + " "
        elif kind == "result" and depth == 0:
            game.result = word
            yield game
            game, begun = Tagged(), False
        begun = begun or kind in ("tag", "action")
        line += word.count("\n")
        at = token.end()
    if depth:
        raise MalformedText(f"{file}:{line}: a variation is not closed")
    if begun:
        raise MalformedText(f"{file}:{line}: the game that begins in line {game.line} has no result such as 1-0 or *")


def text_of(
    tags: Mapping[str, str], actions: Sequence[str], comments: Sequence[str], second_begins: bool, result: str
) -> str:
    """Return a game as text; `second_begins` says that the first action is that of the second player."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    words = []
    for place, (action, comment) in enumerate(zip(actions, comments, strict=True), start=int(second_begins)):
        if place % 2 == 0:
            words.append(f"{place // 2 + 1}.")
        elif not words:
            words.append("1...")
        words.append(action)
        if comment:
            words.append(f"{{{comment}}}".replace(" ", _JOINED))
    body = textwrap.fill(" ".join([*words, result]), _WIDTH, break_long_words=False, break_on_hyphens=False)
    body = body.replace(_JOINED, " ")
    return "\n".join([*lines, "", body, "", ""])


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
