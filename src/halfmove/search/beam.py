"""Forward pruning: look only at the `width` actions that seem best, as people do (Zell, section 5.4).

What is pruned so is not proven to be worse: the best action may be among it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

import numpy as np

from halfmove.compiled import compiled
from halfmove.core.choice import Choice
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.search.decide import Options, decide, plies_within
from halfmove.search.policies import INFINITY, SearchPolicy, value_of

MOST_WIDTH = 1 << 12  # actions of a state; a beam that is wider is as good as none


def beam(
    game: Game, state: Any = None, depth: int | None = None, *, width: int = 3, **options: Unpack[Options]
) -> Choice:
    """Choose an action by alpha-beta over the `width` most promising actions of each state."""
    if width < 1:
        raise HalfmoveError(f"a beam of width {width} leaves nothing to search")
    width = min(width, MOST_WIDTH)
    rows = plies_within(depth, options.get("limit")) + 1
    policy = Beam(np.empty((rows, width), np.int64), np.empty((rows, width)), np.zeros(rows, np.int64))
    return decide(value_of, game, state, depth, -INFINITY, INFINITY, policy, **options)


@compiled
class Beam(SearchPolicy):
    """Only the most promising actions are legal. Row d is for the node on the path with d plies left."""

    ranked: np.ndarray  # actions, as many as the beam is wide
    estimates: np.ndarray  # what they seem to be worth to the player to move
    counts: np.ndarray  # of all actions, also of those that are left out

    def actions(self, game: Any, advice: Any, state: Any, depth: int) -> Iterator[int]:
        self.rank(game, advice, state, self.ranked[depth], self.estimates[depth], depth)
        for i in range(min(self.counts[depth], self.ranked.shape[1])):
            yield int(self.ranked[depth, i])

    def left_out(self, depth: int) -> bool:
        return bool(self.counts[depth] > self.ranked.shape[1])

    def rank(self, game: Any, advice: Any, state: Any, ranked: Any, estimates: Any, depth: int) -> None:
        """List the actions that seem best, the best first; equals keep their order."""
        mover, count = game.to_move(state), 0
        for action in game.actions(state):
            child = game.result(state, action)
            estimate = game.utility(child, mover) if game.is_terminal(child) else advice.evaluate(child, mover)
            at = min(count, len(ranked))
            while at > 0 and estimates[at - 1] < estimate:
                at -= 1
                if at + 1 < len(ranked):
                    ranked[at + 1], estimates[at + 1] = ranked[at], estimates[at]
            if at < len(ranked):
                ranked[at], estimates[at] = action, estimate
            count += 1
        self.counts[depth] = count
