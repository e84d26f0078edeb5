"""Solve a whole game: list its states, then value them from the last ply backwards.

Where no state comes up in two plies, one pass over each ply gives its values. Otherwise each state is valued after its
children; where states come back, passes over them are repeated until nothing changes, and what then is neither won nor
lost is a draw, by play without end too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import plain
from halfmove.core.game import ILLEGAL, Game
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import WrongGame
from halfmove.running.clock import Clock
from halfmove.tables.fingerprint import fingerprint
from halfmove.tables.whole.backward import (
    NO_DISTANCE,
    PLIES,
    UNKNOWN,
    Graph,
    put_in_order,
    settle,
    solve_ply,
    sweep_plies,
    sweep_values,
    value_in_order,
)
from halfmove.tables.whole.expand import OVER
from halfmove.tables.whole.keys import Packing, packing_of, used_bits, widened
from halfmove.tables.whole.listing import CHUNK, PARTS, Listing, NeedsBits, Progress, Report, name_of
from halfmove.tables.whole.spool import MemorySpool, Spool

MOST_STEPS = (1 << 15) - 1  # from the least utility to the greatest


class Solved(NamedTuple):
    """A game that was solved, ply by ply in a spool."""

    game: Game
    root: Any
    packing: Packing
    spool: Spool
    plies: int
    states: int
    by_plies: bool  # whether each ply was solved by itself
    seconds: float
    bytes: int  # that the list of states took at most

    def ply(self, ply: int) -> tuple[NDArray[Any], ...]:
        """Return keys, movers, values and distances of the states of a ply."""
        keys, movers, words = (self.spool.get(name_of(ply, part)) for part in ("keys", "movers", "words"))
        return keys, movers, words >> PLIES, words & NO_DISTANCE


def check_solvable(game: Game) -> None:
    """Refuse a game in which states have no value of their own, or more values than are told apart."""
    name = type(game).__name__
    require_no_secrets(game, "a table")
    if game.players != 2:
        raise WrongGame(f"{name} has {game.players} players: a table is for two")
    if game.repetition == ILLEGAL:
        raise WrongGame(f"in {name} what is legal depends on the path, so a state has no value of its own")
    steps = (game.utilities[1] - game.utilities[0]) / game.step
    if not 1 <= steps <= MOST_STEPS:
        raise WrongGame(f"{name} has {steps:g} steps between its utilities: a table tells at most {MOST_STEPS:,} apart")


def solve_whole(
    game: Game,
    state: Any = None,
    *,
    spool: Spool | None = None,
    megabytes: float = 1024,
    report: Report | None = None,
    roots: Any = None,
) -> Solved:
    """Solve every state that can be reached from `state`; with a folder as `spool`, go on with what was begun there.

    `roots` are all states to begin with, where they are more than one: an ending.
    """
    check_solvable(game)
    state = game.initial if state is None else state
    spool = spool or MemorySpool()
    used = used_bits(game, state)
    count = 1 if roots is None else int(plain(roots).total())
    rules = "" if isinstance(spool, MemorySpool) else fingerprint(game)
    plan = {"rules": rules, "root": repr(state), "roots": count}  # of other work nothing is taken over
    while True:
        packing = packing_of(used)
        spool.begin({**plan, "used": packing.used.tolist(), "chunk": CHUNK})
        listing = Listing(game, state, packing, spool, megabytes, report, roots)
        _prepare(listing)
        clock = Clock()
        try:
            listing.run()
            break
        except NeedsBits as wider:
            used = [widened(int(one) | int(other)) for one, other in zip(used, wider.words, strict=True)]
    draw = round((game.utilities[1] - game.utilities[0]) / game.step)
    (_by_plies if listing.by_plies else _together)(listing, draw)
    return Solved(
        game, state, packing, spool, listing.plies, listing.states, listing.by_plies, clock.seconds, listing.peak
    )


def _prepare(listing: Listing) -> None:
    """Compile, before any clock runs."""
    listing.prepare()
    words, numbers = np.zeros(0, np.int32), np.zeros(0, np.uint32)
    waiting, degrees = np.zeros((0, 2), np.int32), np.zeros(0, np.uint16)
    graph = Graph(words, np.zeros(0, np.uint8), np.zeros(0, np.int64), numbers, waiting, np.zeros(1, np.int64))
    graph = listing.in_lane(graph)
    solve_ply.prepare(graph, words, degrees)
    put_in_order.prepare(graph, numbers, numbers)
    value_in_order.prepare(graph, numbers)
    settle.prepare(graph)
    for sweep in (sweep_values, sweep_plies):
        sweep.prepare(graph, numbers)


def _by_plies(listing: Listing, draw: int) -> None:
    """Value each ply by the one below; `draw` is twice as many steps as a draw is worth."""
    spool, done, below = listing.spool, 0, np.zeros(0, np.int32)
    none = np.zeros(0, np.int64)
    for ply in range(listing.plies - 1, -1, -1):
        if spool.has(name_of(ply, "words")):
            below = spool.get(name_of(ply, "words"))
        else:
            movers, degrees, ends, edges = (spool.get(name_of(ply, part)) for part in PARTS)
            words = ends.astype(np.int32) << PLIES
            graph = Graph(words, movers, none, edges, np.zeros((0, 2), np.int32), np.array([draw]))
            solve_ply(listing.in_lane(graph), below, degrees)
            spool.put(name_of(ply, "words"), [words])
            below = words
        done += len(below)
        _tell(listing, done)


def _together(listing: Listing, draw: int) -> None:
    """Value each state after its children, and otherwise those that play leads back to."""
    spool, plies = listing.spool, range(listing.plies)
    if all(spool.has(name_of(ply, "words")) for ply in plies):
        return
    movers, degrees = (_joined(listing, part, listing.states) for part in ("movers", "degrees"))
    starts = np.zeros(len(movers) + 1, np.int64)
    np.cumsum(degrees, out=starts[1:])
    del degrees
    words = _joined(listing, "ends", listing.states).astype(np.int32)
    words <<= PLIES
    words[movers & OVER == 0] = UNKNOWN
    edges = _joined(listing, "edges", int(starts[-1]))
    graph = listing.in_lane(Graph(words, movers, starts, edges, np.zeros((0, 2), np.int32), np.array([draw])))
    order = np.empty(len(movers), np.uint32)
    if put_in_order(graph, np.zeros(len(movers), np.uint32), order) == len(order):
        _tell(listing, value_in_order(graph, order))
    else:
        del order
        _value_cycles(listing, graph)
    first = 0
    for ply in plies:
        last = first + len(spool.get(name_of(ply, "movers")))
        spool.put(name_of(ply, "words"), [words[first:last]])
        first = last


def _value_cycles(listing: Listing, graph: Graph) -> None:
    """Value what must end first; then repeat passes over the rest until values and distances no longer change."""
    waiting = np.zeros((len(graph.movers), 2), np.int32)
    graph = listing.in_lane(replace(graph, waiting=waiting))
    _tell(listing, settle(graph))
    left = np.flatnonzero(graph.words == UNKNOWN)[::-1].astype(np.uint32)
    found = []
    for steps in {graph.draw() // 2, (graph.draw() + 1) // 2}:  # the same, where a draw is a whole number of steps
        graph.words[left] = steps << PLIES
        _repeat(listing, sweep_values, graph, left)
        found.append(graph.words[left])
    if (found[0] != found[-1]).any():
        game = listing.game
        raise WrongGame(
            f"{type(game).__name__}: play without end is worth {sum(game.utilities) / 2:g}, which lies between two"
            " steps of the game: let it say a smaller distance between its utilities (`step`)"
        )
    _repeat(listing, sweep_plies, graph, left)


def _repeat(listing: Listing, sweep: Any, graph: Graph, left: NDArray[np.uint32]) -> None:
    """Go over the states `left` until nothing changes."""
    while changed := sweep(graph, left):
        _tell(listing, len(graph.movers) - changed)


def _joined(listing: Listing, part: str, count: int) -> NDArray[Any]:
    """Return what was put aside of all plies as one array, without a copy of it where one ply has it all."""
    whole, first = np.zeros(0, np.uint8), 0
    for ply in range(listing.plies):
        piece = listing.spool.get(name_of(ply, part))
        if len(piece) == count:
            return piece
        whole = whole if first else np.empty(count, piece.dtype)
        whole[first : first + len(piece)] = piece
        first += len(piece)
    return whole


def _tell(listing: Listing, done: int) -> None:
    if listing.report:
        listing.report(Progress("solving", done, listing.plies, listing.states, listing.peak))
