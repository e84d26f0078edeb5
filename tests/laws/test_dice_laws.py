"""Without heuristics the engine for dice equals naive expectiminimax: on random games, on Pig and on bear-offs.

The number of probes is drawn for each case: 0 is Star1, 1 is Star2, more are Star2.5.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import dice_checks
import pytest
import random_graphs
import real_games

from halfmove.compiled import plain
from halfmove.games.backgammon import Backgammon, Position
from halfmove.games.backgammon.board import CHECKERS, DIE, NIBBLE, OFF, SIDES
from halfmove.games.pig import Pig
from halfmove.search.dice import SOUND, DiceEngine

pytestmark = pytest.mark.grows

DEEP = os.environ.get("HALFMOVE_DEEP") == "1"
CASES = 800 if DEEP else 60  # of each kind with each choice of techniques
PLAIN_CASES = 1200 if DEEP else 40  # of each kind
HONEST_CASES = 300 if DEEP else 15
REAL_CASES = 100 if DEEP else 6  # states of each game
LARGEST, FEW = 24, 7  # nodes; oracles walk every path of a graph with cycles
DEEPEST, END = 5, 40  # plies; more than any of these games has
CHANCE = 0.4  # of the nodes

KINDS = ["tree", "dag", "cyclic"]
FIRST = ("without nothing",)  # choices of techniques in the default suite

compiled = pytest.mark.usefixtures("native")


def _game(kind: str, rng: Random) -> Any:
    seed, size = rng.randrange(10**6), rng.randint(2, FEW if kind == "cyclic" else LARGEST)
    if kind == "cyclic":
        return random_graphs.cyclic(seed, size, chance=CHANCE)
    return random_graphs.KINDS[kind](seed, size, chance=CHANCE)


@compiled
@pytest.mark.parametrize(
    "without", [pytest.param(name, marks=() if name in FIRST else pytest.mark.deep) for name in dice_checks.WITHOUT]
)
@pytest.mark.parametrize("kind", KINDS)
def test_random_games(kind, without, covered):
    for seed in range(CASES):
        rng = Random(f"{kind} {without} {seed}")
        game, depth, probes = _game(kind, rng), rng.randint(1, DEEPEST), rng.randint(0, dice_checks.MOST_PROBES)
        engine = dice_checks.exact_engine(game, dice_checks.WITHOUT[without], probes)
        said = f"{kind} {seed} {without}, {probes} probes"
        dice_checks.by_engine(engine, game.initial, depth, endless=kind == "cyclic", said=said)
    covered("engine for dice, exact, machine code", cases=CASES)


@pytest.mark.one_lane
@pytest.mark.parametrize("case", ["dag without a table 473", "cyclic without an order 756"])
def test_rounding_closes_no_window(case):
    """A null window about 0.0 is narrower than the last digit of a sum: once all of it was lost in rounding."""
    kind, *without, _ = case.split()
    rng = Random(case)
    game, depth, probes = plain(_game(kind, rng)), rng.randint(1, DEEPEST), rng.randint(0, dice_checks.MOST_PROBES)
    engine = dice_checks.exact_engine(game, dice_checks.WITHOUT[" ".join(without)], probes)
    dice_checks.by_engine(engine, game.initial, depth, endless=kind == "cyclic", said=case)


@pytest.mark.one_lane
@pytest.mark.parametrize("kind", KINDS)
def test_random_games_in_plain_python(kind, covered):
    for seed in range(PLAIN_CASES):
        rng = Random(f"{kind} {seed}")
        game, depth, probes = plain(_game(kind, rng)), rng.randint(1, DEEPEST), rng.randint(0, dice_checks.MOST_PROBES)
        off = tuple(name for name in SOUND if rng.random() < 0.3)
        engine = dice_checks.exact_engine(game, off, probes)
        said = f"{kind} {seed} without {off}, {probes} probes"
        dice_checks.by_engine(engine, game.initial, depth, endless=kind == "cyclic", said=said)
    covered("engine for dice, exact, plain", cases=PLAIN_CASES)


@pytest.mark.one_lane
@pytest.mark.parametrize("kind", ["tree", "dag"])
def test_what_is_called_exact_with_heuristics_is(kind, covered):
    for seed in range(HONEST_CASES):
        rng = Random(f"honest {kind} {seed}")
        game = plain(_game(kind, rng))
        engine = DiceEngine(game, megabytes=dice_checks.SMALL, width=rng.randint(1, 2), samples=rng.randint(1, 2))
        dice_checks.honest(engine, game.initial, END)
    covered("engine for dice, honest, plain", cases=HONEST_CASES)


def bear_off(rng: Random) -> Position:
    """Return a position in which each side has one or two checkers left, all at home, and the dice were thrown."""
    sides = []
    for _ in range(2):
        left = rng.randint(1, 2)
        side = CHECKERS - left << NIBBLE * OFF
        for _ in range(left):
            side += 1 << NIBBLE * (OFF - rng.randint(1, SIDES))
        sides.append(side)
    high, low = sorted((rng.randint(1, SIDES), rng.randint(1, SIDES)), reverse=True)
    return Position(*sides, high << DIE | low, rng.randint(0, 1))


@pytest.mark.one_lane
def test_bear_offs(covered):
    for seed in range(REAL_CASES):
        rng = Random(f"bear-off {seed}")
        engine = dice_checks.exact_engine(plain(Backgammon()), (), rng.randint(0, dice_checks.MOST_PROBES))
        dice_checks.by_engine(engine, bear_off(rng), 3, endless=True, said=f"bear-off {seed}")
    covered("engine for dice, bear-offs", cases=REAL_CASES)


@pytest.mark.one_lane
def test_pig(covered):
    for seed in range(REAL_CASES):
        game, rng = plain(Pig(20)), Random(f"pig {seed}")
        engine = dice_checks.exact_engine(game, (), rng.randint(0, dice_checks.MOST_PROBES))
        state = real_games.reached(game, seed, 8)
        dice_checks.by_engine(engine, state, 4, endless=True, said=f"pig {seed}")
    covered("engine for dice, Pig to 20", cases=REAL_CASES)


@compiled
@pytest.mark.deep
@pytest.mark.parametrize("game", [Backgammon(), Pig(20)], ids=repr)
def test_real_games_in_machine_code(game, covered):
    engine = dice_checks.exact_engine(game, (), 2)
    for seed in range(REAL_CASES):
        rng = Random(f"native {seed}")
        state = bear_off(rng) if isinstance(game, Backgammon) else real_games.reached(game, seed, 8)
        dice_checks.by_engine(engine, state, 3, endless=True, said=f"{game} {seed}")
    covered("engine for dice, real games, machine code", cases=REAL_CASES)
