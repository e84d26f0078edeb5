"""A fingerprint of the rules of a game and of what a learner sees of it, from how they behave.

It is taken from states of random games and not from the text, so that a comment may change and a rule may not.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np

from halfmove.compiled import plain
from halfmove.core.chance import CHANCE
from halfmove.core.encoding import Encoding, find_encoding
from halfmove.core.game import Game
from halfmove.core.random import Random, random
from halfmove.core.rules import legal_actions
from halfmove.core.wrapper import plain_throughout

GAMES, PLIES = 4, 40


def fingerprint(game: Game) -> str:
    """Return 16 letters that are the same as long as the same states follow and look the same to a learner."""
    rules = plain_throughout(find_encoding(unwrapped(game)).learned_as())
    encoding = plain(find_encoding(rules))
    hashed, numbers = blake2b(digest_size=8), random(0)
    hashed.update(repr((encoding.tuples(), encoding.symmetries(), encoding.stages)).encode())
    for _ in range(GAMES):
        state = rules.initial
        for _ in range(PLIES):
            hashed.update(repr(_seen(rules, encoding, state)).encode())
            if rules.is_terminal(state):
                break
            state = rules.result(state, _drawn(rules, state, numbers))
    return hashed.hexdigest()


def unwrapped(game: Any) -> Game:
    """Return the game inside its wrappers, whose states a learner sees: one more advice or a history change nothing."""
    while hasattr(game, "game"):
        game = game.game
    plain_game: Game = game
    return plain_game


def _seen(game: Game, encoding: Encoding, state: Any) -> tuple[Any, ...]:
    """Return what is to be seen of a state."""
    if game.is_terminal(state):
        return tuple(round(float(game.utility(state, player)), 6) for player in range(game.players))
    numbers, values = np.zeros(encoding.most_inputs, np.int64), np.zeros(encoding.most_inputs)
    side = encoding.viewpoint(state)
    count = encoding.write_inputs(state, side, numbers, values)
    cells = tuple(encoding.cell(state, side, place) for place in range(encoding.cells))
    inputs = sorted(zip(numbers[:count].tolist(), (round(value, 4) for value in values[:count].tolist())))
    return game.to_move(state), side, inputs, cells, sorted(legal_actions(game, state))


def _drawn(game: Game, state: Any, numbers: Random) -> int:
    """Draw an action whatever the order in which the game lists them."""
    if game.to_move(state) == CHANCE:
        listed = sorted(outcome for outcome, chance in game.chances(state) if chance > 0)
    else:
        listed = sorted(legal_actions(game, state))
    return listed[numbers.below(len(listed))]
