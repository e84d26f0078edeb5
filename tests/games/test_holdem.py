"""Limit hold'em and poker hands: published counts, what players know, and what they write."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from halfmove.compiled import Flag, plain
from halfmove.core.commentary import find_commentary
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.rules import action_named, legal_actions, state_after, utility_vector
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText
from halfmove.games import game_named
from halfmove.games.holdem import Holdem
from halfmove.games.holdem.hands import CATEGORIES, CATEGORY, count_boards, count_hands, hand_value
from halfmove.games.holdem.text import best_hand, poker_value, read_cards, write_cards
from published import lines, published, rows

FAR = 4.5  # standard deviations


def test_all_hands_are_counted(native: None) -> None:
    known = [line.split(",") for line in lines(published("hidden/poker_hands.csv"))]
    for column, size in ((1, 5), (2, 7)):
        counts = np.zeros(len(CATEGORIES), np.int64)
        assert count_hands(Flag(), size, counts)
        expected = {row[0]: int(row[column]) for row in known}
        assert dict(zip(CATEGORIES, counts.tolist(), strict=True)) == {
            name: count for name, count in expected.items() if name != "all"
        }


@pytest.mark.deep
def test_published_matchups(native: None, covered: Any) -> None:
    for row in rows("hidden/holdem_matchups.csv"):
        counts = np.zeros(3, np.int64)
        assert count_boards(Flag(), read_cards(row["first"]), read_cards(row["second"]), counts)
        assert counts.tolist() == [int(row[name]) for name in ("wins", "ties", "losses")], row
        covered("boards of two hands of hold'em", cases=int(counts.sum()))


@pytest.mark.one_lane
def test_the_best_five_of_seven_count() -> None:
    numbers = random(1)
    for _ in range(300):
        cards = 0
        while cards.bit_count() < 7:
            cards |= 1 << numbers.below(52)
        held = [1 << card for card in range(52) if cards >> card & 1]
        best = max(hand_value.python(sum(five)) for five in combinations(held, 5))
        assert hand_value.python(cards) == best, write_cards(cards)


@pytest.mark.one_lane
def test_hands_in_their_order() -> None:
    ranked = [
        "7c 5d 4h 3s 2c",
        "Ac 5d 4h 3s 7c",
        "2c 2d 5h 4s 3c",
        "3c 3d 2h 2s 4c",
        "3c 3d 2h 2s 5c",
        "2c 2d 2h 4s 3c",
        "Ac 2d 3h 4s 5c",
        "2d 3h 4s 5c 6c",
        "7c 5c 4c 3c 2c",
        "2c 2d 2h 3s 3c",
        "3c 3d 3h 2s 2c",
        "2c 2d 2h 2s 3c",
        "Ac 2c 3c 4c 5c",
        "As Ks Qs Js Ts",
    ]
    values = [poker_value(hand) for hand in ranked]
    assert values == sorted(values)
    assert len(set(values)) == len(values)
    assert best_hand("10s Js Qs Ks As 2c 3d") == "straight flush"
    assert poker_value("As Ks Qs Js Ts") == poker_value("AhKhQhJhTh2c3d")
    assert {value >> CATEGORY for value in values} == set(range(len(CATEGORIES)))
    for wrong in ("As", "As As Ks Qs Js", "Xs Ks Qs Js Ts", "AsKsQsJsT", "2c 3c 4c 5c 6c 7c 8c 9c"):
        with pytest.raises(MalformedText):
            poker_value(wrong)


@pytest.mark.one_lane
@pytest.mark.parametrize("name", ["holdem", "holdem:ranks=3", "holdem:small=5,big=10,bet=10,later=20,cap=2"])
def test_guesses_and_texts_along_games(name: str) -> None:
    game = plain(game_named(name))
    for seed in range(40):
        state, numbers = game.initial, random(seed)
        while not game.is_terminal(state):
            for player in range(2):
                seen = game.observation(state, player)
                guessed = game.guess(state, player, random(seed))
                assert guessed == game.guess(seen, player, random(seed))
                assert game.observation(guessed, player) == seen
                assert game.read(game.show(seen)) == seen
            assert game.read(game.show(state)) == state
            state = game.result(state, game.sample(state, numbers))
        assert game.read(game.show(state)) == state
        assert sum(utility_vector(game, state)) == 0
        assert abs(game.utility(state, 0)) <= game.utilities[1]


@pytest.mark.one_lane
def test_guesses_are_as_likely_as_chance_makes_them() -> None:
    """In every chance node too, where the lowest of some cards is known already."""
    game, draws = plain(Holdem(ranks=3)), 800
    for seed in range(2):
        state, numbers = game.initial, random(seed)
        while not game.is_terminal(state) and state.dealt < 7:
            for player in range(2):
                worlds = {world: p for world, p in reached(game, state, player).items() if p}
                total = sum(worlds.values())
                drawn = Counter(game.guess(state, player, numbers) for _ in range(draws))
                assert set(drawn) <= set(worlds)
                expected = {world: draws * p / total for world, p in worlds.items()}
                chi_square = sum((drawn[world] - expected[world]) ** 2 / expected[world] for world in worlds)
                freedom = len(worlds) - 1
                assert chi_square - freedom < FAR * (2 * freedom) ** 0.5 + FAR**2, game.show(state)
            state = game.result(state, game.sample(state, numbers))


def reached(game, state, player):
    """Return how likely each state is that looks to a player as this one does, by dealing the cards again."""
    own, board = (state.first, state.second)[player], state.board
    cards = [1 << card for card in range(4 * game.ranks)]
    others = (state.first, state.second)[1 - player].bit_count()
    worlds = {}
    for held in combinations([card for card in cards if not card & (own | board)], others):
        world = state._replace(second=sum(held)) if player == 0 else state._replace(first=sum(held))
        worlds[world] = likelihood(game, world)
    return worlds


def likelihood(game, world):
    """Return how likely chance deals the cards of a state."""
    probability, state = 1.0, game.initial
    batches = (world.first, world.second, world.board)
    for batch, most in zip(batches, (2, 2, 3), strict=True):
        held = [card for card in range(4 * game.ranks) if batch >> card & 1]
        for card in held[:most]:
            probability *= dict(game.chances(state)).get(card, 0.0)
            state = game.result(state._replace(round=3), card)
    return probability


@pytest.mark.one_lane
def test_betting_in_words() -> None:
    game = plain(Holdem())
    state = game.initial
    for card in ("2c", "3c", "Ac", "Ad"):
        assert game.to_move(state) == CHANCE
        state = game.result(state, action_named(game, state, card))
    assert [game.name(action, state) for action in legal_actions(game, state)] == ["fold", "call", "raise"]
    state = state_after(game, state, ["call"])
    assert [game.name(action, state) for action in legal_actions(game, state)] == ["check", "raise"]
    with pytest.raises(IllegalAction, match="there is nothing to pay"):
        action_named(game, state, "fold")
    state = state_after(game, state, ["raise", "raise", "raise"])
    with pytest.raises(IllegalAction, match="there are 4 bets in this round"):
        action_named(game, state, "raise")
    state = state_after(game, state, ["call", "5s", "6s", "8s"])
    assert game.to_move(state) == 1
    assert [game.name(action, state) for action in legal_actions(game, state)] == ["check", "bet"]
    state = state_after(game, state, ["bet", "fold"])
    assert utility_vector(game, state) == (-8.0, 8.0)
    assert find_commentary(game).how_ended(state) == "Dealer folds"


@pytest.mark.one_lane
@pytest.mark.parametrize("parameters", ["small=0", "small=3,big=2", "bet=0", "cap=0", "ranks=2", "ranks=14"])
def test_parameters_that_make_no_game_are_refused(parameters: str) -> None:
    with pytest.raises(HalfmoveError):
        game_named(f"holdem:{parameters}")


@pytest.mark.one_lane
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("As", "Ks"),
        ("2 chips", "9999 chips"),
        ("board: -", "board: 2c"),
        ("board: -", "boards"),
        ("round 1", "round 7"),
        ("1 bet", "9 bets"),
        ("As Ks", "As Qs Ks"),
    ],
)
def test_what_is_no_hand_is_refused(old: str, new: str) -> None:
    game = plain(Holdem())
    written = "Dealer: As Ks, 1 chip\nOther: Ks Qs, 2 chips\nboard: -\nround 1, 1 bet, 0 actions; Dealer to act"
    written = written.replace("Ks Qs", "unseen") if old == "As Ks" else written.replace("Other: Ks", "Other: Kd")
    assert game.read(written)
    with pytest.raises(MalformedText):
        game.read(written.replace(old, new).replace("Kd", "Ks" if old == "As" else "Kd"))
