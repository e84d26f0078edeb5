"""A review of a game: what a strong player thinks of each action, and which ones cost most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.core.rules import for_other, mover
from halfmove.play.game_in_progress import GameInProgress

_SLIGHT = 0.01  # of what there is to win: less is no mistake, as values of two searches differ a little

Adviser = Callable[[Game, Any, Limit], Choice]


class Judged(NamedTuple):
    """An action, what it was worth to its player, and what the best one was worth."""

    ply: int  # from 1 on
    player: int
    action: str
    value: float
    best: str
    best_value: float

    @property
    def cost(self) -> float:
        """What the player gave away."""
        return max(0.0, self.best_value - self.value)


def review(ongoing: GameInProgress, players: Sequence[int], adviser: Adviser, limit: Limit) -> Iterator[Judged]:
    """Judge the actions of some players, one by one, in a game of one or two."""
    game, rules = ongoing.game, ongoing.rules
    for ply, (turn, state) in enumerate(zip(ongoing.turns, ongoing.states, strict=False), 1):
        if turn.player not in players:
            continue
        best = adviser(game, game.observation(state, turn.player), limit)
        value = best.value
        if best.action is not None and best.action != turn.action:
            value = min(best.value, _worth(ongoing, ongoing.states[ply], turn.player, adviser, limit))
        name = rules.name(turn.action, state)
        better = name if best.action is None else rules.name(best.action, state)
        yield Judged(ply, turn.player, name, value, better, best.value)


def _worth(ongoing: GameInProgress, state: Any, player: int, adviser: Adviser, limit: Limit) -> float:
    """Return what a state is worth to a player."""
    game, rules = ongoing.game, ongoing.rules
    if rules.is_terminal(state):
        return float(rules.utility(state, player))
    acting = mover(rules, state)
    value = adviser(game, game.observation(state, acting), limit).value
    return value if acting == player else for_other(rules, value)


def mistakes(judged: Sequence[Judged], game: Game, most: int) -> list[Judged]:
    """Return the actions that cost most, the worst first; slight ones are left out."""
    slight = _SLIGHT * (game.utilities[1] - game.utilities[0])
    found = [each for each in judged if each.cost > slight]
    return sorted(found, key=lambda each: -each.cost)[:most]
