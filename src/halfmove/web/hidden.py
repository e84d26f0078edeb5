"""What people at a screen may know of a game that hides something: one of them looks on, and the rest is sealed.

The page names a position by all of its actions. Those that the onlooker does not know travel as sealed texts, so that
neither the page nor its address shows them. A seal is an envelope and no lock: links work on every machine.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from halfmove.core.commentary import find_commentary
from halfmove.core.game import CHANCE, NOTHING
from halfmove.core.rules import same
from halfmove.errors import MalformedText
from halfmove.play.foreign_text import quoted
from halfmove.play.game_in_progress import GameInProgress

SEAL = "sealed~"
_NONCE = 6  # bytes, so that the same action looks different every time
_BLOCK = 16  # bytes to which a name is filled up, so that its length tells nothing


def viewer_of(ongoing: GameInProgress, people: Sequence[int] | None) -> int | None:
    """Return the seat by whose eyes a position is shown; None where everything is open.

    `people` are the seats of those who sit at the screen: without any, and after the end, nothing has to be hidden.
    Where that is not known, it is whoever is to move.
    """
    if not ongoing.secrets or ongoing.over:
        return None
    if people is None:
        return max(0, ongoing.mover)
    seats = [seat for seat in people if seat < ongoing.rules.players]
    if not seats:
        return None
    return ongoing.mover if ongoing.mover in seats else seats[0]


def seen_state(ongoing: GameInProgress, viewer: int | None, number: int = -1) -> Any:
    """Return a state as the viewer sees it."""
    state = ongoing.states[number]
    return state if viewer is None else ongoing.rules.observation(state, viewer)


def knows_the_actions(ongoing: GameInProgress, viewer: int | None) -> bool:
    """Tell whether the viewer may know what is legal: it is his turn, or that of chance and nothing is hidden yet."""
    if viewer is None or ongoing.mover == viewer:
        return True
    return ongoing.mover == CHANCE and bool(same(ongoing.rules.observation(ongoing.state, viewer), ongoing.state))


def sealed_names(ongoing: GameInProgress, viewer: int | None) -> list[str]:
    """Return the names of all actions so far; those that are not the viewer's own are sealed."""
    names = [ongoing.rules.name(turn.action, at) for turn, at in zip(ongoing.turns, ongoing.states, strict=False)]
    if viewer is None:
        return names
    return [name if turn.player == viewer else seal(name) for name, turn in zip(names, ongoing.turns, strict=True)]


def noticed(ongoing: GameInProgress, viewer: int) -> list[str]:
    """Return what the viewer noticed of each action so far; nothing of what chance did, which the state shows him."""
    rules, commentary, words = ongoing.rules, find_commentary(ongoing.rules), []
    for turn, before, after in zip(ongoing.turns, ongoing.states, ongoing.states[1:], strict=False):
        if turn.player == viewer:
            words.append(rules.name(turn.action, before))
            continue
        percept = rules.percept(before, turn.action, after, viewer)
        if turn.player == CHANCE or percept == NOTHING:
            words.append("")
        else:
            words.append(commentary.announce(percept, rules.observation(after, viewer)) or "has acted")
    return words


def seal(name: str) -> str:
    """Return a text from which `unsealed` makes the name again, and in which nobody reads it."""
    data = name.encode()
    data += bytes(-len(data) % _BLOCK)
    nonce = secrets.token_bytes(_NONCE)
    return SEAL + base64.urlsafe_b64encode(nonce + _masked(data, nonce)).decode().rstrip("=")


def unsealed(name: str) -> str:
    """Return a name; one that is not sealed as it is."""
    if not name.startswith(SEAL):
        return name
    try:
        text = name.removeprefix(SEAL)
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        return _masked(data[_NONCE:], data[:_NONCE]).rstrip(b"\0").decode()
    except (binascii.Error, UnicodeDecodeError):
        raise MalformedText(f"{quoted(name)}: this sealed action cannot be opened") from None


def _masked(data: bytes, nonce: bytes) -> bytes:
    mask = b"".join(sha256(nonce + bytes([block])).digest() for block in range(len(data) // 32 + 1))
    return bytes(one ^ other for one, other in zip(data, mask, strict=False))
