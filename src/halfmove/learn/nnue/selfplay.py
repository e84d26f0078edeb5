"""Games of the engine against itself, one after the other without Python in between; their quiet positions are kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, kernel, next_float, store_state, words_of
from halfmove.core.advice import Advice, with_own_memory
from halfmove.core.game import Game
from halfmove.core.network_view import find_view
from halfmove.running.node_counter import ANY_NUMBER_OF_NODES
from halfmove.running.table import AGES, NO_ACTION, transposition_table
from halfmove.search.engine.node import INFINITY, Node, search_node
from halfmove.search.engine.techniques import techniques
from halfmove.search.engine.worker import new_worker

OPENING, OPENINGS = 6, 5  # random plies at least, and how many numbers of them there are
FAIR = 0.5  # a game that begins with a greater value is not played
LONGEST = 400  # plies, after which a game is a draw
TIMES = 2  # that a position may have come up before
DEEPEST = 24  # plies
PLIES = 96  # that a search may look ahead, extensions included
MEGABYTES = 2  # of a thread's table: short searches fill no more
MOST_ACTIONS = 1024
FRUITLESS = 10_000  # games in a row without a position to keep, after which no more are played


@compiled
class Positions:
    """Positions of finished games."""

    words: NDArray[np.int64]  # sets of pieces
    movers: NDArray[np.int8]
    values: NDArray[np.float32]  # of the search, for the mover, from -1 to 1
    results: NDArray[np.float32]  # of the game, for the mover, from -1 to 1


def new_positions(game: Game, count: int) -> Positions:
    """Return room for positions."""
    words = words_of(type(find_view(game).pieces(game.initial)))
    numbers = np.zeros(count, np.float32)
    return Positions(np.zeros((count, words), np.int64), np.zeros(count, np.int8), numbers, numbers.copy())


def new_player(game: Game, advice: Advice) -> Any:
    """Return a worker of the engine that plays in one thread."""
    worker = new_worker(game, with_own_memory(advice), techniques(), transposition_table(MEGABYTES), PLIES)
    path = np.zeros(LONGEST + len(worker.lengths) + 1, np.int64)
    room = np.zeros(MOST_ACTIONS, np.int64), np.zeros(MOST_ACTIONS)
    return replace(worker, path=path, root_actions=room[0], root_values=room[1])


@kernel
def play_games(worker: Any, view: Any, like: Any, rng: Any, out: Any, nodes: int) -> int:
    """Play games until there is no room for another one, or nothing to keep; return how many positions were kept."""
    game, row, fruitless = worker.game, 0, 0
    middle, half = (game.utilities[0] + game.utilities[1]) / 2, (game.utilities[1] - game.utilities[0]) / 2
    while row + LONGEST < len(out.movers) and fruitless < FRUITLESS:
        state = like
        for _ in range(OPENING + rng.below(OPENINGS)):
            if not game.is_terminal(state):
                state = game.result(state, game.sample(state, rng))
        first, ply, result = row, 0, middle
        while True:
            if game.is_terminal(state):
                result = game.utility(state, 0)
                break
            if ply == LONGEST or is_repeated(worker, state, ply):
                break
            value = think(worker, state, ply, nodes)
            mover, action = game.to_move(state), int(worker.root_actions[0])
            if worker.is_decided(value):
                result = game.utilities[0] if (value > 0) != (mover == 0) else game.utilities[1]
                break
            if ply == 0 and abs(value - middle) > FAIR * half:
                break
            if not worker.advice.is_threatened(state) and not worker.advice.is_tactical(state, action):
                store_state(out.words, row, view.pieces(state))
                out.movers[row] = mover
                out.values[row] = (value - middle) / half
                row += 1
            state = game.result(state, action)
            ply += 1
        fruitless = fruitless + 1 if row == first else 0
        for i in range(first, row):
            out.results[i] = (result - middle) / half if out.movers[i] == 0 else (middle - result) / half
    return row


@kernel
def think(worker: Any, state: Any, ply: int, nodes: int) -> float:
    """Search ever deeper until so many nodes were looked at; the best action comes first in `root_actions`."""
    worker.root = ply
    worker.granted, worker.left, worker.allowed = 0, 0, ANY_NUMBER_OF_NODES
    worker.age = (worker.age + 1) % AGES
    for i in range(len(worker.killers)):
        worker.killers[i, 0], worker.killers[i, 1] = NO_ACTION, NO_ACTION
    count = 0
    for action in worker.game.actions(state):
        worker.root_actions[count] = action
        count += 1
    value, depth = 0.0, 0
    while depth < DEEPEST and worker.granted - worker.left < nodes:
        depth += 1
        value = search_actions(worker, state, depth, count)
        if worker.is_decided(value):
            break
    return value


@kernel
def search_actions(worker: Any, state: Any, depth: int, count: int) -> float:
    """Return the value of the best of the first `count` actions at the root, which comes first."""
    worker.list_start = 0
    mover, best = worker.game.to_move(state), -INFINITY
    for place in range(count):
        action = int(worker.root_actions[place])
        child = worker.game.result(state, action)
        upper = next_float(best) if place > 0 else INFINITY
        while True:
            value = search_node(worker, child, Node(depth - 1, 1, best, upper, mover, action))
            if upper == INFINITY or value <= best:
                break
            upper = INFINITY
        if value > best:
            best = value
            worker.bring_to_front(place, 0, action, value)
    return best


@kernel
def is_repeated(worker: Any, state: Any, ply: int) -> bool:
    """Put a state of the game on the path, and tell whether it came up too often."""
    key, times = worker.game.repetition_key(state), 0
    worker.path[ply] = key
    for i in range(ply - 2, max(ply - worker.game.since_progress(state), 0) - 1, -1):
        if worker.path[i] == key:
            times += 1
    return times >= TIMES
