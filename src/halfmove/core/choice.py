"""What a search returns, and what it is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from halfmove.core.drawing import html
from halfmove.core.text import write_number
from halfmove.core.worth import worth
from halfmove.errors import HalfmoveError

if TYPE_CHECKING:
    from halfmove.core.game import Game

EXACT, ESTIMATE = "exact", "estimate"  # what is known of a value

_TIMES = ("seconds", "remaining", "increment")
_UNITS = {
    "depth": "plies",
    "nodes": "nodes",
    "seconds": "seconds",
    "remaining": "seconds on the clock",
    "increment": "seconds of increment",
    "moves_to_go": "moves to go",
}
_ACTIONS_LEFT = 30  # that a game is assumed to have where the clock is not filled again
_OF_INCREMENT = 0.75  # the part that is spent at once
_RESERVE = 0.05  # seconds that are never planned for

TO_THE_END = 1000  # plies: deeper than any game that a full search can finish
UNTIL_STOPPED = float("inf")  # seconds of a search that nothing but a stop is to end


@dataclass(frozen=True)
class Choice:
    """What a search decided: an action, its value for the player to move, and how it came to that."""

    action: int | None  #: None where the game is over
    value: float  #: to the player to move, in the game's utility
    line: tuple[int, ...] = ()  #: best play from here, as far as the search saw it
    depth: int = 0  #: plies that were searched
    nodes: int = 0  #: states that were looked at
    seconds: float = field(default=0.0, compare=False)  #: that the search took
    kind: str = EXACT  #: what is known of the value: `EXACT` or `ESTIMATE`
    stopped: bool = False  #: at a limit, before the search of this depth was complete
    vector: tuple[float, ...] = ()  #: what each player gets, where there are more than two
    visits: int = 0  #: simulated games that took the action, where a search counts them
    cut_off: bool = False  #: whether simulated games are cut off and evaluated, or a model is asked instead of them
    mixture: tuple[tuple[int, float], ...] = ()  #: how likely each action is, where the action was drawn
    distance: int | None = None  #: plies to the end, where the line does not tell: 0 if nobody knows
    interval: tuple[float, ...] = ()  #: the 95 % confidence interval of a value that was sampled, low and high
    others: tuple[Choice, ...] = field(default=(), repr=False)  #: the next best actions, if they were to be ranked
    game: Game | None = field(default=None, compare=False, repr=False)  #: that was searched
    state: Any = field(default=None, compare=False, repr=False)  #: in which the action is to be taken

    @property
    def exact(self) -> bool:
        """Tell whether the value is proven."""
        return self.kind == EXACT

    @property
    def name(self) -> str:
        """The action as players write it; nothing where the game is over."""
        if self.action is None:
            return ""
        return str(self.action) if self.game is None else self.game.name(self.action, self.state)

    def names(self) -> list[str]:
        """Return the line as players write it."""
        if self.game is None:
            return [str(action) for action in self.line]
        names, state = [], self.state
        for place, action in enumerate(self.line):
            if place:  # what follows the last action is not asked: a player may not see enough of the state to tell
                state = self.game.result(state, self.line[place - 1])
            names.append(self.game.name(action, state))
        return names

    def worth(self) -> str:
        """Return what the value means, as players say it: `wins in 3`, `+0.4 pawns`, `61 % to win`.

        An estimate is taken for one of the game's own advice, in its unit.
        """
        return worth(self)

    def __str__(self) -> str:
        action = self.name or str(self.action)
        value = f"{'=' if self.exact else '~'} {write_number(self.value, 3)}"
        return f"{action} (value {value}, depth {self.depth}, {self.nodes:,} nodes, {self.seconds:.3g} s)"

    def _repr_html_(self) -> str:
        return html(str(self), "line: " + " ".join(self.names()), self.game, self.state, self.action)


@dataclass(frozen=True)
class Limit:
    """How far a search may go; it stops at whichever comes first.

    A player whose clock runs is also told what is left on it; `share` turns that into seconds for this action.
    """

    depth: int | None = None  #: plies
    nodes: int | None = None  #: states that may be looked at
    seconds: float | None = None  #: for this action
    remaining: float | None = None  #: seconds on the player's clock
    increment: float = 0.0  #: seconds that each action adds to it
    moves_to_go: int | None = None  #: actions until the clock is filled again; None if it never is

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is None:
                continue
            unit = _UNITS[name]
            whole = name not in _TIMES
            if not isinstance(value, Integral if whole else Real):
                raise HalfmoveError(f"a limit of {value!r} {unit}: not a {'whole ' if whole else ''}number")
            if value < 0 or value == 0 and name != "increment" or value != value:
                raise HalfmoveError(f"a limit of {value} {unit} leaves nothing to search")
        if self.remaining is None and (self.increment or self.moves_to_go is not None):
            raise HalfmoveError("a limit of an increment or of moves to go: say also what is remaining on the clock")

    def share(self) -> float | None:
        """Return the seconds that this action may take, a fair part of what is on the clock; None for no limit."""
        if self.remaining is None:
            return self.seconds
        spare = max(self.remaining - _RESERVE, self.remaining / 2)
        share = min(self.remaining / (self.moves_to_go or _ACTIONS_LEFT) + self.increment * _OF_INCREMENT, spare)
        return share if self.seconds is None else min(share, self.seconds)
