"""Tuning chess from games against itself, on a very small scale."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from halfmove.compiled import kernel
from halfmove.core.choice import Limit
from halfmove.core.random import random
from halfmove.games.chess.rules import Chess
from halfmove.games.chess.weights import COUNT, TERMS, WEIGHTS
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.learn import chess, logistic
from halfmove.learn.chess_guess import first_guess
from halfmove.learn.selfplay import self_play
from halfmove.search.iterative_deepening import deepest
from halfmove.search.memo import memoised


def test_a_game_against_oneself_has_one_result_seen_from_both_sides() -> None:
    game = ConnectFour(5, 4)
    seen = list(self_play(game, lambda state: deepest(memoised, game, state, Limit(depth=3)), random(2), 2))
    assert len(seen) > 3
    first = [each.utility for each in seen if game.to_move(each.state) == 0]
    second = [each.utility for each in seen if game.to_move(each.state) == 1]
    assert len(set(first)) == len(set(second)) == 1
    assert first[0] == -second[0]
    for one, other in pairwise(seen):
        assert game.result(one.state, one.choice.action) == other.state


@kernel
def packed(advice, board, weights):
    return advice.weighed(board, weights)


def test_the_counted_terms_make_up_the_evaluation(native: None) -> None:
    game = Chess()
    board = game.read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    counts = np.zeros(COUNT, np.int64)
    chess.count_terms(game.advice, board, np.eye(COUNT, dtype=np.int64), counts)
    assert counts @ WEIGHTS == packed(game.advice, board, WEIGHTS)


def test_leads_and_sums_are_products_with_one_matrix() -> None:
    numbers = np.random.default_rng(2)
    count = chess.ROWS + 7  # more than one part
    counts = numbers.integers(-3, 4, (count, COUNT)).astype(np.int8)
    positions = chess.Positions(counts, numbers.random(count).astype(np.float32), *numbers.random((2, count)))
    phases = positions.phases[:, None].astype(float)
    matrix = np.hstack([counts * phases, counts * (1 - phases)])
    weights, errors = numbers.normal(size=2 * COUNT), numbers.normal(size=count)
    assert positions.leads(weights) == pytest.approx(matrix @ weights, abs=1e-3)
    assert positions.sums(errors) == pytest.approx(matrix.T @ errors, abs=1e-1)


@pytest.mark.deep
def test_tuning_learns_and_is_repeatable(native: None, tmp_path: Path) -> None:
    start = first_guess()
    tuned, positions = chess.tune(start, games=40, nodes=300, seed=1)
    again, _ = chess.tune(start, games=40, nodes=300, seed=1)
    assert all((one == other).all() for one, other in zip(tuned, again))
    scale = chess.scale_of(positions, start)
    labels = positions.labels(scale)
    before, after = (logistic.loss(positions, labels, chess.row_of(weights), scale) for weights in (start, tuned))
    assert after < before


def test_the_weights_that_come_with_chess_are_complete() -> None:
    from halfmove.games.chess import weights

    text = Path(weights.__file__).with_name("weights.json").read_text()
    assert {name: len(both[0]) for name, both in json.loads(text).items()} == TERMS
