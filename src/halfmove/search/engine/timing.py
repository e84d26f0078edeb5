"""How long to think: time is kept for later actions, and never used up."""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core.choice import Limit

_LATENCY = 0.02  # seconds that may pass between a deadline and the answer
_LATE = 0.2  # of a time, if this is less
_RESERVE = 0.05  # seconds on a clock that are never planned for
_AT_MOST = 3.0  # shares that a hard choice may take
_UNTIL = 0.6  # of a share: after that, no deeper search is begun


class Budget(NamedTuple):
    """Seconds after which no deeper search is begun, and seconds after which the search is stopped."""

    enough: float | None = None
    most: float | None = None


def budget(limit: Limit) -> Budget:
    """Return how long a search under `limit` may take: all of a fixed time, and a part of what is on a clock."""
    most = None if limit.seconds is None else limit.seconds - min(_LATENCY, _LATE * limit.seconds)
    share = limit.share()
    if limit.remaining is None or share is None:
        return Budget(None, most)
    left = max(limit.remaining - _RESERVE, limit.remaining / 2)
    last = limit.moves_to_go == 1
    longest = min(share, left) if last else min(share * _AT_MOST, left / 2)
    longest -= min(_LATENCY, _LATE * longest)
    return Budget(share * _UNTIL, longest if most is None else min(longest, most))
