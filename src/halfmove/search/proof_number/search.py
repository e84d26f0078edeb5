"""What one search is given: the question, the rules, room for states and their numbers, a table, a counter."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import Flag, cell, compiled, is_native, plain
from halfmove.core.advice import ANY_NUMBER, Bounds
from halfmove.core.choice import TO_THE_END
from halfmove.core.game import Game
from halfmove.core.history import WithHistory
from halfmove.running.node_counter import NodeCounter, allowed_nodes
from halfmove.running.table import TranspositionTable

ROOM = 1 << 16  # states beside the path
DEEPEST = TO_THE_END  # plies

# Proof and disproof numbers. No sum of numbers reaches DOUBTFUL, which is what a proof number becomes by a line that
# comes back or is cut off; NEVER is certain.
MOST, DOUBTFUL, NEVER = (1 << 40) - 1, 1 << 40, 1 << 41


@compiled
class Counter(NodeCounter):
    """Counts states; what is known beside the rules may take a millisecond for each."""

    stretch = 16  # states between two looks at the flag


def counter_for(nodes: int | None, *given: Any) -> Counter:
    """Return a counter for the lane that a search takes: plain if anything that it is given is."""
    counter = Counter(np.array([0, 0, allowed_nodes(nodes)]), Flag())
    return counter if all(each is None or is_native(each) for each in given) else plain(counter)


@compiled
class Room:
    """The states beside the path, the root first: by what action each is reached, and its numbers."""

    actions: np.ndarray
    orders: np.ndarray  # how promising the actions are
    proofs: np.ndarray
    disproofs: np.ndarray
    path: np.ndarray  # of the states from the root on: by what a state is known that comes back


@compiled
class Search:
    """What a search is given: rules, what is known of the game beside them, a table, room, a counter, a question."""

    game: Any
    bounds: Any
    table: TranspositionTable
    room: Room
    counter: Counter
    cells: np.ndarray
    wanted: np.ndarray  # two numbers: the utility that the attacker wants, and the distance between two values

    attacker = cell(0)
    salt = cell(1)  # tells the states of one question from those of another
    plies = cell(2)  # that it may look ahead
    may_repeat = cell(3)  # whether a state can come back
    is_limited = cell(4)  # whether it may look less far than to the end
    root_end = cell(5)  # where the children of the root end


def new_search(
    game: Game,
    bounds: Bounds | None,
    table: TranspositionTable,
    counter: Counter,
    attacker: int,
    wanted: float,
    step: float,
    salt: int,
    plies: int,
) -> Search:
    """Return what a search of `game` is given, for the lane that it takes."""
    actions, proofs, disproofs = (np.zeros(ROOM, np.int64) for _ in range(3))
    room = Room(actions, np.zeros(ROOM), proofs, disproofs, np.zeros(DEEPEST + 2, np.int64))
    limited = plies < TO_THE_END
    repeats = not limited and not isinstance(game, WithHistory) and game.longest >= ANY_NUMBER
    given = np.array([attacker, salt, plies, repeats, limited, 1]), np.array([wanted, step])
    if is_native(game) and is_native(counter):
        return Search(game, bounds or game.bounds, table, room, counter, *given)
    return plain(Search(game, bounds or game.bounds, plain(table), plain(room), counter, *given))
