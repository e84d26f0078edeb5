"""What one thread of a tree search works with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag, cell, compiled
from halfmove.search.mcts.tree import MOST_CHILDREN

CELLS = 15  # numbers that a worker changes
MOST_PLIES = 1 << 10  # from the root to a leaf of the tree
MARKED = 1 << 9  # actions from 0 on whose later play is noted (AMAF): the points of a board of 19 x 19, and more
ANY_CHILD = -1  # no child of the root is forced


@compiled
class Worker:
    """The working memory of one thread: what it searches, the path of its simulation, and counters."""

    cells: NDArray[np.int64]
    flag: Flag
    game: Any
    advice: Any
    policy: Any
    tree: Any  # shared by all threads
    rng: Any
    only: NDArray[np.int64]  # actions that alone are thought of at the root; none for all
    path: NDArray[np.int64]  # nodes of the simulation, from the root
    movers: NDArray[np.int64]  # who is to move at each of them
    outcome: NDArray[np.float64]  # what the simulation brought
    marks: NDArray[np.int64]  # for each action, the last simulation with it, and who took it first there (AMAF)
    table: Any  # where states are that come up by several ways, if they share their children
    weights: NDArray[np.float64]  # priors of the actions of a leaf, in their order, where a model tells them
    held_nodes: NDArray[np.int64]  # what is held back where threads share a tree: see holding.py
    held_visits: NDArray[np.int64]
    held_sums: NDArray[np.float64]
    held_squares: NDArray[np.float64]
    shares: bool = False  # whether other simulations are under way at the same time
    modelled: bool = False  # whether a model tells priors and values of leaves

    next_row = cell(0)  # of the tree that this thread may fill
    end_row = cell(1)  # beyond those
    nodes = cell(2)  # states that were looked at
    allowed = cell(3)  # how many of them there may be
    simulations = cell(4)
    depth = cell(5)  # plies from the root to the leaf of the simulation
    depths = cell(6)  # of all simulations together
    deepest = cell(7)  # of all simulations
    tree_plies = cell(8)  # that the tree may be deep
    playout_plies = cell(9)  # after which a playout is cut off and evaluated
    patience = cell(10)  # visits of a leaf before it is expanded
    forced = cell(11)  # the child of the root that every simulation begins with, or ANY_CHILD
    root_patience = cell(12)  # visits of the root before it is expanded
    many_visits = cell(13)  # of a node: one more or less that is under way hardly matters, so it is not noted
    steady = cell(14)  # plies from the root to the last such node of the simulation

    def is_full(self) -> bool:
        """Tell whether there may be no room for the children of one more node."""
        return self.next_row + MOST_CHILDREN > self.end_row

    def is_wanted(self, node: int, action: int) -> bool:
        """Tell whether an action of a node is to be thought of."""
        if node > 0 or len(self.only) == 0:
            return True
        for each in self.only:
            if each == action:
                return True
        return False

    def mark(self, mover: int, action: int) -> None:
        """Note that a player took an action in this simulation, and took it before everybody else."""
        if 0 <= action < MARKED:
            self.marks[action] = self.simulations * self.game.players + mover

    def mark_later(self, mover: int, action: int) -> None:
        """Note that a player took an action in this simulation, if nobody took it before."""
        if 0 <= action < MARKED and self.marks[action] < self.simulations * self.game.players:
            self.marks[action] = self.simulations * self.game.players + mover

    def is_marked(self, mover: int, action: int) -> bool:
        return 0 <= action < MARKED and self.marks[action] == self.simulations * self.game.players + mover
