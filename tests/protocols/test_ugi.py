"""Our side of UGI, line by line, for every game there is."""

import pytest
from talking import Stub, Talk

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.game import Game
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.games import GAMES, game_named
from halfmove.play.notation import action_of, line_of, word_of
from halfmove.protocols.ugi import Ugi
from open_games import OPEN_GAMES

PLIES = 12


def ugi(name, **options):
    Stub.made.clear()
    return Talk(Ugi, game_named(name), **options)


def test_it_introduces_itself():
    lines = ugi("tic-tac-toe")("ugi")
    assert lines[0].startswith("id name halfmove")
    assert lines[-1] == "ugiok"
    assert not [line for line in lines if "UCI" in line]


@pytest.mark.one_lane
@pytest.mark.parametrize("name", OPEN_GAMES)
def test_every_game_can_be_played_by_somebody_who_does_not_know_it(name):
    """As a match runner does it: ask whether it is over, ask for a move, add it to the moves."""
    talk, moves = ugi(name), []
    talk("ugi", "isready", "uginewgame", "isready")
    for _ in range(PLIES):
        (answer,) = talk(" ".join(["position startpos", *(["moves", *moves] if moves else [])]), "query gameover")
        if answer == "response true":
            break
        assert answer == "response false"
        assert talk("query p1turn")[0] in ("response true", "response false")
        assert talk("query result") == ["response none"]
        best = talk("go depth 1")[-1].split()
        assert best[0] == "bestmove"
        moves.append(best[1])
    assert moves
    assert "error" not in talk.heard


@pytest.mark.one_lane
@pytest.mark.parametrize("name", GAMES)
def test_actions_are_one_word_each(name):
    game = plain(game_named(name))
    numbers, state = random(1), game.initial
    for _ in range(PLIES):
        if game.is_terminal(state):
            break
        actions = legal_actions(game, state)
        words = [word_of(game, state, action) for action in actions]
        assert all(len(word.split()) == 1 for word in words)
        assert [action_of(game, state, word) for word in words] == actions
        state = game.result(state, actions[numbers.below(len(actions))])


def test_blanks_in_names_are_written_as_in_web_addresses():
    class Spaced(Game):
        initial = (0,)

        def to_move(self, state):
            return 0

        def actions(self, state):
            yield from (0, 1)

        def is_terminal(self, state):
            return False

        def name(self, action, state=None):
            return ("go 50% west", "moves")[action]

    game = Spaced()
    assert word_of(game, game.initial, 0) == "go%2050%25%20west"
    assert action_of(game, game.initial, "go%2050%25%20west") == 0


def test_a_game_that_fails_does_not_silence_us():
    class Broken(Game):
        initial = (0,)

        def to_move(self, state):
            return 0

        def actions(self, state):
            yield 1

        def result(self, state, action):
            return (state[0] + action,)

        def is_terminal(self, state):
            return 1 / (1 - state[0]) < 0

    talk = Talk(Ugi, Broken())
    lines = talk(
        "position startpos moves 1", "go depth 1", "query gameover", "isready", "position startpos", "go depth 1"
    )
    assert lines[0] == "info string error: ZeroDivisionError: division by zero"
    assert lines[1] == "bestmove (none)"
    assert lines[2] == "info string error: ZeroDivisionError: division by zero"
    assert lines[3] == "readyok"
    assert lines[-1] == "bestmove 1"


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("a1 a2 b1 b2 c1", "p1win"),
        ("a1 a2 b1 b2 a3 c2", "p2win"),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", "draw"),
        ("a1", "none"),
    ],
)
def test_results(moves, result):
    talk = ugi("tic-tac-toe")
    over = "true" if result != "none" else "false"
    lines = talk(f"position startpos moves {moves}", "query result", "query gameover")
    assert lines == [f"response {result}", f"response {over}"]
    if over == "true":
        assert talk("go depth 1") == ["bestmove (none)"]


def test_clocks_and_mates_in_plies():
    talk = ugi("tic-tac-toe")
    talk("position startpos moves a1", "go p1time 9000 p2time 1020 p1inc 5 p2inc 1000")
    assert Stub.made[-1].asked[-1][1] == Limit(remaining=1.0, increment=1.0)
    assert talk.protocol.distance(3, True) == 3
    assert talk.protocol.distance(2, False) == -2


@pytest.mark.parametrize(
    "name", ["othello", "chess", "go", "checkers", "draughts", "tic-tac-toe", "nine-mens-morris", "coins", "hex"]
)
def test_states_are_told_in_one_line(name):
    game, numbers = plain(game_named(name)), random(3)
    state = game.initial
    for _ in range(5):
        state = game.result(state, game.sample(state, numbers))
    line = line_of(game, state)
    assert "\n" not in line
    talk = ugi(name)
    assert talk(f"position fen {line}", "query fen") == [f"response {line}"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("position startpos moves a1 a1", "a1"),
        ("position fen nonsense", ""),
        ("query", "query is followed by"),
        ("query weather", "query is followed by"),
        ("ucinewgame", "unknown command"),
    ],
)
def test_mistakes_are_told(line, said):
    talk = ugi("tic-tac-toe")
    (error,) = talk(line)
    assert error.startswith("info string error: ")
    assert said in error
    assert talk("isready") == ["readyok"]


def test_without_a_position_nothing_is_known():
    talk = ugi("tic-tac-toe")
    assert talk("position startpos moves zz", "query result")[-1].startswith("info string error: there is no position")


def test_repeated_states_are_told_to_the_thinker():
    talk = ugi("three-mens-morris")
    talk("position startpos moves a1 b1 c2", "go depth 1")
    state, _, _, path = Stub.made[-1].asked[-1]
    assert len(path) == 3
    assert type(state) is type(path[0]) is type(talk.protocol.game.initial)
