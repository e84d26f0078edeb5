"""The names of cards: their ranks from the lowest to the highest, and their suits."""

from __future__ import annotations

RANKS = "23456789TJQK"  # and A, where there are more
SUITS = "shdc"
NOT_DEALT, UNKNOWN = "-", "?"
MOST_RANKS = 99


def rank_names(count: int) -> tuple[str, ...]:
    """Return the names of so many ranks: the highest are called as players do, and too many go by numbers."""
    ranks = RANKS if count < len(RANKS) else RANKS + "A"
    return tuple(ranks[-count:]) if count <= len(ranks) else tuple(str(rank + 1) for rank in range(count))
