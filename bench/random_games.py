"""Uniformly random games a second: ours from Python, against OpenSpiel's Python loop and its C++ rollouts.

Both play by the same rules, or nearly: each row says how many plies a game has here and there. OpenSpiel's C++ plays
random games only inside its Monte Carlo search; one simulation whose evaluator plays n games from the root is n games
and nothing else. Where chance begins, its root is the state after a first outcome, for its search refuses another.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from bench.measure import Row, Times, at_least, seconds_of
from halfmove.compiled import Flag
from halfmove.core.random import random as numbers_from
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.search.playouts import LONGEST, RANDOM, play, with_policy

SEED = 1
ROUNDS = 5
SECONDS = 0.1  # that a round of each takes, about
ALMOST = 4  # part of a round that tells how many games a whole one has
BAR_PYTHON, BAR_CHOSEN, BAR_CPP = 10, 20, 3  # times faster; the second for the games that the README shows
MEGABYTES = 100  # of memory for OpenSpiel's search, which needs none
EXPLORATION = 2.0  # of its search, which explores nothing

Play = Callable[[int], float]  # so many games; returns the plies of all, or 0 where they are not known


class Duel(NamedTuple):
    """A game of ours, the same game of OpenSpiel, and how many times faster than its Python loop ours should be."""

    ours: str
    theirs: str
    bar: int = BAR_PYTHON


DUELS = [
    Duel("tic-tac-toe", "tic_tac_toe"),
    Duel("connect-four", "connect_four", BAR_CHOSEN),
    Duel("othello", "othello", BAR_CHOSEN),
    Duel("checkers", "checkers"),
    Duel("chess:moves=50,repetitions=3", "chess", BAR_CHOSEN),
    Duel("go:size=9,superko=true,limit=162", "go(board_size=9)", BAR_CHOSEN),
    Duel("go:size=19,superko=true,limit=722", "go(board_size=19)"),
    Duel("hex:size=11", "hex(board_size=11)"),
    Duel("y:size=9", "y(board_size=9)"),
    Duel("nine-mens-morris", "nine_mens_morris"),
    Duel("kalah:holes=6,seeds=4", "mancala"),
    Duel("oware", "oware"),
    Duel("backgammon", "backgammon", BAR_CHOSEN),
    Duel("gomoku", "gomoku"),
    Duel("mnk:width=6,height=5,in_a_row=4", "mnk(m=6,n=5,k=4)"),
    Duel("nim:heaps=1-3-5-7,misere=true", "nim"),
    Duel("pig", "pig"),
    Duel("2048", "2048"),
]


def rows(only: str = "") -> Iterator[Row]:
    """Yield two rows for each game, or for those alone whose name begins with `only`."""
    try:
        import pyspiel
    except ImportError:
        yield Row("random games against OpenSpiel", "games/s", None, note="the peer is absent")
        return
    for duel in DUELS:
        if duel.ours.startswith(only):
            yield from fought(pyspiel, duel)


def fought(pyspiel: Any, duel: Duel) -> Iterator[Row]:
    """Yield the rows of one game."""
    name = duel.ours.partition(",")[0]
    try:
        ours = our_games(duel.ours)
    except HalfmoveError as error:
        yield Row(f"random games, {name}", "games/s", None, note=str(error))
        return
    theirs = pyspiel.load_game(duel.theirs)
    loop, rollouts = python_loop(theirs), cpp_rollouts(pyspiel, theirs)
    (mine, plies), (looped, their_plies), (rolled, _) = timed(ours, loop, rollouts or loop)
    note = f"{plies:.1f} and {their_plies:.1f} plies a game"
    what = f"random games, {name}, against OpenSpiel's"
    shown = f"uniformly random games, {name}" if duel.bar == BAR_CHOSEN else ""
    looping, rolling = Times(mine, looped), Times(mine, rolled)
    yield at_least(f"{what} Python loop", "games/s", looping, duel.bar, -1.0, note, shown, "OpenSpiel's Python loop")
    if rollouts is None:
        refused = "its search, the only way to its rollouts, refuses this game"
        yield Row(f"{what} C++", "games/s", None, note=refused)
    else:
        yield at_least(f"{what} C++", "games/s", rolling, BAR_CPP, -1.0, "", shown, "OpenSpiel's C++ rollouts")


def our_games(name: str) -> Play:
    """Return a function that plays so many games of ours in one call."""
    game = game_named(name)
    game, advice, state = with_policy(game, game.initial, None, RANDOM)
    sums, stream, flag = np.zeros(4), numbers_from(SEED), Flag()

    def games(count: int) -> float:
        sums[:] = 0.0
        play(game, advice, state, 0, LONGEST, count, stream, sums, flag)
        return float(sums[2])

    games(1)
    return games


def python_loop(theirs: Any) -> Play:
    """Return a function that plays as OpenSpiel's examples do, action by action."""
    numbers = random.Random(SEED)

    def games(count: int) -> float:
        plies = 0
        for _ in range(count):
            state = theirs.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes())
                    action = numbers.choices(outcomes, weights)[0]
                else:
                    actions = state.legal_actions()
                    if not actions:  # OpenSpiel's 2048 can come to this: tests/oracles/test_spiel_tiles.py
                        break
                    action = numbers.choice(actions)
                state.apply_action(action)
                plies += 1
        return plies

    return games


def cpp_rollouts(pyspiel: Any, theirs: Any) -> Play | None:
    """Return a function that plays in C++, if OpenSpiel's search takes the game."""
    root = theirs.new_initial_state()
    while root.is_chance_node():
        root.apply_action(root.chance_outcomes()[0][0])

    def games(count: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(count, SEED)
        search = pyspiel.MCTSBot(theirs, evaluator, EXPLORATION, 1, MEGABYTES, False, SEED, False)
        search.mcts_search(root)
        return 0.0

    try:
        games(1)
    except pyspiel.SpielError:
        return None
    return games


def timed(*contestants: Play) -> list[tuple[list[float], float]]:
    """Time all in turn, each with as many games as take about the same time: seconds a game, and plies."""
    counts = [enough(play_games) for play_games in contestants]
    seconds: list[list[float]] = [[] for _ in contestants]
    plies = [0.0 for _ in contestants]
    for _ in range(ROUNDS):
        for i, (play_games, count) in enumerate(zip(contestants, counts, strict=True)):
            start = process_time()
            plies[i] += play_games(count) / count
            seconds[i].append((process_time() - start) / count)
    return [(times, total / ROUNDS) for times, total in zip(seconds, plies, strict=True)]


def enough(play_games: Play) -> int:
    """Return how many games take about SECONDS."""
    count = 1
    while True:
        seconds = seconds_of(partial(play_games, count))
        if seconds >= SECONDS / ALMOST:
            return max(1, round(count * SECONDS / seconds))
        count *= ALMOST
