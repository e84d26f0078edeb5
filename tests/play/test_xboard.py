"""Programs for XBoard: what they are told, word for word, and what becomes of what they say."""

import shlex
import sys
from pathlib import Path

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.rules import action_named
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.games import game_named
from halfmove.play.players.external.errors import EngineFailed
from halfmove.play.players.external.process import Patience
from halfmove.play.players.external.xboard import XboardPlayer

pytestmark = pytest.mark.one_lane

PROGRAM = Path(__file__).parent / "xboard_program.py"
PATIENT = Patience(start=60, ready=60, answer=60, stop=60)
NEW = 'ping=1 setboard=1 usermove=1 sigint=1 memory=1 myname="A program" option="Style -combo a /// b" done=1'
CHESS = plain(game_named("chess"))
THREE = Limit(depth=3)


class Talk:
    """A program that answers by a script, and what it was told."""

    def __init__(self, tmp_path, features, *answers, patience=PATIENT, **options):
        self.log = tmp_path / "log"
        self.log.touch()
        words = [sys.executable, "-IS", str(PROGRAM), str(self.log), features, *answers]
        self.player = XboardPlayer(shlex.join(words), options, patience)
        self.heard = 0

    def told(self):
        """Return the lines that are new, without pings and without a last `force`, which may still be on its way."""
        lines = self.log.read_text().splitlines()[self.heard :]
        self.heard += len(lines)
        lines = lines[:-1] if lines[-1:] == ["force"] else lines
        return [line for line in lines if not line.startswith("ping")]

    def ask(self, state=CHESS.initial, limit=THREE, game=CHESS):
        return self.player(game, state, limit)


@pytest.fixture
def talk(tmp_path):
    talks = []

    def make(*arguments, **options):
        talks.append(Talk(tmp_path, *arguments, **options))
        return talks[-1]

    yield make
    for each in talks:
        each.player.close()


def played(talk, state, *names):
    for name in names:
        action = action_named(CHESS, state, name)
        talk.player.played(action)
        state = CHESS.result(state, action)
    return state


def test_a_game_word_for_word(talk):
    them = talk(NEW, "move e7e5", "move g8f6", memory="16", style="b")
    them.player.begin(CHESS, CHESS.initial)
    accepted = [f"accepted {name}" for name in ("ping", "setboard", "usermove")]
    accepted += ["rejected sigint", "accepted memory", "accepted myname", "accepted option", "accepted done"]
    begun = ["new", "force", "easy", "post"]
    assert them.told() == ["xboard", "protover 2", *accepted, "memory 16", "option Style=b", *begun]
    assert them.player.program == "A program"
    state = played(them, CHESS.initial, "e4")
    choice = them.ask(state, Limit(remaining=61.0, increment=0.5, moves_to_go=40))
    assert choice.names() == ["e5"]
    state = played(them, state, "e5", "Nf3")
    assert them.ask(state, Limit(remaining=59.5, increment=0.5, moves_to_go=39)).names() == ["Nf6"]
    clock = ["level 40 1:01 0.5", "time 6100", "otim 6100"]
    assert them.told() == [*clock, "usermove e2e4", "go", "force", "time 5950", "otim 5950", "usermove g1f3", "go"]


def test_a_program_of_the_first_version(talk):
    them = talk("", "1. ... e7e5\nMy move is : e7e5", patience=PATIENT._replace(start=0.1))
    them.player.begin(CHESS, CHESS.initial)
    state = played(them, CHESS.initial, "e4")
    assert them.ask(state, Limit(seconds=2.5)).names() == ["e5"]
    assert them.told() == ["xboard", "protover 2", "new", "force", "easy", "post", "st 2", "e2e4", "go"]


def test_what_it_thinks_is_heard(talk):
    them = talk(NEW, "1 10 0 5 d4\n# 9 9 9 9 e4\n4. +50 12 3456 e4 e5 Nf9\nmove e2e4", "3 100002 1 77\nmove e2e4")
    choice = them.ask()
    assert (choice.depth, choice.nodes, choice.names()) == (4, 3456, ["e4", "e5"])
    assert 0 < choice.value < 0.5
    assert them.ask().value == 1.0


def test_an_action_that_was_not_played_is_taken_back(talk):
    them = talk(NEW, "move e2e4", "move d7d5")
    them.player.begin(CHESS, CHESS.initial)
    them.ask()
    state = played(them, CHESS.initial, "d4")
    assert them.ask(state).names() == ["d5"]
    assert them.told()[-5:] == ["force", "sd 3", "undo", "usermove d2d4", "go"]


def test_positions_are_shown(talk):
    state = CHESS.read("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    them = talk(NEW, "move a1a8")
    assert them.ask(state).names() == ["Ra8#"]
    assert "setboard 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1" in them.told()
    with pytest.raises(HalfmoveError, match="cannot be shown a position"):
        talk("ping=1 done=1").ask(state)


@pytest.mark.parametrize("said", ["resign", "0-1 {White resigns}"])
def test_giving_up_is_no_action(talk, said):
    assert talk(NEW, said).ask().action is None


@pytest.mark.parametrize("said", ["1-0 {Black is mated}", "1/2-1/2 {draw}"])
def test_who_ends_a_game_that_goes_on_fails(talk, said):
    with pytest.raises(EngineFailed, match="ended a game that goes on"):
        talk(NEW, said).ask()


def test_who_refuses_a_legal_action_fails(talk):
    them = talk(NEW.replace("A program", "refuse"), "move e7e5")
    them.player.begin(CHESS, CHESS.initial)
    with pytest.raises(EngineFailed, match="it refused an action: 'Illegal move: e2e4'"):
        them.ask(played(them, CHESS.initial, "e4"))


def test_what_cannot_be_said_is_refused(talk):
    with pytest.raises(HalfmoveError, match="cannot limit nodes"):
        talk(NEW).ask(limit=Limit(nodes=1))
    with pytest.raises(WrongGame, match="is for chess, and not for TicTacToe"):
        talk(NEW).ask(game=plain(game_named("tic-tac-toe")))
    with pytest.raises(WrongGame, match="is for chess"):
        talk(NEW).ask(game=plain(game_named("chess960")))
    with pytest.raises(HalfmoveError, match="has no option 'Colour'; its options are memory, style"):
        talk(NEW, Colour="red").ask()
