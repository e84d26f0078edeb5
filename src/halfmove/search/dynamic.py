"""Dynamic programming: solve the ends of the game first and work backwards (004, section 9.6, algorithm 32, corrected).

The printed form takes all parents of the solved states as the next level and looks their children up, but a parent may
have a child that is not solved yet. Here a state counts its unsolved children and is solved when none is left, or
earlier when the player to move has found the best there is; states that are never solved are draws by cycle
(Bellman 1965; Thompson 1986). Where chance has turns, values are iterated until they no longer change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from halfmove.compiled import kernel, lane_of
from halfmove.core.choice import ESTIMATE, EXACT, Choice
from halfmove.core.clock import Clock
from halfmove.core.game import CHANCE, ILLEGAL, Game
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.core.states import PackedStates, States, grown, states_for
from halfmove.errors import HalfmoveError, WrongGame

OVER = -2  # the mover of a terminal state
UNKNOWN = -1  # the distance of an end that nobody can force

_CHUNK = 20_000  # states between two looks at the keyboard: about 50 milliseconds
_TOLERANCE = 1e-12  # the change at which iterated values are taken as settled
_DIGITS = 9  # to which averages are compared
_MOST_SWEEPS = 100_000


@dataclass(frozen=True)
class Solution:
    """The value of every state that can be reached, for the first player, and how many plies the end is away."""

    game: Game
    root: Any
    states: States
    values: np.ndarray
    distances: np.ndarray  # see `distance`; UNKNOWN where there is none
    has_chance: bool
    kind: str
    seconds: float

    def __len__(self) -> int:
        return self.states.count()

    def value(self, state: Any = None, player: int | None = None) -> float:
        """Return what `state` is worth to `player`, by default to the one to move."""
        state = self.root if state is None else state
        player = mover(self.game, state) if player is None else player
        value = float(self.values[self._number(state)])
        return value if player == 0 else for_other(self.game, value)

    def is_draw(self, state: Any = None) -> bool:
        """Tell whether neither of two players is better off."""
        return self.game.players == 2 and self.value(state, 0) == sum(self.game.utilities) / 2

    def distance(self, state: Any = None) -> int | None:
        """Return how many plies it is to the end with best play; None if nobody can force one, or chance has turns.

        Both play best actions only: whoever is better off hurries, the other delays. In a draw, the one who can end
        the game sooner hurries.
        """
        distance = int(self.distances[self._number(self.root if state is None else state)])
        return distance if distance != UNKNOWN else None

    def best(self, state: Any = None) -> tuple[int, ...]:
        """Return the best actions: all that are equally good, in the order of the game, as `best_actions` does."""
        values = self._values_of_actions(self.root if state is None else state)
        return tuple(action for action, value in values.items() if value == max(values.values()))

    def preferred(self, state: Any = None) -> tuple[int, ...]:
        """Return those of the best actions that win soonest or lose latest; in a draw, all of them."""
        state = self.root if state is None else state
        best = self.best(state)
        if not best or self.is_draw(state):
            return best
        plies = {action: int(self.distances[self._number(self.game.result(state, action))]) for action in best}
        wins = self.value(state) > sum(self.game.utilities) / 2
        wanted = (min if wins else max)(plies.values())
        return tuple(action for action in best if plies[action] == wanted)

    def _values_of_actions(self, state: Any) -> dict[int, float]:
        """Return what each action is worth to who takes it; nothing where chance does."""
        if self.game.to_move(state) == CHANCE:
            return {}
        player = mover(self.game, state)
        values = {}
        for action in legal_actions(self.game, state):
            value = self.value(self.game.result(state, action), player)
            values[action] = round(value, _DIGITS) if self.has_chance else value
        return values

    def choice(self, state: Any = None) -> Choice:
        """Return the action to prefer, with its line of play."""
        state = self.root if state is None else state
        line, here, seen = [], state, set()
        while (best := self.preferred(here)) and here not in seen:
            seen.add(here)
            line.append(best[0])
            here = self.game.result(here, best[0])
        return Choice(
            line[0] if line else None,
            self.value(state),
            tuple(line),
            len(line),
            len(self),
            self.seconds,
            self.kind,
            game=self.game,
            state=state,
        )

    def _number(self, state: Any) -> int:
        number = self.states.find(state)
        if number < 0:
            raise HalfmoveError(f"{self.game.show(state)!r} cannot be reached from the state that was solved")
        return number


def solve(
    game: Game, state: Any = None, *, parents: bool = False, progress: Callable[[int], None] | None = None
) -> Solution:
    """Solve every state that can be reached from `state`.

    With `parents`, predecessors come from `game.parents`; without, they are derived from the actions. `progress` is
    told from time to time how many states have been found. Play without end counts as a draw.
    """
    require_no_secrets(game, "solving")
    state = game.initial if state is None else state
    if game.players > 2:
        raise WrongGame(f"{type(game).__name__} has {game.players} players: use maxn")
    if game.repetition == ILLEGAL:
        raise WrongGame(
            f"in {type(game).__name__} what is legal depends on the path, so a state has no value of its own"
        )
    clock = Clock()
    graph = _Graph(game, state, progress)
    graph.link(parents)
    has_chance = bool((graph.movers == CHANCE).any())
    acyclic = count_acyclic(game, graph.starts, graph.parent_starts, graph.parents) == graph.size
    if has_chance:
        graph.iterate()
    else:
        graph.attract()
        graph.count_plies()
    kind = ESTIMATE if has_chance and not acyclic else EXACT
    return Solution(game, state, graph.states, graph.values, graph.distances, has_chance, kind, clock.seconds)


class _Graph:
    """All states that can be reached, and how they hang together; edges of state i: `starts[i]` to `starts[i + 1]`."""

    def __init__(self, game: Game, state: Any, progress: Callable[[int], None] | None) -> None:
        self.game, self.like = game, state
        self.states = states_for(lane_of(game) == "compiled", state)
        self.states.add(state)
        self.movers = np.zeros(1 << 12, np.int8)
        self.values = np.zeros(1 << 12)
        self.starts = np.zeros((1 << 12) + 1, np.int64)
        self.edges = np.zeros(1 << 14, np.int64)
        self.weights = np.zeros(1 << 14)  # probabilities, where chance moves
        done = 0
        while done < self.states.count():
            before = done
            done = reach(
                game,
                state,
                self.states,
                self.movers,
                self.values,
                self.starts,
                self.edges,
                self.weights,
                done,
                done + _CHUNK,
            )
            if progress:
                progress(self.states.count())
            if done < min(before + _CHUNK, self.states.count()):
                self._grow()
        self.size = done
        self.draw = sum(game.utilities) / 2
        self.distances = np.full(self.size, UNKNOWN, np.int32)

    def _grow(self) -> None:
        if isinstance(self.states, PackedStates):
            self.states = grown(self.states)
        self.movers, self.values = _longer(self.movers), _longer(self.values)
        self.starts = _longer(self.starts)
        self.edges, self.weights = _longer(self.edges), _longer(self.weights)

    def link(self, by_game: bool) -> None:
        """Turn the edges round: the parents of state i are `parents[parent_starts[i] : parent_starts[i + 1]]`."""
        self.movers, self.values, self.starts = (
            self.movers[: self.size],
            self.values[: self.size],
            self.starts[: self.size + 1],
        )
        self.parent_starts = np.zeros(self.size + 1, np.int64)
        if by_game:
            ask_parents(self.game, self.like, self.states, self.parent_starts, np.zeros(0, np.int64))
        else:
            turn_edges(self.game, self.starts, self.edges, self.parent_starts, np.zeros(0, np.int64))
        np.cumsum(self.parent_starts, out=self.parent_starts)
        self.parents = np.zeros(self.parent_starts[-1], np.int64)
        if by_game:
            ask_parents(self.game, self.like, self.states, self.parent_starts, self.parents)
        else:
            turn_edges(self.game, self.starts, self.edges, self.parent_starts, self.parents)

    def attract(self) -> None:
        """Let each player in turn pull states towards the ends that he likes, the best first; the rest are draws."""
        ends = np.flatnonzero(self.movers == OVER)
        found = self.values[ends]
        self.values[self.movers != OVER] = self.draw
        for player, better in ((0, found > self.draw), (1, found < self.draw)):
            targets = ends[better][np.argsort(-found[better] if player == 0 else found[better], kind="stable")]
            left = np.diff(self.starts)
            pull(self.game, player, targets, self.movers, self.values, self.parent_starts, self.parents, left)

    def count_plies(self) -> None:
        """Find how far away the end is; in a draw, for the player who can end it sooner."""
        for player in (0, 1):
            distances = np.full(self.size, UNKNOWN, np.int32)
            count_down(
                self.game,
                player,
                self.draw,
                self.movers,
                self.values,
                distances,
                self.starts,
                self.edges,
                self.parent_starts,
                self.parents,
            )
            sooner = (self.distances == UNKNOWN) | (distances != UNKNOWN) & (distances < self.distances)
            self.distances[sooner] = distances[sooner]

    def iterate(self) -> None:
        """Improve all values by their children's until they no longer change."""
        self.values[self.movers != OVER] = self.draw
        for _ in range(_MOST_SWEEPS):
            if sweep(self.game, self.movers, self.values, self.starts, self.edges, self.weights) <= _TOLERANCE:
                return
        raise HalfmoveError(f"{type(self.game).__name__}: the values do not settle")


def _longer(array: Any) -> Any:
    return np.concatenate([array, np.zeros_like(array)])


@kernel
def reach(
    game: Any,
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
                child = states.add(game.result(state, outcome))
                edge = add_edge(edges, weights, first, edge, child, probability)
                if edge < 0:
                    return done
        else:
            movers[done] = game.to_move(state)
            for action in game.actions(state):
                child = states.add(game.result(state, action))
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


@kernel
def turn_edges(game: Any, starts: Any, edges: Any, parent_starts: Any, parents: Any) -> int:
    """Count the parents of each state in `parent_starts`; once those are summed up, list them in `parents`."""
    for state in range(len(starts) - 1):
        for i in range(starts[state], starts[state + 1]):
            child = edges[i]
            if len(parents) == 0:
                parent_starts[child] += 1
            else:
                parent_starts[child] -= 1
                parents[parent_starts[child]] = state
    return 0


@kernel
def ask_parents(game: Any, like: Any, states: Any, parent_starts: Any, parents: Any) -> int:
    """Do the same by asking the game; parents that cannot be reached, or were named before, do not matter."""
    latest = np.full(states.count(), -1)  # the last child of which a state was named as a parent
    for child in range(states.count()):
        for parent in game.parents(states.get(child, like)):
            number = states.find(parent)
            if number >= 0 and latest[number] != child:
                latest[number] = child
                if len(parents) == 0:
                    parent_starts[child] += 1
                else:
                    parent_starts[child] -= 1
                    parents[parent_starts[child]] = number
    return 0


@kernel
def pull(
    game: Any, player: int, targets: Any, movers: Any, values: Any, parent_starts: Any, parents: Any, left: Any
) -> int:
    """Give each state from which `player` can force a target the value of the best one; `left` counts children to go.

    He can if it is his turn and one child is pulled, or if it is not and all are.
    """
    queue = np.empty(len(movers), np.int64)
    pulled = np.zeros(len(movers), np.bool_)
    head = tail = target = 0
    while target < len(targets):
        value = values[targets[target]]
        while target < len(targets) and values[targets[target]] == value:
            queue[tail] = targets[target]
            pulled[targets[target]] = True
            tail += 1
            target += 1
        while head < tail:
            child = queue[head]
            head += 1
            for i in range(parent_starts[child], parent_starts[child + 1]):
                state = parents[i]
                left[state] -= 1
                if not pulled[state] and (movers[state] == player or left[state] == 0):
                    pulled[state] = True
                    values[state] = value
                    queue[tail] = state
                    tail += 1
    return tail


@kernel
def count_down(
    game: Any,
    drawer: int,
    draw: float,
    movers: Any,
    values: Any,
    distances: Any,
    starts: Any,
    edges: Any,
    parent_starts: Any,
    parents: Any,
) -> int:
    """Count the plies to the ends, by actions that keep the value: who is better off hurries, the other delays.

    Where nobody is better off, `drawer` hurries.
    """
    queue = np.empty(len(movers), np.int64)
    left = np.zeros(len(movers), np.int64)  # children of the same value whose distance is not known
    tail = 0
    for state in range(len(movers)):
        if movers[state] == OVER:
            distances[state] = 0
            queue[tail] = state
            tail += 1
        for i in range(starts[state], starts[state + 1]):
            if values[edges[i]] == values[state]:
                left[state] += 1
    head = 0
    while head < tail:
        child = queue[head]
        head += 1
        for i in range(parent_starts[child], parent_starts[child + 1]):
            state = parents[i]
            if distances[state] == UNKNOWN and values[state] == values[child]:
                left[state] -= 1
                hurries = 0 if values[state] > draw else 1 if values[state] < draw else drawer
                if movers[state] == hurries or left[state] == 0:
                    distances[state] = distances[child] + 1
                    queue[tail] = state
                    tail += 1
    return tail


@kernel
def sweep(game: Any, movers: Any, values: Any, starts: Any, edges: Any, weights: Any) -> float:
    """Set every value to what its children say, the last found first; return the greatest change."""
    change = 0.0
    for i in range(len(movers) - 1, -1, -1):
        if movers[i] != OVER:
            value = 0.0 if movers[i] == CHANCE else -np.inf if movers[i] == 0 else np.inf
            for j in range(starts[i], starts[i + 1]):
                child = values[edges[j]]
                if movers[i] == CHANCE:
                    value += weights[j] * child
                elif movers[i] == 0:
                    value = max(value, child)
                else:
                    value = min(value, child)
            change = max(change, abs(value - values[i]))
            values[i] = value
    return change


@kernel
def count_acyclic(game: Any, starts: Any, parent_starts: Any, parents: Any) -> int:
    """Return how many states do not lead into a cycle: all of them, if play must end."""
    left = starts[1:] - starts[:-1]
    queue = np.empty(len(left), np.int64)
    tail = 0
    for i in range(len(left)):
        if left[i] == 0:
            queue[tail] = i
            tail += 1
    head = 0
    while head < tail:
        child = queue[head]
        head += 1
        for i in range(parent_starts[child], parent_starts[child + 1]):
            left[parents[i]] -= 1
            if left[parents[i]] == 0:
                queue[tail] = parents[i]
                tail += 1
    return tail
