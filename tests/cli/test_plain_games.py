"""Games of a user's in plain Python through the command line, whatever their states are."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.one_lane

FILE = Path(__file__).parent.parent / "core" / "plain_states.py"
HASHABLE = ("Text", "Number", "Pairs", "Sets", "Texts", "Data", "Large")
UNHASHABLE = ("Listed", "Mapped", "Fields", "Thawed")


@pytest.mark.parametrize("name", HASHABLE)
def test_every_command_answers(halfmove, answer, name, tmp_path):
    game, record = f"{FILE}:{name}", tmp_path / "games.sgf"
    assert answer("best", game, "--after", "0 4 1")["action"] == "2"
    shown = answer("best", game, "--after", "0 4 1", "--search", "memoised")
    assert (shown["action"], shown["value"]) == ("2", 0.0)
    assert answer("solve", game, "--after", "0 4 1")["states"] == 210
    assert answer("perft", game, 3)["leaves"] == 504
    assert halfmove("tree", game, "--depth", 1).exit_code == 0
    assert halfmove("play", game, "random", "random").exit_code == 0
    assert halfmove("play", game, "human", "random", typed="0\nresign\nyes\n").exit_code == 0
    players = "random", "engine:nodes=20"
    assert halfmove("match", *players, "--game", game, "--games", 2, "--record", record).exit_code == 0
    assert halfmove("replay", record, "--game", game).exit_code == 0


@pytest.mark.parametrize("name", ["Text", "Data"])
def test_such_a_game_keeps_the_laws(answer, name):
    assert answer("check", f"{FILE}:{name}", "--games", 2)["ok"] is True


@pytest.mark.parametrize("command", ["best", "solve", "play", "tree"])
@pytest.mark.parametrize("name", UNHASHABLE)
def test_what_cannot_be_hashed_is_refused_with_its_line(halfmove, name, command):
    result = halfmove(command, f"{FILE}:{name}")
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"halfmove: {FILE}:")
    assert "cannot be hashed: " in line
