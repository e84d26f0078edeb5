"""What the commands answer: known values, stable keys, mistakes in one sentence."""

import json
import re
from importlib import import_module
from xml.etree import ElementTree

import pytest

from halfmove.cli.encoding import spell_what_cannot_be_written
from halfmove.cli.signature import Row
from halfmove.explain.text import SIGNS
from halfmove.explain.tree import Node

TREE = "max(min(3 12 8) min(2 4 6) min(14 5 2))"


def test_best_has_its_keys_and_knows_the_textbook(answer):
    found = answer("best", TREE)
    keys = ["action", "value", "worth", "exact", "line", "depth", "nodes", "seconds", "deepest", "table_full", "others"]
    assert list(found) == keys
    assert (found["action"], found["value"], found["exact"]) == ("1", 3.0, True)
    assert found["line"][0] == found["action"]


def test_a_named_search_looks_to_the_end(answer):
    found = answer("best", "tic-tac-toe", "--search", "minimax")
    assert (found["value"], found["exact"], found["nodes"]) == (0.0, True, 549946)


def test_depth_is_searched_exactly(answer):
    found = answer("best", "connect-four", "--search", "alphabeta:depth=4")
    assert found["depth"] == 4
    assert found["exact"] is False


def test_a_finished_game_has_no_action(answer):
    found = answer("best", "tic-tac-toe", "--after", "a1 b1 a2 b2 a3")
    assert found["action"] is None
    assert found["value"] == -1.0
    assert found["line"] == []


def test_chance_is_averaged(answer):
    assert answer("best", "chance(1/2: 1, 1/3: 0, 1/6: 0.5)")["value"] == pytest.approx(7 / 12)


def test_three_players(answer):
    assert answer("best", "A(B(<1 2 3> <4 5 6>) C(<0 9 1> <7 1 8>))")["value"] == 7.0


def test_limits_end_a_search(answer):
    found = answer("best", "connect-four", "--nodes", "5000")
    assert 0 < found["nodes"] <= 5000
    assert found["action"] is not None


def test_state_and_after_agree(answer):
    assert (
        answer("best", "connect-four", "--state", "4453", "--depth", "4")["action"]
        == (answer("best", "connect-four", "--after", "4 4 5 3", "--depth", "4")["action"])
    )


def test_a_file_of_the_users(answer, halfmove, broken):
    for name in ("good.py", "good.py:TakeAway"):
        found = answer("best", broken / name)
        assert (found["action"], found["value"]) == ("1", 1.0)
    assert not (broken / "__pycache__").exists()
    assert "Heap" in halfmove("best", f"{broken / 'good.py'}:Heap").stderr


def test_parameters_of_a_users_file(answer, tmp_path, broken):
    file = tmp_path / "sized.py"
    text = (broken / "good.py").read_text().replace("    initial = Heap()", SIZED)
    file.write_text(text)
    assert answer("perft", f"{file}:TakeAway:stones=3", 2)["leaves"] == 3
    assert answer("perft", f"{file}:stones=4", 2)["leaves"] == 4


SIZED = """    stones: int = 7

    @property
    def initial(self):
        return Heap(self.stones)
"""


def test_perft(answer, halfmove):
    found = answer("perft", "tic-tac-toe", 9)
    assert list(found) == ["leaves", "seconds"]
    assert found["leaves"] == 127872
    assert answer("perft", "tic-tac-toe", "--depth", 9, "--finished")["leaves"] == 255168
    divided = answer("perft", "connect-four", 4, "--divide")
    assert sum(divided["divide"].values()) == divided["leaves"] == 2401
    assert "117,649" in halfmove("perft", "connect-four", 6).stdout


def test_solve(answer):
    found = answer("solve", "one-heap-nim")
    assert list(found)[:8] == ["value", "exact", "states", "best", "preferred", "draw", "distance", "seconds"]
    assert (found["low"], found["high"], found["unsolved"]) == (1.0, 1.0, "")
    assert (found["value"], found["exact"], found["best"]) == (1.0, True, ["2"])


def test_games(answer, halfmove):
    names = [game["name"] for game in answer("games")]
    assert "tic-tac-toe" in names
    assert halfmove("games", "--quiet").stdout.split() == names
    assert all(name in halfmove("games").stdout for name in names)


def test_doctor(answer):
    found = answer("doctor")
    assert found["ok"] is True
    assert {"python", "numba", "lanes", "compiling", "cache", "processor", "terminal"} <= set(found)


def test_options_may_stand_before_the_command(halfmove):
    assert json.loads(halfmove("--json", "best", TREE).stdout)["action"] == "1"
    assert halfmove("--quiet", "best", TREE).stdout == "1\n"
    assert json.loads(halfmove("--json", "tree", TREE).stdout)["value"] == 3.0


def test_tree_marks_what_was_cut(halfmove):
    shown = halfmove("tree", TREE, "--search", "alphabeta").stdout
    assert shown.count("✂") == 1
    assert "✂ 2 3: cut" in shown
    assert "[3, +∞]" in shown


def test_tree_writes_json_and_svg(halfmove, tmp_path):
    data, picture = tmp_path / "tree.json", tmp_path / "tree.svg"
    assert halfmove("tree", TREE, "--json", data, "--svg", picture).stdout == ""
    assert Node.from_json(data.read_text()).value == 3.0
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == f"alphabeta on {TREE}"
    assert len(root.findall(f".//{space}polygon")) == 4
    assert len(root.findall(f".//{space}rect")) == 1 + 7  # the background and the leaves that were seen
    drawn = [path.get("class") for path in root.iter(f"{space}path")]
    assert drawn.count("branch cut") == drawn.count("across") == 2
    assert drawn.count("branch best") == 2
    assert not re.findall(r"(?:href|src|url)\b", picture.read_text(encoding="utf-8"))


def test_a_tree_that_is_too_large_is_refused(halfmove):
    result = halfmove("tree", "tic-tac-toe")
    assert result.exit_code == 2
    assert "more than 2,000 nodes" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("best", "tic-tac-to"), "tic-tac-toe"),
        (("best", "tic-tac-toe", "--search", "alphabet"), "did you mean alphabeta?"),
        (("best", "tic-tac-toe", "--search", "alphabeta:dept=3"), "did you mean depth?"),
        (("best", "tic-tac-toe", "--search", "alphabeta:depth=x"), "a whole number"),
        (("best", "tic-tac-toe", "--search", "human"), "not a search"),
        (("best", "tic-tac-toe", "--after", "a1 a1"), "a1: the square is taken by X"),
        (("best", "pig", "--search", "alphabeta:depth=3"), "chance"),
        (("best", "missing.py"), "no such file"),
        (("best", "max(min(3 12"), "end"),
        (("perft", "tic-tac-toe"), "how deep"),
        (("play", "tic-tac-toe", "human", "human", "human"), "3 players"),
        (("tree", TREE, "--search", "montecarlo"), "node by node"),
    ],
)
def test_a_mistake_is_one_sentence(halfmove, words, told):
    result = halfmove(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_file_that_fails_names_its_line(halfmove, tmp_path):
    for text, told in (("class Broken(\n    pass\n", ":1: "), ("x = 1\ny = 1 / 0\n", ":2: ZeroDivisionError")):
        file = tmp_path / "failing.py"
        file.write_text(text)
        result = halfmove("best", file)
        assert result.exit_code == 2
        assert f"failing.py{told}" in result.stderr


def test_a_game_that_fails_in_a_search_names_its_line(halfmove, broken):
    result = halfmove("best", broken / "answers.py", "--depth", "4")
    assert result.exit_code == 2
    assert "answers.py:8: evaluate raises ZeroDivisionError" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_unknown_options_are_a_usage_error(halfmove):
    assert halfmove("best", "tic-tac-toe", "--dept", "3").exit_code == 2
    assert halfmove("nothing").exit_code == 2


def test_bench_adds_up_the_nodes(answer, halfmove, monkeypatch, tmp_path):
    rows = Row("compiled", "one-heap-nim", "alphabeta:cut_equal=no"), Row("plain", "tic-tac-toe", "engine:hash=1")
    monkeypatch.setattr(import_module("halfmove.cli.signature"), "ROWS", rows)
    found = answer("bench")
    assert found["signature"] == sum(row["nodes"] for row in found["searches"]) > 0
    assert halfmove("bench", "--quiet").stdout == f"{found['signature']}\n"
    assert f"Bench: {found['signature']}" in halfmove("bench").stdout
    file = tmp_path / "signature.json"
    assert halfmove("bench", "--quiet", "--write", file).exit_code == 0
    counts = {f"{row['game']} {row['search']}": row["nodes"] for row in found["searches"]}
    assert json.loads(file.read_text()) == {"signature": found["signature"], "searches": counts}
    assert halfmove("bench", "tic-tac-toe", "--write", file).exit_code == 2


def test_best_proves_what_the_solver_knows(answer):
    """The solver sees it at a glance; the engine alone needs a second and more."""
    found = answer("best", "connect-four", "--state", "564674467562466", "--seconds", "0.3")
    assert (found["value"], found["exact"]) == (1.0, True)


def test_dice_are_told_or_thrown(halfmove, answer):
    said = " ".join(halfmove("best", "backgammon", "--depth", 1).stdout.split())
    assert "--roll lets it, or --after says what it does, as in --after X21" in said
    assert "as in --after a1=2" in " ".join(halfmove("best", "2048", "--depth", 1).stdout.split())
    for dice in ("X31", "31", "3-1"):
        assert answer("best", "backgammon", "--after", dice, "--depth", 1)["action"] is not None
    assert answer("best", "backgammon", "--roll", "--depth", 1)["action"] is not None
    assert answer("best", "2048", "--roll", "--depth", 1)["action"] in ("up", "right", "down", "left")


def test_dice_that_cannot_be_read_are_refused_with_their_notation(halfmove):
    refused = halfmove("best", "backgammon", "--after", "3x1")
    assert (refused.exit_code, "as in 31" in refused.stderr) == (2, True)
    refused = halfmove("best", "chess", "--roll")
    assert (refused.exit_code, refused.stderr) == (2, "halfmove: --roll: chance is not to move here\n")


def test_values_are_told_in_words(halfmove, answer):
    assert "draw for X, proven" in halfmove("best", "tic-tac-toe", "--after", "b2 a1", "--search", "memoised").stdout
    assert answer("best", "one-heap-nim")["worth"] == "wins in 2"


def test_what_an_encoding_lacks_is_spelled():
    spell_what_cannot_be_written()
    assert "▲ [-∞] ├── ■ ✂ ♞".encode("ascii", "halfmove.spelled") == b"^ [-inf] |-- # x ?"
    assert all(sign.encode("ascii", "halfmove.spelled") != b"?" for sign in SIGNS.values())
