"""Is a state worth at least so much? A search that asks nothing else, and how the answers narrow a value down.

Null windows: Pearl, "Scout", 1980; Plaat and others, "Best-first fixed-depth minimax algorithms", 1996.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import compiled, kernel, load_state
from halfmove.core.game import CHANCE
from halfmove.errors import WrongGame
from halfmove.running.watch import CUT, END, FOUND, SEARCHED
from halfmove.search.solving.table import NO_ACTION

ROOM = 1 << 14  # actions on a path

MAX, MIN = 0, 1  # values are those of MAX, whoever is to move

CLOSE = 1e-9  # by which rounding may move a utility away from its step
BETWEEN_STEPS = "a utility lies between two steps of the game: let it say the distance between its utilities (`step`)"


@compiled
class Room:
    """Where the nodes on the path list their actions."""

    actions: np.ndarray
    keys: np.ndarray  # of the states that follow
    orders: np.ndarray  # how promising the actions are


def room():
    """Return room for the actions on a path."""
    return Room(np.zeros(ROOM, np.int64), np.zeros(ROOM, np.int64), np.zeros(ROOM))


@compiled
class Proof:
    """What a search for a proof is given: the rules, what is known of the game beside them, a table, and a watch."""

    game: Any
    bounds: Any
    table: Any
    room: Any
    watch: Any


@kernel
def steps_of(game: Any, utility: float) -> int:
    """Return how many steps a utility is above the least one."""
    return int((utility - game.utilities[0]) / game.step + 0.5)


@kernel
def utility_of(game: Any, steps: int) -> float:
    """Return the utility that is `steps` steps above the least one."""
    return game.utilities[0] + game.step * steps


@kernel
def all_steps(game: Any) -> int:
    """Return how many steps the best utility is above the least one."""
    return steps_of(game, game.utilities[1])


@kernel
def key_of(proof: Any, state: Any) -> int:
    """Return the key of what is still to come in a state, under which the table knows its worth."""
    same, _ = proof.bounds.future(state)
    return int(proof.game.key(same))


@kernel
def gain_of(proof: Any, state: Any) -> int:
    """Return how many steps a state is worth more to MAX than what the table knows under its key."""
    _, gain = proof.bounds.future(state)
    return int(np.floor(gain / proof.game.step + 0.5))


@kernel
def value_of(proof: Any, state: Any, target: int, ply: int, top: int) -> int:
    """Return a bound r on the value v of `state` for MAX, in steps, that tells whether it is at least `target`.

    r >= target    v >= r
    r < target     v <= r

    The room lists the actions of the nodes on the path, `top` is where it is free.
    """
    game, table = proof.game, proof.table
    room, watch = proof.room, proof.watch
    watch.enter(state, MAX, ply, utility_of(game, target - 1), utility_of(game, target))
    if game.is_terminal(state):
        return leave(game, watch, whole_steps(game, game.utility(state, MAX)), END)
    if ply == 0:
        raise WrongGame("the game goes on for too long to be solved by proofs: use dynamic programming")

    # 1. What the game can tell at a glance.
    least, most = proof.bounds.value_bounds(state, MAX, utility_of(game, target))
    low, high = steps_of(game, least), steps_of(game, most)
    if low >= target:
        return leave(game, watch, low, CUT)
    if high < target:
        return leave(game, watch, high, CUT)

    # 2. The actions that may be worth it; the only one needs no place in the table.
    mover = game.to_move(state)
    if mover == CHANCE:
        raise WrongGame("a game of chance is not solved by proofs: use expectiminimax or dynamic programming")
    end = top
    for action in proof.bounds.solver_moves(state):
        if end == len(room.actions):
            raise WrongGame("the game goes on for too long to be solved by proofs: use dynamic programming")
        room.actions[end] = action
        end += 1
    best = low if mover == MAX else high
    if end == top + 1:
        table.work += 1
        child = game.result(state, int(room.actions[top]))
        value = value_of(proof, child, target, ply - 1, end)
        return leave(game, watch, max(best, value) if mover == MAX else min(best, value), SEARCHED)

    # 3. What is remembered.
    key, gain, most_steps = key_of(proof, state), gain_of(proof, state), all_steps(game)
    fields = table.find(key)
    known = NO_ACTION
    if fields >= 0:
        worst, best_case = table.low(fields) + gain, table.high(fields) + gain
        if worst >= target:
            return leave(game, watch, worst, FOUND)
        if best_case < target:
            return leave(game, watch, best_case, FOUND)
        low, high, known = max(low, worst), min(high, best_case), table.action(fields)
        best = low if mover == MAX else high
    begun = table.work
    table.work += 1

    # 4. What is known of all that follows, before any of it is searched; the most promising first.
    left = proof.bounds.plies_left(state)
    for i in range(top, end):
        room.keys[i] = key_of(proof, game.result(state, int(room.actions[i])))
        table.expect(int(room.keys[i]))
    listed, end = end, top
    for i in range(top, listed):
        action = int(room.actions[i])
        child = game.result(state, action)
        worst, best_case = 0, most_steps
        if left >= NEAR and not game.is_terminal(child):
            least, most = proof.bounds.value_bounds(child, MAX, utility_of(game, target))
            worst, best_case = steps_of(game, least), steps_of(game, most)
        if left >= FAR:
            fields = table.find(int(room.keys[i]))
            if fields >= 0:
                more = gain_of(proof, child)
                worst, best_case = max(worst, table.low(fields) + more), min(best_case, table.high(fields) + more)
        if mover == MAX and worst >= target:
            return leave(game, watch, worst, FOUND)
        if mover == MIN and best_case < target:
            return leave(game, watch, best_case, FOUND)
        if best_case < target:
            best = max(best, best_case)
        elif worst >= target:
            best = min(best, worst)
        else:
            order = PROVEN if action == known else proof.bounds.child_order(state, action, child)
            place = end
            while place > top and room.orders[place - 1] < order:
                room.orders[place], room.actions[place] = room.orders[place - 1], room.actions[place - 1]
                place -= 1
            room.orders[place], room.actions[place] = order, action
            end += 1

    # 5. One action after another, until one decides.
    chosen = known
    for i in range(top, end):
        action = int(room.actions[i])
        value = value_of(proof, game.result(state, action), target, ply - 1, end)
        if value > best if mover == MAX else value < best:
            best = value
        if best >= target if mover == MAX else best < target:
            chosen = action
            break
    if best >= target:
        low = best
    else:
        high = best
    table.store(key, chosen, max(low - gain, 0), min(high - gain, most_steps), table.work - begun)
    return leave(game, watch, best, SEARCHED)


NEAR = 10  # plies to go, from which on it pays to ask the game about all that follows
FAR = 14  # plies to go, from which on it pays to look it up too (enhanced transposition cut-offs)
PROVEN = 1e9  # the order of the action that decided the state last time: it comes before all others


@kernel
def leave(game: Any, watch: Any, value: int, reason: int) -> int:
    """Report a value to the watch, as a utility, and return it."""
    watch.leave(utility_of(game, value), reason)
    return value


@kernel
def whole_steps(game: Any, utility: float) -> int:
    """Return how many steps a utility is above the least one; there must be a whole number of them."""
    steps = steps_of(game, utility)
    if abs(utility_of(game, steps) - utility) > CLOSE:
        raise WrongGame(BETWEEN_STEPS)
    return steps


@kernel
def bisect(proof: Any, state: Any, low: int, high: int, ply: int, limits: Any) -> int:
    """Return the value of `state`, which is between `low` and `high`, by one question after another.

    `limits` holds the bounds that are proven so far.
    """
    game = proof.game
    limits[0], limits[1] = low, high
    while limits[0] < limits[1]:
        wanted = proof.bounds.next_target(state, utility_of(game, limits[0]), utility_of(game, limits[1]))
        target = min(limits[1], max(limits[0] + 1, steps_of(game, wanted)))
        value = value_of(proof, state, target, ply, 0)
        limits[0 if value >= target else 1] = value
    return int(limits[0])


@kernel
def bisect_all(proof: Any, like: Any, words: Any, most: int, ply: int, limits: Any, values: Any) -> int:
    """Find what the states in `words` are worth to the player to move, with nothing remembered; return how many."""
    game = proof.game
    for i in range(len(words)):
        proof.table.renew()
        state = load_state(words, i, like)
        value = utility_of(game, bisect(proof, state, 0, most, ply, limits))
        values[i] = game.utilities[0] + game.utilities[1] - value if game.to_move(state) == MIN else value
    return len(words)


@kernel
def follow(proof: Any, state: Any, value: int, ply: int, line: Any) -> int:
    """Write best play from `state`, whose value is known, into `line`; return how many plies.

    The action that is remembered comes first, for it is most likely proven already.
    """
    game, table = proof.game, proof.table
    for i in range(len(line)):
        if game.is_terminal(state):
            return i
        is_max = game.to_move(state) == MAX
        target = value if is_max else value + 1
        likely = table.action(table.find(key_of(proof, state)))
        decided = False
        for is_likely in (True, False):
            for action in game.actions(state):
                if not decided and (action == likely) == is_likely:
                    child = game.result(state, action)
                    decided = (value_of(proof, child, target, ply, 0) >= target) == is_max
                    if decided:
                        line[i], following = action, child
        state = following
    return len(line)
