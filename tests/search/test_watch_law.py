"""The law of the watch: `improve` and the reasons mean the same in every search (see `running/watch.py`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from inspect import isfunction, signature

import numpy as np
import pytest

import halfmove
from halfmove.compiled import compiled, plain
from halfmove.core.game import CHANCE
from halfmove.core.rules import legal_actions
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.pig import Pig
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.games.trees.random_games import random_tree
from halfmove.running.watch import CUT, PRUNED, SEARCHED
from halfmove.search import alphabeta, beam, expectiminimax, maxn, memo, minimax, paranoid, quiescence, star

WITHOUT_CHANCE = {
    "minimax": minimax.minimax,
    "alphabeta": alphabeta.alphabeta,
    "alphabeta, cutting beyond": partial(alphabeta.alphabeta, cut_equal=False),
    "memoised": partial(memo.memoised, megabytes=0.1),
    "quiescence": partial(quiescence.quiescence, extra=2),
    "beam": beam.beam,
    "maxn": maxn.maxn,
    "paranoid": paranoid.paranoid,
}
WITH_CHANCE = {
    "expectiminimax": expectiminimax.expectiminimax,
    "star1": star.star1,
    "star2": star.star2,
    "maxn with chance": maxn.maxn,
}
DEPTH, DEPTH_WITH_CHANCE = 4, 5  # plies
EVENTS = 200_000
NO_WINDOW = -np.inf, np.inf
TREE = random_tree(seed=3, depth=7, width=4)  # unlike the first plies of games, full of values


@dataclass
class Open:
    """A node that was entered and not left."""

    is_max: bool
    chance: bool
    depth: int
    alpha: float
    beta: float
    best: float | None = None
    owed: float | None = None  # the value of a child that `improve` has to tell before anything else happens
    window: tuple[float, float] = (0.0, 0.0)  # with which it was entered
    actions: int = 0
    children: int = 0  # that were entered


class Judge:
    """Checks each event against the law."""

    def __init__(self, game, cuts_equal):
        self.game, self.cuts_equal, self.path, self.told = plain(game), cuts_equal, [], 0

    def enter(self, state, player, depth, alpha, beta):
        self.no_debt()
        over = self.game.is_terminal(state)
        mover = CHANCE if over else self.game.to_move(state)
        if self.path:
            parent = self.path[-1]
            parent.children += 1
            if not parent.chance and (alpha, beta) != NO_WINDOW:
                assert parent.alpha <= alpha
                assert beta <= parent.beta
        actions = len(legal_actions(self.game, state))
        self.path.append(
            Open(mover == player, mover == CHANCE, depth, alpha, beta, window=(alpha, beta), actions=actions)
        )

    def improve(self, depth, action, value):
        node = self.path[-1]
        assert node.owed == value, f"improve tells {value} where {node.owed} is due"
        assert node.depth == depth
        node.owed = None
        if node.is_max:
            node.alpha = value
        else:
            node.beta = value
        self.told += 1

    def leave(self, value, reason):
        self.no_debt()
        left = self.path.pop()
        if not self.game.has_chance:  # a chance node is cut off by what its outcomes can still add
            self.check_reason(left, value, reason)
        if self.path and not self.path[-1].chance:
            node = self.path[-1]
            if node.best is None or (value > node.best if node.is_max else value < node.best):
                node.best = value
                if node.alpha < value < node.beta:
                    node.owed = value
        return value

    def check_reason(self, node, value, reason):
        """A node is cut off exactly where the other player has better, and PRUNED where actions were left out."""
        alpha, beta = node.window
        has_better = value >= beta if node.is_max else value <= alpha
        if reason == CUT:
            assert node.children
            assert has_better
        elif reason == SEARCHED:
            assert node.children == node.actions
            assert not has_better or value in node.window  # alpha-beta may be told to cut only beyond its window
            assert not has_better or not self.cuts_equal
        elif reason == PRUNED:
            assert 0 < node.children < node.actions
        else:
            assert not node.children

    def no_debt(self):
        assert not self.path or self.path[-1].owed is None, f"improve was due for {self.path[-1].owed}"


def judge(game, search, depth):
    watch = Judge(game, getattr(search, "keywords", {}).get("cut_equal", True))
    choice = search(plain(game), depth=depth, watch=watch)
    assert not watch.path
    assert watch.told
    return choice


@pytest.mark.parametrize("name", WITHOUT_CHANCE)
@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(5, 4), TREE], ids=["tic-tac-toe", "connect four", "tree"])
def test_watched_searches_obey_the_law(name, game):
    judge(game, WITHOUT_CHANCE[name], None if game is TREE else DEPTH)


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_watched_searches_obey_the_law_with_chance(name):
    judge(Pig(), WITH_CHANCE[name], DEPTH_WITH_CHANCE)


@compiled
class Log:
    """Writes down every event as a row of numbers, in either lane."""

    rows: np.ndarray
    size: np.ndarray

    def enter(self, state, player, depth, alpha, beta):
        self.write(0.0, depth, alpha, beta)

    def improve(self, depth, action, value):
        self.write(1.0, depth, action, value)

    def leave(self, value, reason):
        self.write(2.0, reason, value, 0.0)
        return value

    def write(self, kind, first, second, third):
        row = self.rows[self.size[0]]
        row[0], row[1], row[2], row[3] = kind, first, second, third
        self.size[0] += 1


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("name", [*WITHOUT_CHANCE, *WITH_CHANCE])
def test_both_lanes_tell_the_same(name):
    """So the law, which is checked in the plain lane, holds in machine code."""
    game, depth = (TicTacToe(), DEPTH) if name in WITHOUT_CHANCE else (Pig(), DEPTH_WITH_CHANCE)
    search = {**WITHOUT_CHANCE, **WITH_CHANCE}[name]
    events = []
    for lane in (game, plain(game)):
        log = Log(np.zeros((EVENTS, 4)), np.zeros(1, np.int64))
        search(lane, depth=depth, watch=log)
        events.append(log.rows[: int(log.size[0])])
    assert np.array_equal(*events)


def test_every_search_that_takes_a_watch_is_here():
    public = {name: getattr(halfmove, name) for name in halfmove.__all__}
    watched = {name for name, each in public.items() if isfunction(each) and "[Options]" in str(signature(each))}
    assert watched <= {re.split("[, ]", name)[0] for name in (*WITHOUT_CHANCE, *WITH_CHANCE)}
