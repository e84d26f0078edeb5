"""Backgammon for money without the cube against GNU Backgammon 0-ply: both sides of each sequence of dice.

GNU Backgammon is the library `gnubg-nn`: of all positions that a play can lead to it takes the one that its networks
value most. It also tells what each play of ours costs, as it sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from bench.measure import Row
from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.games.backgammon import Backgammon, Position
from halfmove.games.backgammon.board import BAR, OFF
from halfmove.play.players.search import search_of
from halfmove.play.players.spec import parse_spec
from halfmove.search.playouts import CONFIDENCE

OURS = ("expectiminimax:depth=1",)
PAIRS = 500  # of games, one from each side of the same dice
BAR_POINTS = -0.5  # a game
GAME = plain(Backgammon())

Choose = Callable[[Position], int]


class Match(NamedTuple):
    """What a match brought: points a game, their standard error, and what our plays cost by the judge, in points."""

    points: float
    error: float
    cost_a_game: float
    cost_a_play: float


def rows(pairs: str = "") -> Iterator[Row]:
    """Yield a row for each of our players, after 500 pairs of games or as many as are named."""
    try:
        import gnubg_nn
    except ImportError:
        yield Row("backgammon against GNU Backgammon 0-ply", "points a game", None, note="the peer is absent")
        return
    for ours in OURS:
        found = match(chooser(ours), gnubg_nn, int(pairs or PAIRS))
        games, bar = 2 * int(pairs or PAIRS), f">= {BAR_POINTS:g}"
        note = f"{games:,} games, +- {CONFIDENCE * found.error:.2f} (95 %)"
        note += f"; by its own count we lose {found.cost_a_game:.3f} a game, {found.cost_a_play:.4f} a play"
        what = f"backgammon, cubeless money games, {ours} against GNU Backgammon 0-ply"
        yield Row(what, "points a game", found.points, None, None, bar, found.points >= BAR_POINTS, note)


def chooser(spec: str) -> Choose:
    """Return what chooses a play as our player does."""
    game = Backgammon()
    search, _ = search_of(parse_spec(spec), game)
    limit = parse_spec(spec).options.get("depth")

    def choose(position: Position) -> int:
        action = search(game, position, limit).action
        assert action is not None  # a game that is over is not asked about
        return action

    return choose


def match(choose: Choose, judge: Any, pairs: int) -> Match:
    """Play pairs of games with the same dice, one from each side."""
    points, costs = [], list[float]()
    for number in range(pairs):
        points.append(fmean(play(choose, judge, seat, number, costs) for seat in (0, 1)))
    error = stdev(points) / sqrt(pairs) if pairs > 1 else 0.0
    return Match(fmean(points), error, sum(costs) / (2 * pairs), fmean(costs))


def play(choose: Choose, judge: Any, seat: int, number: int, costs: list[float]) -> float:
    """Return the points of one game for our player in his seat, and add what each of his plays cost."""
    dice, position = random(number), GAME.initial
    while True:
        position = GAME.result(position, GAME.sample(position, dice))
        actions = legal_actions(GAME, position)
        values = [value_of(judge, GAME.result(position, action)) for action in actions] if len(actions) > 1 else [0.0]
        best = values.index(max(values))
        if position.player == seat and len(actions) > 1:
            chosen = actions.index(choose(position))
            costs.append(values[best] - values[chosen])
            best = chosen
        position = GAME.result(position, actions[best])
        if GAME.is_terminal(position):
            return float(GAME.utility(position, seat))


def value_of(judge: Any, position: Position) -> float:
    """Return what a position is worth to the player who has just moved there."""
    if GAME.is_terminal(position):
        return GAME.utility(position, 1 - position.player)
    win, gammon, backgammon, lost_gammon, lost_backgammon = judge.probabilities(board_of(position), 0)[:5]
    return -(2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon)


def board_of(position: Position) -> list[list[int]]:
    """Return a position as the library writes it: the other side, then the one to roll, from ace point to bar."""
    sides = (position.theirs, position.mine)
    return [[GAME.at(side, place) for place in (*range(OFF - 1, BAR, -1), BAR)] for side in sides]
