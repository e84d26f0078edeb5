"""What tells the rules of one game from those of another: what they answer in a few random games.

It follows what a game does and not how it is written, so that a table stays valid when the text of its game changes.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from halfmove.compiled import plain
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.wrapper import Wrapper

_STATES = 300  # that are asked about
_LONGEST = 100  # plies of one game
_BYTES = 16


def fingerprint(game: Game, root: Any = None) -> str:
    """Return a digest of the rules; `root` is the state in which the games begin."""
    rules, rng = plain(game), random(len(type(game).__name__))
    root = rules.initial if root is None else root
    digest = blake2b(digest_size=_BYTES)
    digest.update(repr((rules.players, rules.utilities, rules.step, rules.repetition)).encode())
    state, plies = root, 0
    for _ in range(_STATES):
        over, mover = bool(rules.is_terminal(state)), int(rules.to_move(state))
        digest.update(repr((over, mover, int(rules.state_hash(state)))).encode())
        if over:
            digest.update(repr([float(rules.utility(state, player)) for player in range(rules.players)]).encode())
        if over or plies == _LONGEST:
            state, plies = root, 0
            continue
        if mover == CHANCE:
            digest.update(
                repr([(int(each), round(float(chance), 9)) for each, chance in rules.chances(state)]).encode()
            )
        actions = [int(action) for action in rules.actions(state)]
        digest.update(repr(actions).encode())
        state, plies = rules.result(state, actions[rng.below(len(actions))]), plies + 1
    return digest.hexdigest()


def bare(game: Game) -> Game:
    """Return the game inside those that only wrap it: a table is about states without a past."""
    while isinstance(game, Wrapper):
        game = game.game
    return game


def bare_state(game: Game, state: Any) -> Any:
    """Return a state as the game inside knows it."""
    while isinstance(game, Wrapper):
        game, state = game.game, getattr(state, "state", state) if hasattr(state, "path") else state
    return state
