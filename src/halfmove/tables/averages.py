"""Tables of games of chance: the expected utility of every state, by value iteration, with a bound on its error.

Iterated from the least utility upwards a value is never too high, and from the greatest downwards never too low: what
lies between the two is the error, and the middle of them is written, for the first player.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.game import CHANCE, Game
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.states import PackedStates
from halfmove.search.solving.backward import OVER, sweep
from halfmove.search.solving.graph import Graph
from halfmove.tables.blocks import section, write_blocks
from halfmove.tables.whole.keys import packing_of

TOLERANCE = 1e-9  # of the span of utilities: iteration ends when the two bounds are as near to each other
_MOST_SWEEPS = 100_000
_SWEEPS = 16  # between two looks at the bounds


def write_averages(game: Game, root: Any, path: Path, header: dict[str, Any], megabytes: float) -> dict[str, Any]:
    """Iterate the values of all states that can be reached, write the table, and return its header."""
    require_no_secrets(game, "a table")
    if game.players > 2:
        raise WrongGame(f"{type(game).__name__} has {game.players} players: a table is for one or two")
    graph = Graph(game, root, megabytes)
    if graph.explore(None, None):
        raise HalfmoveError(f"{type(game).__name__}: its states do not fit in {megabytes:,.0f} MB")
    low, high, sweeps = iterate(graph)
    count, movers = graph.done, graph.movers[: graph.done]
    values = (low + high) / 2
    keys, used = _keys(graph, game)
    order = np.argsort(keys)
    if count > 1 and (np.diff(keys[order]) == 0).any():
        raise HalfmoveError(f"{type(game).__name__}: two states have one hash: no table can be made of them")
    header = {
        **header,
        "kind": "values",
        "method": f"value iteration, {sweeps} sweeps",
        "error": float((high - low).max() / 2),
        "used": used,
        "entries": [],
        "states": count,
        "chance": int((movers == CHANCE).sum()),
        "over": int((movers == OVER).sum()),
    }
    sections = [section("keys", np.int64, count, "sorted"), section("entries", np.float64, count, "planes")]
    write_blocks(path, header, sections, [[keys[order]], [values[order]]])
    return header


def iterate(graph: Graph) -> tuple[Any, Any, int]:
    """Return a lower and an upper bound on the value of every state, and how many sweeps it took."""
    least, greatest = graph.game.utilities
    low, high = (_begun(graph, utility) for utility in (least, greatest))
    children, movers = graph._children, graph.movers[: graph.done]
    sweeps = 0
    while sweeps < _MOST_SWEEPS:
        for _ in range(_SWEEPS):
            changes = [sweep(movers, bound, children, graph.weights) for bound in (low, high)]
            sweeps += 1
            if not any(changes):
                return low, high, sweeps
        if (high - low).max() <= TOLERANCE * (greatest - least):
            return low, high, sweeps
    return low, high, sweeps


def _begun(graph: Graph, utility: float) -> Any:
    values = graph.values[: graph.done].copy()
    values[graph.movers[: graph.done] != OVER] = utility
    return values


def _keys(graph: Graph, game: Game) -> tuple[Any, list[int] | None]:
    """Return a key for each state, and which bits of it they hold; None for hashes."""
    states = graph.states
    if isinstance(states, PackedStates):
        rows = states.rows[: graph.done]
        packing = packing_of(np.bitwise_or.reduce(rows, axis=0).tolist())
        if packing.width() == 1:
            keys = np.zeros(len(rows), np.int64)
            for word, shift, mask, _, offset in packing.runs.tolist():
                keys |= (rows[:, word] >> shift & mask) << offset
            return keys, [int(bits) for bits in packing.used]
    hashes = [game.state_hash(states.get(number, graph.like)) for number in range(graph.done)]
    return np.array(hashes, np.int64), None
