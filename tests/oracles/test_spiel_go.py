"""Go against OpenSpiel, along random games.

One rule differs: OpenSpiel knows simple ko, and ends a game as a draw when a board comes back. With simple ko ours
plays on, and with superko the action is illegal. As komi is not whole there are no other draws.
"""

from __future__ import annotations

from typing import Any

import pytest
from spiel_games import Pair, compare

from halfmove.compiled import plain
from halfmove.games.go.rules import Go

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

KOMI = 7.5
GAMES, STATES = 10_000, 500_000  # to be compared for each game
STATES_19 = 100_000


def pair(size: int, superko: bool = False) -> Pair:
    """Return the two games; OpenSpiel numbers points from the bottom left, and ends games after 2 size**2 plies."""

    def translate(action: int) -> int:
        return action if action == size * size else (size - 1 - action // size) * size + action % size

    theirs = pyspiel.load_game(f"go(board_size={size},komi={KOMI})")
    ours = Go(size, KOMI, superko, limit=2 * size * size)
    return Pair(ours, theirs, translate, repeated, unrepeated if superko else lambda other: set(other.legal_actions()))


def repeated(other: Any) -> bool:
    """Tell whether the board came back."""
    return other.is_terminal() and other.returns() == [0.0, 0.0]


def unrepeated(other: Any) -> set[int]:
    """Return the legal actions after which the game is not ended by a board that comes back."""
    return {action for action in other.legal_actions() if not repeated(other.child(action))}


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_simple_ko(size: int) -> None:
    two = pair(size)
    compare(two._replace(ours=plain(two.ours)), seed=size, games=3, states=100)


@pytest.mark.parametrize("size", [2, 4])
def test_superko(size: int) -> None:
    two = pair(size, superko=True)
    compare(two._replace(ours=plain(two.ours)), seed=size, games=4, states=200)


@pytest.mark.usefixtures("native")
def test_compiled() -> None:
    compare(pair(5), seed=1, games=60, states=2000)


@pytest.mark.deep
@pytest.mark.parametrize("size", [3, 5, 7, 9, 11])
def test_simple_ko_in_many_games(size: int, compared: Any) -> None:
    compared("go", *compare(pair(size), 100 + size, GAMES // 5, STATES // 5))


@pytest.mark.deep
@pytest.mark.parametrize("size", [13, 19])
def test_simple_ko_on_large_boards(size: int, compared: Any) -> None:
    compared(f"go {size} x {size}", *compare(pair(size), 100 + size, 1, STATES_19))


@pytest.mark.deep
@pytest.mark.parametrize(("size", "states"), [(2, 20_000), (3, 100_000), (5, 100_000), (9, 5_000)])
def test_superko_in_many_games(size: int, states: int, compared: Any) -> None:
    compared("go with superko", *compare(pair(size, superko=True), 100 + size, 1, states))
