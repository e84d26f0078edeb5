"""What a player thought of an action, as a comment in PDN and SGF: `+0.25/8 1.500s`, the value to him and the depth."""

from __future__ import annotations

import re

from halfmove.play.records.records import Note

_NOTE = re.compile(r"([-+]?\d{1,9}(?:\.\d{1,9})?(?:e[-+]?\d{1,2})?)/(\d{1,4})\s+(\d{1,9}(?:\.\d{1,9})?)s")


def write_note(note: Note) -> str:
    """Return what was thought as text; nothing where there is no value."""
    return "" if note.value is None else f"{note.value:+.3g}/{note.depth} {note.seconds:.3f}s"


def read_note(text: str) -> Note:
    """Return what a comment says was thought."""
    match = _NOTE.search(text)
    return Note(float(match[3]), float(match[1]), int(match[2])) if match else Note()
