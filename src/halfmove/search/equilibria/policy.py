"""A policy: for each information set of each player, how likely he takes which action.

Where a player never comes by his own policy, and where it does not know a set, each action is as likely as another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.search.equilibria.sequence_form import SequenceForm


class Policy:
    """Probabilities of actions by information keys, those that `WithKeys` keeps."""

    def __init__(self, sets: Sequence[Mapping[int, tuple[tuple[int, float], ...]]]) -> None:
        self.sets = tuple(sets)  # for each player: the key of a set, and its actions with their probabilities

    @staticmethod
    def of(form: SequenceForm, strategies: Sequence[NDArray[np.float64]]) -> Policy:
        """Return the policy of strategies, which give each sequence a probability."""
        found = []
        for sets, strategy in zip(form.sets, strategies, strict=True):
            actions, likely = sets.actions.tolist(), strategy.tolist()
            spans = zip(sets.keys.tolist(), sets.first.tolist(), sets.count.tolist(), strict=True)
            found.append(
                {
                    key: tuple(zip(actions[first : first + count], likely[first : first + count], strict=True))
                    for key, first, count in spans
                }
            )
        return Policy(found)

    def chances(self, player: int, key: int, actions: Sequence[int]) -> tuple[tuple[int, float], ...]:
        """Return each action and how likely the player takes it."""
        known = self.sets[player].get(key) if player < len(self.sets) else None
        if known is None or {action for action, _ in known} != set(actions):
            return tuple((action, 1.0 / len(actions)) for action in actions)
        return known

    def knows(self, player: int, key: int) -> bool:
        """Tell whether an information set is in the policy."""
        return player < len(self.sets) and key in self.sets[player]

    def draw(self, player: int, key: int, actions: Sequence[int], rng: Any) -> int:
        """Draw an action."""
        left = rng.fraction()
        drawn = actions[0]
        for action, likely in self.chances(player, key, actions):
            if likely > 0.0:
                drawn = action
            left -= likely
            if left < 0:
                break
        return drawn

    def strategy(self, form: SequenceForm, player: int) -> NDArray[np.float64]:
        """Return the policy of a player as a probability for each of his sequences."""
        sets = form.sets[player]
        likely = np.ones(int(sets.size[1]))
        for key, first, count in zip(sets.keys.tolist(), sets.first.tolist(), sets.count.tolist(), strict=True):
            span = slice(first, first + count)
            chances = dict(self.chances(player, key, sets.actions[span].tolist()))
            likely[span] = [chances[action] for action in sets.actions[span].tolist()]
        return likely
