"""Less than full strength, for any game: fewer nodes, and actions that are overlooked where the search begins."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from halfmove.compiled import mix, plain
from halfmove.core.choice import Limit
from halfmove.core.game import Game
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError

FULL_STRENGTH = 100
_FEWEST, _DOUBLING = 4, 5.0  # the least strength searches 2 ** 4 nodes, and each 5 more twice as many
_CARE = 3  # the chance to overlook an action is the share of strength that is missing, raised to this power
_EVERY_HASH = 1 << 63  # how many there are


def weakened(
    game: Game, state: Any, limit: Limit, strength: float, seed: int = 0, only: Collection[int] = ()
) -> tuple[Limit, Collection[int]]:
    """Return the limit of a player of some strength, and the actions he considers; an empty collection means all.

    With the same seed, whatever a player overlooks a weaker one overlooks too, whenever the state comes up.
    """
    if not 0 <= strength <= FULL_STRENGTH:
        raise HalfmoveError(f"a strength of {strength}: it is from 0 to {FULL_STRENGTH}, which is full strength")
    if strength == FULL_STRENGTH:
        return limit, only
    nodes = round(2 ** (_FEWEST + strength / _DOUBLING))
    limit = replace(limit, nodes=nodes if limit.nodes is None else min(nodes, limit.nodes))
    rules = plain(game)
    here, overlooked = mix(rules.key(state), seed), (1 - strength / FULL_STRENGTH) ** _CARE
    shows = {action: mix(action, here) / _EVERY_HASH for action in only or legal_actions(rules, state)}
    seen = [action for action, how_clearly in shows.items() if how_clearly >= overlooked]
    return limit, seen or sorted(shows, key=lambda action: -shows[action])[:1]
