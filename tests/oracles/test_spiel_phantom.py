"""Blind games of stones against OpenSpiel, along random games: what may be tried, whose turn it is, and the end.

Its phantom Go ends a game as a draw when a board comes back, as its Go does; ours plays on. There a refused try between
two passes keeps the game from ending, and ours is over after the second.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from spiel_games import Tally, ask, follow

from halfmove.compiled import plain
from halfmove.core.naming import legal_actions
from halfmove.games import game_named
from halfmove.games.chess import fen

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

GAMES, STATES = 10_000, 500_000  # to be compared for each game


class Blind(NamedTuple):
    """A game of ours, the same of OpenSpiel, and how our actions are numbered there."""

    ours: str
    theirs: str
    size: int = 0  # of a board of Go, whose points they number from the bottom left

    def translate(self, action: int) -> int:
        if not self.size or action == self.size**2:
            return action
        return (self.size - 1 - action // self.size) * self.size + action % self.size


BLIND = [
    Blind("phantom:tic-tac-toe", "phantom_ttt"),
    Blind("phantom:tic-tac-toe,abrupt=yes", "phantom_ttt(gameversion=abrupt)"),
    Blind("phantom:hex:size=3", "dark_hex(num_rows=3,num_cols=3)"),
    Blind("phantom:hex:size=3,rows=4", "dark_hex(num_rows=4,num_cols=3)"),
    Blind("phantom:hex:size=5,abrupt=yes", "dark_hex(num_rows=5,num_cols=5,gameversion=adh)"),
    Blind("phantom:go:size=4,limit=1000", "phantom_go(board_size=4,max_game_length=1000)", 4),
]


def agree(blind: Blind, seed: int, games: int, states: int, lane: Callable[[Any], Any] = plain) -> Tally:
    """Compare at every try of at least so many games and states."""
    game, theirs, numbers = lane(game_named(blind.ours)), pyspiel.load_game(blind.theirs), random.Random(seed)
    actions, utilities, played, seen = np.zeros(400, np.int64), np.zeros(2), 0, 0
    while played < games or seen < states:
        state, other, played = game.initial, theirs.new_initial_state(), played + 1
        while True:
            seen += 1
            if blind.size and other.is_terminal() and other.returns() == [0.0, 0.0]:
                break
            count = ask(game, state, actions, utilities)
            if blind.size and count < 0 and not other.is_terminal():
                assert state.state.passes == 2
                break
            assert (count < 0) == other.is_terminal(), game.show(state)
            if count < 0:
                assert utilities.tolist() == other.returns(), game.show(state)
                break
            assert game.to_move(state) == other.current_player()
            listed = actions[:count].tolist()
            assert sorted(map(blind.translate, listed)) == sorted(other.legal_actions()), game.show(state)
            action = numbers.choice(listed)
            other.apply_action(blind.translate(action))
            state = follow(game, state, action)
    return Tally(played, seen)


@pytest.mark.parametrize("blind", BLIND, ids=lambda blind: blind.ours)
def test_every_try(blind: Blind) -> None:
    agree(blind, 1, 10, 300)


@pytest.mark.deep
@pytest.mark.parametrize("blind", BLIND, ids=lambda blind: blind.ours)
def test_every_try_of_many_games(blind: Blind, compared: Any) -> None:
    compared(blind.ours, *agree(blind, 2, GAMES, STATES, lambda game: game))


def views_agree(seed: int, games: int) -> Tally:
    """Compare fog of war chess: actions, ends, and what each player sees at every ply."""
    game, theirs = plain(game_named("fog:chess,moves=0")), pyspiel.load_game("dark_chess")
    numbers, seen = random.Random(seed), 0
    for _ in range(games):
        state, other = game.initial, theirs.new_initial_state()
        for _ in range(200):
            assert game.is_terminal(state) == other.is_terminal()
            if other.is_terminal():
                assert game.utility(state, 0) == other.returns()[1]  # who is Black is their first player
                break
            ours = {_board(fen.write_fen(game.result(state, each).board)): each for each in legal_actions(game, state)}
            known = {_board(str(other.child(each))): each for each in other.legal_actions()}
            assert set(ours) == set(known)
            for player in (0, 1):
                # they let a pawn capture another of its own colour en passant, and so see the squares that one passed
                passed = str(other).split()[3] if player != game.to_move(state) else "-"
                left_out = {passed, passed.translate({ord("6"): "7", ord("3"): "2"})}
                _compare_view(game, game.observation(state, player), other.observation_string(1 - player), left_out)
            seen += 1
            board = numbers.choice(sorted(ours))
            state = game.result(state, ours[board])
            other.apply_action(known[board])
    return Tally(games, seen)


def _board(written: str) -> tuple[str, ...]:
    return tuple(written.split()[:2])


def _compare_view(game: Any, seen: Any, theirs: str, left_out: set[str]) -> None:
    men = fen.men_of(seen.board)
    for rank, row in enumerate(theirs.split()[0].split("/")):
        cells = "".join("." * int(cell) if cell.isdigit() else cell for cell in row)
        for file, cell in enumerate(cells):
            square = 8 * (7 - rank) + file
            if "abcdefgh"[file] + str(8 - rank) in left_out:
                continue
            assert (cell == "?") == bool(seen.fog >> square & 1), game.show(seen)
            assert cell in ("?", men.at(square) or "."), game.show(seen)


def test_the_fog_of_war() -> None:
    views_agree(1, 2)


@pytest.mark.deep
def test_the_fog_of_war_in_many_games(compared: Any) -> None:
    compared("fog of war chess", *views_agree(2, 60))
