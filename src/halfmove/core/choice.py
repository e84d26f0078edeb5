"""What a search returns, and what it is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from halfmove.core.text import html
from halfmove.errors import HalfmoveError

if TYPE_CHECKING:
    from halfmove.core.game import Game

EXACT, ESTIMATE = "exact", "estimate"  # what is known of a value

TO_THE_END = 1000  # plies: deeper than any game that a full search can finish


@dataclass(frozen=True)
class Choice:
    """What a search decided: an action, its value for the player to move, and how it came to that."""

    action: int | None  # None where the game is over
    value: float
    line: tuple[int, ...] = ()  # best play from here, as far as the search saw it
    depth: int = 0  # plies
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
    kind: str = EXACT  # what is known of the value
    stopped: bool = False  # at a limit, before the search of this depth was complete
    vector: tuple[float, ...] = ()  # what each player gets, where there are more than two
    game: Game | None = field(default=None, compare=False, repr=False)
    state: Any = field(default=None, compare=False, repr=False)

    @property
    def exact(self) -> bool:
        """Tell whether the value is proven."""
        return self.kind == EXACT

    def names(self) -> list[str]:
        """Return the line as players write it."""
        if self.game is None:
            return [str(action) for action in self.line]
        names, state = [], self.state
        for action in self.line:
            names.append(self.game.name(action, state))
            state = self.game.result(state, action)
        return names

    def __str__(self) -> str:
        action = self.names()[0] if self.line else str(self.action)
        sign = "=" if self.exact else "~"
        return f"{action} (value {sign} {self.value:g}, depth {self.depth}, {self.nodes:,} nodes, {self.seconds:.3g} s)"

    def _repr_html_(self) -> str:
        return html(str(self), "line: " + " ".join(self.names()), self.game.show(self.state) if self.game else "")


@dataclass(frozen=True)
class Limit:
    """How far a search may go; it stops at whichever comes first."""

    depth: int | None = None  # plies
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "seconds"):
            value = getattr(self, name)
            if value is None:
                continue
            unit = "plies" if name == "depth" else name
            number: Any = Real if name == "seconds" else Integral
            if not isinstance(value, number):
                raise HalfmoveError(f"a limit of {value!r} {unit}: not a {'' if name == 'seconds' else 'whole '}number")
            if not value > 0:
                raise HalfmoveError(f"a limit of {value} {unit} leaves nothing to search")
