"""Values in the words of players."""

import re
from dataclasses import replace

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, Choice
from halfmove.core.evaluation import weighted
from halfmove.core.rules import mover
from halfmove.core.text import write_number
from halfmove.core.worth import given_away
from halfmove.core.wrapper import Advised, plain_throughout
from halfmove.games import GAMES, game_named
from halfmove.search.alphabeta import alphabeta
from halfmove.search.expectiminimax import expectiminimax


def estimated(name, value):
    game = plain_throughout(game_named(name))
    return Choice(0, value, kind=ESTIMATE, game=game, state=game.initial)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("XX. .O. O..", "wins in 1"),
        ("X.. .O. ...", "draw"),
        ("X.X .O. O.X", "loses in 1"),
        ("X.. OO. X.X", "wins in 1"),
    ],
)
def test_what_is_proven_is_told_by_its_end(state, words):
    game = plain(game_named("tic-tac-toe"))
    assert alphabeta(game, game.read(state)).worth() == words


def test_a_distance_counts_the_moves_of_the_player_alone():
    game = plain(game_named("one-heap-nim:stones=6,most=3"))
    assert alphabeta(game).worth() == "wins in 2"
    assert alphabeta(game, game.read("4")).worth() in ("loses in 1", "loses in 2")
    assert alphabeta(game, game.read("0")).worth() == "lost"


def test_a_line_that_breaks_off_tells_no_distance():
    game = plain(game_named("one-heap-nim:stones=6,most=3"))
    assert replace(alphabeta(game), line=()).worth() == "wins"


def test_margins_are_told_in_their_units():
    game = plain(game_named("kalah:holes=2,seeds=2"))
    choice = alphabeta(game)
    assert choice.worth() == f"{'wins' if choice.value > 0 else 'loses'} by {abs(choice.value):.0f} seeds"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("chess", 0.0566038, "+0.2 pawns"),
        ("chess", -0.75, "-12 pawns"),
        ("chess", 1.0, "probably wins"),
        ("chess", 0.0001, "even"),
        ("othello", 0.2, "+4.0 discs"),
        ("othello:margin=true", -3.5, "-3.5 discs"),
        ("go", 0.1, "+9.0 points"),
        ("go:margin=true", 4.0, "+4.0 points"),
        ("kalah", -3.0, "-3.0 seeds"),
        ("oware", 2 / 49, "+2.0 seeds"),
        ("nine-mens-morris", 0.1, "+1.0 men"),
        ("pig", 0.5, "+53 points"),
        ("backgammon", 0.12, "+0.1 points"),
        ("2048", 1234.56, "1235 points"),
        ("connect-four", 0.0, "50 % to win"),
        ("checkers", 0.9999, "97 % to win"),
        ("cat-and-mouse", 0.0566038, "about 0.06"),
        ("y", 0.0, "even"),
    ],
)
def test_estimates_are_told_as_players_count(name, value, words):
    assert estimated(name, value).worth() == words


def test_a_share_of_simulated_games_is_not_called_a_chance_to_win():
    simulated = [replace(estimated("chess", value), visits=50) for value in (0.42, 0.0)]
    assert simulated[0].worth() == "scores 71 % in simulations"
    assert given_away(*simulated) == "21 % in simulations"


def test_another_evaluation_does_not_count_in_the_units_of_the_first():
    game = plain_throughout(game_named("chess"))
    other = Advised(game, weighted(game, 1, 3, 3, 5, 9, scale=10))
    assert Choice(0, 0.3, kind=ESTIMATE, game=other, state=game.initial).worth() == "about 0.3"


def test_with_dice_a_proven_value_is_a_percentage():
    game = plain(game_named("coins:goal=3,coins=2,tosses=2,heads=0.4"))
    assert re.fullmatch(r"\d+ % to win", expectiminimax(game).worth())


def test_trees_are_told_in_numbers():
    assert alphabeta(plain(game_named("figure:name=two-ply"))).worth() == "3"
    assert Choice(0, 1000.0).worth() == "1000"


@pytest.mark.parametrize(
    ("value", "text"), [(1000, "1000"), (0.0566038, "0.06"), (-0.001, "0"), (1e6, "1000000"), (1e99, "1e+99")]
)
def test_numbers_for_people(value, text):
    assert write_number(value) == text


def test_what_was_given_away():
    nim = plain(game_named("one-heap-nim:stones=6,most=3"))
    assert given_away(alphabeta(nim), alphabeta(nim, nim.read("4"))) == "the win"
    assert given_away(estimated("chess", 0.5), estimated("chess", 0.0)) == "4.0 pawns"
    assert given_away(estimated("chess", 1.0), estimated("chess", 0.0)) == "nearly everything"
    assert given_away(estimated("connect-four", 0.5), estimated("connect-four", 0.0)).endswith(" % of the chances")
    assert given_away(estimated("cat-and-mouse", 0.51), estimated("cat-and-mouse", 0.2)) == "0.31"


@pytest.mark.parametrize("name", GAMES)
def test_no_game_tells_a_long_number(name):
    game = plain_throughout(game_named(name))
    value = float(game.advice.evaluate(game.initial, mover(game, game.initial)))
    for told in (value, value + 0.0566038, *game.utilities):
        assert not re.search(r"\.\d{3}", Choice(0, told, kind=ESTIMATE, game=game, state=game.initial).worth())
        assert not re.search(r"\.\d{3}", Choice(0, told, game=game, state=game.initial).worth())
