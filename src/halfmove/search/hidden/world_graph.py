"""The states that can come up while a player carries out a plan, and what he notices on the way from one to another.

A belief search comes to the same states again and again, so they are listed once, with their numbers: after that it
never asks the rules. Only `reach_worlds` does.

All states of a belief look the same to the player. States of his that do are a group, and a belief is a set of bits,
one for each state of the group.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import Flag, compiled, kernel, lane_of, lowest_bit, mix, plain
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.errors import HalfmoveError
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.running.states import PackedStates, States, states_for, with_room

OWN, OTHER, WON, LOST, UNLISTED = range(5)  # kinds of states: whose turn it is, or how the game ended
NEVER = 1 << 14  # moves: no win can be forced, even by who sees everything
MOST_STATES = 1 << 25
BITS = 62  # of a word, which has a sign

_CHUNK = 20_000  # states between two looks at the keyboard
_ROOM = 1 << 12  # states at first
_EDGES = 8  # children of a state that there is room for at first


@compiled
class WorldGraph:
    """Actions of state i are at places `starts[i]` to `starts[i + 1]` of `actions`, `percepts` and `children`.

    What can follow until the player's next turn, where it is not his, is at `reply_starts[i]` to `reply_starts[i + 1]`:
    a hash of what he noticed, a group, and the states in it.
    """

    kinds: np.ndarray
    starts: np.ndarray
    actions: np.ndarray
    percepts: np.ndarray
    children: np.ndarray
    distances: np.ndarray  # moves in which the player wins against any defence if he sees everything; NEVER
    groups: np.ndarray  # of each state of the player: its group, and
    places: np.ndarray  # its place there
    group_starts: np.ndarray  # where the states of each group begin in
    members: np.ndarray
    reply_starts: np.ndarray
    reply_hashes: np.ndarray
    reply_groups: np.ndarray
    reply_sets: np.ndarray  # words of bits


class Listing(NamedTuple):
    """A graph, and its states by their numbers."""

    graph: WorldGraph
    states: States


def list_worlds(
    game: Game, player: int, roots: list[Any], goal: float, plies: int | None = None, seconds: float | None = None
) -> Listing:
    """List the states that can be reached from `roots`, in `plies` at most; those beyond count as lost.

    A state is won if it is worth `goal` to the player, or more.
    """
    native, like, clock = lane_of(game) == "compiled", roots[0], Clock(seconds)
    late = HalfmoveError(f"{type(game).__name__}: the states of the game could not be listed in time")
    room = max(_ROOM, 2 * len(roots))
    states = states_for(native, like, room)
    for root in roots:
        states.add(root)
    kinds, starts, seen = np.full(room, UNLISTED, np.int8), np.zeros(room + 1, np.int64), np.zeros(room, np.int64)
    edges = [np.zeros(_EDGES * room, np.int64) for _ in range(3)]
    done, level, layer = 0, states.count(), 0
    while done < states.count():
        stop = min(done + _CHUNK, level)
        actions, percepts, children = edges
        given = (game, like, player, goal, states, kinds, starts, seen, actions, percepts, children, done, stop)
        done = prepared(clock, reach_worlds, *given)()
        if clock.left == 0.0:
            raise late
        if done < stop:
            room *= 2
            if room > MOST_STATES:
                raise HalfmoveError(f"{type(game).__name__}: more than {MOST_STATES:,} states: allow fewer plies")
            states = with_room(states, room) if isinstance(states, PackedStates) else states
            kinds, starts, seen = _resized(kinds, room, UNLISTED), _resized(starts, room + 1), _resized(seen, room)
            edges = [_resized(edge, 2 * len(edge)) for edge in edges]
        elif done == level:
            layer, level = layer + 1, states.count()
            if plies is not None and layer > plies:
                break
    count = states.count()
    kinds, starts, seen = _resized(kinds, count, UNLISTED), _resized(starts, count + 1), _resized(seen, count)
    starts[done:] = starts[done]
    graph = _linked(native, kinds, starts, seen, [edge[: starts[-1]].copy() for edge in edges], clock)
    if graph is None:
        raise late
    return Listing(graph, states)


def prepared(clock: Clock, kernel: Any, *given: Any) -> Callable[[], Any]:
    """Return a call that is ready to run; the clock does not run while its machine code is made."""
    before = clock.seconds
    call: Callable[[], Any] = kernel.prepare(*given)
    clock.start += clock.seconds - before
    return call


def _resized(array: np.ndarray, room: int, fill: int = 0) -> np.ndarray:
    extended = np.full(room, fill, array.dtype)
    extended[: len(array)] = array[:room]
    return extended


def _linked(
    native: bool, kinds: np.ndarray, starts: np.ndarray, seen: np.ndarray, edges: list[np.ndarray], clock: Clock
) -> WorldGraph | None:
    """Return the graph with its groups, replies and distances; None where that is not found in time."""
    count, own = len(kinds), np.flatnonzero(kinds == OWN)
    groups, places = np.full(count, -1, np.int64), np.zeros(count, np.int64)
    _, groups[own] = np.unique(seen[own], return_inverse=True)
    members = own[np.argsort(groups[own], kind="stable")]
    sizes = np.bincount(groups[own], minlength=1)
    group_starts = np.concatenate([[0], np.cumsum(sizes)])
    places[members] = np.arange(len(members)) - group_starts[groups[members]]
    words = -(-int(sizes.max()) // BITS)
    room = max(16, len(edges[0]))
    while True:
        replies = (np.zeros(count + 1, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int64))
        distances = np.full(count, NEVER, np.int16)
        beside = (groups, places, group_starts, members, *replies)
        graph = WorldGraph(kinds, starts, *edges, distances, *beside, np.zeros((room, words), np.int64))  # type: ignore[call-arg]
        graph = graph if native else plain(graph)
        stack, passed = np.zeros((2, room), np.int64), np.zeros((2, count), np.int64)
        flag = Flag()
        if run(prepared(clock, gather_replies, graph, stack, passed, flag), flag, clock.left) >= 0:
            break
        if clock.left == 0.0:
            return None
        room *= 2
    settle = prepared(clock, settle_distances, graph)
    while settle():
        if clock.left == 0.0:
            return None
    return graph


@kernel
def reach_worlds(
    game: Any,
    like: Any,
    player: int,
    goal: float,
    states: Any,
    kinds: Any,
    starts: Any,
    seen: Any,
    actions: Any,
    percepts: Any,
    children: Any,
    done: int,
    stop: int,
) -> int:
    """List the children of states `done` up to `stop`, until no room is left; return how many states are done."""
    while done < stop and done < len(kinds):
        state = states.get(done, like)
        edge = int(starts[done])
        if game.is_terminal(state):
            kinds[done] = WON if game.utility(state, player) >= goal else LOST
        else:
            mover = game.to_move(state)
            if mover == CHANCE:
                for outcome, probability in game.chances(state):
                    if probability > 0.0:
                        child = game.result(state, outcome)
                        number = states.add(child)
                        if number < 0 or edge == len(actions):
                            return done
                        actions[edge], children[edge] = outcome, number
                        percepts[edge] = game.percept(state, outcome, child, player)
                        edge += 1
            else:
                for action in game.actions(state):
                    child = game.result(state, action)
                    number = states.add(child)
                    if number < 0 or edge == len(actions):
                        return done
                    if mover == player or number != done:  # who sees everything has nothing from a try that fails
                        actions[edge], children[edge] = action, number
                        percepts[edge] = game.percept(state, action, child, player)
                        edge += 1
            kinds[done] = OTHER
            if mover == player:
                kinds[done] = OWN
                seen[done] = game.state_hash(game.observation(state, player))
        done += 1
        starts[done] = edge
    return done


@kernel
def gather_replies(graph: Any, stack: Any, passed: Any, flag: Any) -> int:
    """List for each state of others what can follow until the player's turn; return how many, or -1: no room.

    It ends with -1 as well when the flag is raised.

    `stack` and `passed` are working memory: states, and hashes of what was noticed before. A state from which the
    others can win at once is left without replies, at a distance of NEVER.
    """
    used = 0
    for state in range(len(graph.kinds)):
        graph.reply_starts[state] = used
        if graph.kinds[state] == WON:
            graph.distances[state] = 0
        if graph.kinds[state] != OTHER:
            continue
        first, depth, lost = used, 1, False
        stack[0, 0], stack[1, 0] = state, 0
        while depth > 0:
            if flag.is_set():
                return -1
            depth -= 1
            here, heard = stack[0, depth], stack[1, depth]
            for edge in range(graph.starts[here], graph.starts[here + 1]):
                child, percept = graph.children[edge], graph.percepts[edge]
                after = heard if percept == NOTHING else mix(percept, heard)
                kind = graph.kinds[child]
                if kind in (LOST, UNLISTED):
                    lost = True
                elif kind == OTHER:
                    if depth == stack.shape[1]:
                        return -1
                    if passed[0, child] != state + 1 or passed[1, child] != after:
                        passed[0, child], passed[1, child] = state + 1, after
                        stack[0, depth], stack[1, depth] = child, after
                        depth += 1
                elif kind == OWN:
                    place = first
                    group = graph.groups[child]
                    while place < used and (graph.reply_hashes[place] != after or graph.reply_groups[place] != group):
                        place += 1
                    if place == used:
                        if used == len(graph.reply_hashes):
                            return -1
                        graph.reply_hashes[used], graph.reply_groups[used] = after, group
                        for word in range(graph.reply_sets.shape[1]):
                            graph.reply_sets[used, word] = 0
                        used += 1
                    graph.reply_sets[place, graph.places[child] // BITS] |= 1 << graph.places[child] % BITS
        if lost:
            used = first
        elif used == first:
            graph.distances[state] = 0
    graph.reply_starts[len(graph.kinds)] = used
    return used


@kernel
def settle_distances(graph: Any) -> int:
    """Improve the distances once, from what is known; return how many have changed."""
    changed = 0
    for state in range(len(graph.kinds)):
        if graph.kinds[state] == OTHER and graph.reply_starts[state] < graph.reply_starts[state + 1]:
            longest = 0
            for reply in range(graph.reply_starts[state], graph.reply_starts[state + 1]):
                begin = graph.group_starts[graph.reply_groups[reply]]
                for word in range(graph.reply_sets.shape[1]):
                    left = graph.reply_sets[reply, word]
                    while left:
                        world = graph.members[begin + word * BITS + lowest_bit(left)]
                        longest = max(longest, int(graph.distances[world]))
                        left &= left - 1
            if longest < graph.distances[state]:
                graph.distances[state] = longest
                changed += 1
        elif graph.kinds[state] == OWN:
            best = int(graph.distances[state])
            for edge in range(graph.starts[state], graph.starts[state + 1]):
                child = graph.children[edge]
                cost = 0 if graph.kinds[child] == OWN else 1
                best = min(best, int(graph.distances[child]) + cost)
            if best < graph.distances[state]:
                graph.distances[state] = best
                changed += 1
    return changed
