"""Hex and Y: in both lanes, as text, and against openings that are known to win."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.check.laws import broken
from halfmove.compiled import kernel, plain
from halfmove.core.commentary import find_commentary
from halfmove.core.random import random
from halfmove.core.rules import state_after
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.hex import Hex
from halfmove.games.y import Y
from published import lines, published

pytestmark = pytest.mark.one_lane

WINS = {2: "b1 a2", 3: "c1 a2 b2 c2 a3", 4: "d1 c2 b3 a4"}  # openings that win, by MoHex
PICTURE = "  a b c\n1 . X .\n 2 O . .\n  3 . . .\nX to move"
SEEDS = [PICTURE, ".X./O../... X to move", ".XX/OO./X..", "b1 a2 c3", "b1 swap"]


@kernel
def random_game(game: Any, state: Any, drawn: Any, rng: Any) -> Any:
    """Return the end of a game of random actions, drawn without listing them, and note the actions and keys."""
    ply = 0
    while not game.is_terminal(state):
        action = game.sample(state, rng)
        state = game.result(state, action)
        drawn[ply, 0], drawn[ply, 1] = action, game.key(state)
        ply += 1
    return state


def lanes_agree(game: Any, seed: int) -> None:
    ends, games = [], []
    for lane in (game, plain(game)):
        drawn = np.zeros((game.size * game.size + 1, 2), np.int64)
        ends.append(random_game(lane, game.initial, drawn, random(seed)))
        games.append(drawn)
    assert ends[0] == ends[1]
    assert np.array_equal(*games)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("game", [Hex(5, swap=True)], ids=repr)
def test_lanes_agree_along_sampled_games(game: Any) -> None:
    """The registered ones are among the games of `test_game_lanes.py`."""
    for seed in range(20):
        lanes_agree(game, seed)


@pytest.mark.usefixtures("native")
@pytest.mark.deep
@pytest.mark.parametrize("game", [Hex(8), Hex(11, swap=True), Hex(19), Y(8), Y(11), Y(19)], ids=repr)
def test_lanes_agree_in_other_games(game: Any) -> None:
    for seed in range(50):
        lanes_agree(game, seed)


@pytest.mark.parametrize("game", [Hex(1), Hex(3, swap=True), Hex(9), Y(1), Y(4), Y(12)], ids=repr)
def test_laws(game: Any) -> None:
    assert broken(game, games=2) == []


@pytest.mark.parametrize("game", [Hex(3, swap=True), Y(4)], ids=repr)
def test_samples_are_even(game: Any) -> None:
    game, numbers, draws = plain(game), random(3), 4000
    state = game.read("b2")
    actions = list(game.actions(state))
    counts = dict.fromkeys(actions, 0)
    for _ in range(draws):
        counts[game.sample(state, numbers)] += 1
    expected = draws / len(actions)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 30


@pytest.mark.parametrize("game", [Hex(4), Hex(5, swap=True), Y(5), Y(6)], ids=repr)
def test_somebody_wins_and_links_are_what_they_seem(game: Any) -> None:
    """What is kept from ply to ply equals what is found anew; a full board is won; the loser is cut off."""
    game, numbers = plain(game), random(4)
    for _ in range(20):
        state = game.initial
        while not game.is_terminal(state):
            assert -1 < game.advice.evaluate(state, 0) < 1
            assert game.advice.evaluate(state, 0) == -game.advice.evaluate(state, 1)
            state = game.result(state, game.sample(state, numbers))
            stones = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
            assert game.set_up(*stones, state.player) == state
        assert not game.is_terminal(game.set_up(*stones, 1 - state.player))
        assert game.utility(state, state.player) == -1.0


@pytest.mark.parametrize("game", [Hex(3, swap=True), Y(4)], ids=repr)
def test_every_state_has_a_key_of_its_own(game: Any) -> None:
    game, seen, left = plain(game), {game.initial}, [game.initial]
    while left:
        state = left.pop()
        for action in () if game.is_terminal(state) else game.actions(state):
            child = game.result(state, action)
            if child not in seen:
                seen.add(child)
                left.append(child)
    assert len({game.key(state) for state in seen}) == len(seen)


def wins(game: Any, state: Any, known: dict[Any, bool]) -> bool:
    """Tell whether the player to move wins, by looking at everything."""
    if state not in known:
        children = [game.result(state, action) for action in game.actions(state)]
        known[state] = any(map(game.is_terminal, children)) or any(not wins(game, child, known) for child in children)
    return known[state]


def winning_openings(game: Any) -> list[str]:
    known: dict[Any, bool] = {}
    start = game.initial
    return [game.name(action) for action in game.actions(start) if not wins(game, game.result(start, action), known)]


@pytest.mark.parametrize("size", [2, 3])
def test_winning_openings_of_small_hex(size: int) -> None:
    assert winning_openings(plain(Hex(size))) == WINS[size].split()


@pytest.mark.parametrize("size", [2, 3])
def test_with_swap_the_second_player_wins(size: int) -> None:
    game = plain(Hex(size, swap=True))
    assert not wins(game, game.initial, {})
    opening = game.read(WINS[size].split()[0])
    assert not wins(game, game.result(opening, size * size), {})


def test_known_openings_are_the_published_ones() -> None:
    boards = lines(published("hex/winning_openings.txt"))
    assert {int(line[0]): line.rpartition(": ")[2] for line in boards if int(line[0]) in WINS} == WINS


def test_winning_openings_of_y() -> None:
    """Computed here, without a source: all on 2 rows, and all but the corners on 3 and 4."""
    assert winning_openings(plain(Y(2))) == ["a1", "b1", "a2"]
    assert winning_openings(plain(Y(3))) == ["b1", "a2", "b2"]
    assert winning_openings(plain(Y(4))) == ["b1", "c1", "a2", "b2", "c2", "a3", "b3"]


def test_swap_moves_the_stone_to_its_mirror_image() -> None:
    game = Hex(3, swap=True)
    state = game.read("b1 swap")
    assert game.show(state).splitlines()[1:] == ["1 . . .", " 2 O . .", "  3 . . .", "X to move"]
    assert game.name(9) == "swap"
    assert 9 not in game.actions(game.initial)
    assert 9 in game.actions(game.read("b1"))
    assert 9 not in game.actions(game.read("b1 swap c3"))
    assert 9 not in Hex(3).actions(Hex(3).read("b1"))
    assert game.read("...\nO..\n... X to move") == game.read("...\nO..\n...") == state


def test_pictures() -> None:
    assert Hex(3).show(Hex(3).read("b1 a2")) == PICTURE
    assert Y(3).show(Y(3).read("b2 a1 c1")) == "  a b c\n1 O . X\n 2 . X\n  3 .\nO to move"


@given(seed=st.integers(0, 10**6), size=st.integers(1, 19), plies=st.integers(0, 361), kind=st.integers(0, 3))
def test_texts_come_back(seed: int, size: int, plies: int, kind: int) -> None:
    games = (Hex(size), Hex(size, swap=True), Y(size), Hex(size, rows=1 + seed % 19))
    game, numbers = plain(games[kind]), random(seed)
    state, played = game.initial, []
    while len(played) < plies and not game.is_terminal(state):
        played.append(game.sample(state, numbers))
        state = game.result(state, played[-1])
    assert game.read(game.show(state)) == state
    assert game.read(" ".join(map(game.name, played))) == state


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (Hex(3), "b1 b1", "'b1' at place 2: there is a stone of X on it"),
        (Hex(3), "b1 d1", "'d1' at place 2: there is no such cell on a board of size 3"),
        (Hex(3, rows=2), "a2 a3", "'a3' at place 2: there is no such cell on a board of size 3 x 2"),
        (Y(3), "b3", "'b3' at place 1: there is no such cell"),
        (Hex(3), "b1 swap", "'swap' at place 2: only the first stone of a game with swap can be taken over"),
        (Hex(2), "a1 b1 a2 b2", "'b2' at place 4: the game is over"),
        (Hex(3), ".../...", "the picture has 2 rows where the board has 3"),
        (Hex(3), ".../../...", "row 2 is '..': 2 cells where the board has 3"),
        (Hex(3), ".../.Z./...", "b2 is 'Z', which is none of X O ."),
        (Hex(3), "X../.../... X to move", "1 X and 0 O, and X to move: X begins and they take turns"),
        (Hex(3), "O../.../...", "0 X and 1 O: X begins and they take turns"),
        (Hex(3, swap=True), "OO./.../...", "0 X and 2 O: X begins"),
        (Hex(2), "X./X./", "2 X and 0 O"),
        (Hex(3), "XO./XO./X.O X to move", "X has won, and O has played on"),
        (Y(2), "XX/O X to move", "2 X and 1 O, and X to move"),
    ],
    ids=repr,
)
def test_malformed_texts_are_refused_with_a_reason(game: Any, text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        game.read(text)


def test_reasons() -> None:
    game = Hex(3)
    assert find_commentary(game).why_illegal(game.read("b1"), "B1") == "there is a stone of X on it"
    assert find_commentary(game).why_illegal(game.read("b1"), "z9") == "there is no such cell on a board of size 3"
    assert (
        find_commentary(game).why_illegal(state_after(plain(game), game.initial, ["b1", "c1", "b2", "c2", "b3"]), "a1")
        == "the game is over"
    )


@pytest.mark.parametrize("game", [Hex, Y])
@pytest.mark.parametrize("size", [0, 20])
def test_games_that_do_not_exist(game: Any, size: int) -> None:
    with pytest.raises(HalfmoveError, match=f"a board of {size}"):
        game(size)


def test_other_rows_than_columns() -> None:
    game = plain(Hex(3, rows=2))
    state = state_after(game, game.initial, ["b1", "a1", "b2"])
    assert game.show(state) == "  a b c\n1 O X .\n 2 . X .\nO to move"
    assert game.is_terminal(state)
    assert game.utility(state, 0) == 1.0
    across = state_after(game, game.initial, ["b1", "a2", "c1", "b2", "a1"])
    assert not game.is_terminal(across)
    assert game.is_terminal(state_after(game, across, ["c2"]))  # O has linked left and right
    assert Hex(3, rows=3).initial == Hex(3).initial


@pytest.mark.parametrize("game", [Hex(3, rows=2), Hex(2, rows=4), Hex(9, rows=8)], ids=repr)
def test_boards_that_are_not_square_keep_the_laws(game: Any) -> None:
    assert not broken(plain(game))


def test_no_swap_where_a_stone_has_no_cell_to_go_to() -> None:
    with pytest.raises(HalfmoveError, match="swap on a board of 3 x 4"):
        Hex(3, swap=True, rows=4)
    with pytest.raises(HalfmoveError, match="a board of 3 x 20"):
        Hex(3, rows=20)
