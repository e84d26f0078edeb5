"""Retrograde analysis of a slice of an ending, by the rules and an index of its states (Thompson 1986).

Whatever leaves a slice leads to lower numbers, where all is known. What that brings is found first, for every state.
Then the states that are decided in n plies tell which may be decided in n + 1: those from which an action leads to
them. A player wins who can go to a loss of the other; he loses if all his actions go to wins of the other. The index
has `find`, `holds` and `state`, as that of a table, and `earlier`: the states, with the other player to move, from
which an action within the slice may lead to a state. It may yield one that has no such action if all the actions of
that state leave the slice, as captures do where they are forced.
"""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel
from halfmove.running.watch import Stopped
from halfmove.tables.codes import FIRST, UNKNOWN, greatest

LEAVES = 1  # an entry: all actions leave the slice, and nothing else can decide the state
_POLL = 4096  # states between two looks at the flag
_MANY = 1 << 20  # more than any distance


@kernel
def begin(index: Any, like: Any, codes: Any, best: Any, first: int, flag: Any) -> int:
    """Find what the actions that leave the slice bring each state: an entry in `best`; return how many states are."""
    states = 0
    for place in range(len(best)):
        if place % _POLL == 0 and flag.is_set():
            raise Stopped
        codes[first + place] = greatest(codes)
        best[place] = UNKNOWN
        if index.holds(first + place):
            states += 1
            code, stays = leave(index, index.state(first + place, like), codes, first)
            codes[first + place] = UNKNOWN if stays else LEAVES
            best[place] = code
    return states


@kernel
def leave(index: Any, state: Any, codes: Any, first: int) -> tuple[int, bool]:
    """Return the best entry that an action which leaves the slice brings, and whether other actions stay in it."""
    game = index.game
    if game.is_terminal(state):
        worth = game.utility(state, game.to_move(state))
        return FIRST if worth > 0 else FIRST + 1 if worth < 0 else LEAVES, False
    best, stays = UNKNOWN, False
    for action in game.actions(state):
        number = index.find(game.result(state, action))
        if number >= first:
            stays = True
        else:
            code = one_ply_before(int(codes[number]))
            if best == UNKNOWN or liking(code) > liking(best):
                best = code
    return best, stays


@kernel
def one_ply_before(code: int) -> int:
    """Return what an action brings a player, given what the other one then has."""
    return LEAVES if code < FIRST else (code ^ 1) + 2


@kernel
def liking(code: int) -> int:
    """Return a number that is greater for what a player to move likes better."""
    plies = code - FIRST >> 1
    return 0 if code < FIRST else plies - _MANY if code & 1 else _MANY - plies


@kernel
def spread(
    index: Any, like: Any, codes: Any, best: Any, first: int, pending: Any, starts: Any, queue: Any, flag: Any
) -> int:
    """Find all wins and losses; return the greatest distance, -1 if it is greater than entries can tell.

    `pending` are the places with a win or a loss in `best`, by distance: `pending[starts[d] : starts[d + 1]]`.
    """
    head = tail = plies = 0
    while head < tail or plies + 1 < len(starts):
        if plies + 1 < len(starts):
            for i in range(starts[plies], starts[plies + 1]):
                tail = settle(index, like, codes, best, first, int(pending[i]), plies, queue, tail)
        code = FIRST + 2 * (plies + 1)
        if code + 1 >= greatest(codes):
            return -1
        end = tail
        while head < end:
            if head % _POLL == 0 and flag.is_set():
                raise Stopped
            number = first + int(queue[head])
            head += 1
            lost = int(codes[number]) & 1 == 1
            for before in index.earlier(index.state(number, like)):
                other = index.find(before)
                if codes[other] == UNKNOWN and (lost or all_lose(index, before, codes, plies)):
                    codes[other] = code if lost else code + 1
                    queue[tail] = other - first
                    tail += 1
        plies += 1
    return plies


@kernel
def settle(
    index: Any, like: Any, codes: Any, best: Any, first: int, place: int, plies: int, queue: Any, tail: int
) -> int:
    """Enter what leaving the slice decides in so many plies, unless the state is decided; return the end of `queue`."""
    number, code = first + place, int(best[place])
    if codes[number] >= FIRST:
        return tail
    stays = codes[number] == UNKNOWN
    if stays and code & 1 == 1 and not all_lose(index, index.state(number, like), codes, plies - 1):
        return tail
    codes[number] = code
    queue[tail] = place
    return tail + 1


@kernel
def all_lose(index: Any, state: Any, codes: Any, most: int) -> bool:
    """Tell whether every action leads to a win of the other in at most so many plies."""
    game = index.game
    for action in game.actions(state):
        code = int(codes[index.find(game.result(state, action))])
        if code < FIRST or code & 1 == 1 or code - FIRST >> 1 > most:
            return False
    return True
