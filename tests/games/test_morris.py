"""Morris: a slow second telling of the rules for each board, phases, text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.core.history import with_history
from halfmove.core.random import random
from halfmove.core.rules import state_after
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.morris.rules import Men, Morris
from halfmove.search.perft import perft

LINES = {
    9: "a7d7g7 b6d6f6 c5d5e5 a4b4c4 e4f4g4 c3d3e3 b2d2f2 a1d1g1"
    " a7a4a1 b6b4b2 c5c4c3 d7d6d5 d3d2d1 e5e4e3 f6f4f2 g7g4g1",
    6: "a5c5e5 b4c4d4 b2c2d2 a1c1e1 a5a3a1 b4b3b2 d4d3d2 e5e3e1 c5c4 a3b3 d3e3 c2c1",
    3: "a3b3c3 a2b2c2 a1b1c1 a3a2a1 b3b2b1 c3c2c1 a3b2c1 a1b2c3",
}
GAMES = [Morris(9, True), Morris(9, False), Morris(6, False), Morris(6, True), Morris(3, False), Morris(3, True)]
RANDOM_GAMES, PLIES = 6, 150
DEEP_GAMES = {9: 300, 6: 1500, 3: 5000}  # of nine men many more are compared with OpenSpiel


class Reference:
    """The rules on a dictionary of points by their names."""

    def __init__(self, men: int, flying: bool) -> None:
        self.men, self.flying = men, flying
        lines = [re.findall("..", line) for line in LINES[men].split()]
        self.mills = [set(line) for line in lines if len(line) == 3]
        self.steps = [{a, b} for line in lines for a, b in pairwise(line)]
        self.cells = {point: -1 for line in lines for point in line}
        self.hand, self.player = [men, men], 0

    def on_board(self, player: int) -> list[str]:
        return [point for point, owner in self.cells.items() if owner == player]

    def in_mill(self, point: str, player: int) -> bool:
        return any(point in mill and all(self.cells[each] == player for each in mill) for mill in self.mills)

    def moves(self) -> Iterator[tuple[str, str]]:
        empty = self.on_board(-1)
        if self.hand[self.player]:
            yield from (("", point) for point in empty)
            return
        own = self.on_board(self.player)
        for source in own:
            for target in empty:
                if self.flying and len(own) == 3 or {source, target} in self.steps:
                    yield source, target

    def actions(self) -> set[str]:
        found = set()
        for source, target in list(self.moves()):
            before = dict(self.cells)
            self.cells[target] = self.player
            if source:
                self.cells[source] = -1
            name = f"{source}-{target}" if source else target
            others = self.on_board(1 - self.player)
            if self.men > 3 and self.in_mill(target, self.player):
                loose = [point for point in others if not self.in_mill(point, 1 - self.player)]
                found |= {f"{name}x{point}" for point in loose or others}
            else:
                found.add(name)
            self.cells = before
        return found

    def play(self, name: str) -> None:
        source, target, removed = re.fullmatch(r"(?:(..)-)?(..)(?:x(..))?", name).groups()  # type: ignore[union-attr]
        self.cells[target] = self.player
        if source:
            self.cells[source] = -1
        else:
            self.hand[self.player] -= 1
        if removed:
            self.cells[removed] = -1
        self.player = 1 - self.player

    def lost(self) -> bool:
        other = 1 - self.player
        if self.men == 3 and any(self.in_mill(point, other) for point in self.on_board(other)):
            return True
        return len(self.on_board(self.player)) + self.hand[self.player] < 3 or not list(self.moves())


def check(game: Any, seeds: range) -> int:
    """Return how many states were compared."""
    states = 0
    for seed in seeds:
        numbers, state, other = random(seed), game.initial, Reference(game.men, game.flying)
        for _ in range(PLIES):
            states += 1
            assert game.is_terminal(state) == other.lost(), game.show(state)
            assert game.to_move(state) == other.player
            if other.lost():
                assert game.utility(state, other.player) == -1
                assert game.utility(state, 1 - other.player) == 1
                break
            names = {game.name(action, state): action for action in game.actions(state)}
            assert names.keys() == other.actions(), game.show(state)
            name = sorted(names)[numbers.below(len(names))]
            other.play(name)
            state = game.result(state, names[name])
    return states


@pytest.mark.one_lane
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_rules(game: Any) -> None:
    check(plain(game), range(RANDOM_GAMES))


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_rules_in_many_games(game: Any, compared: Any) -> None:
    games = DEEP_GAMES[game.men]
    compared(f"morris with {game.men} men", games, check(plain(game), range(100, 100 + games)))


def test_placing_is_counted() -> None:
    assert [perft(Morris(), depth=depth) for depth in (1, 2, 3)] == [24, 24 * 23, 24 * 23 * 22]


def test_a_mill_may_be_broken_only_if_there_is_nothing_else() -> None:
    game = plain(Morris())
    state = game.read("W.W/.../.../....../.../.../BBB W 12")
    assert [game.name(a) for a in game.actions(state) if "x" in game.name(a)] == ["d7xg1", "d7xd1", "d7xa1"]
    state = game.read("W.W/..B/.../....../.../.../BBB W 10")
    assert [game.name(a) for a in game.actions(state) if "x" in game.name(a)] == ["d7xf6"]


def test_flying_and_the_end() -> None:
    flying, walking = plain(Morris(9, True)), plain(Morris(9, False))
    text = "W.W/.../.../W...../.../.../BBB W 0"
    assert len(list(flying.actions(flying.read(text)))) > len(list(walking.actions(walking.read(text))))
    text = "WBW/.../.../B....B/.../.../WB. W 0"
    assert walking.is_terminal(walking.read(text))
    assert not flying.is_terminal(flying.read(text))


def test_a_position_that_comes_back_is_a_draw() -> None:
    rules = plain(Morris())
    game, state = with_history(rules, rules.read("W../.W./..W/....../B../.B./..B W 0"))
    state = state_after(game, state, ["a7-d7", "g1-d1", "d7-a7"])
    assert not game.is_terminal(state)
    state = state_after(game, state, ["d1-g1"])
    assert game.is_terminal(state)
    assert game.utility(state, 0) == 0


@given(st.integers(0, 2**32), st.integers(0, 100), st.sampled_from(GAMES))
def test_what_is_shown_can_be_read(seed: int, plies: int, game: Any) -> None:
    game, numbers = plain(game), random(seed)
    state = game.initial
    for _ in range(plies):
        if game.is_terminal(state):
            break
        actions = list(game.actions(state))
        state = game.result(state, actions[numbers.below(len(actions))])
    assert game.read(game.show(state)) == game.read(game.one_line(state)) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "should say three things"),
        (".../.../... W 6", "has 3 rows where the board has 7"),
        (".../.../.../...../.../.../... W 18", r"row 4 is '\.\.\.\.\.': 5 points where the board has 6"),
        ("..Q/.../.../....../.../.../... W 18", "g7 is 'Q', which is none of W B ."),
        (".../.../.../....../.../.../... Q 18", "'Q' is not a player"),
        (".../.../.../....../.../.../... B 18", "18 men are to be placed: White is to move"),
        (".../.../.../....../.../.../... W 20", "at most 18"),
        ("W../.../.../....../.../.../... W 18", "White has 10 men of 9"),
        ("WWW/.../.../....../.../.../B.B W 0", "Black has lost all men but two"),
    ],
)
def test_malformed_texts(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        Morris().read(text)


def test_reasons() -> None:
    game = plain(Morris())
    state = game.read("W.W/..B/.../....../.../.../BBB W 10")
    for text, reason in (
        ("z9", "not a point"),
        ("a7-a4", "to be placed"),
        ("a7", "a7 is not empty"),
        ("d7", "say which man is removed"),
        ("d7xa1", "stands in a mill"),
        ("a4xf6", "closes no mill"),
    ):
        assert reason in find_commentary(game).why_illegal(state, text)
    with pytest.raises(HalfmoveError, match="4 men"):
        Morris(4)


def test_initial_state() -> None:
    assert Morris(6, False).initial == Men(0, 0, 12, 0)
