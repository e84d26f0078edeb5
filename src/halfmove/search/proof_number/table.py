"""What is remembered: the numbers of a state for one question, and how much work they took."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import highest_bit, kernel, mix
from halfmove.running.table import EXACT_VALUE
from halfmove.search.proof_number.search import Search
from halfmove.search.solving.proof import CLOSE


@kernel
def key_of(search: Any, state: Any, ply: int) -> int:
    """Return the key of a state in the table: for one question, and with the plies that are left if they count."""
    salt = search.salt + ply if search.is_limited else search.salt
    return mix(search.game.key(state), salt)


@kernel
def remember(search: Any, key: int, place: int, work: int) -> None:
    """Keep the numbers at `place` as the value and the action of an entry; what took more work stays longer."""
    room, table = search.room, search.table
    info = table.info(highest_bit(work), EXACT_VALUE, 0, 0)
    table.store(key, float(room.proofs[place]), int(room.disproofs[place]), info)


def effort_of(search: Search, state: Any, ply: int, attacks: bool) -> int:
    """Return how much work it took to show that a state is what the attacker, or the other, wants; -1: not shown."""
    if search.game.is_terminal(state):
        return 0 if (search.game.utility(state, search.attacker) >= search.wanted[0] - CLOSE) == attacks else -1
    entry = search.table.find(key_of(search, state, ply))
    shown = entry.info != 0 and (entry.value == 0 if attacks else entry.action == 0)
    return int(search.table.depth(entry.info)) if shown else -1
