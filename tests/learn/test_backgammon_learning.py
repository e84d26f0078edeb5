"""Learning backgammon from games against itself, on a very small scale."""

from __future__ import annotations

import numpy as np
import pytest

from halfmove.games.backgammon.evaluation import LOST, OUTPUTS, WIN, WON, read_weights, write_weights
from halfmove.learn import backgammon

GAMES = 40


@pytest.mark.deep
@pytest.mark.usefixtures("native")
def test_weights_are_learned_and_the_same_again() -> None:
    start = backgammon.first_guess()
    weights, positions = backgammon.tune(start, GAMES, 1, trust=0.0)
    assert len(positions.boards) > 10 * GAMES
    assert positions.labels.shape[1] == OUTPUTS
    assert set(np.unique(positions.labels[:, WIN])) == {0.0, 1.0}
    assert (positions.labels[positions.labels[:, WIN] == 1, LOST] == 0).all()
    assert (positions.labels[positions.labels[:, WIN] == 0, WON] == 0).all()
    assert backgammon.loss(positions, weights) < backgammon.loss(positions, start)
    again, _ = backgammon.tune(start, GAMES, 1, trust=0.0)
    assert (again == weights).all()
    assert abs(read_weights(write_weights(weights)) - weights).max() < 1e-3
    trusting = backgammon.generate(weights, GAMES, 1)
    assert ((trusting.labels >= 0) & (trusting.labels <= 1)).all()
    assert len(np.unique(trusting.labels[:, WIN])) > GAMES  # mixed with what the player thought
