"""AND-OR search over beliefs: is there a plan that wins in every world, whatever the others do (AIMA 5.6)?

    wins in n moves(belief) = there is an action such that for everything that can be noticed after it
                              wins in n - 1 moves(what is believed then)

A belief is a group of a `WorldGraph` and a set of its states. Four things make it fast: who sees everything needs no
more moves than who does not, so the distance of every world is a bound; worlds in which a try is refused part from the
others before the move; what is known of a belief is remembered (won in n moves, not in n); and the world that refuted
the last action is asked first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import Flag, bit_count, cell, compiled, kernel, lowest_bit, mix, plain
from halfmove.search.hidden.world_graph import BITS, NEVER, OWN, WON, WorldGraph

MEGABYTE = 1 << 20
SEARCHED, TOO_FAR, REMEMBERED = range(3)  # why a belief was left
MOVED, TRIED = 1, 0  # moves that it cost to come to a belief: none where a try was refused

_ROWS = 1 << 15  # beliefs on a path, and beside it
_PROBES = 4  # places of the table that a belief may be at
_NOBODY = -1  # no world refuted an action


@compiled
class Search:
    """What a search works with. Beliefs are rows: those on the path, and for each action those that may follow."""

    graph: WorldGraph
    cells: np.ndarray
    flag: Flag
    groups: np.ndarray  # of each row: its group,
    sets: np.ndarray  # its worlds,
    hashes: np.ndarray  # what was noticed on the way to it,
    costs: np.ndarray  # the moves this took,
    sizes: np.ndarray  # and how many worlds there are: 0 when it was asked about
    table_groups: np.ndarray  # plus 1
    table_sets: np.ndarray
    won: np.ndarray  # the fewest moves in which a belief is known to be won
    lost: np.ndarray  # the most moves in which it is known not to be
    best: np.ndarray  # the place of the action that wins

    nodes = cell(0)
    allowed = cell(1)
    stopped = cell(2)
    refuter = cell(3)  # the world that refuted the last action


@compiled
class NoWatch:
    """Watches nothing, and costs nothing."""

    def enter(self, search: Any, row: int, moves: int) -> None:
        pass

    def tries(self, action: int) -> None:
        pass

    def leave(self, won: bool, reason: int) -> None:
        pass


def new_search(graph: WorldGraph, megabytes: float, native: bool) -> Search:
    """Return a search with an empty table of about so many megabytes."""
    words = graph.reply_sets.shape[1]
    slots = 1 << max(10, int(megabytes * MEGABYTE / (8 * words + 14)).bit_length() - 1)
    rows = [np.zeros(_ROWS, np.int64) for _ in range(4)]
    search = Search(
        graph,
        np.zeros(4, np.int64),
        Flag(),
        rows[0],
        np.zeros((_ROWS, words), np.int64),
        rows[1],
        rows[2],
        rows[3],
        np.zeros(slots, np.int64),
        np.zeros((slots, words), np.int64),
        np.full(slots, NEVER, np.int16),
        np.zeros(slots, np.int16),
        np.zeros(slots, np.int16),
    )
    search.allowed = np.iinfo(np.int64).max
    return search if native else plain(search)


@kernel
def wins(search: Any, watch: Any, row: int, moves: int, free: int) -> bool:
    """Tell whether the belief in a row is won in so many moves; `free` is the first free row."""
    graph = search.graph
    watch.enter(search, row, moves)
    first = _NOBODY
    begin = graph.group_starts[search.groups[row]]
    for word in range(search.sets.shape[1]):
        left = search.sets[row, word]
        while left:
            world = graph.members[begin + word * BITS + lowest_bit(left)]
            if graph.distances[world] > moves:
                watch.leave(False, TOO_FAR)
                return False
            first = world if first == _NOBODY else first
            left &= left - 1
    slot = find_slot(search, row)
    if is_at(search, slot, row) and (search.won[slot] <= moves or search.lost[slot] >= moves):
        known: bool = search.won[slot] <= moves
        watch.leave(known, REMEMBERED)
        return known
    search.nodes += 1
    if search.nodes > search.allowed or search.flag.is_set():
        search.stopped = 1
        watch.leave(False, SEARCHED)
        return False
    count = int(graph.starts[first + 1] - graph.starts[first])
    won, best, choice, refuter = False, 0, 0, _NOBODY
    while choice < 2 * count and not won:  # first what no world refuses, for what is refused costs no move
        search.refuter = refuter
        refused = refusals(search, row, choice % count, moves)
        refuter = search.refuter
        if refused >= 0 and (refused > 0) == (choice >= count):
            watch.tries(int(graph.actions[graph.starts[first] + choice % count]))
            won, best = action_wins(search, watch, row, choice % count, moves, free), choice % count
            if search.stopped:
                watch.leave(False, SEARCHED)
                return False
        choice += 1
    remember(search, row, won, moves, best)
    watch.leave(won, SEARCHED)
    return won


@kernel
def refusals(search: Any, row: int, choice: int, moves: int) -> int:
    """Return in how many worlds an action leaves the turn with the player; -1 if it cannot win, or changes nothing.

    The world that refutes an action by its distance alone is asked first from then on.
    """
    graph, refused, unchanged, worlds = search.graph, 0, 0, 0
    if search.refuter >= 0:
        child = graph.children[graph.starts[search.refuter] + choice]
        if graph.kinds[child] != OWN and graph.distances[child] >= moves:
            return -1
    begin = graph.group_starts[search.groups[row]]
    for word in range(search.sets.shape[1]):
        left = search.sets[row, word]
        while left:
            world = graph.members[begin + word * BITS + lowest_bit(left)]
            child = graph.children[graph.starts[world] + choice]
            if graph.kinds[child] == OWN:
                refused += 1
                unchanged += 1 if child == world else 0
            elif graph.distances[child] >= moves:
                search.refuter = world
                return -1
            worlds += 1
            left &= left - 1
    return refused if unchanged < worlds else -1


@kernel
def action_wins(search: Any, watch: Any, row: int, choice: int, moves: int, free: int) -> bool:
    """Tell whether an action wins: part the worlds after it by what was noticed, and ask about every part."""
    graph, top, worlds = search.graph, free, 0
    begin = graph.group_starts[search.groups[row]]
    for word in range(search.sets.shape[1]):
        left = search.sets[row, word]
        while left:
            world = graph.members[begin + word * BITS + lowest_bit(left)]
            edge = graph.starts[world] + choice
            child = graph.children[edge]
            if graph.kinds[child] == OWN:
                part = part_of(search, mix(graph.percepts[edge], TRIED), graph.groups[child], TRIED, free, top)
                search.sets[part, graph.places[child] // BITS] |= 1 << graph.places[child] % BITS
                top = max(top, part + 1)
            elif graph.kinds[child] != WON:
                heard = mix(graph.percepts[edge], MOVED)
                for reply in range(graph.reply_starts[child], graph.reply_starts[child + 1]):
                    after = mix(graph.reply_hashes[reply], heard)
                    part = part_of(search, after, graph.reply_groups[reply], MOVED, free, top)
                    for i in range(search.sets.shape[1]):
                        search.sets[part, i] |= graph.reply_sets[reply, i]
                    top = max(top, part + 1)
            if top + 1 >= len(search.groups):
                search.stopped = 1
                return False
            worlds += 1
            left &= left - 1
    for part in range(free, top):
        search.sizes[part] = 0
        for word in range(search.sets.shape[1]):
            search.sizes[part] += bit_count(search.sets[part, word])
    for _ in range(free, top):
        part = next_part(search, free, top)
        refused = search.costs[part] == TRIED and search.sizes[part] < worlds
        search.sizes[part] = 0
        if not wins(search, watch, part, moves if refused else moves - 1, top):
            return False
    return True


@kernel
def part_of(search: Any, heard: int, group: int, cost: int, free: int, top: int) -> int:
    """Return the row of what is believed after something was noticed; a new row is empty."""
    part = free
    while part < top and (search.hashes[part] != heard or search.groups[part] != group):
        part += 1
    if part == top:
        search.hashes[part], search.groups[part], search.costs[part] = heard, group, cost
        for word in range(search.sets.shape[1]):
            search.sets[part, word] = 0
    return part


@kernel
def next_part(search: Any, free: int, top: int) -> int:
    """Return the row to ask about next: the smallest first, which are refuted soonest, and what was refused last."""
    chosen = -1
    for part in range(free, top):
        if search.sizes[part] > 0 and (
            chosen < 0
            or search.costs[part] > search.costs[chosen]
            or search.costs[part] == search.costs[chosen]
            and search.sizes[part] < search.sizes[chosen]
        ):
            chosen = part
    return chosen


@kernel
def is_at(search: Any, slot: int, row: int) -> bool:
    """Tell whether a belief is at a place of the table."""
    if search.table_groups[slot] != search.groups[row] + 1:
        return False
    for word in range(search.sets.shape[1]):
        if search.table_sets[slot, word] != search.sets[row, word]:
            return False
    return True


@kernel
def find_slot(search: Any, row: int) -> int:
    """Return the place of a belief in the table; if it is not there, a place for it."""
    hashed = mix(search.groups[row], 1)
    for word in range(search.sets.shape[1]):
        hashed = mix(search.sets[row, word], hashed)
    mask = len(search.won) - 1
    for probe in range(_PROBES):
        slot = hashed + probe & mask
        if search.table_groups[slot] == 0 or is_at(search, slot, row):
            return slot
    return hashed + (hashed >> 40) % _PROBES & mask


@kernel
def remember(search: Any, row: int, won: bool, moves: int, best: int) -> None:
    """Keep what is known of a belief now."""
    slot = find_slot(search, row)
    if not is_at(search, slot, row):
        search.table_groups[slot] = search.groups[row] + 1
        for word in range(search.sets.shape[1]):
            search.table_sets[slot, word] = search.sets[row, word]
        search.won[slot], search.lost[slot], search.best[slot] = NEVER, 0, 0
    if won:
        if moves < search.won[slot]:
            search.won[slot], search.best[slot] = moves, best
    elif moves > search.lost[slot]:
        search.lost[slot] = moves
