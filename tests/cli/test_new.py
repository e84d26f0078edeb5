"""`halfmove new` writes a game that works, and never touches a file that is there."""

import pytest

from halfmove.check.lanes import disagreements
from halfmove.play.loading import load_game


def test_the_skeleton_passes_check_and_is_played(halfmove, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = halfmove("new", "my_game.py").stdout
    assert "halfmove check my_game.py" in said
    assert "docs/write-a-game.md" in said
    text = (tmp_path / "my_game.py").read_text()
    assert "class MyGame(Game):" in text
    assert "FILE" not in text
    assert "CLASS" not in text
    assert "MyGame keeps the laws" in halfmove("check", "my_game.py", "--games", 3).stdout
    assert halfmove("best", "my_game.py", "--quiet").stdout == "take-3\n"
    assert halfmove("best", "my_game.py:MyGame:most=4", "--quiet").exit_code == 0
    assert "o o o" in halfmove("play", "my_game.py", "random", "random").stdout


@pytest.mark.deep
def test_the_skeleton_is_the_same_in_both_lanes(native, halfmove, tmp_path, covered):
    halfmove("new", tmp_path / "x.py")
    assert list(disagreements(load_game(str(tmp_path / "x.py")))) == []
    covered("the skeleton of a game", games=20)


def test_a_file_that_is_there_stays_as_it_is(halfmove, tmp_path):
    file = tmp_path / "my_game.py"
    file.write_text("mine")
    result = halfmove("new", file)
    assert result.exit_code == 2
    assert result.stderr == f"halfmove: {file}: this file exists already, and stays as it is\n"
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("my-game.py", "named by letters, digits and _"),
        ("class.py", "named by letters, digits and _"),
        ("my_game", "must end in .py"),
        ("my_game.txt", "must end in .py"),
        ("random.py", "would hide the module 'random'"),
        ("halfmove.py", "would hide the module 'halfmove'"),
        ("nowhere/my_game.py", "there is no folder"),
        (".py", "must end in .py"),
    ],
)
def test_a_bad_name_is_refused_in_one_sentence(halfmove, tmp_path, monkeypatch, name, told):
    monkeypatch.chdir(tmp_path)
    result = halfmove("new", name)
    assert result.exit_code == 2
    (sentence,) = result.stderr.splitlines()
    assert sentence.startswith(f"halfmove: {name}: ")
    assert told in sentence
    assert list(tmp_path.iterdir()) == []
