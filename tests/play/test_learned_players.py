"""A strong player plays with the weights that come with a game where these are better, and nobody else does."""

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.wrapper import Advised
from halfmove.games import game_named
from halfmove.play.players.search import SearchPlayer, analyst_of, at_full_strength
from halfmove.play.players.spec import parse_spec
from halfmove.protocols.uci import Uci

LEARNED = "engine:weights=learned"


def plays_learned(analyst):
    return isinstance(analyst.game, Advised)


def analyst_for(text, name="chess"):
    game = game_named(name)
    return analyst_of(game, at_full_strength(parse_spec(text), game))


@pytest.mark.parametrize("name", ["chess", "chess960", "chess:moves=50", "backgammon"])
def test_a_strong_player_plays_with_what_was_learned(name):
    assert plays_learned(analyst_for("strong", name))


@pytest.mark.parametrize("text", ["strong:strength=60", "engine", "engine:strength=60"])
def test_whoever_is_weaker_or_asked_for_otherwise_does_not(text):
    analyst = analyst_for(text)
    assert "NNUE" not in repr(type(analyst.game.advice))


@pytest.mark.parametrize("name", ["connect-four", "othello", "tic-tac-toe", "checkers"])
def test_weights_that_are_not_better_are_left_alone(name):
    assert not plays_learned(analyst_for("strong", name))


def test_whoever_explains_counts_in_pawns():
    analyst = analyst_of(game_named("chess"))
    assert analyst.game.advice.unit == "pawns"


def test_the_player_chooses_as_the_engine_with_these_weights():
    game, limit = plain(game_named("chess")), Limit(nodes=100)
    players = [SearchPlayer(parse_spec(text)) for text in ("strong", LEARNED, "engine")]
    values = [player.choose(game, game.initial, limit).value for player in players]
    assert values[0] == values[1] != values[2]


def test_uci_plays_with_the_network_at_full_strength():
    uci = Uci(lambda *lines: None)

    def after(*options):
        for option in options:
            assert uci.obey(f"setoption name {option}")
        return plays_learned(uci.analyst)

    assert after()
    assert not after("Strength value 60")
    assert after("Strength value 100")
    assert not after("UCI_Elo value 1500")
    assert after("UCI_LimitStrength value false")
    assert not after("UCI_LimitStrength value true")
