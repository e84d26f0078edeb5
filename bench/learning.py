"""What was learned, by the weights that come with the games, against yardsticks that are not ours.

Backgammon against the library `gnubg-nn`, both sides of each sequence of dice; Connect Four first against perfect
play by BitBully; 2048 by its score. `make bench PARTS=learning:backgammon` measures one of them.
"""

from __future__ import annotations

import random as chance
import time
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np

from bench.measure import Row
from halfmove.compiled import kernel, plain
from halfmove.core.choice import Limit
from halfmove.core.random import random
from halfmove.core.wrapper import Advised
from halfmove.errors import HalfmoveError
from halfmove.games.backgammon import Backgammon
from halfmove.games.backgammon.board import OFF
from halfmove.games.connect_four import ConnectFour
from halfmove.games.tiles import Tiles
from halfmove.learn.strength import best_evaluated
from halfmove.play.players.weights import LEARNED, weighted_by_file
from halfmove.search.dice import DiceEngine
from halfmove.search.playouts import CONFIDENCE

PAIRS, DEEPER_PAIRS = 2000, 1000  # of games of backgammon
BAR_POINTS, BAR_DEEPER = -0.12, -0.05  # a game
BAR_SPEED = 1.0  # million evaluations a second
CONNECT_FOUR_GAMES, BAR_WINS = 100, 0.9
TILES_GAMES, BAR_SCORE = 4000, 130_000
ONE_MORE_PLY = 3  # an action, a roll, a reply
MOST = 3000  # plays of a roll
EVALUATED_GAMES = 200  # in which evaluations are timed
MILLION = 1e6


def rows(which: str = "") -> Iterator[Row]:
    """Yield the rows of one game, or of all."""
    for name, measure in {"backgammon": backgammon, "connect-four": connect_four, "2048": tiles}.items():
        if which not in ("", name):
            continue
        try:
            yield from measure()
        except HalfmoveError as error:  # no weights come with the game yet
            yield Row(f"learned {name}", "", None, note=str(error))


def backgammon() -> Iterator[Row]:
    game = Backgammon()
    advice = weighted_by_file(game, LEARNED)
    yield speed(advice)
    try:
        import gnubg_nn
    except ImportError:
        yield Row("learned backgammon against GNU Backgammon 0-ply", "points a game", None, note="the peer is absent")
        return
    engine = DiceEngine(Advised(game, advice), megabytes=16)

    def deeper(position: Any, children: Children) -> int:
        action: Any = engine.choose(position, Limit(depth=ONE_MORE_PLY)).action
        return children.actions.tolist().index(action)

    def at_once(position: Any, children: Children) -> int:
        return int(children.values[: children.count].argmax())

    for name, choose, pairs, bar in (
        ("0-ply", at_once, PAIRS, BAR_POINTS),
        ("one more ply", deeper, DEEPER_PAIRS, BAR_DEEPER),
    ):
        points = [fmean(play(advice, choose, gnubg_nn, seat, number) for seat in (0, 1)) for number in range(pairs)]
        error = CONFIDENCE * stdev(points) / sqrt(pairs)
        what = f"learned backgammon, {name}, cubeless money games against GNU Backgammon 0-ply"
        note = f"{2 * pairs:,} games, +- {error:.3f} (95 %), the same dice from both seats"
        met = fmean(points) >= bar
        yield Row(what, "points a game", fmean(points), None, None, f">= {bar:g}", met, note)


class Children:
    """Where the plays of a roll lead: the actions, both sides as the library writes them, and what we think of them."""

    def __init__(self) -> None:
        self.actions, self.values = np.zeros(MOST, np.int64), np.zeros(MOST)
        self.boards = np.zeros((MOST, 2, OFF), np.int64)
        self.count = 0

    def list(self, advice: Any, position: Any) -> None:
        """List the plays of a position."""
        self.count = list_children(advice, position, self.actions, self.boards, self.values)


def speed(advice: Any) -> Row:
    """Time evaluations of all positions that the plays of random games lead to."""
    count, start = np.zeros(1), advice.game.initial
    evaluate_all(advice, start, random(0), 1, count, True)
    seconds = []
    for evaluates in (False, True):
        count[0], began = 0, time.process_time()
        evaluate_all(advice, start, random(1), EVALUATED_GAMES, count, evaluates)
        seconds.append(time.process_time() - began)
    rate = float(count[0]) / (seconds[1] - seconds[0]) / MILLION
    what, bar = "learned backgammon, evaluations of positions of random games", f">= {BAR_SPEED:g}"
    return Row(what, "M evaluations/s", rate, None, None, bar, rate >= BAR_SPEED, "on one core, inputs included")


@kernel
def evaluate_all(advice: Any, start: Any, rng: Any, games: int, count: Any, evaluates: bool) -> float:
    """Play random games, count where each play leads, and evaluate it or not."""
    game, total = advice.game, 0.0
    for _ in range(games):
        state = start
        while not game.is_terminal(state):
            state = game.result(state, game.sample(state, rng))
            for action in game.actions(state):
                child = game.result(state, action)
                count[0] += 1
                if evaluates and not game.is_terminal(child):
                    total += advice.evaluate(child, state.player)
            state = game.result(state, game.sample(state, rng))
    return total


def play(advice: Any, choose: Callable[[Any, Children], int], judge: Any, seat: int, number: int) -> float:
    """Return the points of one game for our player in his seat."""
    rules, dice, children = plain(advice.game), random(number), Children()
    position = rules.initial
    while True:
        position = rules.result(position, rules.sample(position, dice))
        children.list(advice, position)
        chosen = 0
        if children.count > 1:
            chosen = choose(position, children) if position.player == seat else best_of(judge, children)
        position = rules.result(position, int(children.actions[chosen]))
        if rules.is_terminal(position):
            return float(rules.utility(position, seat))


def best_of(judge: Any, children: Children) -> int:
    """Return the play that the judge would choose; one that ends the game is the only one worth a look."""
    worths = []
    for i in range(children.count):
        theirs, own = children.boards[i].tolist()  # of the side to roll, and of the one that has just played
        if sum(own) == 0:
            return i
        win, gammon, backgammon, lost_gammon, lost_backgammon = judge.probabilities([own, theirs], 0)[:5]
        worths.append(-(2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon))
    return worths.index(max(worths))


@kernel
def list_children(advice: Any, position: Any, actions: Any, boards: Any, values: Any) -> int:
    """List where the plays of a roll lead, both sides from their ace point to the bar, and return how many."""
    game, count = advice.game, 0
    for action in game.actions(position):
        child = game.result(position, action)
        for point in range(1, OFF + 1):
            boards[count, 0, point - 1] = game.at(child.mine, OFF - point)
            boards[count, 1, point - 1] = game.at(child.theirs, OFF - point)
        if game.is_terminal(child):
            values[count] = game.utility(child, position.player)
        else:
            values[count] = advice.evaluate(child, position.player)
        actions[count] = action
        count += 1
    return count


def connect_four() -> Iterator[Row]:
    what = "learned Connect Four, 1 ply, first against perfect play"
    try:
        from bitbully import BitBully, Board
    except ImportError:
        yield Row(what, "share of wins", None, note="the peer is absent")
        return
    game, solver, numbers = ConnectFour(), BitBully(opening_book="12-ply-dist"), chance.Random(0)
    advice, rules = weighted_by_file(game, LEARNED), plain(game)
    wins = draws = 0
    for _ in range(CONNECT_FOUR_GAMES):
        board, theirs = rules.initial, Board()
        while not rules.is_terminal(board):
            if board.player == 0:
                child = best_evaluated(advice, board)
                column = next(each for each in rules.actions(board) if rules.result(board, each) == child)
            else:
                scores = solver.score_all_moves(theirs)
                best = max(scores.values())
                column = numbers.choice([each for each, score in scores.items() if score == best])
            board = rules.result(board, column)
            theirs.play(column)
        wins += rules.utility(board, 0) > 0
        draws += rules.utility(board, 0) == 0
    share = wins / CONNECT_FOUR_GAMES
    note = f"{CONNECT_FOUR_GAMES} games, {draws} draws; BitBully delays a loss as long as it can"
    yield Row(what, "share of wins", share, None, None, f">= {BAR_WINS:g}", share >= BAR_WINS, note)


def tiles() -> Iterator[Row]:
    game = Tiles(goal=1 << 15)
    advice = weighted_by_file(game, LEARNED)
    scores = np.zeros(TILES_GAMES)
    slide_all(advice, game.initial, random(11), scores)
    mean, error = float(scores.mean()), CONFIDENCE * float(scores.std()) / sqrt(TILES_GAMES)
    note = f"{TILES_GAMES:,} games, +- {error:,.0f} (95 %)"
    yield Row("learned 2048, 1 ply", "points a game", mean, None, None, f">= {BAR_SCORE:,}", mean >= BAR_SCORE, note)


@kernel
def slide_all(advice: Any, start: Any, rng: Any, scores: Any) -> None:
    """Play games to their end, and write the scores."""
    game = advice.game
    for number in range(len(scores)):
        state = start
        while not game.is_terminal(state):
            if state.coming > 0:
                state = game.result(state, game.sample(state, rng))
            else:
                state = best_evaluated(advice, state)
        scores[number] = state.score
