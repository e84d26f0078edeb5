"""Hex and Y against OpenSpiel, along random games; no rule differs."""

from __future__ import annotations

from typing import Any

import pytest
from spiel_games import Pair, compare

from halfmove.compiled import plain
from halfmove.games.hex import Hex
from halfmove.games.y import Y

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

GAMES, STATES = 10_000, 500_000  # to be compared for each game


def hex_pair(size: int, swap: bool) -> Pair:
    return Pair(Hex(size, swap), pyspiel.load_game(f"hex(board_size={size},swap={swap})"))


def y_pair(size: int) -> Pair:
    return Pair(Y(size), pyspiel.load_game(f"y(board_size={size})"))


@pytest.mark.parametrize(("size", "swap"), [(2, True), (3, False), (8, True), (11, False), (19, True)])
def test_hex(size: int, swap: bool) -> None:
    two = hex_pair(size, swap)
    compare(two._replace(ours=plain(two.ours)), seed=size, games=5, states=200)


@pytest.mark.parametrize(("columns", "rows"), [(3, 4), (4, 3), (2, 5), (9, 8)])
def test_other_rows_than_columns(columns: int, rows: int) -> None:
    game = plain(Hex(columns, rows=rows))
    theirs = pyspiel.load_game(f"hex(num_cols={columns},num_rows={rows})")
    compare(Pair(game, theirs), seed=rows, games=5, states=200)


@pytest.mark.parametrize("size", [1, 2, 5, 9, 19])
def test_y(size: int) -> None:
    two = y_pair(size)
    compare(two._replace(ours=plain(two.ours)), seed=size, games=5, states=200)


@pytest.mark.usefixtures("native")
def test_compiled() -> None:
    compare(hex_pair(6, swap=True), seed=1, games=60, states=2000)
    compare(y_pair(7), seed=1, games=60, states=2000)


@pytest.mark.deep
@pytest.mark.parametrize(("size", "swap"), [(3, True), (7, False), (8, True), (11, True), (19, False)])
def test_hex_in_many_games(size: int, swap: bool, compared: Any) -> None:
    games = GAMES // 10 if size > 11 else GAMES // 4
    compared("hex", *compare(hex_pair(size, swap), 100 + size, games, STATES // 5))


@pytest.mark.deep
@pytest.mark.parametrize("size", [3, 6, 8, 11, 19])
def test_y_in_many_games(size: int, compared: Any) -> None:
    compared("y", *compare(y_pair(size), 100 + size, GAMES // 5, STATES // 5))
