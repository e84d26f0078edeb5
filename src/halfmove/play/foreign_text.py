"""Files and text from others, which are not trusted: read without waiting for ever, and made safe to show.

A terminal obeys control characters.
"""

from __future__ import annotations

from pathlib import Path

from halfmove.errors import MalformedText
from halfmove.running.files import require_plain_file

LARGEST_FILE = 1 << 28  # bytes
_QUOTED = 80  # characters of a text that are shown in a message


def read_file(path: Path, largest: int = LARGEST_FILE) -> bytes:
    """Return what a file holds; a pipe, a device or a file too large for memory is refused."""
    require_plain_file(path, largest)
    return path.read_bytes()


def read_text(path: Path, largest: int = LARGEST_FILE) -> str:
    """Return the text of a file; what is not text is refused with its line."""
    content = read_file(path, largest)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise MalformedText(f"{path}:{line}: this is not text in UTF-8") from None


def printable(text: str) -> str:
    """Return a text with a question mark in place of every character that cannot be printed; lines stay lines."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "?" for letter in text)


def quoted(text: str) -> str:
    """Return a text as a message quotes it: one line, not too long, nothing unprintable."""
    text = " ".join(printable(text).split("\n"))
    return f"'{text[:_QUOTED]}...'" if len(text) > _QUOTED else f"'{text}'"
