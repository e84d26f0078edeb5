"""Cards on a table and ships in a sea: what is seen lies open, and what is hidden does not show."""

from __future__ import annotations

import random

import pytest

from halfmove import game_named, legal_actions, plain, state_after
from halfmove.core.drawing import find_drawing
from halfmove.core.game import CHANCE
from halfmove.core.random import random as numbers
from halfmove.core.rules import action_named
from halfmove.explain.boards import draw

pytestmark = pytest.mark.one_lane

GAMES = ("whist", "bridge", "hearts", "skat", "holdem", "kuhn-poker", "leduc-poker")
PLIES = 70  # the deal, and some tricks


def late_states(name: str):
    """Yield states of a random game after the deal."""
    game, rng = plain(game_named(name)), random.Random(name)
    state = game.initial
    for _ in range(PLIES):
        if game.is_terminal(state):
            return
        if game.to_move(state) != CHANCE:
            yield game, state
        state = game.result(state, rng.choice(legal_actions(game, state)))


@pytest.mark.parametrize("name", ["whist", "bridge", "hearts", "skat", "holdem"])
def test_what_a_player_does_not_know_does_not_show(name):
    """A guess of what he does not see looks the same to him."""
    drawing, rng, different = find_drawing(plain(game_named(name))), numbers(1), False
    for game, state in late_states(name):
        for player in range(game.players):
            guess = game.guess(state, player, rng)
            seen, guessed = (drawing.picture(game.observation(each, player)) for each in (state, guess))
            assert seen == guessed
            different |= drawing.picture(state) != drawing.picture(guess)
    assert different  # where all is open, the guess is another deal


@pytest.mark.parametrize("name", GAMES)
def test_every_card_lies_in_one_place(name):
    for game, state in late_states(name):
        for seen in (state, *(game.observation(state, player) for player in range(game.players))):
            pieces = find_drawing(game).picture(seen).pieces
            assert len({piece.at for piece in pieces}) == len(pieces)
            open_cards = [piece.letter for piece in pieces if piece.letter]
            assert len(set(open_cards)) == len(open_cards)


def test_a_hand_is_sorted_and_the_other_three_lie_face_down():
    deal = " ".join(["North East South West"] * 13)
    game = plain(game_named("whist:trump=none"))
    state = game.observation(state_after(game, game.initial, deal.split()), 0)
    drawing = find_drawing(game)
    pieces = drawing.picture(state).pieces
    assert [piece.letter for piece in pieces[:4]] == ["JS", "7S", "3S", "QH"]
    assert [piece.letter for piece in pieces[13:]] == [""] * 39
    assert pieces[0].words == "jack of spades"
    cells = drawing.describe().cells
    assert [cells[cell].name for cell in drawing.clicks(state, action_named(game, state, "S7"))] == ["North 2"]
    assert "<path" in draw(game, state)


def test_a_card_that_was_played_lies_beside_the_hand():
    game = plain(game_named("whist:ranks=2,trump=none"))
    drawing = find_drawing(game)
    before = state_after(game, game.initial, ["North", "East", "South", "West"] * 2)
    action = legal_actions(game, before)[0]
    after = game.result(before, action)
    (place,) = drawing.places(before, action)
    assert drawing.describe().cells[place].name == "North played"
    assert any(piece.at == place for piece in drawing.picture(after).pieces)


def test_ships_are_placed_by_their_ends_and_shots_fall_into_the_other_sea():
    game = plain(game_named("battleship:width=3,height=2,ships=2,shots=3"))
    drawing = find_drawing(game)

    def clicked(state, name):
        cells = drawing.describe().cells
        return [cells[cell].name for cell in drawing.clicks(state, action_named(game, state, name))]

    assert clicked(game.initial, "b2h") == ["MAX b2", "MAX c2"]
    placed = state_after(game, game.initial, ["b2h", "a2v"])
    assert clicked(placed, "a1") == ["MIN a1"]
    shot = state_after(game, game.initial, ["b2h", "a2v", "a1", "a1"])
    assert {(piece.words, piece.seat) for piece in drawing.picture(shot).pieces} == {
        ("ship", 0),
        ("ship", 1),
        ("ship, hit", 1),
        ("shot into water", 0),
    }
    assert {piece.words for piece in drawing.picture(game.observation(placed, 0)).pieces} == {"ship"}
    assert all(piece.seat == 0 for piece in drawing.picture(game.observation(placed, 0)).pieces)
