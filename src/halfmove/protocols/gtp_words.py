"""Arguments of GTP commands: colours, numbers, vertices; what cannot be read is a syntax error."""

from __future__ import annotations

import re

from halfmove.errors import MalformedText

COLOUR_WORDS = {"b": 0, "black": 0, "w": 1, "white": 1}

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_ID = re.compile(r"(\d{1,18})(?:\s+(.*))?", re.ASCII)
_NUMBER = re.compile(r"[-+]?\d{1,9}(\.\d{0,9})?", re.ASCII)
_QUOTED = 40  # characters of a wrong argument


def split(line: str) -> tuple[str, list[str]]:
    """Return the number of a command, if it has one, and its words; comments and control characters are left out."""
    line = _CONTROL.sub("", line.partition("#")[0]).strip()
    numbered = _ID.fullmatch(line)
    return (numbered[1], (numbered[2] or "").split()) if numbered else ("", line.split())


def argument(words: list[str], place: int, wanted: str) -> str:
    """Return the word at a place."""
    if place >= len(words):
        raise MalformedText(f"syntax error: {wanted} is missing")
    return words[place]


def colour(words: list[str]) -> int:
    """Return the player that the first word names."""
    word = argument(words, 0, "a colour").casefold()
    if word not in COLOUR_WORDS:
        raise MalformedText(f"syntax error: '{word[:_QUOTED]}' is not a colour")
    return COLOUR_WORDS[word]


def number(words: list[str], place: int, wanted: str) -> float:
    """Return the number at a place."""
    word = argument(words, place, wanted)
    if not _NUMBER.fullmatch(word):
        raise MalformedText(f"syntax error: '{word[:_QUOTED]}' is not {wanted}")
    return float(word)


def count(words: list[str], place: int, wanted: str) -> int:
    """Return the whole number at a place, which is not negative."""
    value = number(words, place, wanted)
    if value < 0 or value != int(value):
        raise MalformedText(f"syntax error: '{words[place][:_QUOTED]}' is not {wanted}")
    return int(value)
