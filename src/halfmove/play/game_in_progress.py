"""A game in progress: its state, its clocks, what was done so far, and what each player may see of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

from halfmove.core.choice import Choice
from halfmove.core.commentary import find_commentary
from halfmove.core.game import CHANCE, Game
from halfmove.core.history import with_history
from halfmove.core.knowledge import View, Viewer
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, utility_vector
from halfmove.core.secrets import has_secrets
from halfmove.core.wrapper import plain_throughout
from halfmove.play.clocks.time_control import UNLIMITED, Clock, Control
from halfmove.play.endings import OVER, Outcome


class Turn(NamedTuple):
    """One action: who took it, how long he thought, and what he thought of it."""

    player: int  # or CHANCE
    action: int
    seconds: float = 0.0
    value: float | None = None  # to the player, as he sees it
    depth: int = 0  # plies
    nodes: int = 0
    plies_to_end: int = 0  # where the value is proven


class Spent(NamedTuple):
    """What the moves of a player took in all, and the longest of them; how deep he looked, and how many nodes."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0  # seconds
    depth: int = 0  # plies, added up
    nodes: int = 0

    def __add__(self, other: Spent) -> Spent:  # type: ignore[override]
        sums: list[Any] = [mine + theirs for mine, theirs in zip(self, other, strict=True)]
        return Spent(*sums)._replace(longest=max(self.longest, other.longest))

    def mean(self, total: float) -> float:
        """Return what a move took on average of a total, such as the seconds."""
        return total / self.moves if self.moves else 0.0


def turn_of(player: int, choice: Choice, seconds: float) -> Turn:
    """Return what a player decided as a turn."""
    value = float(choice.value) if isfinite(choice.value) else None
    plies_to_end = len(choice.line) if choice.exact else 0
    return Turn(player, int(choice.action or 0), seconds, value, choice.depth, choice.nodes, plies_to_end)


class GameInProgress:
    """One game from a state on, between people and programs alike."""

    def __init__(
        self, game: Game, state: Any = None, controls: Sequence[Control] | Control = UNLIMITED, seed: int = 0
    ) -> None:
        self.given_game = game  # without the path that is remembered below
        self.secrets = has_secrets(game)
        self.game, self.state = with_history(game, game.initial if state is None else state)
        self.rules = plain_throughout(self.game)  # a single question is not worth compiling for
        self.controls = [controls] * game.players if isinstance(controls, Control) else list(controls)
        self.clocks = [Clock(control) for control in self.controls]
        self.spent = [Spent()] * game.players  # by seat, as the referee measured it
        self.dice = random(seed)
        self.turns: list[Turn] = []
        self.states = [self.state]
        self.outcome: Outcome | None = None
        self._viewer = Viewer(game, self._inside(self.state)) if self.secrets else None
        self._look()

    @property
    def mover(self) -> int:
        """Whose turn it is: a player, or CHANCE."""
        return self.rules.to_move(self.state)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended, by its rules or otherwise."""
        return self.outcome is not None

    def seen_by(self, player: int) -> tuple[Game, Any]:
        """Return the game and what `player` sees of the state; of a game with secrets, nothing that tells the path.

        The path is made of keys of whole states, secrets included.
        """
        if not self.secrets:
            return self.game, self.game.observation(self.state, player)
        return self.given_game, self.given_game.observation(self._inside(self.state), player)

    def view(self, player: int) -> View | None:
        """Return what `player` knows, where something is hidden."""
        return None if self._viewer is None else self._viewer.view(player)

    def percept(self, player: int) -> int:
        """Return what `player` noticed of the last turn, where something is hidden."""
        assert self._viewer is not None
        return self._viewer.events[player][-1].percept

    def _inside(self, state: Any) -> Any:
        """Return a state without its path."""
        return state.state if self.game is not self.given_game else state

    def legal(self) -> list[int]:
        """Return the legal actions."""
        return [] if self.over else legal_actions(self.rules, self.state)

    def chance(self) -> int:
        """Let CHANCE act, and return the outcome."""
        outcome = int(self.rules.sample(self.state, self.dice))
        self.take(Turn(CHANCE, outcome))
        return outcome

    def take(self, turn: Turn) -> None:
        """Take a legal action."""
        self.state = self.rules.result(self.state, turn.action)
        if self._viewer is not None:
            self._viewer.follow(turn.action, self._inside(self.state))
        self.turns.append(turn)
        self.states.append(self.state)
        self._look()

    def undo(self, turns: int) -> None:
        """Take back the last `turns` turns; clocks and dice run on."""
        del self.turns[len(self.turns) - turns :], self.states[len(self.states) - turns :]
        self.state = self.states[-1]
        if self._viewer is not None:
            self._viewer.undo(turns)
        self.outcome = None

    def _look(self) -> None:
        if self.rules.is_terminal(self.state):
            utilities = tuple(map(float, utility_vector(self.rules, self.state)))
            self.outcome = Outcome(OVER, utilities, find_commentary(self.rules).how_ended(self.state))
