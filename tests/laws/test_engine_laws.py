"""Without heuristics the engine equals naive minimax: on random games of all kinds, and on real ones."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import engine_checks
import pytest
import random_graphs
import real_games

from halfmove.compiled import plain
from halfmove.core.game import ALLOWED, DRAW, ILLEGAL
from halfmove.search.engine import HEURISTIC, Engine

DEEP = os.environ.get("HALFMOVE_DEEP") == "1"
CASES = 3200 if DEEP else 300  # of each kind
REAL_CASES = 400 if DEEP else 25  # of each game
LONGEST = 8  # actions before a state of a real game
LARGEST, FEW = 24, 7  # nodes; oracles walk every path of a graph with cycles
DEEPEST = 6  # plies


def _game(kind: str, seed: int, rng: Random) -> Any:
    if kind.startswith("cyclic"):
        return random_graphs.cyclic(seed, rng.randint(2, FEW), repetition=kind.split()[1])
    return random_graphs.KINDS[kind](seed, rng.randint(2, LARGEST))


@pytest.mark.parametrize("kind", ["tree", "dag", f"cyclic {ALLOWED}", f"cyclic {DRAW}", f"cyclic {ILLEGAL}"])
def test_random_games(kind):
    for seed in range(CASES):
        rng = Random(f"{kind} {seed}")
        game = plain(_game(kind, seed, rng))
        engine_checks.exact(game, game.initial, rng.randint(1, DEEPEST), seed)


@pytest.mark.parametrize("kind", ["tree", "dag", f"cyclic {DRAW}", f"cyclic {ILLEGAL}"])
def test_what_is_called_exact_with_heuristics_is(kind):
    for seed in range(CASES):
        rng = Random(f"honest {kind} {seed}")
        game = plain(_game(kind, seed, rng))
        engine_checks.honest(game, game.initial, LARGEST)


@pytest.mark.parametrize("name", real_games.DETERMINISTIC)
def test_real_games_with_one_table_for_all_states(name):
    game, deepest = real_games.DETERMINISTIC[name]
    rules = plain(game)
    engine = Engine(rules, megabytes=engine_checks.SMALL, off=HEURISTIC)
    for seed in range(REAL_CASES):
        state = real_games.reached(game, seed, LONGEST)
        engine_checks.by_engine(engine, rules, state, 1 + seed % min(deepest, 4), name)


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["dag", f"cyclic {DRAW}"])
@pytest.mark.parametrize("threads", [1, 2])
def test_machine_code_and_threads(kind, threads):
    for seed in range(CASES // 10):
        rng = Random(f"{kind} {seed}")
        game = _game(kind, seed, rng)
        engine = Engine(game, megabytes=engine_checks.SMALL, threads=threads, off=HEURISTIC)
        engine_checks.by_engine(engine, game, game.initial, rng.randint(1, DEEPEST), kind)
