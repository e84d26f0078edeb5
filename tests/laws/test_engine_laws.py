"""Without heuristics the engine equals naive minimax: on random games of all kinds, and on real ones.

Nearly all cases are in machine code, with one thread and with two; techniques are constants of it, so that a few
choices of them are made, and in plain Python any.
"""

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
from halfmove.search.engine import Engine

pytestmark = pytest.mark.grows

DEEP = os.environ.get("HALFMOVE_DEEP") == "1"
CASES = 400 if DEEP else 40  # of each kind with each choice of techniques
PLAIN_CASES = 250 if DEEP else 40  # of each kind
REAL_CASES = 150 if DEEP else 25  # of each game
REAL_PLAIN_CASES = 10  # of each game
LONGEST = 8  # actions before a state of a real game
LARGEST, FEW = 24, 7  # nodes; oracles walk every path of a graph with cycles
DEEPEST = 6  # plies

KINDS = ["tree", "dag", f"cyclic {ALLOWED}", f"cyclic {DRAW}", f"cyclic {ILLEGAL}"]
ENDING = [kind for kind in KINDS if ALLOWED not in kind]
FIRST = ("without nothing",)  # choices of techniques in the default suite
FIRST_KINDS = (f"cyclic {DRAW}",)
GAMES = {**real_games.DETERMINISTIC, **real_games.LARGER}

compiled = pytest.mark.usefixtures("native")


def first_or_deep(names: Any, first: Any) -> list[Any]:
    """Return parameters of which those that are not `first` are tested by `make test-deep` only."""
    return [pytest.param(name, marks=() if name in first else pytest.mark.deep) for name in names]


def _game(kind: str, seed: int, rng: Random) -> Any:
    if kind.startswith("cyclic"):
        return random_graphs.cyclic(seed, rng.randint(2, FEW), repetition=kind.split()[1])
    return random_graphs.KINDS[kind](seed, rng.randint(2, LARGEST))


@compiled
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("without", first_or_deep(engine_checks.WITHOUT, FIRST))
@pytest.mark.parametrize("kind", first_or_deep(KINDS, FIRST_KINDS))
def test_random_games(kind, without, threads, covered):
    for seed in range(CASES):
        rng = Random(f"{kind} {without} {threads} {seed}")
        game = _game(kind, rng.randrange(10**6), rng)
        engine = engine_checks.exact_engine(game, without, threads)
        engine_checks.by_engine(engine, game.initial, rng.randint(1, DEEPEST), f"{kind} {seed} {without}")
    covered("engine, exact, machine code", cases=CASES)


@compiled
@pytest.mark.deep
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", ENDING)
def test_what_is_called_exact_with_heuristics_is(kind, threads, covered):
    for seed in range(CASES):
        rng = Random(f"honest {kind} {threads} {seed}")
        game = _game(kind, rng.randrange(10**6), rng)
        engine = Engine(game, megabytes=engine_checks.SMALL, threads=threads)
        engine_checks.honest(engine, game.initial, LARGEST)
    covered("engine, honest, machine code", cases=CASES)


@compiled
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_real_games_with_one_table_for_all_states(name, threads, covered):
    game, deepest = GAMES[name]
    _check_real_games(engine_checks.exact_engine(game, "without nothing", threads), name, deepest, REAL_CASES)
    covered("engine, exact, machine code", cases=REAL_CASES)


def _check_real_games(engine: Engine, name: str, deepest: int, cases: int) -> None:
    for seed in range(cases):
        state = real_games.reached(engine.game, seed, LONGEST)
        engine_checks.by_engine(engine, state, 1 + seed % min(deepest, 4), f"{name} {seed}")


@pytest.mark.one_lane
@pytest.mark.parametrize("kind", KINDS)
def test_random_games_in_plain_python(kind, covered):
    for seed in range(PLAIN_CASES):
        rng = Random(f"{kind} {seed}")
        game = plain(_game(kind, seed, rng))
        engine_checks.exact(game, game.initial, rng.randint(1, DEEPEST), seed)
    covered("engine, exact, plain", cases=PLAIN_CASES)


@pytest.mark.one_lane
@pytest.mark.parametrize("kind", ENDING)
def test_what_is_called_exact_with_heuristics_is_in_plain_python_too(kind, covered):
    for seed in range(PLAIN_CASES):
        rng = Random(f"honest {kind} {seed}")
        game = plain(_game(kind, seed, rng))
        engine_checks.honest(Engine(game, megabytes=engine_checks.SMALL), game.initial, LARGEST)
    covered("engine, honest, plain", cases=PLAIN_CASES)


@pytest.mark.one_lane
@pytest.mark.parametrize("name", real_games.DETERMINISTIC)
def test_real_games_in_plain_python(name, covered):
    game, deepest = real_games.DETERMINISTIC[name]
    engine = engine_checks.exact_engine(plain(game), "without nothing")
    _check_real_games(engine, name, deepest, REAL_PLAIN_CASES)
    covered("engine, exact, plain", cases=REAL_PLAIN_CASES)
