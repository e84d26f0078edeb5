"""Text from files and programs that are not trusted, made safe to show: a terminal obeys control characters."""

from __future__ import annotations

_QUOTED = 80  # characters of a text that are shown in a message


def printable(text: str) -> str:
    """Return a text with a question mark in place of every character that cannot be printed; lines stay lines."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "?" for letter in text)


def quoted(text: str) -> str:
    """Return a text as a message quotes it: one line, not too long, nothing unprintable."""
    text = " ".join(printable(text).split("\n"))
    return f"'{text[:_QUOTED]}...'" if len(text) > _QUOTED else f"'{text}'"
