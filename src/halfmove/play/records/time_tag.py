"""The tag TimeControl as PGN defines it (Edwards 1994, section 9.6): seconds, as in `1+0.01`, `40/60+0.5` or `300`.

Time for each move is `1/move`, as match runners write it; `-` is no time at all.
"""

from __future__ import annotations

import re
from contextlib import suppress

from halfmove.errors import HalfmoveError
from halfmove.play.clocks.time_control import UNLIMITED, Control, parse_control

NO_TIME = "-"
_EACH = "/move"
_TAG = re.compile(r"(?:\d{1,9}/)?\d{1,9}(?:\.\d{1,9})?(?:\+\d{1,9}(?:\.\d{1,9})?)?")


def control_of(text: str) -> Control:
    """Return the time control of a record; no limit where a file has one that cannot be read."""
    try:
        return parse_control(text)
    except HalfmoveError:
        return UNLIMITED


def write_time_tag(control: Control) -> str:
    """Return the tag of a time control."""
    if control.each is not None:
        return f"{control.each:g}{_EACH}"
    if control.total is None:
        return NO_TIME
    often = f"{control.actions}/" if control.actions else ""
    more = f"+{control.increment:g}" if control.increment else ""
    return f"{often}{control.total:g}{more}"


def read_time_tag(text: str) -> str:
    """Return the time control of a tag in our words; nothing for one that has none, or that we cannot play by."""
    if text.endswith(_EACH):
        text = text.removesuffix(_EACH)
    elif not _TAG.fullmatch(text):
        return ""
    elif "/" not in text and "+" not in text:
        text += "+0"  # for the whole game
    with suppress(HalfmoveError):
        return str(parse_control(text))
    return ""
