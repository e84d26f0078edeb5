"""Matches with programs: what cannot play is refused before the first game, and nothing is waited for without end."""

import shlex
import sys
from pathlib import Path

import pytest

from halfmove.play.players.external import external
from halfmove.play.players.external.process import Patience

pytestmark = pytest.mark.one_lane

PROGRAMS = Path(__file__).parents[1] / "play"
GAMES = {"uci": "chess", "xboard": "chess", "ugi": "tic-tac-toe", "gtp": "go:size=5"}
PATIENT = Patience(start=60, ready=60, answer=60, late=0.05, stop=60, quit=60)  # a busy machine starts Python slowly
SILENT = [(protocol, step) for protocol in GAMES for step in ("start", "init", "isready", "go", "stop", "quit")]
SILENT.remove(("gtp", "stop"))  # which has no way to stop
FIRST_STEPS = ("start", "go")  # in the default suite
HASTE = {
    "start": {"start": 0.1},
    "init": {"start": 0.1},
    "isready": {"ready": 0.1},
    "go": {"stop": 0.1},
    "stop": {"stop": 0.1},
    "quit": {"quit": 0.1},
}  # for the step in which nothing will come


def program(protocol, *words, options=""):
    words = (sys.executable, "-IS", PROGRAMS / "misbehaving.py", protocol, *words)
    return f"{protocol}:{shlex.join(map(str, words))}{options}"


def match(player, protocol, *words):
    """Return a match of two games that are drawn soon, if they are played at all."""
    return ("match", player, "random", "--game", GAMES[protocol], "--games", 2, "--longest", 2, *words)


def refused(result, told):
    assert result.exit_code == 2, result.stdout
    assert result.stdout == ""
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("protocol", "step"),
    [pytest.param(*each, marks=() if each[1] in FIRST_STEPS else pytest.mark.deep) for each in SILENT],
)
def test_a_match_with_a_program_that_falls_silent_ends(halfmove, monkeypatch, protocol, step):
    """At whatever step of whatever protocol; nobody says --time."""
    haste = HASTE[step]
    if protocol == "xboard" and step in ("start", "init"):  # it may be of the first version, and is asked all the same
        haste = {**haste, "stop": 0.1}
    monkeypatch.setattr(external, "PATIENCE", PATIENT._replace(**haste))
    result = halfmove(*match(program(protocol, "silence", step), protocol, "--openings", "none"))
    if step in ("start", "init", "isready") and protocol != "xboard" or (protocol, step) == ("xboard", "isready"):
        refused(result, f"at {'isready' if step == 'isready' else 'init'}: ")
    elif step == "quit":
        assert result.exit_code == 0
        assert "Games: 2" in result.stdout
    else:
        assert result.exit_code == 0
        assert "forfeits: 2" in result.stdout
        assert "time, White: after" in result.stdout or "crashed, " in result.stdout


def test_a_program_without_a_time_is_told_the_default(halfmove, monkeypatch, tmp_path):
    monkeypatch.setattr(external, "PATIENCE", PATIENT)
    log = tmp_path / "log"
    player = f"uci:{sys.executable} -IS {PROGRAMS / 'uci_program.py'} {log}"
    result = halfmove(*match(player, "uci", "--openings", "none"))
    assert result.exit_code == 0, result.stderr
    going = [line for line in log.read_text().splitlines() if line.startswith("go")]
    assert set(going) == {"go movetime 1000"}
    assert f"{player}: given 1s" in result.stdout
    assert "1s an action" in " ".join(halfmove("match", "--help").stdout.replace("│", " ").split())


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("uci:nosuch", "nosuch: at start: there is no program 'nosuch'"),
        ("uci:true", "true: at init: it ended with exit code 0"),
        ("xboard:nosuch", "there is no program"),
        ("gtp:nosuch", "there is no program"),
        (program("uci", "no", "no", options=",Hahs=2"), "has no option 'Hahs'; its options are Hash"),
        (program("uci", "no", "no", options=",Hash=9"), "Hash is a whole number from 1 to 2, not '9'"),
        (program("ugi", "no", "no", options=",Hash=1"), "has no option 'Hash'; its options are none"),
        (program("uci", "silence", "no").replace("uci:", "gtp:"), "GTP"),
        ("alphabeta:dept=3", "alphabeta has no option 'dept'; did you mean depth?"),
        ("engine:strength=200", "a strength of 200"),
        ("engine:off=everything", "everything"),
        ("alphabeta:depth=0", "0 plies"),
        ("absent.py:player", "there is no such file"),
    ],
)
def test_who_cannot_play_is_refused_before_the_first_game(halfmove, monkeypatch, tmp_path, player, told, workers):
    monkeypatch.setattr(external, "PATIENCE", PATIENT._replace(start=2 if "silence" in player else 60))
    database = tmp_path / "match.db"
    words = ("match", "random", player, "--game", "chess" if "uci:" in player else "tic-tac-toe")
    if told == "GTP":
        words, told = ("match", "random", player, "--game", "go:size=5"), "at init: "
    result = halfmove(*words, "--games", 2, "-c", workers, "--database", database)
    refused(result, told)
    assert list(tmp_path.iterdir()) == []
