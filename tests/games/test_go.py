"""Go: against a slow second telling of its rules, in both lanes, as text, and against published values."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.check.laws import broken, same
from halfmove.compiled import kernel, plain
from halfmove.core.commentary import find_commentary
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, state_after
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import game_named
from halfmove.games.go.rules import Go
from halfmove.games.go.solving import GoBounds
from halfmove.games.go.superko import LOWEST
from halfmove.games.go.text import read_sgf_point, read_vertex, sgf_point, vertex
from halfmove.search.alphabeta import alphabeta
from halfmove.search.minimax import minimax
from halfmove.search.solving import prove
from halfmove.search.solving.retrograde import solve

pytestmark = pytest.mark.one_lane

RULES = [(superko, suicide) for superko in (False, True) for suicide in (False, True)]
SGF = "(;GM[1]FF[4]SZ[5]KM[7.5]AB[aa][cc:dd]AW[ea]PL[W];W[be];B[](;W[bd]C[a \\] b];B[tt])(;W[ab]))"
PICTURE = "5 . . . . .\n4 . X O . .\n3 X . X O .\n2 . X O . .\n1 . . . . .\n  A B C D E\nWhite to move, ko at B3"
SEEDS = [SGF, PICTURE, "...../.XO../XO.O./.XO../..... black", "C3 D4 pass B2", ";B[aa];W[bb]"]


class SlowGo:
    """Go on a dict of points, told a second time: boards are compared whole, chains are followed stone by stone."""

    def __init__(self, size: int, superko: bool, suicide: bool) -> None:
        self.size, self.superko, self.suicide = size, superko, suicide
        self.board: dict[tuple[int, int], int] = {}
        self.boards = [{}]
        self.player = self.passes = 0

    def beside(self, at: tuple[int, int]) -> list[tuple[int, int]]:
        near = [(at[0] + 1, at[1]), (at[0] - 1, at[1]), (at[0], at[1] + 1), (at[0], at[1] - 1)]
        return [(x, y) for x, y in near if 0 <= x < self.size and 0 <= y < self.size]

    def region(self, board: dict[Any, int], at: tuple[int, int]) -> tuple[set[Any], set[Any]]:
        """Return the points of one kind that hang together, and what is next to them: None is empty."""
        inside, edge, left = {at}, set(), [at]
        while left:
            for near in self.beside(left.pop()):
                if board.get(near) != board.get(at):
                    edge.add(board.get(near))
                elif near not in inside:
                    inside.add(near)
                    left.append(near)
        return inside, edge

    def after(self, at: tuple[int, int]) -> dict[Any, int] | None:
        """Return the board after a stone; None if it may not be put there."""
        if at in self.board:
            return None
        board = {**self.board, at: self.player}
        for near in self.beside(at):
            if board.get(near) == 1 - self.player:
                chain, edge = self.region(board, near)
                if None not in edge:
                    board = {point: colour for point, colour in board.items() if point not in chain}
        chain, edge = self.region(board, at)
        if None not in edge:
            if not self.suicide or len(chain) == 1:
                return None
            board = {point: colour for point, colour in board.items() if point not in chain}
        before = self.boards if self.superko else self.boards[-2:-1]
        return None if board in before else board

    def legal(self) -> set[int]:
        points = [(x, y) for y in range(self.size) for x in range(self.size)]
        return {y * self.size + x for x, y in points if self.after((x, y)) is not None} | {self.size**2}

    def play(self, action: int) -> None:
        if action == self.size**2:
            self.passes += 1
        else:
            self.passes = 0
            self.board = self.after((action % self.size, action // self.size)) or {}
        self.boards.append(self.board)
        self.player = 1 - self.player

    def areas(self) -> list[int]:
        areas = [0, 0]
        for at in ((x, y) for x in range(self.size) for y in range(self.size)):
            owners = {self.board[at]} if at in self.board else self.region(self.board, at)[1]
            for owner in owners if len(owners) == 1 else ():
                areas[owner] += 1
        return areas


def against_slow_go(size: int, superko: bool, suicide: bool, seeds: range) -> None:
    game, by_points = (plain(Go(size, 0.5, superko, suicide, margin=margin)) for margin in (False, True))
    for seed in seeds:
        numbers, state, slow = Random(seed), game.initial, SlowGo(size, superko, suicide)
        for _ in range(8 * size * size):
            assert game.is_terminal(state) == (slow.passes >= 2)
            areas = slow.areas()
            assert game.score(state) == areas[0] - areas[1] - 0.5
            if slow.passes >= 2:
                assert game.utility(state, 0) == (1.0 if areas[0] > areas[1] else -1.0)
                for player in (0, 1):
                    assert by_points.utility(state, player) == (areas[0] - areas[1] - 0.5) * (1, -1)[player]
                break
            assert game.to_move(state) == slow.player
            actions = list(game.actions(state))
            assert len(actions) == len(set(actions))
            assert set(actions) == slow.legal(), game.show(state)
            action = numbers.choice(actions[:-1] or actions) if numbers.random() < 0.95 else actions[-1]
            state = game.result(state, action)
            slow.play(action)


@pytest.mark.parametrize(("superko", "suicide"), RULES)
@pytest.mark.parametrize("size", [2, 3, 5])
def test_rules_told_twice(size: int, superko: bool, suicide: bool) -> None:
    against_slow_go(size, superko, suicide, range(4))


@pytest.mark.deep
@pytest.mark.parametrize(("superko", "suicide"), RULES)
@pytest.mark.parametrize("size", [2, 3, 4, 5, 9])
def test_rules_told_twice_in_many_games(size: int, superko: bool, suicide: bool) -> None:
    against_slow_go(size, superko, suicide, range(100, 112 if size > 5 else 220))


@kernel
def random_game(game: Any, state: Any, plies: int, drawn: Any, rng: Any) -> Any:
    """Return the state after random actions, drawn without listing them, and note the actions and keys."""
    for ply in range(plies):
        if game.is_terminal(state):
            break
        action = game.sample(state, rng)
        state = game.result(state, action)
        drawn[ply, 0], drawn[ply, 1] = action + 1, game.key(state)
    return state


@pytest.mark.usefixtures("native")
def test_lanes_agree_along_sampled_games() -> None:
    """The registered game is among those of `test_game_lanes.py`."""
    lanes_agree(Go(5, superko=True), 100)


@pytest.mark.usefixtures("native")
@pytest.mark.deep
@pytest.mark.parametrize(
    "game", [Go(7), Go(9, suicide=True), Go(13), Go(19, limit=500), Go(9, superko=True, suicide=True)], ids=repr
)
def test_lanes_agree_in_other_games(game: Go) -> None:
    lanes_agree(game, 600)


def lanes_agree(game: Go, plies: int) -> None:
    ends, games = [], []
    for lane in (game, plain(game)):
        drawn = np.zeros((plies, 2), np.int64)
        ends.append(random_game(lane, game.initial, plies, drawn, random(7)))
        games.append(drawn)
    assert same(*ends)
    assert np.array_equal(*games)
    state, twin = game.initial, plain(game)
    for action in filter(None, games[0][:, 0].tolist()):
        assert action - 1 in legal_actions(twin, state)
        state = twin.result(state, action - 1)


@pytest.mark.parametrize("game", [Go(3), Go(4, superko=True), Go(3, suicide=True, limit=40, margin=True)], ids=repr)
def test_laws(game: Go) -> None:
    assert broken(game, games=3) == []


def test_samples_are_even() -> None:
    game, numbers = plain(Go(3)), random(3)
    state = game.read("X.X/.X./XO. White to move")
    actions, draws = list(game.actions(state)), 4000
    counts = [0] * 10
    for _ in range(draws):
        counts[game.sample(state, numbers)] += 1
    assert {action for action, count in enumerate(counts) if count} == set(actions)
    expected = draws / len(actions)
    assert sum((counts[action] - expected) ** 2 / expected for action in actions) < 30


def test_ko_and_superko() -> None:
    simple, super_ = Go(5), Go(5, superko=True)
    for game in (simple, super_):
        state = game.read("...../.XO../XO.O./.XO../..... Black to move")
        taken = state_after(plain(game), state, ["C3"])
        assert "B3" not in [game.name(action) for action in game.actions(taken)]
        elsewhere = state_after(plain(game), taken, ["E5", "E1"])
        assert "B3" in [game.name(action) for action in game.actions(elsewhere)]
    assert simple.is_terminal(state_after(plain(simple), simple.read(PICTURE), ["pass", "pass"]))


def test_a_board_can_come_back_without_a_capture() -> None:
    """Black takes two stones, White takes back one, and would put down the second again (send two, return one)."""
    for superko in (False, True):
        game = plain(Go(5, superko=superko))
        state = game.read(".OOX./OXXX./...../...../..... Black to move")
        returned = state_after(game, state, ["A5", "B5", "pass"])
        assert game.show(returned).splitlines()[0] == "5 . O . X ."
        assert (read_vertex("C5", 5) in game.actions(returned)) == (not superko)
        assert game.is_legal(returned, 2) == (not superko)


def test_every_path_has_a_key_of_its_own() -> None:
    """Passes, plies and turns are small numbers: they must not make up for each other."""
    game = plain(Go(2, superko=True, limit=7))
    keys: dict[int, Any] = {}
    left = [game.initial]
    while left:
        state = left.pop()
        path, last = frozenset(game.all_digests(state).tolist()), state.recent & LOWEST
        told = (path, last, state.player, state.passes, state.plies)
        assert keys.setdefault(game.key(state), told) == told
        left += [] if game.is_terminal(state) else [game.result(state, action) for action in game.actions(state)]
    assert len(keys) > 100


def test_area_and_komi() -> None:
    game = Go(3, 0)
    full = game.read(".X./XXX/.X. White to move")
    assert game.score(full) == 9
    assert game.score(game.initial) == 0
    assert game.utility(game.initial, 0) == 0
    assert Go(3, 9).score(full) == 0
    assert Go(3, 9.5).utility(full, 0) == -1
    assert game.score(game.read("X.O/X.O/X.O Black to move")) == 0


def test_points_are_the_utility() -> None:
    check_points(plain(game_named("go:size=2,komi=0.5,limit=6,margin=yes")))


@pytest.mark.deep
def test_points_are_the_utility_in_machine_code(native: None) -> None:
    check_points(game_named("go:size=2,komi=0.5,limit=6,margin=yes"))


def check_points(game: Any) -> None:
    assert game.utilities == (-4.5, 4.5)
    assert game.step == 1.0
    black = game.read("X./XX White to move")
    assert [game.utility(black, player) for player in (0, 1)] == [3.5, -3.5]
    assert alphabeta(game, depth=7).value == minimax(plain(Go(2, 0.5, limit=6, margin=True))).value == -0.5
    assert prove(game).value == -0.5


def test_names() -> None:
    assert [vertex(action, 19) for action in (0, 18, 342, 361)] == ["A19", "T19", "A1", "pass"]
    assert [sgf_point(action, 19) for action in (0, 18, 342, 361)] == ["aa", "sa", "as", ""]
    for size in (2, 9, 19):
        for action in range(size * size + 1):
            assert read_vertex(vertex(action, size).lower(), size) == action
            assert read_sgf_point(sgf_point(action, size), size) == action
    assert Go(9).name(8) == "J9"


def test_sgf() -> None:
    game = Go(5)
    state = game.read(SGF)
    assert game.show(state).splitlines() == [
        "5 X . . . O",
        "4 . . . . .",
        "3 . . X X .",
        "2 . O X X .",
        "1 . O . . .",
        "  A B C D E",
        "White to move, 1 pass",
    ]
    assert game.read(";B[cc];W[];B[bb]") == game.read("C3 pass B4") == game.read("(;SZ[5:5];B[cc];W[tt];B[bb])")
    assert game.read("") == game.read("(;)") == game.initial


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("C3 C3", "'C3' at place 2: there is a stone of Black on it"),
        ("I3", "'I3' at place 1: there is no such point on a board of 5 x 5"),
        ("A6", "'A6' at place 1: there is no such point"),
        ("pass pass A1", "'A1' at place 3: the game is over"),
        ("C4 A1 D3 A2 C2 A3 B3 C3", "'C3' at place 8: suicide: the stone would have no liberty"),
        ("...../...../...../...../.....", "does not say who is to move"),
        ("...../...../...../..... Black", "the picture has 4 rows where the board has 5"),
        ("...../...../.../...../..... Black", "row 3 is '...': 3 points where the board has 5"),
        ("...../..Z../...../...../..... Black", "C4 is 'Z', which is none of X O ."),
        ("XO.../OX.../...../...../..... Black", "the stone on A5 has no liberty"),
        (PICTURE.replace("B3", "E1"), "the point is not an empty one among stones"),
        (PICTURE.replace("B3", "B9"), "'ko at B9': there is no such point"),
        (PICTURE + ", 1 pass", "after a pass no ko bars a point"),
        (PICTURE + ", 9 plies", "this game does not count plies"),
        (PICTURE + ", hello", "'hello' is none of 'ko at C3'"),
        ("...../...../...../...../..... Black, 3 passes", "there can be at most 2"),
        (";B[zz]", r"B\[zz\] in node 1 of the SGF: there is no such point"),
        (";B[cc];W[cc]", r"W\[cc\] in node 2 of the SGF: there is a stone of Black on it"),
        (";B[cc][dd]", "a move is one point"),
        ("(;B[cc]", r"place 7 of the SGF: 1 '\(' are left open"),
        ("(;B[cc]))", r"place 9 of the SGF: '\)' closes nothing"),
        (";B[cc", r"place 2 of the SGF: 'B\[cc' is no node and no property"),
        ("(B[cc])", "place 2 of the SGF: 'B' stands before the first node"),
        (";SZ[19]", r"SZ\[19\] in node 1 of the SGF: this game has a board of 5 x 5"),
        (";KM[6.5]", "this game has a komi of 7.5"),
        (";KM[nan]", "komi is a number"),
        (";GM[2]", "Go is game 1"),
        (";PL[X]", "a player is B or W"),
        (";AB[aa:zz]", "'aa:zz' is no point and no rectangle"),
        (";AB[aa][bb]AW[ab][ba]", "the stone on A5 has no liberty"),
        (";AB[ba][ab]AW[aa];B[ee]", "the stone on A5 has no liberty"),
    ],
)
def test_malformed_texts_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        Go(5).read(text)


def test_ko_is_not_read_with_superko() -> None:
    with pytest.raises(MalformedText, match="superko, which bars boards and no points"):
        Go(5, superko=True).read(PICTURE)


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"size": 1}, "a board of 1 x 1"),
        ({"size": 20}, "a board of 20 x 20"),
        ({"komi": float("nan")}, "a komi of nan"),
        ({"limit": -1}, "a limit of -1 plies"),
        ({"komi": 6.25, "margin": True}, "a komi of 6.25: where margins count"),
    ],
)
def test_games_that_do_not_exist(parameters: dict[str, Any], reason: str) -> None:
    with pytest.raises(HalfmoveError, match=reason):
        Go(**parameters)


def test_reasons() -> None:
    game = Go(5)
    state = game.read(PICTURE)
    assert find_commentary(game).why_illegal(state, "B3") == "ko bars the point for one turn"
    assert find_commentary(game).why_illegal(state, "b4") == "there is a stone of Black on it"
    assert find_commentary(game).why_illegal(state, "Q9") == "there is no such point on a board of 5 x 5"
    assert "suicide" in find_commentary(game).why_illegal(game.read(".X.../X..../...../...../..... White"), "A5")
    superko = plain(Go(5, superko=True))
    taken = state_after(superko, superko.read("...../.XO../XO.O./.XO../..... Black to move"), ["C3"])
    assert find_commentary(superko).why_illegal(taken, "B3") == "superko: this board has come up before"


@given(seed=st.integers(0, 10**6), size=st.integers(2, 19), plies=st.integers(0, 120), limit=st.sampled_from([0, 500]))
def test_texts_come_back(seed: int, size: int, plies: int, limit: int) -> None:
    game, numbers = plain(Go(size, limit=limit)), random(seed)
    state, played = game.initial, []
    while len(played) < plies and not game.is_terminal(state):
        played.append(game.sample(state, numbers))
        state = game.result(state, played[-1])
    assert game.read(game.show(state)) == state
    assert game.read(" ".join(game.name(action) for action in played)) == state
    moves = "".join(f";{'BW'[ply % 2]}[{sgf_point(action, size)}]" for ply, action in enumerate(played))
    assert game.read(f"(;SZ[{size}]{moves})") == state


def test_evaluation_is_between_the_bounds() -> None:
    game, numbers = plain(Go(4, limit=60)), random(9)
    state = game.initial
    while not game.is_terminal(state):
        assert -1 < game.advice.evaluate(state, 0) < 1
        state = game.result(state, game.sample(state, numbers))


class EveryPosition(Go):
    """Go whose solver lists symmetric positions one by one."""


class EveryPositionBounds(GoBounds):
    def canonical(self, position):
        return position


@pytest.mark.parametrize("suicide", [False, True])
def test_symmetric_positions_are_listed_once(suicide: bool) -> None:
    game = plain(Go(2, 0.5, suicide=suicide, margin=True))
    once, every = solve(game), solve(EveryPosition(2, 0.5, suicide=suicide, margin=True))
    assert 4 * len(once) < len(every)
    for number in range(len(every)):
        state = every.states.get(number, game.initial)
        assert (once.value(state), once.distance(state)) == (every.value(state), every.distance(state))
        assert once.best(state) == every.best(state)


@pytest.mark.usefixtures("native")
def test_symmetric_positions_are_one_in_both_lanes() -> None:
    game, numbers = Go(3, 0.5), random(4)
    canonical, state = game.bounds.canonical, game.initial
    while not game.is_terminal(state):
        images = [game.bounds.transform(state, symmetry) for symmetry in range(8)]
        assert {canonical(image) for image in images} == {canonical(state)} == {in_machine_code(game.bounds, state)}
        state = game.result(state, game.sample(state, numbers))


@kernel
def in_machine_code(bounds, state):
    return bounds.canonical(state)


@pytest.mark.deep
def test_four_rows(covered: Any) -> None:
    """With simple ko, and play without end as a draw, Black wins by one point.

    Where no board may come back he wins by two (Tromp, "The game of Go").
    """
    solution = solve(Go(4, 0.0, margin=True))
    assert solution.value() == 1.0
    covered("Go on four rows, up to symmetry", states=len(solution))


@pytest.mark.deep
def test_black_takes_the_whole_of_a_board_of_3_by_3() -> None:
    """He can force it from the middle alone, with simple ko, where what goes round for ever counts as a draw."""
    solution = solve(Go(3, 8.5))
    game, values = solution.game, {}
    for action in game.actions(game.initial):
        values[game.name(action)] = solution.value(game.result(game.initial, action), 0)
    assert solution.value() == 1.0
    assert [name for name, value in values.items() if value == 1.0] == ["B2"]
