"""What is said about a game in words: commentaries that stand beside the rules, as drawings do.

The class `NAMECommentary` speaks for the game NAME, and for the games that inherit from it. It stands in the module
`commentary` of the same package, or in one file with the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.beside import class_beside

if TYPE_CHECKING:
    from halfmove.core.game import Game


class Commentary:
    """What is said in words about `game`. By default nothing is: a reader sees names, states and numbers."""

    def __init__(self, game: Game) -> None:
        self.game: Any = game

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


class WrapperCommentary(Commentary):
    """Of a game that wraps another one, the same is said."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.inside = find_commentary(game.game)

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
