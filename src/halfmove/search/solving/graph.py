"""All states that can be reached from one, and how they hang together, in no more memory and time than is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import kernel, lane_of, plain
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError
from halfmove.running.clock import Clock
from halfmove.running.memory import bytes_in
from halfmove.running.states import PackedStates, index_all, size_of, states_for, with_room
from halfmove.search.solving.backward import (
    OVER,
    UNKNOWN,
    Edges,
    ask_parents,
    count_acyclic,
    count_down,
    pull,
    sweep,
    turn_edges,
)

MEMORY, TIME = "memory", "time"  # what there was not enough of

_CHUNK = 20_000  # states between two looks at the keyboard: about 50 milliseconds
_ROOM = 1 << 12  # states at first
_EDGES = 4  # children of a state that there is room for at first
_FACTORS = (2.0, 1.5, 1.2, 1.05)  # by which room grows, the first that fits
_LISTED = 400  # bytes of a state in a dict of Python, about
_STATE, _EDGE = 17, 16  # bytes of a state and of an edge in the arrays here
_BACKWARD = 100  # bytes that working backwards takes for each state, and
_PARENT = 8  # for each edge
_OUTGROWN = 2.0  # times the room that the next ply alone must be expected to need, to give up before it
_TOLERANCE = 1e-12  # the change at which iterated values are taken as settled
_MOST_SWEEPS = 100_000
_BOUND_SWEEPS = 20  # over states not all of which are known


class Exploration(NamedTuple):
    """How far the listing of states has come."""

    states: int
    plies: int  # that were listed completely
    growth: float  # how many times as many states the last of these plies had as the one before
    bytes: int
    room: int | None  # states that fit in the memory given, about


Progress = Callable[[Exploration], None]


class Graph:
    """The states that can be reached; the children of state i are `edges[starts[i] : starts[i + 1]]`.

    States that `canonical` takes for one are listed once.
    """

    def __init__(self, game: Game, state: Any, megabytes: float | None = None) -> None:
        self.game, self.like = game, state
        self.most = None if megabytes is None else bytes_in(megabytes, "a list of states")
        self.draw = sum(game.utilities) / 2
        self.is_compiled = lane_of(game) == "compiled"
        self.states = states_for(self.is_compiled, state, _ROOM)
        self.states.add(game.bounds.canonical(state))
        self.movers = np.zeros(_ROOM, np.int8)
        self.values = np.zeros(_ROOM)
        self.starts = np.zeros(_ROOM + 1, np.int64)
        self.edges = np.zeros(_EDGES * _ROOM, np.int64)
        self.weights = np.zeros(_EDGES * _ROOM)  # probabilities, where chance moves
        self.distances = np.zeros(0, np.int32)
        self.parents = self.parent_starts = np.zeros(0, np.int64)
        self.done = 0  # states whose children are listed
        self._prepare()

    def _prepare(self) -> None:
        """Compile, before any clock runs."""
        graph = (self.starts, self.edges)
        index_all.prepare(self.states)
        reach.prepare(self.game.bounds, self.like, self.states, self.movers, self.values, *graph, self.weights, 0, 0)
        edges = self._children
        turn_edges.prepare(edges, edges)
        count_acyclic.prepare(edges, edges)
        sweep.prepare(self.movers, self.values, edges, self.weights)
        pull.prepare(0, self.edges, self.movers, self.values, edges, self.starts)
        count_down.prepare(0, self.draw, self.movers, self.values, self.distances, edges, edges)

    @property
    def _children(self) -> Edges:
        return self._in_lane(Edges(self.starts, self.edges))

    @property
    def _parents(self) -> Edges:
        return self._in_lane(Edges(self.parent_starts, self.parents))

    def _in_lane(self, edges: Edges) -> Edges:
        """Return the edges for the lane of the game."""
        return edges if self.is_compiled else plain(edges)

    @property
    def has_chance(self) -> bool:
        """Tell whether chance has turns."""
        return bool((self.movers[: self.done] == CHANCE).any())

    def explore(self, seconds: float | None, progress: Progress | None) -> str:
        """List all states; return what there was not enough of, or nothing."""
        clock, plies, growth = Clock(seconds), 0, 0.0
        begun, level = 0, 1  # where the ply begins whose children are being listed, and where it ends
        while self.done < self.states.count():
            stop = min(self.done + _CHUNK, level)
            self.done = reach(
                self.game.bounds,
                self.like,
                self.states,
                self.movers,
                self.values,
                self.starts,
                self.edges,
                self.weights,
                self.done,
                stop,
            )
            count = self.states.count()
            if progress:
                progress(Exploration(count, plies, growth, self.bytes, self._room()))
            if clock.left is not None and clock.left <= 0:
                return TIME
            if self.done < stop and not self._grow():
                return MEMORY
            if self.done == level < count:
                plies, growth = plies + 1, (count - level) / (level - begun)
                begun, level = level, count
                room = self._room()
                if room is not None and count + (count - self.done) * growth > _OUTGROWN * room:
                    return MEMORY
        return ""

    @property
    def bytes(self) -> int:
        """How much memory the arrays take."""
        arrays = (self.movers, self.values, self.starts, self.edges, self.weights)
        own = sum(array.nbytes for array in (*arrays, self.distances, self.parents, self.parent_starts))
        if isinstance(self.states, PackedStates):
            return own + self.states.rows.nbytes + self.states.slots.nbytes
        return own + _LISTED * self.states.count()

    def _room(self) -> int | None:
        """Return how many states fit in the memory given, as far as those so far show."""
        if self.most is None:
            return None
        states, edges = self.states.count(), int(self.starts[self.done])
        each = self.bytes / max(len(self.movers), states) + _BACKWARD
        return int(self.most / (each + _PARENT * edges / max(1, self.done)))

    def _grow(self) -> bool:
        """Make room for more states, or for more edges; tell whether there is memory for it."""
        packed = isinstance(self.states, PackedStates)
        full = self.done == len(self.movers) or packed and self.states.count() == len(self.movers)
        for factor in _FACTORS:
            states = int(len(self.movers) * factor) if full else len(self.movers)
            edges = len(self.edges) if full else int(len(self.edges) * factor)
            if self._fits(states, edges):
                break
        else:
            return False
        if isinstance(self.states, PackedStates) and full:
            self.states = with_room(self.states, states)
        self.movers, self.values = _resized(self.movers, states), _resized(self.values, states)
        self.starts = _resized(self.starts, states + 1)
        self.edges, self.weights = _resized(self.edges, edges), _resized(self.weights, edges)
        return True

    def _fits(self, states: int, edges: int) -> bool:
        """Tell whether there is memory for these arrays, and for copying them or working backwards on them."""
        if self.most is None:
            return True
        arrays = _STATE * states + _EDGE * edges
        listed = size_of(self.states, states) if isinstance(self.states, PackedStates) else _LISTED * states
        return arrays + listed + max(self.bytes, _BACKWARD * states + _PARENT * edges) <= self.most

    def link(self, by_game: bool) -> None:
        """Turn the edges round: the parents of state i are `parents[parent_starts[i] : parent_starts[i + 1]]`."""
        self.movers, self.values, self.starts = (
            self.movers[: self.done],
            self.values[: self.done],
            self.starts[: self.done + 1],
        )
        self.distances = np.full(self.done, UNKNOWN, np.int32)
        self.parent_starts = np.zeros(self.done + 1, np.int64)
        for parents in (np.zeros(0, np.int64), self.parents):
            if parents is self.parents:
                np.cumsum(self.parent_starts, out=self.parent_starts)
                parents = self.parents = np.zeros(self.parent_starts[-1], np.int64)
            if by_game:
                ask_parents(self.game.bounds, self.like, self.states, self.parent_starts, parents)
            else:
                turn_edges(self._children, self._in_lane(Edges(self.parent_starts, parents)))

    @property
    def is_acyclic(self) -> bool:
        """Tell whether play must end."""
        return bool(count_acyclic(self._children, self._parents) == self.done)

    def attract(self) -> None:
        """Let each player in turn pull states towards the ends that he likes, the best first; the rest are draws."""
        ends = np.flatnonzero(self.movers == OVER)
        utilities = self.values[ends]
        self.values[self.movers != OVER] = self.draw
        for player, better in ((0, utilities > self.draw), (1, utilities < self.draw)):
            targets = ends[better][np.argsort(-utilities[better] if player == 0 else utilities[better], kind="stable")]
            left = np.diff(self.starts)
            pull(player, targets, self.movers, self.values, self._parents, left)

    def count_plies(self) -> None:
        """Find how far away the end is; in a draw, for the player who can end it sooner."""
        for player in (0, 1):
            distances = np.full(self.done, UNKNOWN, np.int32)
            count_down(player, self.draw, self.movers, self.values, distances, self._children, self._parents)
            sooner = (self.distances == UNKNOWN) | (distances != UNKNOWN) & (distances < self.distances)
            self.distances[sooner] = distances[sooner]

    def iterate(self) -> None:
        """Improve all values by their children's until they no longer change."""
        self.values[self.movers != OVER] = self.draw
        children = self._children
        for _ in range(_MOST_SWEEPS):
            if sweep(self.movers, self.values, children, self.weights) <= _TOLERANCE:
                return
        raise HalfmoveError(f"{type(self.game).__name__}: the values do not settle")

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Return a lower and an upper bound on the value of every state, though the children of some are not listed.

        From the least utility upwards a value never becomes too high, however often it is improved, and from the
        greatest downwards never too low.
        """
        count = max(self.states.count(), len(self.movers))
        values, movers = _resized(self.values, count), self.movers[: self.done]
        children, both = self._children, []
        for utility in self.game.utilities:
            bound = values.copy()
            bound[: self.done][movers != OVER] = utility
            bound[self.done :] = utility
            for _ in range(_BOUND_SWEEPS):
                if sweep(movers, bound, children, self.weights) == 0:
                    break
            both.append(bound)
        return both[0], both[1]


def _resized(array: np.ndarray, room: int) -> np.ndarray:
    extended = np.zeros(room, array.dtype)
    extended[: len(array)] = array[:room]
    return extended


@kernel
def reach(
    bounds: Any,
    like: Any,
    states: Any,
    movers: Any,
    values: Any,
    starts: Any,
    edges: Any,
    weights: Any,
    done: int,
    stop: int,
) -> int:
    """List the children of states `done`, `done` + 1, ... up to `stop`, until all are done or no room is left."""
    game = bounds.game
    while done < states.count() and done < stop and done < len(movers):
        state = states.get(done, like)
        first = int(starts[done])
        edge = first
        if game.is_terminal(state):
            movers[done] = OVER
            values[done] = game.utility(state, 0)
        elif game.to_move(state) == CHANCE:
            movers[done] = CHANCE
            for outcome, probability in game.chances(state):
                child = states.add(bounds.canonical(game.result(state, outcome)))
                edge = add_edge(edges, weights, first, edge, child, probability)
                if edge < 0:
                    return done
        else:
            movers[done] = game.to_move(state)
            for action in game.actions(state):
                child = states.add(bounds.canonical(game.result(state, action)))
                edge = add_edge(edges, weights, first, edge, child, 0.0)
                if edge < 0:
                    return done
        done += 1
        starts[done] = edge
    return done


@kernel
def add_edge(edges: Any, weights: Any, first: int, end: int, child: int, weight: float) -> int:
    """Add a child, once, to those from `first` to `end`; return the new end, or -1 if there is no room."""
    if child < 0 or end == len(edges):
        return -1
    for i in range(first, end):
        if edges[i] == child:
            weights[i] += weight
            return end
    edges[end] = child
    weights[end] = weight
    return end + 1
