"""The states below one, each with its first numbers: what is over, what comes back, what the table or advice knows."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel
from halfmove.errors import WrongGame
from halfmove.search.proof_number.search import DOUBTFUL, NEVER
from halfmove.search.proof_number.table import key_of, remember
from halfmove.search.solving.proof import BETWEEN_STEPS, CLOSE


@kernel
def list_children(search: Any, state: Any, ply: int, top: int) -> int:
    """List what follows a state, with its numbers, the most promising first; return where the list ends."""
    game, room, bounds = search.game, search.room, search.bounds
    attacks = game.to_move(state) == search.attacker
    end = top
    for action in bounds.solver_moves(state):
        child = game.result(state, action)
        if end + 1 == len(room.actions):  # no room: what is not listed is taken for a state that is too far away
            room.proofs[end], room.disproofs[end], room.actions[end] = DOUBTFUL, 0, action
            return end + 1
        order = bounds.child_order(state, action, child)
        place = end
        while place > top and room.orders[place - 1] < order:
            room.orders[place], room.actions[place] = room.orders[place - 1], room.actions[place - 1]
            room.proofs[place], room.disproofs[place] = room.proofs[place - 1], room.disproofs[place - 1]
            place -= 1
        room.orders[place], room.actions[place] = order, action
        first_numbers(search, child, place, ply + 1)
        end += 1
        if (room.proofs[place] if attacks else room.disproofs[place]) == 0:  # the others do not matter
            return end
    return end


@kernel
def first_numbers(search: Any, state: Any, place: int, ply: int) -> int:
    """Put the numbers of a state at its place: final ones, those that the table knows, or a first guess."""
    game, room, wanted = search.game, search.room, search.wanted[0]
    enough = wanted - CLOSE
    search.counter.count_node()
    proof, disproof = NEVER, 0
    if game.is_terminal(state):
        if whole_utility(search, state) >= enough:
            proof, disproof = 0, NEVER
    else:
        key = key_of(search, state, ply)
        entry = search.table.find(key)
        if ply >= search.plies or is_on_path(search, state, ply):
            proof = DOUBTFUL
        elif entry.info != 0:
            proof, disproof = int(entry.value), entry.action
        else:
            least, most = search.bounds.value_bounds(state, search.attacker, wanted)
            if least >= enough:
                proof, disproof = 0, NEVER
            elif most >= enough:
                proof, disproof = search.bounds.effort(state, search.attacker, wanted)
            if proof == 0 or disproof == 0:
                room.proofs[place], room.disproofs[place] = proof, disproof
                remember(search, key, place, 1)
    room.proofs[place], room.disproofs[place] = proof, disproof
    return place


@kernel
def whole_utility(search: Any, state: Any) -> float:
    """Return what an end is worth to the attacker; it must be a whole number of steps above the least utility."""
    utility = search.game.utility(state, search.attacker)
    steps = (utility - search.game.utilities[0]) / search.wanted[1]
    if abs(steps - int(steps + 0.5)) > CLOSE:
        raise WrongGame(BETWEEN_STEPS)
    return utility


@kernel
def put_on_path(search: Any, state: Any, ply: int) -> None:
    """Note that a state is on the path, if it can come back."""
    if search.may_repeat:
        search.room.path[ply] = search.game.repetition_key(state)


@kernel
def is_on_path(search: Any, state: Any, length: int) -> bool:
    """Tell whether a state comes back that is one of the first on the path."""
    if search.may_repeat:
        key = search.game.repetition_key(state)
        for i in range(length):
            if search.room.path[i] == key:
                return True
    return False
