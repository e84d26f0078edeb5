"""Matches, ratings and replays from the command line."""

import json
from xml.etree import ElementTree

import pytest

MATCH = ("match", "random", "minimax", "--game", "one-heap-nim:stones=9", "--openings", "random:1")


def test_a_match_has_its_keys(answer):
    found = answer(*MATCH, "--games", 9)
    assert {"wins", "draws", "losses", "pairs", "elo", "superiority", "endings", "forfeits", "means"} <= set(found)
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 10
    assert found["losses"] > found["wins"]
    assert found["finished"] is True
    assert found["endings"] == {"over": 10}


def test_a_match_is_told_and_kept(halfmove, tmp_path):
    database, records = tmp_path / "match.db", tmp_path / "games.sgf"
    words = (*MATCH, "--games", 6, "--database", database)
    told = halfmove(*words, "--record", records)
    assert told.exit_code == 0
    assert "random against minimax" in told.stdout
    assert "Likelihood of superiority" in told.stdout
    assert halfmove(*words).exit_code == 2
    assert halfmove(*words, "--resume", "--quiet").stdout.startswith("+")
    assert halfmove("replay", records, "--quiet").stdout == halfmove("replay", database, "--quiet").stdout == "6\n"


def test_the_time_that_a_result_rests_on_is_told(answer, halfmove, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("from halfmove import Choice\ndef player(game, seen, limit):\n    return Choice(99, 0.0)\n")
    record, mine = tmp_path / "games.sgf", f"{file}:player"
    words = ("match", mine, "minimax:depth=9", "--game", "one-heap-nim:stones=9", "--games", 2, "--openings", "none")
    found = answer(*words, "--time", "5s", "--margin", "20ms", "--charge-waiting", "--record", record)
    assert found["time"] == {mine: "5s", "minimax:depth=9": "5s"}
    assert (found["margin"], found["charge_waiting"]) == (0.02, True)
    assert found["forfeits"] == {mine: 2, "minimax:depth=9": 0}
    assert found["forfeit_reasons"][mine][0].startswith("game 1: illegal")
    assert found["moves"] == {mine: 2, "minimax:depth=9": 1}
    assert 0 < found["seconds_per_move"]["minimax:depth=9"] <= found["longest_move"]["minimax:depth=9"] < 5
    assert "HT[5s,margin=20ms,waiting=charged]" in record.read_text(encoding="utf-8")
    told = halfmove(*words).stdout
    assert "a player late by more than 250ms forfeits; waiting for a core is not charged" in told
    assert f"{mine}: given 1s; took" in told
    assert "minimax:depth=9: given no limit but his own; took" in told
    assert "forfeits: 2" in told


def test_players_have_names_and_one_line_says_why_games_were_lost(answer, halfmove, tmp_path):
    file, games, database = tmp_path / "mine.py", tmp_path / "games.pgn", tmp_path / "match.db"
    file.write_text("from halfmove import Choice\ndef player(game, seen, limit):\n    return Choice(None, -1.0)\n")
    words = ("match", f"{file}:player,name=Mine", "random:seed=2,name=Dice", "--game", "chess", "--games", 2)
    kept = ("--pgn", games, "--database", database)
    told = halfmove(*words, *kept).stdout
    assert "Mine against Dice" in told
    assert "Losses: Mine 2 (2 resigned); Dice none" in told
    assert '[White "Mine"]' in games.read_text(encoding="utf-8")
    assert answer("ratings", database)["players"][0]["player"] == "Dice"
    assert answer(*words)["losses_by_ending"] == {"Mine": {"resigned": 2}, "Dice": {}}
    mated = halfmove("match", *["random"] * 2, "--game", "tic-tac-toe", "--games", 4, "--openings", "none").stdout
    assert "by the rules)" in mated
    refused = halfmove("match", "random:name=", "random", "--game", "tic-tac-toe")
    assert (refused.exit_code, "say name=... once" in refused.stderr) == (2, True)


def test_what_a_clock_charges_is_part_of_the_match(halfmove, tmp_path):
    words = (*MATCH, "--games", 2, "--time", "1s", "--database", tmp_path / "match.db")
    assert halfmove(*words).exit_code == 0
    result = halfmove(*words, "--resume", "--charge-waiting")
    assert result.exit_code == 2
    assert "begun with charge_waiting False" in result.stderr


def test_a_sequential_test(answer):
    found = answer(*MATCH, "--games", 4000, "--sprt=-100,0")
    assert found["sprt"]["verdict"] == "H0"
    assert found["games"] < 2000


def test_a_tournament_is_rated(answer, halfmove, tmp_path):
    database, picture = tmp_path / "all.db", tmp_path / "ratings.svg"
    players = ("random", "minimax", "montecarlo:games=3")
    words = ("tournament", *players, "--game", "one-heap-nim:stones=9", "--openings", "random:1")
    found = answer(*words, "--games", 10, "--database", database)
    assert found["games"] == 30
    assert [each["player"] for each in found["ratings"]][-1] == "random"
    rated = answer("ratings", database, "--anchor", "random", "--origin", 100, "--svg", picture)
    assert rated["players"][-1]["rating"]["value"] == 100
    ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert "all" in halfmove("ratings", database).stdout
    assert len(halfmove("ratings", database, "--quiet").stdout.splitlines()) == 3


def test_a_ladder_tells_who_stands_where(answer):
    players = ("random", "random", "minimax")
    words = ("tournament", *players, "--form", "ladder", "--game", "one-heap-nim:stones=9", "--openings", "random:1")
    assert answer(*words, "--games", 10)["ladder"][0] == "minimax"


def test_a_game_for_one_is_compared_by_its_points(answer):
    found = answer("match", "random", "random:seed=5", "--game", "2048:goal=32", "--games", 3)
    assert found["games"] == 6
    assert set(found["means"]) == {"random", "random:seed=5"}


def test_a_replay_shows_and_converts(answer, halfmove, tmp_path):
    file, other = tmp_path / "games.pgn", tmp_path / "games.json"
    file.write_text('[White "A"]\n[Black "B"]\n1. f3 e5 2. g4 Qh4# 0-1\n1. e4 *\n')
    assert "2 games, all legal" in halfmove("replay", file, "--to", other).stdout
    assert json.loads(other.read_text().splitlines()[0])["actions"] == ["f3", "e5", "g4", "Qh4#"]
    assert answer("replay", other, "--number", 1)["players"] == ["A", "B"]
    shown = halfmove("replay", file, "--number", 1).stdout
    assert "A against B" in shown
    assert "resigned" not in halfmove("replay", file, "--number", 1, "--plies", 2).stdout


ENDS = {
    "1. f3 e5 2. g4 Qh4# 0-1": ("over", "checkmate"),
    "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6"
    " 1/2-1/2": ("over", "stalemate"),
    '[FEN "8/8/8/3k4/8/8/4q3/4K3 w - - 0 1"]\n1. Kxe2 1/2-1/2': ("over", "nobody can win"),
    "1. e4 e5 1-0": ("resigned", ""),
    "1. e4 e5 1/2-1/2": ("draw", ""),
}


@pytest.mark.parametrize(("text", "ending"), ENDS.items(), ids=[ending[-1] or ending[0] for ending in ENDS.values()])
def test_a_replay_says_how_the_rules_ended_the_game(answer, halfmove, tmp_path, text, ending):
    file, other = tmp_path / "games.pgn", tmp_path / "again.pgn"
    file.write_text(text + "\n")
    found = answer("replay", file, "--number", 1, "--to", other)
    assert (found["ending"], found["detail"]) == ending
    assert halfmove("replay", file, "--number", 1).stdout.splitlines()[-1].startswith(", ".join(filter(None, ending)))
    assert f'[Ending "{ending[0]}"]' in other.read_text()
    assert answer("replay", other, "--number", 1)["detail"] == ending[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*MATCH, "--time", "soon"), "'soon' is not a time"),
        ((*MATCH, "--sprt", "5"), "say ELO0,ELO1"),
        ((*MATCH, "--resume"), "say --database FILE"),
        ((*MATCH, "--record", "games.txt"), "records are files that end in"),
        ((*MATCH, "--openings", "nowhere.epd"), "there is no such file"),
        ((*MATCH, "--resign", "often"), "'often' is not a number"),
        (("match", "random", "--game", "chess"), "1 players for a game of 2"),
        (("match", "random", "nobody", "--game", "chess"), "there is no player 'nobody'"),
        (("match", "human", "random", "--game", "tic-tac-toe"), "a person cannot be asked here"),
        (("tournament", "random", "random", "--form", "cup", "--game", "nim"), "there is no form 'cup'"),
        (("ratings", "absent.db"), "there is no such file"),
        (("replay", "absent.pgn"), "absent.pgn: No such file"),
    ],
)
def test_a_mistake_in_a_match_is_one_sentence(halfmove, words, told):
    result = halfmove(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_record_that_lies_is_named(halfmove, tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text("1. e4 *\n1. e5 *\n")
    result = halfmove("replay", file)
    assert result.exit_code == 2
    assert "games.pgn: game 2: action 1: e5" in result.stderr


def test_a_name_is_shown_as_it_is(halfmove, tmp_path):
    """No part of a player's name between colons becomes a picture."""
    (tmp_path / "mine.py").write_text("def boom(game, seen, limit): 1 / 0\n")
    words = ("match", f"{tmp_path}/mine.py:boom", "random", "--game", "tic-tac-toe", "--games", 2)
    assert "mine.py:boom: given" in halfmove(*words).stdout
