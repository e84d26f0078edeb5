"""Threats of stones in a row: what is seen of them, and that what is left out under a threat loses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from halfmove.check.lanes import disagreements
from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.rules import action_named, legal_actions
from halfmove.games.mnk import MNK
from halfmove.games.pente import Pente
from halfmove.search.engine import Engine
from halfmove.search.minimax import minimax

pytestmark = pytest.mark.one_lane

GOMOKU = plain(MNK(15, 15, 5))


def board(game: Any, mine: str, theirs: str) -> Any:
    """Return a state with the mover's and the other's stones on squares that are named."""
    squares = {game.name(action): game.bit(action) for action in range(game.width * game.height)}
    sides = [sum(1 << squares[name] for name in names.split()) for names in (mine, theirs)]
    return type(game.initial)(*sides, 0)


def looked_at(game: Any, state: Any) -> set[str]:
    return {game.name(action) for action, _, _ in game.advice.selective_moves(state)}


@pytest.mark.parametrize(
    ("mine", "theirs", "squares"),
    [
        ("", "", "h8"),
        ("c3 d3 e3 f3", "c9 d9 e9 f9", "b3 g3"),
        ("c3 d3 f3 g3", "a9 b9 c9 d9", "e3"),
        ("c3 d3 f3", "a9 b9 c9 d9", "e9"),
        ("c3 d3 e3", "h9 i9 k12", "b3 f3"),
        ("c3 d3 f3", "h9 i9 k12", "e3"),
        ("a1 b5", "e8 f8 g8", "c8 d8 h8 i8"),
        ("a1 b1 c1", "e8 f8 h8", "d8 g8 i8 d1 e1"),
        ("c3 c4 c5 c2 f1 g1 h1", "c6 i1 n9", "c1"),
    ],
)
def test_squares_worth_a_look(mine: str, theirs: str, squares: str) -> None:
    assert looked_at(GOMOKU, board(GOMOKU, mine, theirs)) == set(squares.split())


def test_else_squares_near_stones() -> None:
    seen = looked_at(GOMOKU, board(GOMOKU, "h8", "i9"))
    assert {"h9", "f6", "k11", "h10"} <= seen
    assert not {"h8", "i9", "a1", "e8", "o15"} & seen


def test_longer_lines_do_not_count_where_they_do_not_win() -> None:
    exact = plain(MNK(15, 15, 5, True))
    state = board(exact, "c3 d3 e3 g3 h3", "a9 n9 n7")
    assert not GOMOKU.advice.is_quiet(state)
    assert exact.advice.is_quiet(state)


def test_advice_is_fair_and_sure_of_what_is_decided() -> None:
    won, lost = board(GOMOKU, "c3 d3 e3 f3", "k9"), board(GOMOKU, "k9", "c3 d3 e3 f3")
    assert GOMOKU.advice.evaluate(won, 0) == -GOMOKU.advice.evaluate(won, 1) > 0.95
    assert GOMOKU.advice.evaluate(lost, 0) == -GOMOKU.advice.evaluate(lost, 1) < -0.95
    assert GOMOKU.advice.is_threatened(lost)
    assert not GOMOKU.advice.is_threatened(won)
    assert not GOMOKU.advice.is_quiet(won)
    assert not GOMOKU.advice.is_quiet(lost)


@pytest.mark.parametrize("game", [plain(MNK(4, 4, 3)), plain(MNK(4, 4, 3, True))], ids=str)
def test_what_is_left_out_under_a_threat_loses(game: Any) -> None:
    threats = 0
    for seed in range(60):
        rng, state = Random(seed), game.initial
        for _ in range(rng.randint(3, 6)):
            state = game.result(state, rng.choice(legal_actions(game, state)))
            if game.is_terminal(state):
                break
        if game.is_terminal(state) or not game.advice.is_threatened(state):
            continue
        threats += 1
        kept = {action for action, _, _ in game.advice.selective_moves(state)}
        for action in set(legal_actions(game, state)) - kept:
            child = game.result(state, action)
            assert minimax(game, child, 1).value == 1.0 or game.is_terminal(child) or kept_wins(game, state, kept)
    assert threats > 10


def kept_wins(game: Any, state: Any, kept: set[int]) -> bool:
    """Tell whether a square that was kept completes a line, so that the others do not matter."""
    return any(game.won(game.result(state, action).theirs) for action in kept)


def test_a_capture_is_an_answer_in_pente() -> None:
    game = plain(Pente())
    state = game.read(game.show(game.initial))
    state = state._replace(
        mine=sum(1 << game.bit(action_named(game, game.initial, name)) for name in ("c7", "k3")),
        theirs=sum(
            1 << game.bit(action_named(game, game.initial, name)) for name in ("c5", "d5", "e5", "f5", "c6", "b9")
        ),
    )
    assert {"b5", "g5", "c4"} <= looked_at(game, state)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("game", [MNK(5, 5, 4), pytest.param(MNK(9, 9, 5), marks=pytest.mark.deep)], ids=str)
def test_lanes_agree(game: Any) -> None:
    assert list(disagreements(game, games=3)) == []


def test_the_engine_finds_a_win_by_fours_and_threes() -> None:
    engine = Engine(GOMOKU, megabytes=1)
    state = board(GOMOKU, "f8 g8 h8 j6 j5", "e8 c3 d12 m4 m9")
    assert engine.choose(state, Limit(depth=5)).value == 1.0
