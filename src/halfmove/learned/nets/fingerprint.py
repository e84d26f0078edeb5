"""A fingerprint of the rules and of what a network sees, taken from states of random games as `learned.fingerprint` is.

Boards of other sizes have other states, so it is that of the size that was learned.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from halfmove.compiled import plain
from halfmove.core.network_view import find_view
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.learned.fingerprint import GAMES, PLIES, unwrapped


def fingerprint_of_view(game: Any) -> str:
    """Return 16 letters that are the same as long as the same states follow and look the same to a network."""
    return _fingerprint(game, _seen_with_places)


def fingerprint_of_pieces(game: Any) -> str:
    """Return the same for a network that sees the pieces alone."""
    return _fingerprint(game, lambda rules, view, state: (tuple(view.pieces(state)), view.mirror))


def _seen_with_places(rules: Any, view: Any, state: Any) -> tuple[Any, ...]:
    places = sorted((view.policy_index(state, action), action) for action in legal_actions(rules, state))
    return tuple(view.seen(state)), places


def _fingerprint(game: Any, look: Callable[[Any, Any, Any], tuple[Any, ...]]) -> str:
    rules = plain_throughout(unwrapped(game))
    view = plain(find_view(rules))
    hashed, numbers = blake2b(digest_size=8), random(0)
    for _ in range(GAMES):
        state = rules.initial
        for _ in range(PLIES):
            if rules.is_terminal(state):
                hashed.update(repr([round(float(rules.utility(state, player)), 6) for player in (0, 1)]).encode())
                break
            actions = sorted(legal_actions(rules, state))
            hashed.update(repr((rules.to_move(state), actions, look(rules, view, state))).encode())
            state = rules.result(state, actions[numbers.below(len(actions))])
    return hashed.hexdigest()
