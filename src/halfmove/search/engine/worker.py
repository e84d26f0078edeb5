"""What one thread of a search works with: the game, counters, the path, lists of actions, and what it has learned."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag, cell, compiled
from halfmove.core.advice import Advice
from halfmove.core.game import Game
from halfmove.running.node_counter import NodeCounter
from halfmove.running.table import NO_ACTION

CELLS = 11  # numbers that a worker changes: three of the counter, eight of its own

LONGEST = 1 << 12  # plies: more than a search looks ahead
BEYOND = 64  # plies for extensions and quiescence
MOST_LISTED = 1 << 19  # actions of all states on the path together
SLOTS = 1 << 12  # kinds of actions, by their lowest bits: in most games from where and to where
MOST_HISTORY = 1 << 14  # the greatest score in `history`
REDUCED = 64  # depths and places in a list for which reductions are tabulated
_BASE, _DIVISOR = 0.3, 2.3  # of the reduction, log(depth) * log(place) / divisor + base
PROVEN, ESTIMATED = 0, 1


@compiled
class Worker(NodeCounter):
    """The working memory of one thread; a win that was seen to its end lies beyond all utilities."""

    game: Any
    advice: Any
    use: Any  # the techniques
    table: Any  # shared by all threads
    bounds: NDArray[np.float64]  # the least and the greatest utility, and whichever is further from 0
    listed: NDArray[np.int64]  # actions of the states on the path, one list after the other
    scores: NDArray[np.float64]  # of these actions: the greatest is tried first
    killers: NDArray[np.int64]  # two for each ply
    countermoves: NDArray[np.int64]  # for each player and each kind of action of the other
    history: NDArray[np.int16]  # for each player and each kind of action
    reductions: NDArray[np.int64]
    path: NDArray[np.int64]  # repetition keys of the states on the path, from before the root
    variations: NDArray[np.int64]  # row p is the principal variation from ply p on, `lengths[p]` actions
    lengths: NDArray[np.int64]
    root_actions: NDArray[np.int64]  # best first
    root_values: NDArray[np.float64]  # of the first of these, as far as they are known

    stretch = 64  # nodes between two looks at the stop flag: few, for a node of a slow game takes long

    outcome = cell(3)  # of the node that was searched last: PROVEN, or ESTIMATED where something unproven may matter
    perspective = cell(4)  # the player whose values the game is asked for; the other's are their negatives
    age = cell(5)  # of the search
    list_start = cell(6)  # where the next list of actions begins
    root = cell(7)  # where on the path the root is
    deepest = cell(8)  # the deepest ply at which a state was evaluated
    salt = cell(9)  # tells keys of the two perspectives apart
    proving = cell(10)  # whether nothing may be left out

    @property
    def most(self) -> float:
        """The greatest distance of a utility from 0: what lies beyond is a win or a loss."""
        return float(self.bounds[2])

    def answer(self, value: float, outcome: int) -> float:
        """Return a value, and leave behind whether it is proven."""
        self.outcome = outcome
        return value

    def value_for(self, player: int, value: float) -> float:
        """Return a value of player `perspective` as one of `player`."""
        return value if player == self.perspective else -value

    def final_value(self, utility: float, ply: int) -> float:
        """Return what an end of the game is worth: a win beyond all estimates, and the sooner the better."""
        if utility >= self.bounds[1]:
            return self.most + (LONGEST - ply)
        if utility <= self.bounds[0]:
            return -self.most - (LONGEST - ply)
        return utility

    def to_table(self, value: float, ply: int) -> float:
        """Return a value as seen from ply `ply`, from where a win is that much nearer."""
        return value + ply if value > self.most else value - ply if value < -self.most else value

    def from_table(self, value: float, ply: int) -> float:
        return value - ply if value > self.most else value + ply if value < -self.most else value

    def is_decided(self, value: float) -> bool:
        """Tell whether a value is that of a win or a loss that was seen to its end, proven or not."""
        return abs(value) > self.most

    def shifted(self, value: float, lead: float) -> float:
        """Return an estimate that is better by a lead, which counts for less the more is decided already.

        Estimates are taken as lead / (1 + |lead|) of the greatest utility.
        """
        share = value / self.most
        if abs(share) >= 1.0:
            return value
        moved = share / (1.0 - abs(share)) + lead
        return self.most * moved / (1.0 + abs(moved))

    def keep_line(self, ply: int, action: int) -> None:
        """Put an action before the principal variation from the next ply on."""
        length = self.lengths[ply + 1]
        self.variations[ply, 0] = action
        for i in range(length):
            self.variations[ply, i + 1] = self.variations[ply + 1, i]
        self.lengths[ply] = length + 1

    def bring_to_front(self, place: int, first: int, action: int, value: float) -> None:
        """Put the action of the root at `place`, with its value, before those from place `first` on."""
        for i in range(place, first, -1):
            self.root_actions[i] = self.root_actions[i - 1]
            self.root_values[i] = self.root_values[i - 1]
        self.root_actions[first] = action
        self.root_values[first] = value

    def line(self) -> tuple[int, ...]:
        """Return the principal variation from the root."""
        return tuple(int(action) for action in self.variations[0, : self.lengths[0]])

    def decoded(self, value: float) -> float:
        """Return a value as people know it, between the least and the greatest utility."""
        low, high, most = (float(bound) for bound in self.bounds)
        return high if value > most else low if value < -most else value + 0.0  # there is no -0.0 for people


def new_worker(game: Game, advice: Advice, use: Any, table: Any, plies: int) -> Worker:
    """Return a worker that has learned nothing yet, for searches of `plies` plies."""
    rows = plies + BEYOND
    low, high = game.utilities
    return Worker(
        np.zeros(CELLS, np.int64),
        Flag(),
        game,
        advice,
        use,
        table,
        np.array([low, high, max(abs(low), abs(high))]),
        np.empty(MOST_LISTED, np.int64),
        np.empty(MOST_LISTED),
        np.full((rows, 2), NO_ACTION),
        np.full((2, SLOTS), NO_ACTION),
        np.zeros((2, SLOTS), np.int16),
        reductions(),
        np.zeros(rows, np.int64),
        np.empty((rows, rows), np.int64),
        np.zeros(rows, np.int64),
        np.empty(0, np.int64),
        np.empty(0),
    )


def reductions() -> NDArray[np.int64]:
    """Return by how many plies the search of a late action is cut short, by depth and by its place in the list."""
    logs = np.log(np.maximum(np.arange(REDUCED), 1))
    return (_BASE + np.outer(logs, logs) / _DIVISOR).astype(np.int64)
