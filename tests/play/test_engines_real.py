"""Programs that people have, as players; skipped where they are not installed."""

import shutil

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.rules import apply_action
from halfmove.games import game_named
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import parse_spec

pytestmark = pytest.mark.one_lane

SLOW = 300  # plies after which a game is left unfinished


def need(program):
    if not (shutil.which(program) or shutil.which(program, path="/usr/games")):
        pytest.skip(f"{program} is not installed")


@pytest.fixture
def stockfish():
    need("stockfish")
    player = player_of(parse_spec("uci:stockfish,hash=1,Skill Level=20"))
    yield player
    assert player.close() == ""


@pytest.fixture
def gnugo():
    need("gnugo")
    player = player_of(parse_spec("gtp:gnugo --mode gtp --level 1"))
    yield player
    assert player.close() == ""


def test_stockfish_mates(stockfish):
    game = plain(game_named("chess"))
    state = game.read("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    choice = stockfish(game, state, Limit(depth=8))
    assert game.name(choice.action, state) == "Ra8#"
    assert choice.value == 1.0
    assert choice.line == (choice.action,)
    assert choice.depth
    assert choice.nodes
    assert "Stockfish" in stockfish.program


def test_stockfish_plays_itself_at_chess960(stockfish):
    game = plain(game_named("chess960:position=0"))
    state = game.initial
    stockfish.begin(game, state)
    for _ in range(16):
        if game.is_terminal(state):
            break
        choice = stockfish(game, state, Limit(nodes=500))
        state = apply_action(game, state, choice.action)
        stockfish.played(choice.action)


def test_stockfish_castles_as_chess960_writes_it(stockfish):
    game = plain(game_named("chess960"))
    state = game.read("6kr/5ppp/8/8/8/8/8/4K2R w K - 0 1")
    choice = stockfish(game, state, Limit(nodes=2000))
    assert choice.action in set(game.actions(state))


@pytest.mark.parametrize(
    "limit",
    [
        Limit(seconds=0.05),
        Limit(remaining=2.0, increment=0.1),
        Limit(remaining=2.0, moves_to_go=20),
        Limit(depth=3, nodes=2000),
    ],
)
def test_stockfish_understands_limits(stockfish, limit):
    game = plain(game_named("chess"))
    choice = stockfish(game, game.initial, limit)
    assert choice.action in set(game.actions(game.initial))
    assert abs(choice.value) < 0.5


def test_phalanx_plays_a_game():
    need("phalanx")
    player = player_of(parse_spec("xboard:phalanx -b- -l-"))
    game = plain(game_named("chess"))
    state = game.initial
    player.begin(game, state)
    for _ in range(6):
        choice = player(game, state, Limit(remaining=1.0, increment=0.01))
        state = apply_action(game, state, choice.action)
        player.played(choice.action)
        assert abs(choice.value) < 0.5
    mate = player(game, game.read("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), Limit(seconds=1))
    assert mate.names() == ["Ra8#"]
    assert "Phalanx" in player.program
    assert player.close() == ""


def test_gnugo_plays_a_game(gnugo):
    game = plain(game_named("go:size=5"))
    state = game.initial
    gnugo.begin(game, state)
    for _ in range(SLOW):
        if game.is_terminal(state):
            break
        choice = gnugo(game, state, Limit(seconds=2))
        if choice.action is None:
            break
        state = apply_action(game, state, choice.action)
        gnugo.played(choice.action)
    else:
        pytest.fail("the game does not end")


def test_gnugo_is_shown_a_board(gnugo):
    game = plain(game_named("go:size=5"))
    state = game.read(".OOO. OXXXO .OO.. ..... ..... White to move")
    gnugo.begin(game, state)
    with gnugo._talking() as process:
        assert sorted(gnugo._command(process, "go", "list_stones black", 10).split()) == ["B4", "C4", "D4"]
    assert gnugo(game, state, Limit(seconds=2)).action in set(game.actions(state))
