"""Many games at once, each with the tree of the search for its next action: arrays, one row a game or a node.

A tree has a fixed number of nodes, one for each simulation; its root is the first. A node keeps for each of its
actions the prior, the sum of the values, the visits and the child: only visited actions need an exponential.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, lane_of, plain, words_of
from halfmove.errors import HalfmoveError

PRIOR, SUM, VISITS, CHILD = range(4)  # what an edge holds
BETWEEN, NEW_GAME, IDLE = -1, -2, -3  # instead of a leaf: nothing is waited for; a game begins; nothing is to be done
NOBODY = -1  # whom an earlier network plays for
SPARE = 2  # nodes beyond one for each simulation: the root, and none


@compiled
class Games:
    """The working memory of self-play."""

    # of nodes, each game's one after the other
    states: NDArray[np.int64]  # as words
    movers: NDArray[np.int8]
    counts: NDArray[np.int32]  # of actions
    actions: NDArray[np.int32]
    places: NDArray[np.int32]  # of the actions in the policy of the network
    edges: NDArray[np.float32]
    values: NDArray[np.float32]  # for the mover: of the network, or where the game is over
    over: NDArray[np.int8]
    # of games
    leaf: NDArray[np.int32]  # the node that waits for the network, or one of the three above
    done: NDArray[np.int32]  # simulations of this search
    depth: NDArray[np.int32]  # plies from the root to the leaf
    used: NDArray[np.int32]  # nodes
    plies: NDArray[np.int32]  # since the game began, random ones left out
    elder: NDArray[np.int8]  # the player for whom an earlier network plays, or NOBODY
    asks_elder: NDArray[np.int8]  # whether the leaf is for that network
    path: NDArray[np.int32]  # nodes
    taken: NDArray[np.int32]  # which action at each
    noise: NDArray[np.float32]  # of the root: logarithms of the priors and Gumbel noise
    counter: NDArray[np.int64]  # random numbers that were drawn, and a seed
    chosen: NDArray[np.int32]  # where only one action is asked for
    worth: NDArray[np.float32]  # to the mover, by that search
    # what is sent to the network, and what it answers: a logit for each place in the policy, then the value
    asked: NDArray[np.int64]
    answer: NDArray[np.float32]
    # positions of the game that is being played
    kept: NDArray[np.int32]  # how many
    seen: NDArray[np.int64]
    seen_places: NDArray[np.int32]
    policy: NDArray[np.float32]
    policy_counts: NDArray[np.int32]
    root_values: NDArray[np.float32]
    seen_movers: NDArray[np.int8]
    # of a game that is over
    finished: NDArray[np.int32]  # how many positions it brought; 0 while it is played
    result: NDArray[np.float32]  # for the first player
    last_mover: NDArray[np.int8]
    owners: NDArray[np.int64]


class Shape:
    """How large the arrays are for a game, and what a network sees of it."""

    def __init__(self, game: Any, view: Any, actions: int, plies: int) -> None:
        self.game, self.view, self.actions, self.plies = game, view, actions, plies
        self.words = words_of(type(game.initial))
        self.seen = words_of(type(view.seen(game.initial)))
        self.owners = words_of(type(view.owners(game.initial)))


def new_games(
    shape: Shape, count: int, simulations: int, seed: int, asked: NDArray[Any], answer: NDArray[Any], plays: bool = True
) -> Games:
    """Return `count` games that have not begun; `plays` says whether whole games are played and kept."""
    nodes, actions, plies = simulations + SPARE, shape.actions, shape.plies if plays else 1
    rows = count * nodes
    if simulations < 1:
        raise HalfmoveError(f"{simulations} simulations: there must be one at least")
    games, positions = (count,), (count, plies)
    counter = np.zeros((count, 2), np.int64)
    counter[:, 1] = np.arange(count) * 7919 + seed * 1_000_003 + 17  # any numbers that differ
    made = Games(
        np.zeros((rows, shape.words), np.int64),
        np.zeros(rows, np.int8),
        np.zeros(rows, np.int32),
        np.zeros((rows, actions), np.int32),
        np.zeros((rows, actions), np.int32),
        np.zeros((rows, actions, 4), np.float32),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.int8),
        np.full(games, NEW_GAME if plays else IDLE, np.int32),
        np.zeros(games, np.int32),
        np.zeros(games, np.int32),
        np.zeros(games, np.int32),
        np.zeros(games, np.int32),
        np.full(games, NOBODY, np.int8),
        np.zeros(games, np.int8),
        np.zeros((count, nodes), np.int32),
        np.zeros((count, nodes), np.int32),
        np.zeros((count, actions), np.float32),
        counter,
        np.zeros(games, np.int32),
        np.zeros(games, np.float32),
        asked,
        answer,
        np.zeros(games, np.int32),
        np.zeros((count, plies + 1, shape.seen), np.int64),
        np.zeros((count, plies, actions), np.int32),
        np.zeros((count, plies, actions), np.float32),
        np.zeros(positions, np.int32),
        np.zeros(positions, np.float32),
        np.zeros(positions, np.int8),
        np.zeros(games, np.int32),
        np.zeros(games, np.float32),
        np.zeros(games, np.int8),
        np.zeros((count, shape.owners), np.int64),
    )
    return made if lane_of(shape.game) == "compiled" else plain(made)
