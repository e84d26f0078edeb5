"""2048: how often the engine for dice reaches the tile, at so many milliseconds a move."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.measure import Row
from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.games import game_named
from halfmove.running.clock import Clock
from halfmove.search.dice import DiceEngine

GAMES = 100
SECONDS = 0.01  # a move
REACHED = 95  # games, the bar
MEGABYTES = 16
MILLISECONDS = 1e3


class Played(NamedTuple):
    """A game that is over."""

    reached: bool  # the goal
    score: int
    moves: int
    seconds: float  # of all moves


def rows() -> Iterator[Row]:
    engine = DiceEngine(game_named("2048"), megabytes=MEGABYTES)
    engine.prepare()
    games = []
    for seed in range(GAMES):
        games.append(played(engine, seed))
        print(f"game {seed + 1}: {games[-1]}", file=sys.stderr, flush=True)
    share = sum(game.reached for game in games)
    each = sum(game.seconds for game in games) / sum(game.moves for game in games) * MILLISECONDS
    what = f"2048, {GAMES} games at {SECONDS * MILLISECONDS:g} ms a move: the tile is reached in"
    note = f"{each:.1f} ms a move, by the clock"
    yield Row(what, "games", share, bar=f">= {REACHED}", met=share >= REACHED, note=note, headline=what)


def played(engine: DiceEngine, seed: int) -> Played:
    """Play a game whose tiles follow from a seed."""
    rules: Any = plain(engine.game)
    numbers = random(seed)
    engine.forget()
    state, moves, seconds = rules.initial, 0, 0.0
    while not rules.is_terminal(state):
        if rules.to_move(state) == CHANCE:
            action = rules.sample(state, numbers)
        else:
            clock = Clock()
            choice = engine.choose(state, Limit(seconds=SECONDS))
            seconds, moves = seconds + clock.seconds, moves + 1
            assert choice.action is not None
            action = choice.action
        state = rules.result(state, action)
    return Played(bool(rules.reached(state.cells)), int(rules.utility(state, 0)), moves, seconds)
