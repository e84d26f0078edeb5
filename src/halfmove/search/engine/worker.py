"""What one thread of a search has before it: counters, the way it came, lists of actions, and what it has learned."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag, compiled, kernel, mix, out_of_line
from halfmove.core.game import Game
from halfmove.running.watch import Stopped
from halfmove.search.engine.table import NO_ACTION

# Cells: nodes granted, how many of them are left, nodes allowed in all; did an estimate matter; whose view values are
# taken from; how old the search is; where the next list of actions begins; where on the path the root is; the deepest
# ply at which a state was evaluated; what tells keys of the two views apart; is everything to be proven.
GRANTED, LEFT, MOST, GUESSED, VIEW, AGE, TOP, ROOT, DEEPEST, SALT, PROVING, CELLS = range(12)

LONGEST = 1 << 12  # plies: more than a search looks ahead
BEYOND = 64  # plies for extensions and quiescence
MOST_LISTED = 1 << 19  # actions of all states on the way together
SLOTS = 1 << 12  # kinds of actions, by their lowest bits: in most games from where and to where
FAVOUR = 1 << 14  # the most that `history` thinks of an action
REDUCED = 64  # depths and places in a list for which reductions are tabulated
_STRETCH = 64  # nodes between two looks at the stop flag: few, for a node of a slow game takes long
_GENTLE, _STEEP = 0.3, 2.3  # of the reduction, log(depth) * log(place) / steep + gentle


@compiled
class Desk:
    """The working memory of one thread. Values are those of player VIEW; a win seen to its end lies beyond `bounds`."""

    cells: NDArray[np.int64]
    bounds: NDArray[np.float64]  # the least and the greatest utility, and whichever is further from 0
    flag: Flag
    listed: NDArray[np.int64]  # actions of the states on the way, one list after the other
    scores: NDArray[np.float64]  # how promising they are
    killers: NDArray[np.int64]  # two for each ply
    counters: NDArray[np.int64]  # for each player and each kind of action of the other
    history: NDArray[np.int16]  # for each player and each kind of action
    reductions: NDArray[np.int64]
    path: NDArray[np.int64]  # numbers of the states on the way, from before the root
    lines: NDArray[np.int64]  # row p is the best play from ply p on, `lengths[p]` actions
    lengths: NDArray[np.int64]
    roots: NDArray[np.int64]  # the actions at the root, best first
    values: NDArray[np.float64]  # of the first of these, as far as they are known

    def final(self, utility: float, ply: int) -> float:
        """Return what an end of the game is worth: a win beyond all estimates, and the sooner the better."""
        if utility >= self.bounds[1]:
            return self.bounds[2] + (LONGEST - ply)
        if utility <= self.bounds[0]:
            return -self.bounds[2] - (LONGEST - ply)
        return utility

    def to_table(self, value: float, ply: int) -> float:
        """Return a value as seen from ply `ply`, from where a win is that much nearer."""
        return value + ply if value > self.bounds[2] else value - ply if value < -self.bounds[2] else value

    def from_table(self, value: float, ply: int) -> float:
        return value - ply if value > self.bounds[2] else value + ply if value < -self.bounds[2] else value

    def is_decided(self, value: float) -> bool:
        """Tell whether a value is that of a win or a loss that was seen to its end, proven or not."""
        return abs(value) > self.bounds[2]

    def shifted(self, value: float, lead: float) -> float:
        """Return an estimate that is better by a lead, which counts for less the more is decided already.

        Estimates are taken as lead / (1 + |lead|) of the greatest utility.
        """
        share = value / self.bounds[2]
        if abs(share) >= 1.0:
            return value
        moved = share / (1.0 - abs(share)) + lead
        return self.bounds[2] * moved / (1.0 + abs(moved))

    def comes_back(self, number: int, since: int, ply: int) -> bool:
        """Note the number of a state, and tell whether it was met in the last `since` plies."""
        here = self.cells[ROOT] + ply
        self.path[here] = number
        for i in range(here - 2, max(here - since, 0) - 1, -1):
            if self.path[i] == number:
                return True
        return False

    def keep_line(self, ply: int, action: int) -> None:
        """Put an action before the best play from the next ply on."""
        length = self.lengths[ply + 1]
        self.lines[ply, 0] = action
        for i in range(length):
            self.lines[ply, i + 1] = self.lines[ply + 1, i]
        self.lengths[ply] = length + 1

    def pick(self, place: int, end: int) -> int:
        """Bring the most promising of the listed actions from `place` on to that place, and return it."""
        scores, listed = self.scores, self.listed
        best, highest = place, scores[place]
        for i in range(place + 1, end):
            score = scores[i]
            if score > highest:
                best, highest = i, score
        action = listed[best]
        listed[best], scores[best] = listed[place], scores[place]
        listed[place], scores[place] = action, highest
        return int(action)

    def is_listed(self, action: int, first: int, end: int) -> bool:
        """Tell whether an action is on the list between these places."""
        for i in range(first, end):
            if self.listed[i] == action:
                return True
        return False

    def slot(self, action: int) -> int:
        return action & SLOTS - 1

    def credit(self, player: int, action: int, bonus: int) -> None:
        """Think better of an action, or worse, the less the more extreme the opinion is."""
        slot = self.slot(action)
        opinion = int(self.history[player, slot])
        self.history[player, slot] = opinion + bonus - opinion * abs(bonus) // FAVOUR

    @property
    def nodes(self) -> int:
        return int(self.cells[GRANTED] - self.cells[LEFT])

    def line(self) -> tuple[int, ...]:
        """Return the best play from the root."""
        return tuple(int(action) for action in self.lines[0, : self.lengths[0]])

    def decoded(self, value: float) -> float:
        """Return a value as people know it, between the least and the greatest utility."""
        low, high, most = (float(bound) for bound in self.bounds)
        return high if value > most else low if value < -most else value + 0.0  # there is no -0.0 for people


@kernel
def look_up(desk: Any) -> None:
    """Grant the next nodes, unless the search is to stop."""
    out_of_line()
    if desk.flag.is_set() or desk.cells[GRANTED] >= desk.cells[MOST]:
        raise Stopped
    desk.cells[LEFT] = min(_STRETCH, desk.cells[MOST] - desk.cells[GRANTED])
    desk.cells[GRANTED] += desk.cells[LEFT]


def desk(game: Game, flag: Flag, plies: int, before: int) -> Desk:
    """Return an empty desk for searches of `plies` plies, after a path of `before` states."""
    rows = plies + BEYOND
    low, high = game.utilities
    return Desk(
        np.zeros(CELLS, np.int64),
        np.array([low, high, max(abs(low), abs(high))]),
        flag,
        np.empty(MOST_LISTED, np.int64),
        np.empty(MOST_LISTED),
        np.full((rows, 2), NO_ACTION),
        np.full((2, SLOTS), NO_ACTION),
        np.zeros((2, SLOTS), np.int16),
        reductions(),
        np.zeros(before + rows, np.int64),
        np.empty((rows, rows), np.int64),
        np.zeros(rows, np.int64),
        np.empty(0, np.int64),
        np.empty(0),
    )


def reductions() -> NDArray[np.int64]:
    """Return by how many plies the search of a late action is cut short, by depth and by its place in the list."""
    logs = np.log(np.maximum(np.arange(REDUCED), 1))
    return (_GENTLE + np.outer(logs, logs) / _STEEP).astype(np.int64)


def salt(view: int) -> int:
    """Return what tells the keys of a player's view from the other's, where the two are not opposite numbers."""
    return mix(view) if view else 0
