"""Advice for the engine: the threats of `shared.threats`, on boards of every size."""

from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, compiled
from halfmove.games.mnk.rules import HUGE, LARGE
from halfmove.games.shared.threats import ThreatAdvice


class LargeReach(NamedTuple):
    five: Annotated[int, Bits(LARGE)]
    four: Annotated[int, Bits(LARGE)]
    open_four: Annotated[int, Bits(LARGE)]
    four_three: Annotated[int, Bits(LARGE)]
    crossing: Annotated[int, Bits(LARGE)]
    three: Annotated[int, Bits(LARGE)]
    points: int


class HugeReach(NamedTuple):
    five: Annotated[int, Bits(HUGE)]
    four: Annotated[int, Bits(HUGE)]
    open_four: Annotated[int, Bits(HUGE)]
    four_three: Annotated[int, Bits(HUGE)]
    crossing: Annotated[int, Bits(HUGE)]
    three: Annotated[int, Bits(HUGE)]
    points: int


@compiled
class MNKAdvice(ThreatAdvice):
    """Threats on a board that fits into a machine word."""


@compiled
class LargeMNKAdvice(ThreatAdvice):
    """Threats on a board of more than 63 bits."""

    def made(self, five, four, open_four, four_three, crossing, three, points):
        return LargeReach(five, four, open_four, four_three, crossing, three, points)


@compiled
class HugeMNKAdvice(ThreatAdvice):
    """Threats on a board of more than 256 bits."""

    def made(self, five, four, open_four, four_three, crossing, three, points):
        return HugeReach(five, four, open_four, four_three, crossing, three, points)
