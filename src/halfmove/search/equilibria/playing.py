"""Playing by an equilibrium: learn it once, then draw each action from it."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, Choice, Limit
from halfmove.core.game import Game
from halfmove.core.knowledge import View, view_of
from halfmove.core.random import Random, random
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError
from halfmove.running.clock import Clock
from halfmove.search.equilibria.equilibrium import FASTEST, Equilibrium
from halfmove.search.equilibria.policy import Policy
from halfmove.search.equilibria.sequence_form import MOST_LEAVES

PLAYABLE = 1e-3  # the exploitability, as a share of what can be won, at which learning ends before a game
LEARNING = 10.0  # seconds that it takes at most


class EquilibriumPlayer:
    """Has learned how to play a game; `choose` draws actions from that."""

    def __init__(
        self,
        game: Game,
        variant: str = FASTEST,
        iterations: int | None = None,
        exploitability: float | None = None,
        most: int = MOST_LEAVES,
    ) -> None:
        self.game = game
        found = Equilibrium(game, variant, most)
        seconds = None
        if iterations is None and exploitability is None:
            low, high = game.utilities
            exploitability, seconds = PLAYABLE * (high - low) / 2, LEARNING
        found.learn(iterations, exploitability, seconds)
        self.policy = found.policy()
        self.values = [found.values(player) for player in range(2)]

    def choose(self, view: View, rng: Random) -> Choice:
        """Draw an action for the player who knows this."""
        worth = self.values[view.player].get(view.key, sum(self.game.utilities) / 2)
        return drawn(self.game, self.policy, view, rng, worth)


def drawn(game: Game, policy: Policy, view: View, rng: Random, value: float | None = None) -> Choice:
    """Return an action drawn from a policy, with how likely each was."""
    clock, actions = Clock(), legal_actions(plain(game), view.seen)
    if view.events is None:
        raise HalfmoveError(
            f"{type(game).__name__}: a policy needs to know the game from its beginning: say the actions"
        )
    chances = policy.chances(view.player, view.key, actions)
    action = policy.draw(view.player, view.key, actions, rng)
    worth = sum(game.utilities) / 2 if value is None else value
    return Choice(
        action, worth, (action,), 0, 1, clock.seconds, ESTIMATE, mixture=tuple(chances), game=game, state=view.seen
    )


def play_equilibrium(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    limit: Limit | None = None,
    seed: int = 0,
    **options: Any,
) -> Choice:
    """Learn an equilibrium of a game for two players, and draw an action from it; `state` is a `View`."""
    return EquilibriumPlayer(game, **options).choose(view_of(game, state), random(seed))
