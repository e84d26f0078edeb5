"""The states after others: a kernel lists them in batches, so that memory is waited for once and not each time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import cell, compiled, kernel, load_state, store_state
from halfmove.core.game import CHANCE
from halfmove.search.solving.proof import CLOSE

OVER = 2  # the mover of a terminal state
_LATE = 64  # children that are looked for together

# Why an expansion ends early: no room, more bits, children, chance, or a utility between two steps.
ROOM, WIDER, CHILDREN, AVERAGES, UNEVEN = 1, 2, 3, 4, 5


@compiled
class Ply:
    """What is found about states that are expanded one after the other; all arrays begin with the first of them."""

    movers: NDArray[np.uint8]
    degrees: NDArray[np.uint16]  # how many children a state has
    ends: NDArray[np.uint16]  # steps above the least utility of a terminal state, for the first player
    edges: NDArray[np.uint32]  # the numbers of the children of all states
    words: NDArray[np.int64]  # two states, unpacked: the one that is expanded, and a child
    batch: NDArray[np.int64]  # keys of children
    hashes: NDArray[np.int64]  # of these keys
    wider: NDArray[np.int64]  # the words of a state that did not fit
    cells: NDArray[np.int64]

    edge_count = cell(0)
    why = cell(1)  # the expansion ended early


@kernel
def add_roots(bounds: Any, packing: Any, roots: Any, known: Any, ply: Any, first: int, stop: int) -> int:
    """Enter the states `first` to `stop` - 1 of a numbered set; return how many are done."""
    ply.why = 0
    for number in range(first, stop):
        if roots.holds(number):
            store_state(ply.words, 1, bounds.canonical(roots.state(number)))
            if not packing.fits(ply.words, 1):
                for word in range(len(ply.wider)):
                    ply.wider[word] = ply.words[1, word]
                ply.why = WIDER
                return number - first
            packing.pack(ply.words, 1, ply.batch, 0)
            known.add(ply.batch, 0, known.hash_of(ply.batch, 0))
    return stop - first


@kernel
def expand(bounds: Any, like: Any, packing: Any, source: Any, known: Any, ply: Any, first: int, stop: int) -> int:
    """Expand the states `source[first]` to `source[stop - 1]`; return how many are done.

    Their children are entered into `known`.
    """
    game, done = bounds.game, 0
    least, step = game.utilities[0], game.step
    ply.edge_count = ply.why = 0
    room, spare = len(known.keys), len(known.slots) * 2 // 3
    while first + done < stop:
        begun, children = done, 0
        while first + done < stop and children < _LATE:
            packing.unpack(source, first + done, ply.words, 0)
            state = load_state(ply.words, 0, like)
            before = children
            if game.is_terminal(state):
                ply.movers[done] = game.to_move(state) & 1 | OVER
                steps = (game.utility(state, 0) - least) / step
                whole = int(steps + 0.5)
                if abs(steps - whole) > CLOSE:
                    ply.why = UNEVEN
                    return begun
                ply.ends[done] = whole
            else:
                mover = game.to_move(state)
                if mover == CHANCE:
                    ply.why = AVERAGES
                    return begun
                ply.movers[done] = mover
                for action in game.actions(state):
                    if children == len(ply.batch):
                        ply.why = CHILDREN
                        return begun
                    store_state(ply.words, 1, bounds.canonical(game.result(state, action)))
                    if not packing.fits(ply.words, 1):
                        for word in range(len(ply.wider)):
                            ply.wider[word] = ply.words[1, word]
                        ply.why = WIDER
                        return begun
                    packing.pack(ply.words, 1, ply.batch, children)
                    hashed = known.hash_of(ply.batch, children)
                    known.fetch(hashed)
                    ply.hashes[children] = hashed
                    children += 1
            ply.degrees[done] = children - before
            done += 1
        count = known.count() + children
        if count > room or count > spare or ply.edge_count + children > len(ply.edges):
            ply.why = ROOM
            return begun
        for child in range(children):
            known.fetch_key(int(ply.hashes[child]))
        for child in range(children):
            ply.edges[ply.edge_count + child] = known.add(ply.batch, child, int(ply.hashes[child]))
        ply.edge_count += children
    return done
