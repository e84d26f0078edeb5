"""Between values and hundredths of a pawn."""

HALF = 400  # hundredths of a pawn: the lead that is worth half of a win


def centipawns(value: float) -> float:
    """Return the lead that is worth `value`; without bound towards a win."""
    return HALF * value / (1.0 - abs(value)) if abs(value) < 1.0 else float("inf") * value


def from_centipawns(lead: float) -> float:
    """Return what a lead is worth."""
    return lead / (HALF + abs(lead))
