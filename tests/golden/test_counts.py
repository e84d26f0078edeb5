"""Published counts: sequences of actions, nodes, states. Sources: TRUTHS.md beside the repository; OEIS A212693."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.mnk import MNK
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.minimax import minimax
from halfmove.search.perft import perft
from halfmove.search.solving.retrograde import solve

CONNECT_FOUR_LEAVES = (1, 7, 49, 343, 2401, 16807, 117649, 823536)  # after 0, 1, ... plies
CONNECT_FOUR_STATES = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)  # OEIS A212693
SOON = 6  # terms of it that are quickly counted


def test_tic_tac_toe() -> None:
    _count_tic_tac_toe(TicTacToe())


@pytest.mark.deep
def test_tic_tac_toe_by_another_name(native: None) -> None:
    _count_tic_tac_toe(MNK(3, 3, 3))


@pytest.mark.deep
def test_tic_tac_toe_by_another_name_in_plain_python() -> None:
    _count_tic_tac_toe(plain(MNK(3, 3, 3)))


def _count_tic_tac_toe(game: Any) -> None:
    assert perft(game, depth=9, finished=True) == 255168
    assert minimax(game).nodes == 549946
    assert len(solve(game)) == 5478


@pytest.mark.deep
@pytest.mark.usefixtures("native")  # in plain Python a million nodes take long, and tell nothing more
def test_nine_factorial_counts_games_that_go_on_after_a_win() -> None:
    """Zell, section 5.1 and Chapter 9, section 9.1: 9! is a bound on the games of tic-tac-toe, and is 362,880."""
    assert perft(MNK(9, 1, 9), depth=9) == 362880
    assert perft(TicTacToe(), depth=9) < 362880


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate(CONNECT_FOUR_LEAVES)))
def test_connect_four_leaves(depth: int, leaves: int) -> None:
    assert perft(ConnectFour(), depth=depth) == leaves


def test_connect_four_leaves_in_the_plain_lane(lane: Callable[[Any], Any]) -> None:
    assert perft(lane(ConnectFour()), depth=5) == CONNECT_FOUR_LEAVES[5]


@pytest.mark.one_lane
def test_connect_four_states() -> None:
    _count_states(CONNECT_FOUR_STATES[:SOON])


@pytest.mark.deep
def test_more_connect_four_states() -> None:
    _count_states(CONNECT_FOUR_STATES)


def _count_states(counts: tuple[int, ...]) -> None:
    """Count distinct states ply by ply; each has an identity of its own."""
    game = plain(ConnectFour())
    states = {game.initial}
    for count in counts:
        assert len(states) == count
        assert len({game.state_hash(state) for state in states}) == count
        open_states = (state for state in states if not game.is_terminal(state))
        states = {game.result(state, action) for state in open_states for action in game.actions(state)}
