"""An experiment on Chapter 9, section 9.6: memoisation against dynamic programming, in time and in memory.

Memoisation values the first state and keeps what it met on the way; dynamic programming values every state.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core.game import Game
from halfmove.explain.tree import Recorder
from halfmove.games import game_named
from halfmove.lessons.finding import Finding
from halfmove.running.clock import Clock
from halfmove.running.table import transposition_table
from halfmove.search.decide import decide
from halfmove.search.memo import Memoised, memoised
from halfmove.search.policies import INFINITY, value_of
from halfmove.search.solving.graph import Exploration
from halfmove.search.solving.retrograde import solve

GAMES = ("tic-tac-toe", "connect-four:width=4,height=3", "kalah:holes=3,seeds=2")
_SHOWN = "one-heap-nim:stones=5"  # small enough for a picture
_MEGABYTES = 16  # of a table that never gets full
_KILOBYTE = 1000


class Cost(NamedTuple):
    """What one of the two took."""

    value: float  # of the first state, to its player
    states: int  # of which something is known at the end
    bytes: int  # that this takes
    seconds: float


def by_memoisation(game: Game) -> Cost:
    """Search from the first state, and count the states that are remembered."""
    table, clock = transposition_table(_MEGABYTES), Clock()
    choice = decide(value_of, game, None, None, -INFINITY, INFINITY, Memoised(table, True))
    seconds = clock.seconds
    entries = int(table.words[:, -1].astype(bool).sum())  # the last word of an entry is 0 where there is none
    return Cost(choice.value, entries, entries * table.words[0].nbytes, seconds)


def by_dynamic_programming(game: Game) -> Cost:
    """List every state, and value them from the ends."""
    listed: list[Exploration] = []
    solution = solve(game, progress=listed.append)
    return Cost(solution.value(), len(solution), listed[-1].bytes, solution.seconds)


def memoisation_pays() -> Finding:
    """Compare both on a few games, each after a first run that compiles what it needs."""
    sentences = []
    for name in GAMES:
        game = game_named(name)
        for compare in (by_memoisation, by_dynamic_programming):
            compare(game)
        memory, whole = by_memoisation(game), by_dynamic_programming(game)
        assert memory.value == whole.value
        sentences.append(f"{name}: memoisation keeps {_told(memory)}, dynamic programming {_told(whole)}.")
    game = game_named(_SHOWN)
    watch = Recorder(game)
    memoised(game, megabytes=1, watch=watch)
    return Finding(game, tuple(sentences), watch.root)


def _told(cost: Cost) -> str:
    return f"{cost.states:,} states in {cost.bytes / _KILOBYTE:,.0f} kB after {1000 * cost.seconds:,.1f} ms"
