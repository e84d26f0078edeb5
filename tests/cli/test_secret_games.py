"""A game that hides something, from the command line: searches refuse it by the reason, players of a user's play it."""

import json
from pathlib import Path

import pytest

from halfmove.check.laws import summary
from halfmove.games import game_named
from halfmove.play.players.searches import SEARCHES
from halfmove.play.terminal.terminal import specs_for

KUHN = Path(__file__).parents[1] / "play" / "kuhn.py"
MINE = """
from halfmove import Choice, legal_actions

def honest(game, seen, limit):
    mine = seen.first or seen.second
    assert 0 in seen[:2], "the other card is not to be seen"
    return Choice(legal_actions(game, seen)[mine > 1], 0.0)

def bold(game, seen, limit):
    return Choice(1, 0.0)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "kuhn.py").write_text(KUHN.read_text())
    (tmp_path / "silent.py").write_text(KUHN.read_text().replace("    has_secrets = True\n", ""))
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(result, why="hides something from its players (has_secrets)"):
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert why in line
    assert line.endswith("needs the whole state")


def test_check_asks_for_the_declaration(halfmove, folder):
    assert halfmove("check", "kuhn.py").exit_code == 0
    result = halfmove("check", "silent.py")
    assert result.exit_code == 1
    assert "is not the whole state: declare `has_secrets = True`" in result.stdout
    assert summary("secrets_are_declared") in result.stdout


@pytest.mark.one_lane
@pytest.mark.parametrize("game", ["kuhn.py", "silent.py"])
def test_no_command_searches_what_it_cannot_see(halfmove, folder, game):
    why = "(has_secrets)"
    (folder / "suite").write_text("first=1 second=2 history=1 0\n")
    for words in (("solve",), ("best", "--search", "alphabeta"), ("tree",), ("bench", "--ablate"), ("ugi",)):
        refused(halfmove(words[0], game, *words[1:]), why)
    if game == "silent.py":
        refused(halfmove("best", game, "--after", "12"), why)
    refused(halfmove("bench", game, "--suite", "suite", "--quiet"), why)


@pytest.mark.one_lane
@pytest.mark.parametrize("search", SEARCHES)
def test_no_player_searches_what_it_cannot_see(halfmove, folder, search):
    refused(halfmove("best", "kuhn.py", "--search", search))
    refused(halfmove("tree", "kuhn.py", "--search", search))
    refused(halfmove("ugi", "kuhn.py", "--search", search))
    refused(halfmove("play", "kuhn.py", "human", search))
    refused(halfmove("play", "kuhn.py", search, "random"))
    refused(halfmove("match", "random", search, "--game", "kuhn.py", "--database", "match.db"))
    refused(halfmove("tournament", "random", "random", search, "--game", "kuhn.py", "--database", "match.db"))
    assert not (folder / "match.db").exists()


@pytest.mark.one_lane
def test_random_players_play_it(halfmove, answer, folder):
    assert halfmove("play", "kuhn.py", "random", "random").exit_code == 0
    assert answer("match", "random", "random", "--game", "kuhn.py", "--games", 20)["endings"] == {"over": 20}


@pytest.mark.one_lane
@pytest.mark.parametrize("workers", [1, 2])
def test_players_of_a_user_play_it(halfmove, answer, folder, workers):
    words = ("match", "mine.py:honest", "mine.py:bold", "--game", "kuhn.py", "--games", 8, "-c", workers)
    found = answer(*words, "--openings", "none", "--record", "games.sgf")
    assert found["endings"] == {"over": 8}
    assert halfmove("replay", "games.sgf", "--game", "kuhn.py", "--quiet").stdout == "8\n"
    told = json.loads(halfmove("replay", "games.sgf", "--game", "kuhn.py", "--json").stdout)
    assert {game["players"][0] for game in told} == {"mine.py:honest", "mine.py:bold"}


@pytest.mark.one_lane
def test_a_user_meets_his_player(halfmove, folder):
    result = halfmove("play", "kuhn.py", "human", "mine.py:bold", typed="hint\n1\n")
    assert result.exit_code == 0
    assert "Hint: draw from 0" in result.stdout
    assert "MIN (mine.py:bold) has acted." in result.stdout  # the game does not say how it is announced
    assert "Review" not in result.stdout
    assert "second=0" in result.stdout.partition("to move>")[0]
    assert "second=0" not in result.stdout.rpartition("has acted")[2]  # after the end everything is shown


def test_who_names_no_opponent_meets_a_strong_one(halfmove, folder):
    assert "MIN (strong)" in halfmove("play", "kuhn.py", typed="quit\n").stdout
    assert [str(spec) for spec in specs_for(game_named("kuhn-poker"), [])] == ["human", "strong"]
