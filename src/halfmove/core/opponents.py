"""Opponent models: what a search assumes the other players to do, where they do not play perfectly.

Minimax is best against a perfect opponent; against any other there may be better strategies (AIMA, section 5.2). In a
`Modelled` game the turns of the others are chance's, so that every search that averages over chance finds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.compiled import compiled
from halfmove.core.advice import Advice, Bounds, find_bounds
from halfmove.core.chance import CHANCE, draw_action
from halfmove.core.game import Game
from halfmove.core.wrapper import Wrapper
from halfmove.errors import HalfmoveError, did_you_mean

PERFECT, RANDOM, GREEDY = "perfect", "random", "greedy"
MODELS = (PERFECT, RANDOM, GREEDY)


@compiled
class OpponentModel:
    """A player who takes any action, each as likely as another; a subclass answers better."""

    def chances(self, game: Any, state: Any) -> Iterator[tuple[int, float]]:
        """Yield each action that the player to move may take, and how likely it is."""
        count = 0
        for _ in game.actions(state):
            count += 1
        for action in game.actions(state):
            yield action, 1.0 / count


@compiled
class GreedyModel(OpponentModel):
    """A player who looks one ply ahead: of the actions that look best he takes any, unless he errs.

    He errs with probability `errs`, and then takes any action at all.
    """

    advice: Advice  #: that evaluates what he sees
    errs: float = 0.0  #: how likely he takes an action at random

    def chances(self, game: Any, state: Any) -> Iterator[tuple[int, float]]:
        best, most, count = 0, float("-inf"), 0
        for action in game.actions(state):
            count += 1
            value = self.promise(game, state, action)
            if value > most:
                best, most = 0, value
            if value == most:
                best += 1
        for action in game.actions(state):
            chance = self.errs / count
            if self.promise(game, state, action) == most:
                chance += (1.0 - self.errs) / best
            if chance > 0.0:
                yield action, chance

    def promise(self, game: Any, state: Any, action: int) -> float:
        """Return what an action looks worth to who takes it."""
        child, player = game.result(state, action), game.to_move(state)
        return game.utility(child, player) if game.is_terminal(child) else self.advice.evaluate(child, player)


@compiled
class Modelled(Wrapper):
    """A game as `player` sees it who knows how the others play: their turns are chance's, by the `model` of them."""

    game: Game  #: that is played
    player: int  #: who thinks
    model: OpponentModel  #: of everybody else

    has_chance = True

    @property
    def bounds(self) -> Bounds:
        """Not those of the game inside, which are about perfect players."""
        return find_bounds(self)

    def to_move(self, state: Any) -> int:
        return self.player if self.game.to_move(state) == self.player else CHANCE

    def chances(self, state: Any) -> Iterator[tuple[int, float]]:
        """Yield what chance does, or what the player to move does by the model of him."""
        if self.game.to_move(state) == CHANCE:
            for outcome, probability in self.game.chances(state):
                yield outcome, probability
        else:
            for action, probability in self.model.chances(self.game, state):
                yield action, probability

    def sample(self, state: Any, rng: Any) -> int:
        return draw_action(self, state, rng)


def modelled(game: Game, player: int, model: str) -> Game:
    """Return a game as `player` sees it who takes the others for `perfect`, `random` or `greedy`."""
    if model not in MODELS:
        raise HalfmoveError(f"model={model}: there is no such model{did_you_mean(model, MODELS)}; {', '.join(MODELS)}")
    if model == PERFECT:
        return game
    return Modelled(game, player, OpponentModel() if model == RANDOM else GreedyModel(game.advice))
