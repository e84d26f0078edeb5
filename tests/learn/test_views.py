"""What networks see: sets of cells, places in the policy, and symmetries that turn all of them together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.core.network_view import find_view, mirror_symmetries, square_symmetries
from halfmove.core.random import random
from halfmove.core.rules import action_named, legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.games import game_named
from halfmove.learned.fingerprint import unwrapped
from halfmove.learned.nets.inputs import board_inputs, rows_of

pytestmark = pytest.mark.one_lane
GAMES = (
    "connect-four",
    "othello",
    "othello:size=6",
    "go:size=5",
    "go:size=9",
    "connect-four:width=10,height=10",
    "chess",
    "gomoku",
    "checkers",
    "draughts",
    "mnk:width=5,height=4,in_a_row=4",
)
MORRIS = ("nine-mens-morris", "three-mens-morris")  # which show men in hand, too


def states_of(rules: Any, games: int = 3) -> Iterator[Any]:
    numbers = random(7)
    for _ in range(games):
        state = rules.initial
        for _ in range(60):
            if rules.is_terminal(state):
                break
            yield state
            state = rules.result(state, rules.sample(state, numbers))


def seen_by(name: str) -> tuple[Any, Any]:
    rules = plain_throughout(unwrapped(game_named(name)))
    return rules, plain(find_view(rules))


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_place_of_its_own_in_the_policy(name: str) -> None:
    rules, view = seen_by(name)
    size = sum(map(len, view.bits)) * view.kinds + view.others
    for state in states_of(rules):
        places = [view.policy_index(state, action) for action in legal_actions(rules, state)]
        assert len(set(places)) == len(places)
        assert all(0 <= place < size for place in places)


@pytest.mark.parametrize("name", GAMES)
def test_planes_lie_on_the_board(name: str) -> None:
    rules, view = seen_by(name)
    inputs = board_inputs(view, rules.initial)
    on_board = sum(1 << bit for bit in {bit for row in view.bits for bit in row})
    for state in states_of(rules, 1):
        planes = inputs.of(rows_of(view, [state]))[0]
        for plane, bits in zip(planes, view.seen(state), strict=True):
            assert bits & ~on_board == 0
            assert plane.sum() == bits.bit_count()


@pytest.mark.parametrize(
    "name", ["connect-four", "othello:size=6", "go:size=5", "mnk:width=5,height=4,in_a_row=4", "gomoku"]
)
def test_symmetries_turn_planes_and_actions_together(name: str) -> None:
    rules, view = seen_by(name)
    inputs = board_inputs(view, rules.initial)
    bits = np.array(view.bits).ravel().tolist()

    def turn(stones: int, symmetry: tuple[int, ...]) -> int:
        return sum(1 << bits[cell] for cell, other in enumerate(symmetry) if stones >> bits[other] & 1)

    for symmetry in view.symmetries():
        for state in states_of(rules, 1):
            sets = {
                name: turn(getattr(state, name), symmetry)
                for name in ("mine", "mask", "theirs")
                if hasattr(state, name)
            }
            image = state._replace(**sets)
            if getattr(state, "barred", -1) >= 0:
                image = image._replace(barred=symmetry.index(state.barred))
            seen, seen_image = inputs.of(rows_of(view, [state, image]))
            assert (seen[:, symmetry] == seen_image).all()
            places = {view.policy_index(state, action) for action in legal_actions(rules, state)}
            turned_places = {view.policy_index(image, action) for action in legal_actions(rules, image)}
            assert turned_places == {symmetry.index(place) if place < len(symmetry) else place for place in places}


def test_promotions_of_a_pawn_have_places_of_their_own() -> None:
    rules, view = seen_by("chess")
    board = rules.read("r1r4k/1P6/8/8/8/8/8/6K1 w - - 0 1")
    actions = legal_actions(rules, board)
    places = {view.policy_index(board, action) for action in actions}
    assert len(places) == len(actions) == 12 + 5
    assert max(places) < 64 * view.kinds + view.others


def test_squares_of_draughts_lie_as_on_the_board() -> None:
    rules, view = seen_by("checkers")
    rows = [[view.seen(rules.initial).men >> bit & 1 for bit in row] for row in view.bits]
    assert rows[:4] == [[0, 1] * 4, [1, 0] * 4, [0, 1] * 4, [0] * 8]
    state = rules.initial
    for text in ("11-15", "22-18"):  # squares of the third and the sixth row
        action = action_named(rules, state, text)
        target, cell = divmod(view.policy_index(state, action), 64)
        origin = int(text[:2]) - 1
        assert (target, cell // 8) == (int(text[3:]) - 1, origin // 4)
        assert view.bits[cell // 8][cell % 8] == rules.bit(origin)
        state = rules.result(state, action)


def test_symmetries_are_permutations() -> None:
    assert len(set(square_symmetries(5))) == 8
    assert len(set(mirror_symmetries(6, 7))) == 2
    for symmetry in (*square_symmetries(5), *mirror_symmetries(6, 7)):
        assert sorted(symmetry) == list(range(len(symmetry)))


def test_go_shows_chains_that_are_short_of_liberties_and_who_owns_what() -> None:
    rules, view = seen_by("go:size=5")
    state = rules.read("A5 B5 pass B4 pass pass")  # a black stone in the corner, with one liberty, and two white ones
    corner, white = 1 << 0, 1 << 1 | 1 << 6
    seen = view.seen(state)
    assert (seen.theirs_one, seen.mine_one, seen.mine_two, seen.theirs_two) == (0, corner, 0, 0) or state.player == 1
    owners = view.owners(state)
    owned = owners.theirs if state.player == 0 else owners.mine
    assert owned & white == white


def test_pieces_of_chess_are_those_of_the_board_and_black_sees_them_mirrored() -> None:
    rules, view = seen_by("chess")
    for state in states_of(rules, 2):
        pieces = view.pieces(state)
        assert sum(each.bit_count() for each in pieces) == (state.mine | state.theirs).bit_count()
        turned_board = rules.flipped(state)._replace(ply=state.ply)  # the same with colours exchanged
        other = view.pieces(turned_board)
        half = len(pieces) // 2
        for one, two in zip(pieces, (*other[half:], *other[:half]), strict=True):
            assert one == sum(1 << view.mirror[cell] for cell in range(64) if two >> cell & 1)
    assert view.pieces(rules.initial).white_kings == 1 << 4


@pytest.mark.parametrize("name", ["checkers", "draughts", "nine-mens-morris", "three-mens-morris", "gomoku"])
def test_pieces_are_seen_by_the_second_player_as_by_the_first(name: str) -> None:
    rules, view = seen_by(name)
    mirror = view.mirror

    def seen_by_other(cells: int) -> int:
        return sum(1 << mirror[cell] for cell in range(len(mirror)) if cells >> cell & 1)

    assert sorted(mirror) == list(range(len(mirror)))
    for state in states_of(rules, 2):
        sets = {
            each: seen_by_other(getattr(state, each)) for each in ("mine", "theirs", "kings") if hasattr(state, each)
        }
        other = state._replace(player=1 - state.player, **sets)  # the same with colours exchanged
        assert len(legal_actions(rules, other)) == len(legal_actions(rules, state))
        pieces, seen = view.pieces(state), view.pieces(other)
        half = len(pieces) // 2
        men = [each for number, each in enumerate(pieces) if name not in MORRIS or number % 2 == 0]
        assert sum(men) == state.mine | state.theirs
        for number, (one, two) in enumerate(zip(pieces, (*seen[half:], *seen[:half]), strict=True)):
            assert one == (two if name in MORRIS and number % 2 == 1 else seen_by_other(two))


def test_men_in_hand_are_seen_and_become_fewer() -> None:
    rules, view = seen_by("nine-mens-morris")
    start = view.pieces(rules.initial)
    placed = view.pieces(rules.result(rules.initial, legal_actions(rules, rules.initial)[0]))
    assert (start.hand.bit_count(), start.their_hand.bit_count()) == (9, 9)
    assert (placed.hand.bit_count(), placed.their_hand.bit_count()) == (8, 9)
