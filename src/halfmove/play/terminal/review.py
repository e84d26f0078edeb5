"""A review of a game: what a strong player thinks of each action, and which ones cost most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.core.rules import for_other, mover
from halfmove.play.game_in_progress import GameInProgress, Turn

_SLIGHT = 0.01  # of what there is to win: less is no mistake, as values of two searches differ a little

Adviser = Callable[[Game, Any, Limit], Choice]


class Judged(NamedTuple):
    """An action with the line that answers it, and the best one with its line, both valued for the player who acted."""

    ply: int  # from 1 on
    player: int
    action: str
    played: Choice
    best: Choice

    @property
    def cost(self) -> float:
        """What the player gave away."""
        return max(0.0, self.best.value - self.played.value)

    @property
    def better(self) -> str:
        """The best action by name."""
        return (self.best.names() or [self.action])[0]


def review(ongoing: GameInProgress, players: Sequence[int], adviser: Adviser, limit: Limit) -> Iterator[Judged]:
    """Judge the actions of some players, one by one, in a game of one or two."""
    for ply, turn in enumerate(ongoing.turns, 1):
        if turn.player in players:
            yield judge(ongoing, ply, turn, adviser, limit)


def judge(ongoing: GameInProgress, ply: int, turn: Turn, adviser: Adviser, limit: Limit) -> Judged:
    """Compare an action with the best one."""
    game, rules, state = ongoing.game, ongoing.rules, ongoing.states[ply - 1]
    best = adviser(game, game.observation(state, turn.player), limit)
    played = best
    if best.action is not None and best.action != turn.action:
        played = _answered(ongoing, ply, turn, adviser, limit)
        if played.value >= best.value:  # two searches differ a little: an action is not better than the best
            played = replace(played, value=best.value, kind=best.kind)
    return Judged(ply, turn.player, rules.name(turn.action, state), played, best)


def _answered(ongoing: GameInProgress, ply: int, turn: Turn, adviser: Adviser, limit: Limit) -> Choice:
    """Return what an action was worth to its player, with the line that answers it best."""
    game, rules = ongoing.game, ongoing.rules
    before, after = ongoing.states[ply - 1], ongoing.states[ply]
    if rules.is_terminal(after):
        reply = Choice(None, float(rules.utility(after, turn.player)))
    else:
        acting = mover(rules, after)
        reply = adviser(game, game.observation(after, acting), limit)
        if acting != turn.player:
            reply = replace(reply, value=for_other(rules, reply.value))
    return replace(reply, action=turn.action, line=(turn.action, *reply.line), game=game, state=before)


def mistakes(judged: Sequence[Judged], game: Game, most: int) -> list[Judged]:
    """Return the actions that cost most, the worst first; slight ones are left out."""
    slight = _SLIGHT * (game.utilities[1] - game.utilities[0])
    costly = [each for each in judged if each.cost > slight]
    return sorted(costly, key=lambda each: -each.cost)[:most]
