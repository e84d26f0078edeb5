"""Efficiently updated networks: sums that are kept are those made anew, and files are checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from halfmove.compiled import kernel, plain
from halfmove.core.advice import with_own_memory
from halfmove.core.network_view import find_view
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.games.chess.rules import Chess
from halfmove.learned.nnue import ONE, NNUEAdvice, nnue_advice
from halfmove.learned.weights_file import WeightsFile, unpack
from halfmove.play.loading import load_game

FILE = Path(__file__).parents[2] / "src" / "halfmove" / "games" / "chess" / "learned.safetensors"


def weights_file() -> WeightsFile:
    return unpack(FILE.read_bytes(), "learned")


def boards(rules: Any, games: int = 4, plies: int = 120) -> list[Any]:
    numbers, found = random(11), []
    for _ in range(games):
        board = rules.initial
        for _ in range(plies):
            if rules.is_terminal(board):
                break
            found.append(board)
            board = rules.result(board, rules.sample(board, numbers))
    return found


def anew(arrays: Any, view: Any, board: Any) -> float:
    """Return the lead of the mover, all sums made anew: the network as its formula says."""
    pieces, mirror = view.pieces(board), view.mirror
    sums = [arrays["bias"].astype(np.int64), arrays["bias"].astype(np.int64)]
    for number, cells in enumerate(pieces):
        for cell in range(64):
            if cells >> cell & 1:
                sums[0] = sums[0] + arrays["first"][64 * number + cell]
                sums[1] = sums[1] + arrays["first"][64 * ((number + 6) % 12) + mirror[cell]]
    mover = board.ply & 1
    both = np.stack([sums[mover], sums[1 - mover]]).clip(0, ONE)
    return float(((both * both * arrays["second"]).sum() + arrays["out"][0]) / arrays["out"][1])


@pytest.mark.one_lane
def test_sums_that_are_kept_are_those_made_anew() -> None:
    rules = plain(Chess())
    weights = weights_file()
    advice, view = plain_throughout(nnue_advice(rules, weights, "learned")), plain(find_view(rules))
    for board in boards(rules, 2, 60)[::3]:
        lead = anew(weights.arrays, view, board)
        expected = lead / (1 + abs(lead))
        assert advice.evaluate(board, board.ply & 1) == pytest.approx(expected, abs=1e-12)
        assert advice.evaluate(board, 1 - (board.ply & 1)) == pytest.approx(-expected, abs=1e-12)


@kernel
def evaluated(advice: Any, state: Any) -> float:
    return advice.evaluate(state, 0)


@pytest.mark.both_lanes
def test_both_lanes_evaluate_the_same(native: None) -> None:
    game = Chess()
    advice = nnue_advice(game, weights_file(), "learned")
    slow = plain_throughout(with_own_memory(advice))
    act = evaluated.ready(advice, game.initial)
    for board in boards(plain(game), 2, 80)[::2]:
        assert act(advice, board) == slow.evaluate(board, 0)


@pytest.mark.one_lane
def test_each_thread_has_sums_of_its_own() -> None:
    rules = plain(Chess())
    advice = nnue_advice(rules, weights_file(), "learned")
    other = with_own_memory(advice)
    assert isinstance(other, NNUEAdvice)
    for name in ("fresh", "last", "sums", "squares"):
        assert getattr(other, name) is not getattr(advice, name)
    assert other.first is advice.first
    assert with_own_memory(rules.advice) is rules.advice


@pytest.mark.one_lane
def test_the_network_that_comes_with_chess_knows_what_pieces_are_worth() -> None:
    game = load_game("chess")
    rules = plain(Chess())
    advice = plain_throughout(nnue_advice(game, weights_file(), "learned"))

    def lead(fen: str) -> float:
        return float(advice.evaluate(rules.read(fen), 0))

    start = lead("startpos")
    queen_less = lead("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    rook_less = lead("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1")
    knight_less = lead("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1")
    assert rook_less < knight_less < start - 0.2 < start < 0.3 < queen_less
    assert weights_file().facts["command"].startswith("halfmove train chess --method nnue")


@pytest.mark.one_lane
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first": np.zeros((768, 4), np.int16)}, "'first' should be"),
        ({"bias": np.zeros(128, np.float32)}, "'bias' should be"),
        ({"second": np.full((2, 128), 4000, np.int16)}, "too large"),
        ({"second": np.full((2, 128), -32768, np.int16)}, "too large"),  # of which NumPy says that it is its own size
        ({"out": np.array([0.0, 0.0])}, "too large"),
        ({"out": np.array([0.0, 5e-324])}, "too large"),
        ({"out": np.array([1e300, 1.0])}, "too large"),
    ],
)
def test_damaged_networks_are_refused(change: dict[str, Any], message: str) -> None:
    weights = weights_file()
    with pytest.raises(HalfmoveError, match=message):
        nnue_advice(plain(Chess()), WeightsFile({**weights.arrays, **change}, weights.facts), "file")


@pytest.mark.one_lane
def test_networks_for_other_rules_are_refused() -> None:
    with pytest.raises(HalfmoveError, match="other rules"):
        nnue_advice(load_game("othello"), weights_file(), "file")
