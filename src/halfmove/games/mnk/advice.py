"""Advice for the engine: the threats of `shared.threats`, on boards of every size."""

from halfmove.compiled import compiled
from halfmove.games.mnk.rules import HUGE, LARGE
from halfmove.games.shared.threats import SETS, Reach, ThreatAdvice
from halfmove.games.shared.widths import widened

LargeReach = widened(Reach, "LargeReach", LARGE, *SETS)
HugeReach = widened(Reach, "HugeReach", HUGE, *SETS)


@compiled
class MNKAdvice(ThreatAdvice):
    """Threats on a board that fits into a machine word."""


@compiled
class LargeMNKAdvice(ThreatAdvice):
    """Threats on a board of more than 63 bits."""

    def new_reach(self, five, four, open_four, four_three, crossing, three, points):
        return LargeReach(five, four, open_four, four_three, crossing, three, points)


@compiled
class HugeMNKAdvice(ThreatAdvice):
    """Threats on a board of more than 256 bits."""

    def new_reach(self, five, four, open_four, four_three, crossing, three, points):
        return HugeReach(five, four, open_four, four_three, crossing, three, points)
