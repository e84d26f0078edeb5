"""Players by name."""

import pytest

from halfmove.core.choice import Limit
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.play.players import SEARCHES, Spec, parse_spec, player_of, suitable, summaries


def test_a_spec_is_a_name_with_options():
    spec = parse_spec("alphabeta:depth=6,cut_equal=no,seconds=0.5")
    assert spec == Spec("alphabeta", {"depth": 6, "cut_equal": False, "seconds": 0.5})
    assert spec.limited(Limit(nodes=9)) == Limit(6, 9, 0.5)
    assert parse_spec(str(Spec("beam", {"width": 2}))) == Spec("beam", {"width": 2})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("alphbeta", "did you mean alphabeta?"),
        ("minimax:width=3", "minimax has no option 'width'"),
        ("human:depth=1", "there is none"),
        ("beam:width", "say width=VALUE"),
        ("beam:width=two", "width is a whole number, not 'two'"),
        ("alphabeta:cut_equal=maybe", "yes or no"),
        ("", "there is no player"),
    ],
)
def test_a_wrong_spec_says_what_is_wrong(text, told):
    with pytest.raises(HalfmoveError, match=told.replace("?", r"\?")):
        parse_spec(text)


@pytest.mark.parametrize(
    ("game", "search"),
    [("tic-tac-toe", "memoised"), ("pig", "expectiminimax"), ("three-player-nim", "maxn"), ("pacman", "memoised")],
)
def test_the_search_that_suits_a_game(game, search):
    assert suitable(game_named(game)) == search


@pytest.mark.parametrize("name", [name for name in summaries() if name != "human"])
def test_every_player_finds_a_legal_action(name):
    game = game_named("one-heap-nim")
    choice = player_of(parse_spec(name))(game, game.initial, Limit(nodes=5000))
    assert choice.action in list(game.actions(game.initial))


@pytest.mark.parametrize("name", [name for name, entry in SEARCHES.items() if entry.deepens])
def test_searches_that_look_to_the_end_win(name):
    game = game_named("one-heap-nim")
    choice = player_of(parse_spec(name))(game, game.initial, Limit(depth=8))
    assert game.name(choice.action, game.initial) == "2"


def test_a_seed_decides_what_random_players_do():
    game = game_named("connect-four")

    def actions(seed):
        player = player_of(parse_spec("random"), seed)
        return [player(game, game.initial, Limit()).action for _ in range(20)]

    assert actions(1) == actions(1)
    assert actions(1) != actions(2)
    assert len(set(actions(1))) > 1


def test_a_person_cannot_be_computed():
    with pytest.raises(HalfmoveError, match="a person"):
        player_of(parse_spec("human"))
