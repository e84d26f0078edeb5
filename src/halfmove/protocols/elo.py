"""Which strength plays chess at which Elo, as `python -m bench strengths:chess` measures it against Stockfish."""

from __future__ import annotations

import numpy as np

MEASURED = ((10, 620), (20, 1050), (30, 1360), (40, 1690), (50, 1970), (60, 2210))  # strength, Elo

LEAST, MOST = MEASURED[0][1], MEASURED[-1][1]


def strength_of(elo: float) -> float:
    """Return the strength that plays at an Elo, between those that were measured."""
    strengths, elos = zip(*MEASURED, strict=True)
    return float(np.interp(elo, elos, strengths))
