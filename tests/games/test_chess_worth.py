"""The evaluation of chess: the same for both colours, linear in its weights, the same in both lanes."""

from __future__ import annotations

import numpy as np
import pytest

from halfmove.compiled import kernel, plain
from halfmove.core.random import random
from halfmove.errors import MalformedText
from halfmove.games.chess.evaluation import FULL
from halfmove.games.chess.rules import Chess
from halfmove.games.chess.weights import COUNT, TERMS, pack, read_weights, unpack, write_weights

pytestmark = pytest.mark.one_lane

KNOWN = {  # by hand: what counts for White minus what counts for Black
    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1": {"isolated": 1, "passed": 1},
    "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1": {"isolated": 2, "passed": 1, "doubled": 1},
    "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1": {"supported": 2, "passed": 2},
    "4k3/8/8/8/n7/PP6/8/4K3 w - - 0 1": {"pawn's threat": 1},
    "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1": {"half-open file": 1, "isolated": -1},
    "4k3/p7/8/8/8/8/8/3RK3 w - - 0 1": {"open file": 1},
    "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1": {"bishop pair": 1},
    "4k3/8/8/8/8/2q5/8/1N2K3 w - - 0 1": {"minor threat": 1},
    "4k3/8/8/8/8/3q4/8/3RK3 w - - 0 1": {"rook's threat": 1},
}


@kernel
def lead_of(advice, board):
    return advice.lead(board)


def boards(count: int):
    game, numbers = plain(Chess()), random(3)
    board = game.initial
    for _ in range(count):
        actions = list(game.actions(board))
        board = game.result(board, actions[numbers.below(len(actions))]) if actions else game.initial
        if game.is_terminal(board):
            board = game.initial
        yield board


def terms(game, board) -> dict[str, int]:
    units = np.eye(COUNT, dtype=np.int64)
    counts = iter([game.advice.weighed(board, unit) for unit in units])
    return {name: sum(next(counts) for _ in range(count)) for name, count in TERMS.items()}


@pytest.mark.parametrize("fen", KNOWN)
def test_counts_what_a_person_counts(fen: str) -> None:
    game = plain(Chess())
    found = terms(game, game.read(fen))
    assert {name: found[name] for name in KNOWN[fen]} == KNOWN[fen]


def test_is_the_same_for_both_colours() -> None:
    game = plain(Chess())
    advice = game.advice
    turn = advice.weights[-1]
    for board in boards(200):
        other = game.flipped(board)
        assert advice.weighed(board, advice.weights) + advice.weighed(other, advice.weights) == 2 * turn


def test_is_the_same_in_both_lanes(native: None) -> None:
    game = Chess()
    for board in boards(300):
        assert lead_of(game.advice, board) == plain(game).advice.lead(board)


def test_phases_run_from_the_beginning_to_the_end() -> None:
    game = plain(Chess())
    assert game.advice.phase(game.initial) == FULL
    assert game.advice.phase(game.read("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1")) == 0


def test_weights_can_be_written_and_read() -> None:
    numbers = np.random.default_rng(1)
    middle, end = (numbers.integers(-2000, 2000, COUNT) for _ in range(2))
    assert (read_weights(write_weights(middle, end)) == pack(middle, end)).all()
    assert all((one == other).all() for one, other in zip(unpack(pack(middle, end)), (middle, end)))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"places": [[1], [2]]}', '{"places": 3}'])
def test_malformed_weights_are_refused(text: str) -> None:
    with pytest.raises(MalformedText, match="weights"):
        read_weights(text)
