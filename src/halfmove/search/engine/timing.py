"""How long to think: some time is always kept for later actions, and more of it if earlier answers came late."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from halfmove.core.choice import Limit

_LATENCY = 0.005  # seconds that may pass between a deadline and the answer, where no more was seen
_LATE = 0.2  # the share of a time that latency takes at most
_RESERVE = 0.2  # seconds on a clock that are never planned for
_RESERVED = 0.2  # the share of what a clock showed at first that the reserve takes at most
_LAGS = 3  # times the worst lag so far that is never planned for either
_LAGS_TO_COME = 100  # actions whose lags have to be paid for out of what is left, where no increment does
_UNDER_RESERVE = 0.02  # the share that is used of a clock that shows no more than the reserve
_AT_MOST = 3.0  # shares that a hard choice may take
_UNTIL = 0.6  # of a share: after that, no deeper search is begun
_FADES = 0.97  # the share of the worst lag that is left after another answer
_RECENT = 0.1  # what the last answer counts for in the mean lag
_LONGEST_LAG = 1.0  # seconds: a clock that shows less by more than that is another one


class Budget(NamedTuple):
    """Seconds after which no deeper search is begun, and seconds after which the search is stopped."""

    enough: float | None = None
    most: float | None = None


class Lag(NamedTuple):
    """Seconds that answers took beyond what was planned for them."""

    mean: float = 0.0
    worst: float = 0.0


NO_LAG = Lag()


def budget(limit: Limit, lag: Lag = NO_LAG, full: float = 0.0) -> Budget:
    """Return how long a search under `limit` may take: all of a fixed time, and a part of what is on a clock.

    `full` is what the clock showed at first.
    """
    latency = max(_LATENCY, lag.worst)
    most = None if limit.seconds is None else limit.seconds - min(latency, _LATE * limit.seconds)
    if limit.remaining is None:
        return Budget(None, most)
    unpaid = max(lag.mean - limit.increment, 0.0)
    reserve = max(min(_RESERVE, _RESERVED * max(full, limit.remaining)), _LAGS * lag.worst) + _LAGS_TO_COME * unpaid
    last = limit.moves_to_go == 1  # the clock is filled again: nothing is kept for later
    left = max(limit.remaining - reserve, limit.remaining * (0.5 if last else _UNDER_RESERVE))
    share = replace(limit, remaining=left, increment=max(limit.increment - lag.mean, 0.0)).share()
    assert share is not None
    share = max(share - unpaid, _LATE * share)
    longest = min(share, left) if last else min(share * _AT_MOST, left / 2)
    longest -= min(latency, _LATE * longest)
    return Budget(share * _UNTIL, longest if most is None else min(longest, most))


class Timekeeper:
    """Plans one search after another, by how much later than planned the answers to the earlier ones came."""

    def __init__(self) -> None:
        self.lag = NO_LAG
        self._full = 0.0  # seconds: the most that a clock has shown in this game
        self._expected: dict[int, float] = {}  # seconds on the clock of a player, had his answer come in no time

    def plan(self, limit: Limit, player: int) -> Budget:
        """Return how long a search of `player` may take, whose clock tells how late his last answer was."""
        expected = self._expected.pop(player, None)
        if limit.remaining is not None:
            self._full = max(self._full, limit.remaining)
            if expected is not None:
                self._note(max(expected - limit.remaining, 0.0))  # more is there where the clock was filled again
        return budget(limit, self.lag, self._full)

    def answered(self, limit: Limit, player: int, planned: Budget, seconds: float) -> None:
        """Note how long a search took."""
        thought = seconds if planned.most is None else min(seconds, planned.most)
        if limit.remaining is None:
            self._note(seconds - thought)
        else:
            self._expected[player] = limit.remaining - thought + limit.increment

    def forget(self) -> None:
        """Forget the clocks, as for a new game; the lag stays, for the machine is the same."""
        self._full = 0.0
        self._expected.clear()

    def _note(self, late: float) -> None:
        if late < _LONGEST_LAG:
            mean, worst = self.lag
            self.lag = Lag(mean + _RECENT * (late - mean), max(late, worst * _FADES))
