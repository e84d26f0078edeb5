"""Learning Othello from games against itself, on a very small scale."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.games.othello.patterns import KINDS, STAGES, UNIT
from halfmove.games.othello.rules import Board, Othello
from halfmove.learn import othello
from halfmove.learn.ridge import fit
from halfmove.search.solving import prove


def test_ridge_regression_finds_the_weights_behind_the_labels() -> None:
    numbers = np.random.default_rng(1)
    features = othello.PatternFeatures(numbers.integers(0, 5, (3000, 4)).astype(np.int32))
    truth = np.zeros(KINDS)
    truth[:5] = (3.0, -2.0, 0.5, 0.0, 8.0)
    counts = features.sums(np.ones(3000))
    fitted = fit(features, features.leads(truth), np.zeros(KINDS), counts, prior=0.01, steps=20)
    assert fitted == pytest.approx(truth, abs=1e-2)
    held = fit(features, features.leads(truth), np.zeros(KINDS), counts, prior=1e9, steps=20)
    assert abs(held).max() < 1e-2


@cache
def played() -> othello.Positions:
    return othello.generate(othello.first_guess(), games=40, seed=1)


@pytest.fixture
def positions(native: None) -> othello.Positions:
    return played()


@pytest.mark.deep
def test_positions_near_the_end_are_labelled_with_their_values(positions: othello.Positions) -> None:
    game = plain(Othello(margin=True))
    counts = np.bitwise_count(positions.discs.view(np.uint64)).sum(1)
    late = np.flatnonzero(counts == 64 - othello.LEAST)[:3]
    assert len(late) == 3
    for i in late:
        mine, theirs = (int(word) for word in positions.discs[i].view(np.uint64))
        assert positions.leads[i] == prove(game, Board(mine, theirs, 0), megabytes=1).value


@pytest.mark.deep
def test_weights_are_learned_and_the_same_again(positions: othello.Positions) -> None:
    weights = othello.fitted(positions)
    assert weights.shape == (STAGES, KINDS)
    assert othello.error(positions, weights) < othello.error(positions, othello.first_guess())
    again = othello.generate(othello.first_guess(), games=40, seed=1)
    assert (again.discs == positions.discs).all()
    assert (othello.fitted(again) == weights).all()


def test_what_is_found_adds_up_to_the_evaluation(native: None) -> None:
    numbers = random(5)
    weights = np.random.default_rng(2).integers(-9, 10, (STAGES, KINDS)).astype(np.int8)
    advice = plain(othello.with_weights(weights))
    game = plain(advice.game)
    board = game.initial
    while not game.is_terminal(board):
        discs = np.array([[board.mine, board.theirs]], np.uint64).view(np.int64)
        stage = int(othello.Positions(discs, np.zeros(1)).stages[0])
        assert (
            advice.lead(board.mine, board.theirs) / UNIT
            == othello.pattern_features(discs).leads(weights[stage] / UNIT)[0]
        )
        board = game.result(board, game.sample(board, numbers))
