"""The laws on many cases, the smallest first; counted and printed.

With HALFMOVE_DEEP=1 these are tens of thousands, otherwise hundreds, in both lanes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

import checks
import pytest
import random_graphs
import real_games

from halfmove.core.game import ALLOWED, DRAW, ILLEGAL
from halfmove.games.trees import random_games

pytestmark = [pytest.mark.grows, pytest.mark.both_lanes]

DEEP = os.environ.get("HALFMOVE_DEEP") == "1"
CASES = 2000 if DEEP else 120  # of each kind of random game
REAL_CASES = 150  # of each real game
LARGEST, FEW, LONGEST = 40, 8, 10  # nodes; nodes where there are cycles; plies of random play
CHANCE = 0.4  # of the nodes


class Case(NamedTuple):
    """What was checked, for the report of a failure."""

    what: str
    game: Any
    state: Any
    depth: int | None
    check: Callable[[], None]


def _random_cases(kind: str) -> Iterator[Case]:
    for i in range(CASES):
        rng = Random(f"{kind} {i}")
        game, endless = _game(kind, i, 2 + (LARGEST - 2) * i // CASES, 2 + (FEW - 2) * i // CASES)
        depth = rng.choice((1, 2, 3, 4, 5) if endless else (None, 1, 2, 3, 4, 5))
        root = game.initial

        def check(game=game, depth=depth, endless=endless, rng=rng, root=root) -> None:
            if game.players > 2:
                checks.many_players(game, root, depth)
            elif "chance" in kind:
                checks.with_chance(game, root, depth, endless=endless)
            else:
                checks.deterministic(game, root, depth, endless=endless)
                if depth and game.repetition == ALLOWED and not game.is_terminal(root):
                    checks.advised(game, root, min(depth, 3), rng.randint(0, 3), rng.randint(1, 3), endless=endless)

        yield Case(f"{kind} {i}", game, root, depth, check)


def _game(kind: str, seed: int, size: int, few: int) -> tuple[Any, bool]:
    """Return a game, and whether it may have no end."""
    players = 3 if "players" in kind else 2
    chance = CHANCE if "chance" in kind else 0.0
    if kind.startswith("registered"):
        return random_games.random_dag(seed, depth=min(few, 5), width=3), False
    if kind.startswith("cyclic"):
        policy = DRAW if DRAW in kind else ILLEGAL if ILLEGAL in kind else ALLOWED
        return random_graphs.cyclic(seed, few, chance=chance, repetition=policy), policy == ALLOWED
    return random_graphs.KINDS[kind.split()[0]](seed, size, chance=chance, players=players), False


FIRST_KINDS = ("dag", f"cyclic {ILLEGAL}", "cyclic chance", "dag players chance")  # in the default suite
KINDS = [
    "tree",
    "dag",
    "registered dag",
    "cyclic",
    f"cyclic {DRAW}",
    f"cyclic {ILLEGAL}",
    "tree chance",
    "dag chance",
    "cyclic chance",
    "dag players",
    "dag players chance",
]


def _real_cases(name: str) -> Iterator[Case]:
    known = {**real_games.DETERMINISTIC, **real_games.WITH_CHANCE, **real_games.FOR_MANY}
    game, deepest = known[name]
    for i in range(REAL_CASES):
        state = real_games.reached(game, i, LONGEST)
        depth = 1 + i % deepest

        def check(state=state, depth=depth) -> None:
            if name in real_games.WITH_CHANCE:
                checks.with_chance(game, state, depth, endless=True)
            elif name in real_games.FOR_MANY:
                checks.many_players(game, state, depth)
            else:
                checks.deterministic(game, state, depth, know_the_end=False)

        yield Case(f"{name} {i}", game, state, depth, check)


def _run(what: str, cases: Iterator[Case], capsys: Any, record_property: Callable[[str, object], None]) -> int:
    """Check all cases; fail with the first, which is the smallest, and say how many differ."""
    failed: list[str] = []
    count = 0
    for case in cases:
        count += 1
        try:
            case.check()
        except AssertionError as error:
            picture = random_graphs.written(case.game) if isinstance(case.game, random_graphs.Graph) else str(case.game)
            failed.append(f"{case.what}, {case.state}, depth {case.depth}: {error}\n{picture}")
    record_property("cases", count)
    if DEEP:
        with capsys.disabled():
            print(f"\n{what}: {count:,} cases, {len(failed)} differences", file=sys.stderr)
    assert not failed, f"{len(failed)} of {count:,} cases differ; the smallest:\n{failed[0]}"
    return count


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in FIRST_KINDS else pytest.mark.deep) for kind in KINDS]
)
def test_random_games(kind, capsys, record_property):
    assert _run(kind, _random_cases(kind), capsys, record_property) == CASES


@pytest.mark.deep
@pytest.mark.parametrize("name", [*real_games.DETERMINISTIC, *real_games.WITH_CHANCE, *real_games.FOR_MANY])
def test_real_games(name, capsys, record_property):
    assert _run(name, _real_cases(name), capsys, record_property) == REAL_CASES


def _graphs(largest_dag: int, largest_cyclic: int, cases: int, **options: Any) -> Iterator[tuple[int, Any]]:
    for i in range(cases):
        make, largest = ((random_graphs.dag, largest_dag), (random_graphs.cyclic, largest_cyclic))[i % 2]
        game = make(i, 2 + (largest - 1) * i // cases, **options)
        yield i, game


def test_solving(capsys, record_property):
    def cases() -> Iterator[Case]:
        for i, game in _graphs(16, 16, CASES):
            check = partial(checks.solved, game, game.initial, has_parents=True)
            yield Case(f"solve {i}", game, game.initial, None, check)

    _run("solving", cases(), capsys, record_property)


def test_solving_with_chance(capsys, record_property):
    def cases() -> Iterator[Case]:
        for i, game in _graphs(12, 6, CASES // 3, chance=CHANCE):
            check = partial(checks.solved_with_chance, game, game.initial, has_parents=True)
            yield Case(f"solve with chance {i}", game, game.initial, None, check)

    _run("solving with chance", cases(), capsys, record_property)


def test_strategies(capsys, record_property):
    def cases() -> Iterator[Case]:
        for i, game in _graphs(12, FEW, CASES, repetition=DRAW):
            yield Case(f"strategy {i}", game, game.initial, None, partial(checks.strategic, game, game.initial))

    _run("strategies", cases(), capsys, record_property)
