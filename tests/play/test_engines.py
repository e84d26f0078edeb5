"""External programs as players: whatever they do, the reason is told, and nothing of them is left."""

import gc
import os
import re
import sys
import threading
from pathlib import Path

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.errors import HalfmoveError, MalformedText, WrongGame
from halfmove.games import game_named
from halfmove.play.endings import CRASHED, ILLEGAL
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.external import gtp, uci, ugi, xboard
from halfmove.play.players.external.errors import EngineFailed, EngineSilent, IllegalAnswer
from halfmove.play.players.external.options import ProgramOption
from halfmove.play.players.external.process import Patience
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import parse_spec
from halfmove.play.referee import referee

pytestmark = pytest.mark.one_lane

SCRIPT = Path(__file__).parent / "misbehaving.py"
PATIENT = Patience(start=60, ready=60, answer=60, late=0.05, stop=60, quit=0.3)  # a busy machine starts Python slowly
HASTE = {  # for the step in which nothing will come
    "start": PATIENT._replace(start=0.1),
    "init": PATIENT._replace(start=0.1),
    "isready": PATIENT._replace(ready=0.1),
    "go": PATIENT._replace(stop=0.1),
    "stop": PATIENT._replace(stop=0.1),
}
MANY = 20  # failures of each kind in `make test-deep`: some hundreds of each protocol
PATIENT_FAULTS = ("crash", "signal", "leave", "line", "mute", "illegal", "nothing")  # that show by themselves
PLAYERS = {
    "uci": (uci.UciPlayer, plain(game_named("chess"))),
    "ugi": (ugi.UgiPlayer, plain(game_named("tic-tac-toe"))),
    "gtp": (gtp.GtpPlayer, plain(game_named("go:size=5"))),
    "xboard": (xboard.XboardPlayer, plain(game_named("chess"))),
}
# (fault, step, what is raised, the step that is blamed, part of the reason)
FAULTS = [
    ("silence", "start", EngineSilent, "init", "within 0.1 s"),
    ("crash", "start", EngineFailed, "init", "exit code 3 (?[31mno more)"),
    ("garbage", "start", EngineSilent, "init", "within 0.1 s"),
    ("silence", "init", EngineSilent, "init", "within 0.1 s"),
    ("crash", "init", EngineFailed, "init", "exit code 3 (?[31mno more)"),
    ("flood", "init", EngineFailed, "init", ""),
    ("line", "init", EngineFailed, "init", "a line of more than 1 MiB"),
    ("mute", "init", EngineFailed, "init", "it closed its output"),
    ("silence", "isready", EngineSilent, "isready", "within 0.1 s"),
    ("crash", "isready", EngineFailed, "isready", "exit code 3"),
    ("silence", "go", EngineSilent, None, "no answer"),
    ("crash", "go", EngineFailed, "go", "exit code 3"),
    ("signal", "go", EngineFailed, "go", "SIGSEGV"),
    ("leave", "go", EngineFailed, "go", "exit code 0"),
    ("garbage", "go", EngineFailed, None, ""),
    ("flood", "go", EngineFailed, None, ""),
    ("line", "go", EngineFailed, "go", "a line of more than 1 MiB"),
    ("deaf", "go", EngineFailed, None, ""),
    ("illegal", "go", IllegalAnswer, "go", "illegal action"),
    ("nothing", "go", EngineFailed, "go", ""),
]
STOPPING = [
    ("crash", "stop", EngineFailed, "stop", "exit code 3"),
    ("silence", "stop", EngineSilent, "stop", "nor after it was told to stop"),
]


def command(protocol, fault, step):
    return f"{sys.executable} -IS {SCRIPT} {protocol} {fault} {step}"


@pytest.fixture(autouse=True)
def nothing_of_earlier_tests():
    """Close the files of earlier tests that nobody holds any more, so that none closes in the middle of this one."""
    gc.collect()


def misbehave(protocol, fault, step, error, blamed, reason):
    kind, game = PLAYERS[protocol]
    patience = PATIENT if fault in PATIENT_FAULTS else HASTE[step]
    if protocol == "xboard" and step in ("start", "init") and fault in ("silence", "garbage", "flood"):
        # A program that says nothing of itself may be of the first version, and is asked all the same.
        patience, error, blamed, reason = patience._replace(stop=0.1), EngineFailed, None, ""
    player = kind(command(protocol, fault, step), patience=patience)
    limit = Limit(seconds=60 if fault in PATIENT_FAULTS and step != "stop" else 0.05)
    with pytest.raises(error) as raised:
        player(game, game.initial, limit)
    assert reason in str(raised.value)
    assert blamed is None or raised.value.step == blamed
    assert raised.value.reason
    player.close()


def left_behind():
    """Return what a program could leave behind: open files, and children, zombies among them."""
    children = [task.joinpath("children").read_text() for task in Path("/proc/self/task").iterdir()]
    return sorted(os.listdir("/proc/self/fd")), sorted(" ".join(children).split())


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: f"{case[0]}-{case[1]}")
@pytest.mark.parametrize("protocol", PLAYERS)
def test_a_program_that_fails_is_blamed_with_the_reason(protocol, case):
    before = left_behind()
    misbehave(protocol, *case)
    assert left_behind() == before


@pytest.mark.parametrize("case", STOPPING, ids=lambda case: f"{case[0]}-{case[1]}")
@pytest.mark.parametrize("protocol", ["uci", "ugi", "xboard"])
def test_a_program_that_fails_when_it_is_told_to_stop(protocol, case):
    before = left_behind()
    misbehave(protocol, *case)
    assert left_behind() == before


@pytest.mark.timing
@pytest.mark.deep
@pytest.mark.parametrize("case", [*FAULTS, *STOPPING], ids=lambda case: f"{case[0]}-{case[1]}")
@pytest.mark.parametrize("protocol", PLAYERS)
def test_many_failures_leave_nothing(protocol, case, covered):
    if protocol == "gtp" and case[1] == "stop":
        pytest.skip("GTP has no way to stop")
    before = left_behind()
    for _ in range(MANY):
        misbehave(protocol, *case)
    assert left_behind() == before
    covered(f"{protocol} programs that fail", cases=MANY)


@pytest.mark.grows
@pytest.mark.timing
@pytest.mark.parametrize(
    ("fault", "trouble"),
    [("crash", "exit code 3"), ("silence", "within 0.3 s"), ("flood", "it did not end|a flood of more than 64 MiB")],
)
@pytest.mark.parametrize("protocol", PLAYERS)
def test_a_program_that_does_not_leave_is_ended(protocol, fault, trouble):
    before = left_behind()
    for _ in range(MANY if os.environ.get("HALFMOVE_DEEP") else 1):
        kind, game = PLAYERS[protocol]
        player = kind(command(protocol, fault, "quit"), patience=PATIENT)
        player.begin(game, game.initial)
        player(game, game.initial, Limit(seconds=1))
        assert re.search(trouble, player.close())  # a flood breaks off at its size or at its time
        assert player.close() == ""
    assert left_behind() == before


@pytest.mark.parametrize("protocol", PLAYERS)
def test_a_program_that_behaves(protocol):
    kind, game = PLAYERS[protocol]
    player = kind(command(protocol, "no", "no"), patience=PATIENT)
    player.begin(game, game.initial)
    first = player(game, game.initial, Limit(seconds=1))
    assert game.name(first.action, game.initial).casefold() in ("a3", "a1")
    assert player.program == "Bad"
    assert player(game, game.initial, Limit(depth=1)).action == first.action
    assert player.close() == ""


def test_after_a_failure_the_next_game_begins_afresh():
    _, game = PLAYERS["uci"]
    player = uci.UciPlayer(command("uci", "crash", "stop"), patience=PATIENT)
    for _ in range(2):
        player.begin(game, game.initial)
        with pytest.raises(EngineFailed):
            player(game, game.initial, Limit(seconds=0.05))
    player.close()


def test_a_player_can_be_stopped_from_another_thread():
    _, game = PLAYERS["uci"]
    player = uci.UciPlayer(command("uci", "no", "stop"), patience=PATIENT)
    player.begin(game, game.initial)
    threading.Timer(0.2, player.stop).start()
    choice = player(game, game.initial, Limit())
    assert game.uci(choice.action, game.initial) == "a2a3"
    player.close()


@pytest.mark.parametrize("protocol", ["gtp", "xboard"])
def test_programs_may_resign(protocol):
    kind, game = PLAYERS[protocol]
    player = kind(command(protocol, "none", "no"), patience=PATIENT)
    assert player(game, game.initial, Limit(seconds=1)).action is None
    player.close()


def test_what_cannot_be_started_says_so():
    _, game = PLAYERS["uci"]
    with pytest.raises(EngineFailed, match="there is no program 'no-such-program'"):
        player_of(parse_spec("uci:no-such-program")).begin(game, game.initial)
    with pytest.raises(MalformedText, match="'Hash' is not an option"):
        player_of(parse_spec("uci:stockfish,Hash"))
    with pytest.raises(MalformedText, match="No closing quotation"):
        player_of(parse_spec("uci:stock'fish")).begin(game, game.initial)


def test_options_and_games_are_checked():
    _, game = PLAYERS["uci"]
    patience = PATIENT
    player = uci.UciPlayer(command("uci", "no", "no"), {"Colour": "red"}, patience)
    with pytest.raises(HalfmoveError, match="has no option 'Colour'; its options are Hash"):
        player.begin(game, game.initial)
    player.close()
    player = uci.UciPlayer(command("uci", "no", "no"), {"hash": "2"}, patience)
    with pytest.raises(WrongGame, match="UCI is for chess, and not for TicTacToe"):
        player.begin(PLAYERS["ugi"][1], PLAYERS["ugi"][1].initial)
    player.close()


OFFERED = {
    "option name Skill Level type spin default 20 min 0 max 20": (
        "3",
        "-1",
        "Skill Level is a whole number from 0 to 20",
    ),
    "option name Hash type spin default 1 min 1 max 2": ("2", "much", "Hash is a whole number from 1 to 2"),
    "option name UCI_LimitStrength type check default false": ("true", "maybe", "UCI_LimitStrength is true or false"),
    "option name Style type combo default Solid var Solid var Very Wild": (
        "very wild",
        "Odd",
        "one of Solid, Very Wild",
    ),
}


@pytest.mark.parametrize(("line", "values"), OFFERED.items(), ids=lambda case: str(case)[:30])
def test_values_of_options_are_checked(line, values):
    right, wrong, told = values
    offered = ProgramOption.read(line)
    offered.check("program", right)
    with pytest.raises(HalfmoveError, match=told):
        offered.check("program", wrong)


def test_lines_that_offer_nothing():
    assert ProgramOption.read("id name Bad") is ProgramOption.read("option name Lone") is ProgramOption.read("") is None
    assert ProgramOption.read("option name Debug Log File type string default").name == "Debug Log File"


def test_a_program_that_is_refused_an_option_is_refused_again():
    _, game = PLAYERS["uci"]
    player = uci.UciPlayer(command("uci", "no", "no"), {"Colour": "red"}, PATIENT)
    for _ in range(2):  # the second game is not played without the option
        with pytest.raises(HalfmoveError, match="has no option 'Colour'"):
            player.begin(game, game.initial)
    player.close()


@pytest.mark.parametrize(
    ("options", "sent"),
    [
        ({"uci_elo": "2000"}, ["UCI_LimitStrength value true", "UCI_Elo value 2000"]),
        ({"UCI_Elo": "2000", "UCI_LimitStrength": "false"}, ["UCI_Elo value 2000", "UCI_LimitStrength value false"]),
        ({"Hash": "2"}, ["Hash value 2"]),
    ],
)
def test_an_elo_limits_the_strength_of_a_program(options, sent, tmp_path):
    _, game = PLAYERS["uci"]
    log = tmp_path / "log"
    player = uci.UciPlayer(f"{sys.executable} -IS {SCRIPT.parent / 'uci_program.py'} {log}", options, PATIENT)
    player.begin(game, game.initial)
    player.close()
    told = [line for line in log.read_text().splitlines() if line.startswith("setoption")]
    assert [line.removeprefix("setoption name ") for line in told] == sent


def test_a_spec_may_limit_a_program():
    player = player_of(parse_spec("uci:stockfish,nodes=1000,time=100ms,Hash=2"))
    assert (player.limits, player.options) == ({"nodes": 1000, "seconds": 0.1}, {"Hash": "2"})
    with pytest.raises(MalformedText, match="depth is a whole number, not 'x'"):
        player_of(parse_spec("uci:stockfish,depth=x"))
    with pytest.raises(HalfmoveError, match="takes its options in the command"):
        player_of(parse_spec("gtp:gnugo --mode gtp,level=1"))


def test_an_abandoned_program_ends():
    _, game = PLAYERS["uci"]
    before = left_behind()
    player = uci.UciPlayer(command("uci", "no", "no"), patience=PATIENT)
    player.begin(game, game.initial)
    del player
    assert left_behind() == before


@pytest.mark.parametrize(
    ("fault", "step", "ending", "reason"),
    [
        ("crash", "init", CRASHED, "at init: it ended with exit code 3"),
        ("crash", "go", CRASHED, "at go: it ended with exit code 3"),
        ("illegal", "no", ILLEGAL, "illegal action 'a1a1'"),
        ("nothing", "no", CRASHED, "it named no action"),
    ],
)
def test_a_failure_loses_the_game_and_only_that(fault, step, ending, reason):
    _, game = PLAYERS["uci"]
    failing = uci.UciPlayer(command("uci", fault, step), patience=PATIENT)
    for _ in range(2):
        outcome = referee(GameInProgress(game), [failing, player_of(parse_spec("random"))])
        assert (outcome.ending, outcome.utilities) == (ending, (-1.0, 1.0))
        assert reason in outcome.detail
    failing.close()
