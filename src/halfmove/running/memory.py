"""How much memory there is, and what may be asked of it."""

from __future__ import annotations

import os

from halfmove.errors import HalfmoveError

MEGABYTE = 1 << 20  # bytes
_ASSUMED = 8192  # megabytes, where the machine does not say how many it has


def machine_megabytes() -> float:
    """Return how much memory this machine has."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    except (AttributeError, ValueError, OSError):
        return _ASSUMED


def bytes_in(megabytes: float, what: str) -> int:
    """Return how many bytes so many megabytes are, 0 for none; refuse more than this machine has."""
    most = machine_megabytes()
    if megabytes > most:
        raise HalfmoveError(f"{what} of {megabytes:g} MB: this machine has {most:,.0f} MB of memory")
    return int(megabytes * MEGABYTE) if megabytes > 0 else 0  # NaN is none
