"""What people write and hear of a game: commentaries that stand beside the rules, as drawings do.

The class `NAMECommentary` speaks for the game NAME, and for the games that inherit from it. It stands in the module
`commentary` of the same package, or in one file with the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.beside import class_beside
from halfmove.core.naming import legal_actions
from halfmove.errors import IllegalAction

if TYPE_CHECKING:
    from halfmove.core.game import Game

_SHOWN = 12  # legal actions listed in a message


class Commentary:
    """What people write and hear of `game`. By default they write names, and hear nothing but these."""

    def __init__(self, game: Game) -> None:
        self.game: Any = game

    def read_action(self, state: Any, written: str) -> int:
        """Return the legal action that a player wrote, or refuse it; by default, the one of that name.

        A game that has several notations reads them all. `core.rules.action_named` checks what comes out.
        """
        return read_name(self.game, state, written)

    def why_illegal(self, state: Any, written: str) -> str:
        """Return why an action that somebody wrote is not legal, as a player would say it; by default, no reason."""
        return ""

    def how_ended(self, state: Any) -> str:
        """Return how the game came to its end in this terminal state, in a word or two; by default, nothing."""
        return ""

    def announce(self, percept: int, seen: Any) -> str:
        """Return what a player is told, in words, when he notices this of an action; by default, nothing.

        `seen` is what he sees then. It says no more than the percept does, so that nothing hidden is told.
        """
        return ""


def find_commentary(game: Game) -> Commentary:
    """Return the commentary that stands beside a game, or the default."""
    commentary: Commentary = class_beside(game.__class__, "commentary", Commentary)(game)
    return commentary


def read_name(game: Game, state: Any, written: str) -> int:
    """Return the legal action of a name; upper and lower case count only where they must."""
    names = {game.name(action, state): action for action in legal_actions(game, state)}
    if written in names:
        return names[written]
    folded = [action for name, action in names.items() if name.casefold() == written.casefold()]
    if len(folded) == 1:
        return folded[0]
    raise IllegalAction(refusal(game, state, written))


def refusal(game: Game, state: Any, written: str) -> str:
    """Say why an action is not legal: the reason of its commentary if it has one, otherwise what is legal."""
    if game.is_terminal(state):
        return f"{written}: the game is over"
    reason = find_commentary(game).why_illegal(state, written)
    if reason:
        return reason if reason.startswith(written) else f"{written}: {reason}"
    names = [game.name(action, state) for action in legal_actions(game, state)]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{written}: not a legal action here; legal are {' '.join(names[:_SHOWN])}{more}"


class WrapperCommentary(Commentary):
    """Of a game that wraps another one, the same is written and said."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.inside = find_commentary(game.game)

    def read_action(self, state: Any, written: str) -> int:
        return self.inside.read_action(self.unwrapped(state), written)

    def why_illegal(self, state: Any, written: str) -> str:
        return self.inside.why_illegal(self.unwrapped(state), written)

    def how_ended(self, state: Any) -> str:
        return self.inside.how_ended(self.unwrapped(state))

    def announce(self, percept: int, seen: Any) -> str:
        return self.inside.announce(percept, self.unwrapped(seen))

    def unwrapped(self, state: Any) -> Any:
        """Return the state of the game inside."""
        return state


class WithKeysCommentary(WrapperCommentary):
    """Nothing is said of what players know."""

    def unwrapped(self, state: Any) -> Any:
        return state.state


class WithHistoryCommentary(WrapperCommentary):
    """Nothing is said of the path to a state, unless the game ended by it."""

    def unwrapped(self, state: Any) -> Any:
        return state.state

    def how_ended(self, state: Any) -> str:
        return super().how_ended(state) if self.game.game.is_terminal(state.state) else "repetition"
