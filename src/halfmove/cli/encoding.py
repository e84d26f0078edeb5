"""Output on terminals and pipes that lack some characters: what cannot be written is spelled in ASCII."""

from __future__ import annotations

import codecs
import sys

_SPELLED = dict(zip("▲▼■●✂·├└│─━┃", "^v#ox.|`|--|", strict=True))
_SPELLED |= {"∞": "inf", "±": "+-", "…": "...", "≤": "<=", "≥": ">="}
_ERRORS = "halfmove.spelled"


def spell_what_cannot_be_written() -> None:
    """Let no character end a command with an error, whatever the encoding of the output."""
    codecs.register_error(_ERRORS, _spell)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_ERRORS)


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_SPELLED.get(character, "?") for character in error.object[error.start : error.end]), error.end
