"""The loop of df-pn: go to the child where least is left to show, until it looks worse than the second best one."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel
from halfmove.core.game import CHANCE
from halfmove.errors import WrongGame
from halfmove.search.proof_number.children import list_children, put_on_path
from halfmove.search.proof_number.search import DOUBTFUL, MOST, NEVER
from halfmove.search.proof_number.table import key_of, remember

SECOND = 4  # a child is searched until it looks worse than the second best one by one part in so many (Pawlewicz 2007)
NO_CHANCE = "proof-number search is not for games of chance: use expectiminimax or dynamic programming"


@kernel
def solve(search: Any, root: Any) -> int:
    """Search until the question is answered; the numbers of the root are then in the room's first place."""
    put_on_path(search, root, 0)
    return expand(search, root, 0, DOUBTFUL, DOUBTFUL, 0, 1)


@kernel
def expand(search: Any, state: Any, place: int, most_proof: int, most_disproof: int, ply: int, top: int) -> int:
    """Search below the state at `place` until one of its numbers reaches its limit; put both there.

    The children are listed in the room from `top` on. Return where they end.
    """
    game, room = search.game, search.room
    attacks = game.to_move(state) == search.attacker
    if game.to_move(state) == CHANCE:
        raise WrongGame(NO_CHANCE)
    # From here on with the eyes of the mover: one child that wins is enough for him, and all have to fail.
    wins, fails = (room.proofs, room.disproofs) if attacks else (room.disproofs, room.proofs)
    most_wins, most_fails = (most_proof, most_disproof) if attacks else (most_disproof, most_proof)
    begun = search.counter.nodes
    end = list_children(search, state, ply, top)
    if ply == 0:
        search.root_end = end
    while True:
        best, second, fewest = top, NEVER, NEVER
        total, greatest = 0, 0
        for i in range(top, end):
            if wins[i] < fewest:
                best, second, fewest = i, fewest, wins[i]
            elif wins[i] < second:
                second = wins[i]
            total += fails[i]
            greatest = max(greatest, fails[i])
        summed = greatest if greatest >= DOUBTFUL else min(total, MOST)
        if fewest >= most_wins or summed >= most_fails or end == top:
            break
        rest = total - fails[best]
        child_wins = min(most_wins, second + second // SECOND + 1)
        child_fails = max(fails[best] + 1, most_fails - rest)
        child_proof, child_disproof = (child_wins, child_fails) if attacks else (child_fails, child_wins)
        child = game.result(state, int(room.actions[best]))
        put_on_path(search, child, ply + 1)
        expand(search, child, best, child_proof, child_disproof, ply + 1, end)
    wins[place], fails[place] = fewest, summed
    remember(search, key_of(search, state, ply), place, search.counter.nodes - begun + 1)
    return end
