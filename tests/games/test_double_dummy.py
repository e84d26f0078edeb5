"""Double dummy: published endings, brute force on small deals, and what people type."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import game_named
from halfmove.games.tricks import Bridge
from halfmove.games.tricks.double_dummy import DoubleDummySolver, double_dummy
from halfmove.games.tricks.text import SUIT_LETTERS, read_seat
from halfmove.search.hidden.clairvoyance import clairvoyance
from published import rows

FEW = 4  # cards in each hand, for plain Python


def endings(most: int) -> list[dict[str, str]]:
    return [row for row in rows("hidden/double_dummy_endings.csv") if int(row["cards_each"]) <= most]


def hands_of(row: dict[str, str]) -> list[int]:
    game: Any = plain(Bridge())
    deal = game.read_pbn(row["hands_pbn"])
    return [game.hand(deal, hand) for hand in range(4)]


def check_endings(rows: list[dict[str, str]]) -> None:
    solver = DoubleDummySolver()
    assert rows
    for row in rows:
        leader = read_seat(row["leader"])
        tricks = solver.tricks(hands_of(row), (SUIT_LETTERS + "N").index(row["trump"]), leader)
        best = max(tricks.values()) if leader % 2 == 0 else min(tricks.values())
        assert best == int(row["tricks_north_south"]), row


def test_published_endings(native: None) -> None:
    check_endings(endings(13))


@pytest.mark.one_lane
def test_short_endings_in_plain_python(in_plain_python: None) -> None:
    check_endings(endings(FEW))


def brute(game: Any) -> Any:
    """Return a function that finds how many tricks North and South take from a state to the end, by all games."""

    @cache
    def value(state: Any) -> int:
        if game.is_terminal(state):
            return game.won_by(state, 0) + game.won_by(state, 2)
        values = [value(game.result(state, card)) for card in game.actions(state)]
        return max(values) if game.seat(state) % 2 == 0 else min(values)

    return value


def compare_with_brute_force(name: str, deals: int) -> int:
    """Compare the tricks after each card at every ply of random games; return at how many."""
    game, solver, compared = plain(game_named(name)), DoubleDummySolver(), 0
    for seed in range(deals):
        numbers, state, value = random(seed), game.initial, brute(game)
        while not game.is_terminal(state):
            if game.to_move(state) != CHANCE and state.dealt == game.cards:
                side = game.seat(state) % 2
                won = game.won_by(state, side) + game.won_by(state, side + 2)
                tricks = solver.card_tricks(game, state)
                assert set(tricks) == set(game.actions(state))
                for card, count in tricks.items():
                    ours = value(game.result(state, card))
                    assert won + count == (ours if side == 0 else game.ranks - ours), game.show(state)
                compared += 1
            state = game.result(state, game.sample(state, numbers))
    return compared


@pytest.mark.one_lane
def test_it_equals_brute_force(in_plain_python: None) -> None:
    assert compare_with_brute_force("whist:ranks=3", 6)
    assert compare_with_brute_force("bridge:ranks=3,contract=H,declarer=W", 6)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["whist:ranks=4", "whist:ranks=3,trump=none", "bridge:ranks=4,contract=D"])
def test_it_equals_brute_force_in_many_deals(name: str, covered: Any) -> None:
    covered("double dummy against brute force", states=compare_with_brute_force(name, 60))


@pytest.mark.one_lane
@pytest.mark.parametrize("name", ["whist:ranks=3", "bridge:ranks=3,contract=S"])
def test_clairvoyance_asks_it_and_is_told_what_alpha_beta_finds(name: str, in_plain_python: None) -> None:
    game, numbers = plain(game_named(name)), random(2)
    state = game.initial
    while game.to_move(state) == CHANCE or state.played.bit_count() < 2:
        state = game.result(state, game.sample(state, numbers))
    asked, searched = (clairvoyance(game, state, worlds=5, inside=inside) for inside in ("bounds", "alphabeta"))
    values = [{each.action: each.value for each in (found, *found.others)} for found in (asked, searched)]
    assert values[0] == values[1]


@pytest.mark.one_lane
def test_people_are_told_in_names(in_plain_python: None) -> None:
    assert double_dummy("N:A.2.. 3.4.. 5.6.. 7.8..", "S", "N") == {"H2": 1, "SA": 1}
    assert double_dummy("N:AK... QJ... .AK.. .QJ..") == {"SA": 2, "SK": 2}
    assert double_dummy("E:.AK.. .QJ.. AK... QJ...", "H", "W") == {"SA": 2, "SK": 2}


@pytest.mark.one_lane
@pytest.mark.parametrize(
    ("hands", "trump", "leader"),
    [
        ("N:A... K... Q...", "S", "N"),
        ("N:A... K... Q... J.2..", "S", "N"),
        ("N:... ... ... ...", "S", "N"),
        ("Q:A... K... Q... J...", "S", "N"),
        ("N:A... K... Q... J...", "X", "N"),
        ("N:A... K... Q... J...", "3N", "N"),
        ("N:A... K... Q... J...", "S", "me"),
    ],
)
def test_what_is_no_deal_is_refused(hands: str, trump: str, leader: str) -> None:
    with pytest.raises((HalfmoveError, MalformedText)):
        double_dummy(hands, trump, leader)
