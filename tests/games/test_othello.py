"""Othello: published counts and values, a slow second telling of the rules, passes, symmetry and text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import random_play

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.othello.lines import PASS
from halfmove.games.othello.rules import FEW_DISCS, Board, Othello
from halfmove.search.memo import memoised
from halfmove.search.perft import perft
from halfmove.search.solving import prove
from published import lines, published

LEAVES = (  # after 1, 2, ... plies: TRUTHS.md
    *(4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284),
    *(212258800, 1939886636, 18429641748),
)
SOON, LATE, IN_THE_PLAIN_LANE = 7, 12, 4  # plies; 13 take two minutes
SETS = ("othello/fforum-1-19.obf", "othello/fforum-40-59.obf")
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"
DIRECTIONS = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if (right, down) != (0, 0)]
SMALL = [plain(Othello(size)) for size in (4, 6)]
BOARDS = [*SMALL, plain(Othello())]


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("depth", range(1, SOON + 1))
def test_leaves(depth: int) -> None:
    assert perft(Othello(), depth=depth, finished=True) == LEAVES[depth - 1]


def test_leaves_in_the_plain_lane() -> None:
    assert perft(plain(Othello()), depth=IN_THE_PLAIN_LANE, finished=True) == LEAVES[IN_THE_PLAIN_LANE - 1]


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("depth", range(SOON + 1, LATE + 1))
def test_many_leaves(depth: int) -> None:
    assert perft(Othello(), depth=depth, finished=True) == LEAVES[depth - 1]


def turned(cells: dict[tuple[int, int], int], size: int, x: int, y: int, player: int) -> list[tuple[int, int]]:
    """Return what a disc turns over, square by square."""
    found = []
    for right, down in DIRECTIONS:
        line, i, j = [], x + right, y + down
        while cells.get((i, j)) == 1 - player:
            line.append((i, j))
            i, j = i + right, j + down
        if cells.get((i, j)) == player:
            found += line
    return found


@pytest.mark.one_lane
@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_the_rules_told_once_more(game: Any) -> None:
    size, middle = game.size, game.size // 2
    for seed in range(10):
        cells = {(middle - 1, middle - 1): 1, (middle, middle): 1, (middle, middle - 1): 0, (middle - 1, middle): 0}
        mover = 0
        for state, action in random_play(game, seed):
            free = [(x, y) for y in range(size) for x in range(size) if (x, y) not in cells]
            places = [[(x, y) for x, y in free if turned(cells, size, x, y, player)] for player in (0, 1)]
            assert game.is_terminal(state) == (not places[0] and not places[1])
            if game.is_terminal(state):
                check_utility(game, state, [list(cells.values()).count(player) for player in (0, 1)])
                break
            assert game.to_move(state) == mover
            names = [f"{'abcdefgh'[x]}{y + 1}" for x, y in places[mover]] or ["pass"]
            assert [game.name(each) for each in game.actions(state)] == names
            if action != PASS:
                x, y = "abcdefgh".index(game.name(action)[0]), int(game.name(action)[1]) - 1
                for each in [*turned(cells, size, x, y, mover), (x, y)]:
                    cells[each] = mover
            mover = 1 - mover


def check_utility(game: Any, state: Any, counts: list[int]) -> None:
    lead = counts[0] - counts[1]
    sign = (lead > 0) - (lead < 0)
    assert game.utility(state, 0) == -game.utility(state, 1) == sign
    empty = game.size * game.size - sum(counts)
    assert Othello(game.size, margin=True).utility(state, 0) == lead + sign * empty


def test_the_second_player_wins_on_small_boards() -> None:
    """4 x 4: 11 discs to 3, and two squares stay empty."""
    choice = memoised(plain(Othello(4, margin=True)))
    assert choice.value == -10.0
    game = plain(Othello(4))
    state = game.initial
    for action in choice.line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    assert game.is_terminal(state)
    assert {state.mine.bit_count(), state.theirs.bit_count()} == {3, 11}


@pytest.mark.deep
def test_the_second_player_wins_six_by_six_by_four(native: None) -> None:
    """20 discs to 16 (Feinstein, "Amenor wins world 6 x 6 championships!", 1993)."""
    choice = prove(Othello(6, margin=True), megabytes=1024)
    assert (choice.value, choice.exact) == (-4.0, True)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_endgames() -> None:
    """The positions 1 to 19 of the FFO set: what the best squares are worth in discs."""
    game = Othello(margin=True)
    for line in lines(published(SETS[0])):
        scored = [note.strip().lower().split(":") for note in line.split(";")[1:] if ":" in note]
        best = {name: int(score) for name, score in scored}
        state = game.read(line)
        if 64 - (state.mine | state.theirs).bit_count() <= 14:
            choice = memoised(game, state)
            assert choice.value == max(best.values()), line
            assert best[game.name(choice.action)] == choice.value


def test_published_positions_are_read() -> None:
    game = plain(Othello())
    for name in SETS:
        for line in lines(published(name)):
            state = game.read(line)
            assert line.startswith(game.obf(state))
            scored = {part.split(":")[0].strip().lower() for part in line.split(";")[1:] if ":" in part}
            assert scored <= {game.name(action) for action in game.actions(state)}


def test_who_cannot_play_passes() -> None:
    game = plain(Othello(4))
    state = game.read("XO-- -XX- -XXX -X--".replace(" ", "") + " O")
    assert [game.name(action) for action in game.actions(state)] == ["pass"]
    after = game.result(state, PASS)
    assert after == game.advice.pass_turn(state)
    assert [game.name(action) for action in game.actions(after)] == ["c1"]
    assert game.is_terminal(game.result(after, next(game.actions(after))))


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_turned_boards_have_one_key(game: Any) -> None:
    size = game.size
    for state, _ in random_play(game, 5):
        cells, mover = game.obf(state).split()
        rows = [cells[row * size : (row + 1) * size] for row in range(size)]
        for image in (rows[::-1], [row[::-1] for row in rows], ["".join(column) for column in zip(*rows)]):
            same = game.key(game.read("".join(image) + " " + mover)) == game.key(state)
            assert same or image != rows and (state.mine | state.theirs).bit_count() > FEW_DISCS


def test_text() -> None:
    game = Othello()
    assert game.obf(game.initial) == START
    assert game.read(START) == game.read(START.lower().replace("-", ".")) == game.initial
    assert game.read(START + "; D3:+0; c4:-12; ps:+3;") == game.initial
    assert game.show(game.initial).splitlines()[3:6] == ["3 - - - - - - - -", "4 - - - O X - - -", "5 - - - X O - - -"]
    assert [game.name(action) for action in game.actions(game.initial)] == ["d3", "c4", "f5", "e6"]
    assert game.player_names[0] == "Black"


@given(st.sampled_from(BOARDS), st.integers(0, 10**6), st.integers(0, 60))
def test_states_survive_a_round_trip(game: Any, seed: int, plies: int) -> None:
    *_, (state, _) = islice(random_play(game, seed), plies + 1)
    assert game.read(game.obf(state)) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no board"),
        ("; D3:+2", "there is no board"),
        (START[:-2], "after the board stands nothing, where X or O should say who is to move"),
        (START + " X", "after the board stands 'X X'"),
        (START[:-1] + "Z", "after the board stands 'Z'"),
        (START[1:], "the board has 63 squares where it should have 64"),
        ("-" + START, "the board has 65 squares"),
        (START.replace("O", "Q", 1), "'Q' at place 28 of the board is none of X O -"),
        (START + "; D3", "'D3' after the position is not an action with its score"),
    ],
)
def test_malformed_texts_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        Othello().read(text)


def test_refusals() -> None:
    game = Othello()
    assert find_commentary(game).why_illegal(game.initial, "d4") == "there is a disc on d4"
    assert find_commentary(game).why_illegal(game.initial, "A1") == "a disc on a1 would turn nothing over"
    assert find_commentary(game).why_illegal(game.initial, "j9") == "not a square of the board: they are a1 to h8"
    assert find_commentary(game).why_illegal(game.initial, "pass") == "Black has a square to play on, and may not pass"
    with pytest.raises(HalfmoveError, match="a board of 7 x 7: the sizes are 4, 6, 8"):
        Othello(7)


def test_advice(lane: Callable[[Any], Any]) -> None:
    game = lane(Othello())
    corner = Board(1 << 2, 1 << 1, 0)
    assert game.advice.order(corner, 0) > game.advice.order(game.initial, next(iter(game.actions(game.initial))))
    small = lane(Othello(6))
    assert small.advice.evaluate(small.initial, 0) == 0.0
    assert small.advice.evaluate(Board(1 << 11, 1 << 10 | 1 << 18, 0), 0) > 0
