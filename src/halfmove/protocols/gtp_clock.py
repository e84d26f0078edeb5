"""Time as GTP tells it: main time, then periods of byo-yomi in which a number of stones must be played."""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.core.choice import Limit

_LEAST = 0.05  # seconds that are assumed to be left, whatever the clock says


@dataclass
class Settings:
    """Seconds of main time, seconds of a period, stones in it."""

    main: float
    period: float
    stones: int

    @property
    def is_unlimited(self) -> bool:
        """Tell whether no time is set: a period without stones, by the standard."""
        return self.stones == 0 and self.period > 0


class GtpClock:
    """The clock of one colour."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._seconds, self._stones = settings.main, 0  # stones are 0 in main time
        self._start_period()

    def set(self, seconds: float, stones: int) -> None:
        """Believe what the other side says is left."""
        self._seconds, self._stones = seconds, stones
        self._start_period()

    def spend(self, seconds: float) -> None:
        """Take off what a stone took."""
        self._seconds -= seconds
        if self._stones:
            self._stones -= 1
            if self._stones == 0:
                self._seconds, self._stones = self._settings.period, self._settings.stones
        self._start_period()

    def limit(self) -> Limit:
        """Return what may be used for the next stone."""
        return Limit(remaining=max(self._seconds, _LEAST), moves_to_go=self._stones or None)

    def _start_period(self) -> None:
        """Go over to byo-yomi when main time is used up."""
        if self._stones == 0 and self._seconds <= 0 and self._settings.stones:
            self._seconds, self._stones = self._seconds + self._settings.period, self._settings.stones
