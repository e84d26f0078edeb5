"""Trick-taking games: what players know, guess and write; whist by a second telling of its rules."""

from __future__ import annotations

import os
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from card_worlds import all_worlds, played_at_random, public_actions, replayed

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.rules import action_named, legal_actions, utility_vector
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText
from halfmove.games import game_named
from halfmove.games.tricks import Bridge, Hearts, Skat, Whist

pytestmark = pytest.mark.one_lane

FAMILY = ["whist", "whist:ranks=4,trump=none", "bridge:contract=H,declarer=W", "hearts", "hearts:ranks=4", "skat"]
DEEP = os.environ.get("HALFMOVE_DEEP") == "1"
DEALS = 20 if DEEP else 2  # for each game
MOST_WORLDS, DRAWS, COMPARED = 200, 2000, 3
FAR = 4.5  # standard deviations of chi-square, which one of all the tests here passes once in 10,000 runs


@pytest.mark.grows
@pytest.mark.parametrize("name", FAMILY)
def test_a_guess_rests_on_what_is_seen_alone(name: str) -> None:
    """No bit of what is hidden survives: with the same random numbers, the state and the sight of it guess the same."""
    game = plain(game_named(name))
    for seed in range(DEALS):
        state, numbers = game.initial, random(seed)
        while not game.is_terminal(state):
            for player in range(game.players):
                seen = game.observation(state, player)
                guessed = game.guess(state, player, random(seed))
                assert guessed == game.guess(seen, player, random(seed))
                assert game.observation(guessed, player) == seen
                if game.to_move(state) == player:
                    assert legal_actions(game, guessed) == legal_actions(game, seen) == legal_actions(game, state)
            state = game.result(state, game.sample(state, numbers))
        assert all(game.observation(state, player) == state for player in range(game.players))


@pytest.mark.grows
@pytest.mark.parametrize("name", FAMILY)
def test_whatever_is_guessed_could_have_been_played(name: str) -> None:
    """The hands of a guess, dealt and played as the cards were, lead to the guess."""
    game = plain(game_named(name))
    for seed in range(10 * DEALS):
        numbers = random(seed)
        state, actions = played_at_random(game, numbers, 1 + numbers.below(game.cards))
        if not state.played:
            continue
        for player in range(game.players):
            world = game.guess(state, player, numbers)
            assert replayed(game, state, public_actions(game, state, actions), world) == world


@pytest.mark.parametrize("name", ["whist:ranks=4", "bridge:ranks=4,contract=S"])
def test_guesses_are_all_that_fit_and_equally_likely(name: str) -> None:
    assert compare_guesses(name) == COMPARED


@pytest.mark.deep
@pytest.mark.parametrize("name", ["whist:ranks=5", "bridge:ranks=5", "hearts:passing=false,ranks=5", "skat"])
def test_more_guesses_are_all_that_fit_and_equally_likely(name: str, covered: Any) -> None:
    covered("guesses of card games against all deals that fit", states=compare_guesses(name))


def compare_guesses(name: str) -> int:
    """Compare guesses with all deals that fit, in some states with few of these; return in how many."""
    game, compared = plain(game_named(name)), 0
    for seed in range(60):
        numbers = random(seed)
        plies = game.cards - 9 - numbers.below(4)
        state, actions = played_at_random(game, numbers, plies)
        player = game.to_move(state)
        if not state.voids or bin(state.played).count("1") < game.cards // 3:
            continue
        worlds = set(islice(all_worlds(game, state, public_actions(game, state, actions), player), MOST_WORLDS + 1))
        if not 2 <= len(worlds) <= MOST_WORLDS:
            continue
        drawn = Counter(game.guess(state, player, numbers) for _ in range(DRAWS))
        assert set(drawn) <= worlds
        expected, freedom = DRAWS / len(worlds), len(worlds) - 1
        chi_square = sum((drawn[world] - expected) ** 2 / expected for world in worlds)
        assert abs(chi_square - freedom) < FAR * (2 * freedom) ** 0.5 + FAR**2, game.show(state)
        compared += 1
        if compared == COMPARED:
            break
    return compared


def test_a_heart_that_is_led_too_early_shows_that_there_is_nothing_else() -> None:
    game = plain(Hearts(ranks=4, passing=False))
    shown = 0
    for seed in range(1000):
        state, actions = played_at_random(game, random(seed), 5)
        if (
            len(actions) == 5
            and (game.hearts >> actions[4] & 1)
            and not any(1 << card & (game.hearts | game.queen) for card in actions[:4])
        ):
            leader = state.leader
            assert game.hand(state, leader) & ~game.hearts == 0
            for player in range(4):
                if player != leader:
                    assert game.hand(game.guess(state, player, random(seed)), leader) & ~game.hearts == 0
            shown += 1
    assert shown


@pytest.mark.parametrize("name", FAMILY)
def test_deals_read_what_they_show_also_to_a_player(name: str) -> None:
    game, numbers = plain(game_named(name)), random(3)
    for _ in range(DEALS // 2):
        state = game.initial
        while not game.is_terminal(state):
            for seen in (state, *(game.observation(state, player) for player in range(game.players))):
                assert game.read(game.show(seen)) == seen
            state = game.result(state, game.sample(state, numbers))
        assert game.read(game.show(state)) == state


def test_cards_are_written_in_many_ways() -> None:
    game = plain(Whist(trump="none"))
    deal = game.read("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    for written in ("SA", "AS", "sa", "♠A", "a♠"):
        assert action_named(game, deal, written) == game.read_card("SA")
    assert action_named(game, deal, "10s") == action_named(game, deal, "S10") == game.read_card("ST")
    with pytest.raises(IllegalAction, match="HA is not in the hand that plays"):
        action_named(game, deal, "HA")
    deal = game.result(game.read("N:A.K.. K.A.. Q.Q.. J.J.."), game.read_card("SA"))
    with pytest.raises(IllegalAction, match="SA was led, and there are cards to follow it"):
        action_named(game, deal, "HA")


@pytest.mark.parametrize(
    "written",
    [
        "N:AK",
        "N:A... A... K... Q...",
        "N:A.. K... Q... J...",
        "N:1... K... Q... J...",
        "North: SA\nEast: SA",
        "North: SX",
        "North: S",
        "North SA",
        "nonsense: 1",
        "won: North 1",
        "won: East 1, North 2",
        "won: North 999, East 0, South 0, West 0",
        "North: ; played SA\ntrick: East led SA",
        "North: ; played SA\ntrick: North led",
        "North: ; played SA",
        "North: SAKQJT98765432 HA",
        "dealt: 3 of 52 cards\nNorth: SA",
        "dealt: 99",
        "turned: 5",
        "leads: nobody",
        "North: SA; without X",
    ],
)
def test_what_is_no_deal_is_refused(written: str) -> None:
    with pytest.raises(MalformedText):
        plain(Whist()).read(written)


@pytest.mark.parametrize(
    "name",
    [
        "whist:ranks=0",
        "whist:ranks=14",
        "whist:trump=X",
        "bridge:contract=8N",
        "bridge:contract=3N,ranks=5",
        "bridge:declarer=Q",
        "bridge:contract=",
        "hearts:ranks=2",
        "skat:soloist=3",
    ],
)
def test_parameters_that_make_no_game_are_refused(name: str) -> None:
    with pytest.raises(HalfmoveError):
        game_named(name)


def naive_taker(leader: int, cards: list[str], trump: str) -> int:
    """Return who takes a trick: the highest trump, or else the highest card of the suit that was led."""
    order = "23456789TJQKA"
    suit = trump if any(card[0] == trump for card in cards) else cards[0][0]
    best = max((card for card in cards if card[0] == suit), key=lambda card: order.index(card[1]))
    return (leader + cards.index(best)) % len(cards)


def test_whist_as_a_list_of_cards() -> None:
    """The same game told with lists and texts, at every ply."""
    game = plain(Whist())
    for seed in range(10 * DEALS):
        numbers, state = random(seed), game.initial
        while state.dealt < game.cards:
            state = game.result(state, game.sample(state, numbers))
        hands = [
            [game.card_name(card) for card in range(52) if game.hand(state, seat) >> card & 1] for seat in range(4)
        ]
        assert [len(hand) for hand in hands] == [13] * 4
        assert game.to_move(state) == CHANCE
        assert {game.name(card, state) for card in game.actions(state)} == set(hands[3])
        turned = game.sample(state, numbers)
        trump, state, leader, tricks = game.card_name(turned)[0], game.result(state, turned), 0, [0, 0]
        for _ in range(13):
            table: list[str] = []
            for place in range(4):
                seat = (leader + place) % 4
                assert game.to_move(state) == seat
                following = [card for card in hands[seat] if table and card[0] == table[0][0]]
                assert {game.name(card, state) for card in game.actions(state)} == set(following or hands[seat])
                action = game.sample(state, numbers)
                table.append(game.name(action, state))
                hands[seat].remove(table[-1])
                state = game.result(state, action)
            leader = naive_taker(leader, table, trump)
            tricks[leader % 2] += 1
        assert game.is_terminal(state)
        won = float(tricks[0] - tricks[1])
        assert utility_vector(game, state) == (won, -won, won, -won)


def test_partners_and_soloists() -> None:
    assert (
        [Whist().side(player) for player in range(4)] == [Bridge().side(player) for player in range(4)] == [0, 1, 0, 1]
    )
    assert len({Hearts().side(player) for player in range(4)}) == 4
    assert len({Skat().side(player) for player in range(3)}) == 3
    assert [Skat(soloist=1).side(player) for player in range(3)] == [0, 1, 0]


def test_a_soloist_can_be_named_beforehand() -> None:
    game, numbers = plain(Skat(soloist=1)), random(1)
    state = game.initial
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.sample(state, numbers))
    assert game.to_move(state) == 1
    assert "pass" not in [game.name(action, state) for action in game.actions(state)]
    state = game.result(state, action_named(game, state, "grand"))
    assert (game.to_move(state), state.soloist, game.hand(state, 1).bit_count()) == (1, 1, 12)
    assert game.read(game.show(state)) == state


def test_the_dummy_is_open_after_the_lead_and_played_by_the_declarer() -> None:
    game, numbers = plain(Bridge(declarer="S")), random(1)
    state = game.initial
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.sample(state, numbers))
    assert game.to_move(state) == 3
    assert game.hand(game.observation(state, 2), 0) == 0
    state = game.result(state, game.sample(state, numbers))
    assert game.to_move(state) == 2
    assert game.seat(state) == 0
    assert all(game.hand(game.observation(state, player), 0) == game.hand(state, 0) for player in range(4))
    assert game.hand(game.observation(state, 1), 2) == 0
    assert game.hand(game.observation(state, 0), 2) == 0


def test_the_moon_can_be_shot() -> None:
    game = plain(Hearts(passing=False))
    won = 26 << 8
    deal = game.initial._replace(dealt=52, played=(1 << 52) - 1, won=won)
    assert utility_vector(game, deal) == (-26.0, 0.0, -26.0, -26.0)
    assert utility_vector(game, deal._replace(won=20 | 6 << 16)) == (-20.0, 0.0, -6.0, 0.0)
