"""The parts of the engine, each for itself: what a search begins with, what it leaves behind."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from halfmove.compiled import compiled, plain
from halfmove.core.advice import AdviceWrapper
from halfmove.core.choice import Limit
from halfmove.core.game import DRAW
from halfmove.core.rules import legal_actions
from halfmove.games import game_named
from halfmove.games.trees.text import parse
from halfmove.running.table import NO_ACTION
from halfmove.search.alphabeta import alphabeta
from halfmove.search.engine import HEURISTIC, Engine
from halfmove.search.engine.deepening import INFINITY, Search
from halfmove.search.engine.node import Node
from halfmove.search.engine.picker import SECOND_KILLER, list_actions


@compiled
class Partial(AdviceWrapper):
    """Thinks that the first player stands better, whatever the state."""

    game: Any
    inner: Any

    def evaluate(self, state, player):
        return 0.25 if player == 0 else -0.25


SMALL = 1  # megabytes
CONNECT_FOUR = plain(game_named("connect-four"))


def begun(engine: Engine) -> Search:
    """Return a search that has not looked at anything yet."""
    return engine._search(None, Limit(), (), 1, ())


def test_a_search_begins_without_killers():
    """An action is a number, and 0 is one of them: a killer that is none must not be one."""
    engine = Engine(CONNECT_FOUR, megabytes=SMALL)
    engine.choose(limit=Limit(depth=4))
    search = begun(engine)
    node = Node(4, 1, -INFINITY, INFINITY, 0, NO_ACTION)
    end = list_actions(search.worker, CONNECT_FOUR.initial, node, NO_ACTION, 0)
    assert 0 in search.worker.listed[:end]
    assert max(search.worker.scores[:end]) < SECOND_KILLER


def test_where_no_action_is_known_the_search_is_reduced_by_one_ply():
    """A search of 6 plies finds nothing in the table if none was made before: below the root it looks 4 plies far."""
    child = CONNECT_FOUR.result(CONNECT_FOUR.initial, 3)
    others = [name for name in HEURISTIC if name != "internal_reduction"]
    depths = []
    for off in (HEURISTIC, others):
        search = begun(Engine(CONNECT_FOUR, megabytes=SMALL, off=off))
        search.prepared(search.worker, 6, -INFINITY, INFINITY, 0)()
        depths.append(search.table.depth(search.table.find(CONNECT_FOUR.key(child)).info))
    assert depths == [5, 4]


def test_to_ask_whether_a_search_is_complete_changes_nothing():
    game = plain(game_named("mnk:width=3,height=3,in_a_row=3"))  # at first not all squares of it are looked at
    state = game.result(game.initial, 0)
    search = Engine(game, megabytes=SMALL)._search(state, Limit(), (), 1, ())
    answers = []
    for progress in search.deepen():
        before = search.worker.cells.copy(), search.worker.root_actions.copy(), search.others.copy()
        answers.append([search._is_complete() for _ in range(3)])
        after = search.worker.cells, search.worker.root_actions, search.others
        assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True)), progress
    assert answers[0] == [False] * 3
    assert answers[-1] == [True] * 3


def test_a_draw_by_going_round_is_no_proof():
    """Whoever leaves the circle loses. The draw depends on how the state was reached, and the table forgets that."""
    game = plain(replace(parse("#1=max(min(#1 1) -1)"), repetition=DRAW))
    *_, last = Engine(game, megabytes=SMALL).think(limit=Limit(depth=6))
    assert last.best.value == 0.0
    assert not last.best.exact


def test_a_deeper_search_does_not_answer_for_a_shallow_one():
    """Without heuristics the value is that of minimax with so many plies to go, whatever the table knows already."""
    game = plain(game_named("kalah:holes=4,seeds=2"))
    state, numbers = game.initial, Random(1)
    for _ in range(8):
        kept = Engine(game, megabytes=SMALL, off=HEURISTIC)
        kept.choose(state, Limit(depth=6))
        for depth in (2, 3, 4):
            assert kept.choose(state, Limit(depth=depth)).value == alphabeta(game, state, depth).value
        state = game.result(state, numbers.choice(legal_actions(game, state)))


def test_a_proof_does_not_rest_on_estimates_of_the_table():
    """Where squares are left out at first, the table is full of estimates when the search proves the value."""
    game = plain(game_named("mnk:width=3,height=3,in_a_row=3"))
    state = game.result(game.result(game.initial, 1), 2)
    *_, last = Engine(game, megabytes=SMALL).think(state)
    assert last.best.exact


@pytest.mark.parametrize("off", [(), HEURISTIC], ids=["with heuristics", "without"])
def test_an_engine_asks_the_advice_it_is_given(off):
    _check_advice(CONNECT_FOUR, off)


@pytest.mark.deep
@pytest.mark.parametrize("off", [(), HEURISTIC], ids=["with heuristics", "without"])
def test_an_engine_asks_the_advice_it_is_given_in_machine_code(off, native):
    _check_advice(game_named("connect-four"), off)


def _check_advice(game, off):
    partial_engine = Engine(game, advice=Partial(game, game.advice), megabytes=SMALL, off=off)
    for ply in range(2):  # both players to move
        state = game.initial if ply == 0 else game.result(game.initial, 3)
        assert partial_engine.choose(state, Limit(depth=3)).value == (0.25 if ply == 0 else -0.25)
        assert abs(Engine(game, megabytes=SMALL, off=off).choose(state, Limit(depth=3)).value) != 0.25


def test_the_win_probability_is_known_for_the_evaluation_it_was_fitted_to():
    for advice, known in ((None, True), (Partial(CONNECT_FOUR, CONNECT_FOUR.advice), False)):
        *_, progress = Engine(CONNECT_FOUR, advice=advice, megabytes=SMALL).think(limit=Limit(depth=3))
        assert (progress.win_probability is not None) == known
