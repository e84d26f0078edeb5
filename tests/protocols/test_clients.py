"""Our engines as processes, asked by python-chess, by our own players, and in games against programs people have."""

import os
import random
import shutil
import sys

import chess
import chess.engine
import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.games import game_named
from halfmove.play.adjudication import Adjudication
from halfmove.play.clocks.time_control import parse_control
from halfmove.play.endings import LENGTH, OVER, RESIGNED
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.external.gtp import GtpPlayer
from halfmove.play.players.external.uci import UciPlayer
from halfmove.play.players.external.ugi import UgiPlayer
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import parse_spec
from halfmove.play.referee import referee

GAMES, LONG = 20, 200  # games with python-chess; their plies at most
SHORT = 12  # plies of a game that only shows that it works
SECONDS = 500.0  # that a first start may take: it compiles


def command(*words):
    return [sys.executable, "-m", "halfmove", *words]


@pytest.fixture(params=["plain", pytest.param("compiled", marks=pytest.mark.deep)])
def started(monkeypatch, request):
    """Let the engines that are started here do without a compiler: they begin at once; with it in `make test-deep`."""
    if request.param == "plain":
        monkeypatch.setenv("HALFMOVE_JIT", "0")


@pytest.fixture(scope="module")
def asked():
    """Our engine, compiled where the tests are, asked by python-chess: one for all tests."""
    with chess.engine.SimpleEngine.popen_uci(command("uci"), timeout=SECONDS) as engine:
        yield engine


def stockfish():
    if not (shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")):
        pytest.skip("stockfish is not installed")
    return player_of(parse_spec("uci:stockfish,Hash=1,depth=1"))


def test_python_chess_plays_with_us(asked):
    assert asked.id["name"].startswith("halfmove")
    board = chess.Board()
    for _ in range(4):
        result = asked.play(board, chess.engine.Limit(depth=2), info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves
        assert result.info["depth"] == 2
        assert result.info["pv"][0] == result.move
        assert {"nodes", "nps", "time", "hashfull", "seldepth", "score"} <= set(result.info)
        board.push(result.move)


@pytest.mark.deep
@pytest.mark.parametrize("threads", [1, 2])
def test_python_chess_plays_whole_games_with_us(asked, threads, covered):
    asked.configure({"Threads": threads})
    numbers, states = random.Random(threads), 0
    for number in range(GAMES):
        board = chess.Board.from_chess960_pos(numbers.randrange(960)) if number % 2 else chess.Board()
        while not board.is_game_over() and board.ply() < LONG:
            if board.turn == chess.WHITE:
                limit = chess.engine.Limit(nodes=numbers.randint(1, 2000))
                result = asked.play(board, limit, game=number, info=chess.engine.INFO_ALL)
                assert result.info["pv"][0] == result.move
                assert result.info["nodes"] <= max(limit.nodes, threads)
                assert result.move in board.legal_moves
                states += 1
                board.push(result.move)
            else:
                board.push(numbers.choice(list(board.legal_moves)))
    asked.configure({"Threads": 1})
    covered("UCI, played by python-chess", games=GAMES, states=states)


def test_python_chess_finds_our_mates(asked):
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    info = asked.analyse(board, chess.engine.Limit(depth=3))
    assert info["score"].white() == chess.engine.Mate(1)
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/r5K1 w - - 0 1")
    assert asked.play(board, chess.engine.Limit(depth=1)).move is None


def test_python_chess_asks_for_several_lines(asked):
    infos = asked.analyse(chess.Board(), chess.engine.Limit(depth=1), multipv=3)
    assert len(infos) == 3
    assert len({info["pv"][0] for info in infos}) == 3
    scores = [info["score"].relative.score() for info in infos]
    assert scores == sorted(scores, reverse=True)


def test_python_chess_restricts_us(asked):
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    assert asked.play(chess.Board(), chess.engine.Limit(depth=1), root_moves=moves).move in moves
    infos = asked.analyse(chess.Board(), chess.engine.Limit(depth=2), multipv=5, root_moves=moves)
    assert {info["pv"][0] for info in infos} == set(moves)


def test_python_chess_plays_chess960_with_us(asked):
    board = chess.Board.from_chess960_pos(0)
    for _ in range(3):
        result = asked.play(board, chess.engine.Limit(depth=1))
        board.push(result.move)
    castling = chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", chess960=True)
    wanted = [chess.Move.from_uci("e1h1")]
    assert asked.play(castling, chess.engine.Limit(depth=1), root_moves=wanted).move == wanted[0]


def test_python_chess_ponders_and_stops_us(asked):
    board = chess.Board()
    first = asked.play(board, chess.engine.Limit(depth=2), ponder=True)
    board.push(first.move)
    if first.ponder:
        board.push(first.ponder)
        assert asked.play(board, chess.engine.Limit(depth=1)).move in board.legal_moves
    with asked.analysis(chess.Board(), chess.engine.Limit()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 1:
                break
    asked.ping()


def test_python_chess_sets_options(asked):
    asked.configure({"Hash": 2, "Threads": 2, "UCI_LimitStrength": True, "UCI_Elo": 1000})
    assert asked.play(chess.Board(), chess.engine.Limit(time=0.1)).move
    asked.configure({"UCI_LimitStrength": False, "Strength": 40})
    assert asked.play(chess.Board(), chess.engine.Limit(time=0.1)).move
    asked.configure({"Hash": 16, "Threads": 1, "Strength": 100})


@pytest.mark.parametrize("seat", [0, 1])
def test_stockfish_plays_us_through_our_own_player(started, seat):
    theirs = stockfish()
    ours = UciPlayer(" ".join(command("uci")), {"Hash": "1"}, limits={"depth": 1})
    players = [ours, theirs] if seat == 0 else [theirs, ours]
    ongoing = GameInProgress(game_named("chess"))
    outcome = referee(ongoing, players, Adjudication(longest=SHORT))
    assert [player.close() for player in players] == ["", ""]
    assert outcome.ending in (OVER, LENGTH), outcome
    assert len(ongoing.turns) == SHORT


@pytest.mark.timing
@pytest.mark.deep
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["chess", "chess960:position=77"])
def test_whole_games_against_stockfish_on_the_clock(seat, name):
    theirs = stockfish()
    ours = UciPlayer(" ".join(command("uci")))
    players = [ours, theirs] if seat == 0 else [theirs, ours]
    outcome = referee(GameInProgress(game_named(name), controls=parse_control("5s+0.1s")), players)
    assert [player.close() for player in players] == ["", ""]
    assert outcome.ending == OVER, outcome


@pytest.mark.parametrize("name", ["connect-four", "pig", "three-player-nim"])
def test_our_ugi_side_plays_with_our_ugi_player(started, name):
    game = game_named(name)
    ours = UgiPlayer(" ".join(command("ugi", name)), limits={"depth": 1})
    players = [ours, *(player_of(parse_spec("random")) for _ in range(game.players - 1))]
    outcome = referee(GameInProgress(game), players, Adjudication(longest=SHORT))
    assert ours.close() == ""
    assert outcome.ending in (OVER, LENGTH), outcome


@pytest.mark.parametrize("name", ["go:size=5", "othello:size=6", "hex:size=4"])
def test_our_gtp_side_plays_with_our_gtp_player(started, name):
    game = game_named(name)
    ours = GtpPlayer(" ".join(command("gtp", name, "--search", "alphabeta:depth=1")))
    outcome = referee(GameInProgress(game), [player_of(parse_spec("random")), ours], Adjudication(longest=SHORT))
    assert ours.close() == ""
    assert outcome.ending in (OVER, LENGTH), outcome


@pytest.mark.timing
@pytest.mark.deep
def test_gnugo_plays_a_whole_game_with_us():
    if not (shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")):
        pytest.skip("gnugo is not installed")
    players = [
        GtpPlayer(" ".join(command("gtp", "go:size=7", "--seconds", "0.2"))),
        player_of(parse_spec("gtp:gnugo --mode gtp --level 1 --chinese-rules")),
    ]
    outcome = referee(GameInProgress(game_named("go:size=7")), players)
    assert [player.close() for player in players] == ["", ""]
    assert outcome.ending in (OVER, RESIGNED), outcome


def test_a_state_that_was_not_told_is_written_down(started):
    game = plain(game_named("checkers"))
    state = game.initial
    for _ in range(3):
        state = game.result(state, next(iter(game.actions(state))))
    ours = UgiPlayer(" ".join(command("ugi", "checkers")))
    assert ours(game, state, Limit(depth=1)).action in set(game.actions(state))
    assert ours.close() == ""
    assert "halfmove" in ours.program


def test_mistakes_are_one_sentence(capfd):
    assert os.spawnv(os.P_WAIT, sys.executable, command("gtp", "chess")) == 2
    assert capfd.readouterr().err.startswith("halfmove: GTP is for go, othello and hex")
    assert os.spawnv(os.P_WAIT, sys.executable, command("uci", "--search", "random")) == 2
    assert capfd.readouterr().err.startswith("halfmove: random is a player and not a search")
