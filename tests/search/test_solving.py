"""Solving: exact values, against naive minimax and the published ones."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from halfmove.compiled import compiled, plain
from halfmove.compiled.lane import JIT
from halfmove.core.advice import Bounds
from halfmove.core.choice import Limit
from halfmove.core.evaluation import Transformed
from halfmove.core.game import Game
from halfmove.core.rules import legal_actions, mover
from halfmove.core.wrapper import Wrapper
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.games.cat_and_mouse import CatAndMouse
from halfmove.games.coins import Coins
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.kalah import Kalah
from halfmove.games.nim import ThreePlayerNim
from halfmove.games.othello.rules import Othello
from halfmove.games.pig import Pig
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.play.records.suites import read_suite, report, with_margin
from halfmove.search.alphabeta import alphabeta
from halfmove.search.solving import packed, prove, prove_many
from halfmove.search.solving.table import NO_ACTION, proof_table
from published import is_whole, published, sample

sys.path.insert(0, str(Path(__file__).parents[1] / "laws"))
import random_graphs

SMALL = {
    "tic-tac-toe": TicTacToe(),
    "connect-four 4x4": ConnectFour(4, 4),
    "connect-four 4x3 margin": ConnectFour(4, 3, margin=True),
    "connect-four 3x5 margin": ConnectFour(3, 5, margin=True),
    "kalah": Kalah(2, 2),
    "cat and mouse": CatAndMouse(3, 2),
    "othello 4x4": Othello(4),
    "othello 4x4 margin": Othello(4, margin=True),
    "transformed": Transformed(ConnectFour(4, 3, margin=True), 1.0, 2.0, 3.0),
}
LARGER = ("connect-four 4x4", "othello 4x4 margin")  # whose proofs are compared by the thorough suite


def played(game, seed, plies):
    """Return the state after some random actions."""
    rules, rng = plain(game), Random(seed)
    state = rules.initial
    for _ in range(rng.randrange(plies)):
        if rules.is_terminal(state):
            break
        state = rules.result(state, rng.choice(legal_actions(rules, state)))
    return state


@pytest.mark.one_lane
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.deep if name in LARGER else ()) for name in SMALL]
)
def test_values_and_lines_are_those_of_alphabeta(name):
    check(plain(SMALL[name]), name == "cat and mouse")


@pytest.mark.parametrize("name", ["kalah"])
def test_machine_code_finds_the_same(name, native):
    check(SMALL[name])


@pytest.mark.deep
@pytest.mark.parametrize("name", SMALL)
def test_machine_code_finds_the_same_in_every_game(name, native):
    check(SMALL[name], name == "cat and mouse")


def check(game, endless=False):
    """Compare some states with alpha-beta, and follow the lines to their ends."""
    for seed in range(8):
        state = played(game, seed, 9)
        choice, expected = prove(game, state, megabytes=1), alphabeta(plain(game), state)
        assert choice.value == expected.value
        assert choice.exact
        assert not choice.stopped
        end = state
        for action in choice.line:
            assert action in legal_actions(plain(game), end)
            end = plain(game).result(end, action)
        if not endless:
            assert plain(game).is_terminal(end)
            assert plain(game).utility(end, mover(game, state)) == choice.value


@compiled
class Quarters(Wrapper):
    """A game with utilities from 0 to 1, in quarters."""

    game: Any
    step: float = 0.25


def test_random_games(lane):
    for seed in range(30):
        for make in (random_graphs.tree, random_graphs.dag):
            game = lane(Quarters(lane(make(seed, 20))))
            assert prove(game, megabytes=1).value == alphabeta(plain(game.game)).value


def test_many_states_are_worth_what_each_is():
    for game in (ConnectFour(3, 4, margin=True), Othello(4, margin=True), TicTacToe()):
        states = [played(game, seed, 12) for seed in range(6)]
        assert prove_many(plain(game), states) == [prove(plain(game), state).value for state in states]
        assert prove_many(game, []) == []


def test_states_are_packed_alike_by_both_ways():
    from halfmove.compiled import store_state, words_of

    for game in (ConnectFour(), Othello(), TicTacToe()):
        states = [played(game, seed, 20) for seed in range(5)]
        rows = np.zeros((5, words_of(type(states[0]))), np.int64)
        for row, state in enumerate(states):
            store_state(rows, row, state)
        assert (packed(states) == rows).all()


def test_a_finished_game_has_no_action():
    game = ConnectFour(margin=True)
    choice = prove(game, game.read("1212121"))
    assert choice.action is None
    assert choice.line == ()
    assert choice.value == -18


def test_a_limit_gives_an_estimate_and_a_legal_action():
    game = ConnectFour(margin=True)
    choice = prove(game, limit=Limit(nodes=2000))
    assert choice.stopped
    assert not choice.exact
    assert choice.action in legal_actions(game, game.initial)
    assert choice.nodes == 2000


@pytest.mark.parametrize("game", [Pig(10), ThreePlayerNim(5, 2), Coins()])
def test_chance_and_a_third_player_are_refused(game):
    with pytest.raises(WrongGame):
        prove(plain(game))


def test_utilities_between_two_steps_are_refused():
    with pytest.raises(WrongGame, match="between two steps"):
        prove(plain(Transformed(plain(ConnectFour(4, 3, margin=True)), 0.5)))
    with pytest.raises(WrongGame, match="steps between"):
        prove(plain(Quarters(TicTacToe(), 1e-9)))


def test_a_table_keeps_bounds_and_forgets_them():
    table = proof_table(1)
    table.store(7, 3, 1, 20, 100)
    fields = table.find(7)
    assert (table.action(fields), table.low(fields), table.high(fields)) == (3, 1, 20)
    assert table.find(8) == -1
    table.renew()
    assert table.find(7) == -1
    table.store(9, 1 << 20, 0, 1, 1)
    assert table.action(table.find(9)) == NO_ACTION
    with pytest.raises(HalfmoveError, match="holds nothing"):
        proof_table(0)


def test_a_table_that_grows_loses_nothing_that_has_room():
    table = proof_table(4)
    before = table.size
    keys = [key * 977 for key in range(int(before) * 4)]
    kept = 0
    for key in keys:
        table.store(key, key % 100, key % 7, 50, 1)
    assert table.size > before
    for key in keys:
        fields = table.find(key)
        if fields >= 0:
            kept += 1
            assert (table.action(fields), table.low(fields), table.high(fields)) == (key % 100, key % 7, 50)
    assert kept > len(keys) // 2


def test_the_ages_of_a_table_never_mix():
    table = proof_table(0.1)
    table.store(7, 3, 1, 20, 100)
    for _ in range(1 << 16):
        plain(table).renew()
        assert table.find(7) == -1


@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1", "Test_L1_R1"])
def test_connect_four_sets(name, native):
    game = ConnectFour(margin=True)
    cases = read_suite(game, sample(f"connect_four/{name}"))
    assert prove_many(game, [case.state for case in cases]) == [case.value for case in cases]


@pytest.mark.deep
@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1", "Test_L1_R1"])
def test_all_of_the_connect_four_sets(name, native):
    game = ConnectFour(margin=True)
    cases = read_suite(game, published(f"connect_four/{name}"))
    assert len(cases) == (1000 if is_whole() else 40)
    assert prove_many(game, [case.state for case in cases]) == [case.value for case in cases]


def test_othello_endgames(native):
    cases = read_suite(Othello(margin=True), published("othello/fforum-1-19.obf"))
    assert len(cases) == 19
    table = proof_table(16)
    done = report([(case, prove(Othello(margin=True), case.state, known=table)) for case in cases])
    assert (done.right, done.wrong, done.wrong_values) == (19, (), 0)


@pytest.mark.deep
def test_larger_othello_endgames(native):
    cases = read_suite(Othello(margin=True), published("othello/fforum-40-59.obf"))[:6]
    assert [case.value for case in cases] == [38, 0, 6, -12, -14, 6]
    done = report([(case, prove(Othello(margin=True), case.state, megabytes=512)) for case in cases])
    assert not done.wrong


@pytest.mark.parametrize("margin", [False, True])
def test_the_last_squares_of_othello(margin):
    game = plain(Othello(margin=margin))
    for seed in range(4):
        state = _late(game, seed, 5)
        assert prove(game, state, megabytes=1).value == alphabeta(game, state).value
        if margin and JIT:
            assert prove(Othello(margin=True), state, megabytes=1).value == alphabeta(game, state).value


def _late(game, seed, empty):
    """Return a state of random play with that many squares empty."""
    rules, rng = plain(game), Random(seed)
    state = rules.initial
    while rules.size**2 - (state.mine | state.theirs).bit_count() > empty:
        if rules.is_terminal(state):
            state = rules.initial
        state = rules.result(state, rng.choice(legal_actions(rules, state)))
    return state


def test_suites_are_read_in_three_formats():
    game = ConnectFour(margin=True)
    (case,) = read_suite(game, "# a comment\n\n4455 -2\n")
    assert (case.state, case.value, case.best) == (game.read("4455"), -2, frozenset())
    othello = Othello(margin=True)
    written = othello.obf(othello.initial) + "; D3:+2; C4:+2; F5:-4;"
    (case,) = read_suite(othello, written)
    assert case.value == 2
    assert {othello.name(action) for action in case.best} == {"d3", "c4"}


@pytest.mark.parametrize(
    ("written", "reason"),
    [("44x5 1", "line 1 .*'x'"), ("\n44 many", "line 2 .*no value"), ("# nothing", "no positions")],
)
def test_suites_that_cannot_be_read(written, reason):
    with pytest.raises(HalfmoveError, match=reason):
        read_suite(ConnectFour(margin=True), written)


def test_the_margin_of_a_game():
    assert with_margin(ConnectFour(5, 4)).margin
    assert with_margin(Othello(6)).size == 6
    game = TicTacToe()
    assert with_margin(game) is game


class Fork(Game):
    """The mover draws by 1, or goes on by 2 and loses: the other player decides how."""

    mover: int = 0
    initial = 0

    def to_move(self, place):
        return self.mover if place == 0 else 1 - self.mover

    def actions(self, place):
        yield from (1, 2) if place == 0 else (3, 4)

    def result(self, place, action):
        return action

    def is_terminal(self, place):
        return place not in (0, 2)

    def utility(self, place, player):
        return 0.0 if place == 1 else -1.0 if player == self.mover else 1.0


class ForkBounds(Bounds):
    """They grant the draw, so that only 2 is left to be asked about."""

    def value_bounds(self, place, player, target):
        if place != 0:
            return self.game.utilities
        return (0.0, 1.0) if player == self.game.mover else (-1.0, 0.0)

    def solver_moves(self, place):
        yield from (2,) if place == 0 else (3, 4)


@pytest.mark.parametrize("player", [0, 1])
def test_what_the_bounds_grant_counts_where_one_action_is_left(player):
    game = Fork(player)
    choice = prove(game, bounds=ForkBounds(game, game.advice), megabytes=1)
    assert (choice.value, choice.action, choice.exact) == (0.0, 1, True)
