"""Boards as they are drawn at a terminal with colours."""

import random

import pytest

from halfmove.core.history import with_history
from halfmove.core.rules import action_named, legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.games import GAMES, game_named
from halfmove.play.terminal.drawing import draw

PLIES = 12


def path(name, plies=PLIES):
    """Return a game, and the states of a random beginning."""
    game = plain_throughout(game_named(name))
    game, state = with_history(game, game.initial)
    states, numbers = [state], random.Random(1)
    while len(states) <= plies and not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], numbers.choice(legal_actions(game, states[-1]))))
    return game, states


def states_after(name, *actions):
    game = plain_throughout(game_named(name))
    game, state = with_history(game, game.initial)
    states = [state]
    for action in actions:
        states.append(game.result(states[-1], action_named(game, states[-1], action)))
    return game, states


def marked(picture):
    """Return the characters that are marked, with their lines."""
    found = []
    for span in picture.spans:
        if "#8a63d2" in str(span.style) or "reverse" in str(span.style) or "underline" in str(span.style):
            text = picture.plain[span.start : span.end]
            if text != " ":
                found.append((picture.plain[: span.start].count("\n"), text))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_without_unicode_a_drawing_says_what_the_game_shows(name):
    game, states = path(name)
    drawn = draw(game, states, 1000, unicode=False).plain
    assert [line.rstrip() for line in drawn.splitlines()] == [
        line.rstrip() for line in game.show(states[-1]).splitlines()
    ]
    lengths = [len(line) for line in draw(game, states, 1000, unicode=True).plain.splitlines()]
    assert lengths == [len(line) for line in drawn.splitlines()]


@pytest.mark.parametrize("name", GAMES)
def test_a_narrow_terminal_is_not_overrun_by_notation(name):
    game, states = path(name)
    assert max(map(len, draw(game, states, 60, unicode=True).plain.splitlines())) <= 60


def test_pieces_where_the_terminal_has_them():
    assert "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" in draw(*path("chess", 0), 80, unicode=True).plain
    assert "r n b q k b n r" in draw(*path("chess", 0), 80, unicode=False).plain
    assert "·───────────·───────────·" in draw(*path("nine-mens-morris", 0), 80, unicode=True).plain


def test_the_last_action_is_marked():
    assert marked(draw(*states_after("tic-tac-toe", "a1", "b2"), 80, unicode=False)) == [(1, "O")]
    assert marked(draw(*states_after("chess", "e4"), 80, unicode=False)) == [(4, "P"), (6, ".")]
    taken = marked(draw(*states_after("chess", "e4", "d5", "exd5"), 80, unicode=False))
    assert taken == [(3, "P"), (4, ".")]


def test_discs_that_turn_over_are_not_marked():
    assert marked(draw(*states_after("othello", "d3"), 80, unicode=False)) == [(3, "X")]


def test_dice_do_not_hide_what_was_played():
    game, states = states_after("backgammon", "X31", "8/5,6/5", "61")
    assert marked(draw(game, states, 80, unicode=False)) == marked(draw(game, states[:-1], 80, unicode=False)) != []


def test_a_new_tile_is_marked():
    game, states = states_after("2048", "a1=2", "c3=4")
    assert marked(draw(game, states, 80, unicode=False)) == [(2, "4")]
