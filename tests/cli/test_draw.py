"""`halfmove draw`: the picture of a state on the screen or in a file, or one sentence that says why there is none."""

import pytest

from halfmove import draw, game_named
from halfmove.explain.convert import cairosvg

pytestmark = pytest.mark.usefixtures("native")  # the same in both lanes: once is enough


def test_the_last_action_is_marked(halfmove):
    game = game_named("connect-four")
    assert halfmove("draw", "connect-four", "--after", "4 4").stdout == draw(game, game.read("4"), 3)
    assert halfmove("draw", "connect-four", "--state", "44").stdout == draw(game, game.read("44"))


def test_a_file_and_a_caption(halfmove, tmp_path):
    file = tmp_path / "board.svg"
    result = halfmove("draw", "tic-tac-toe", "-o", file, "--caption", "An empty board")
    assert (result.exit_code, result.stdout) == (0, "")
    assert file.read_text(encoding="utf-8") == draw(game_named("tic-tac-toe"), caption="An empty board")
    again = halfmove("draw", "tic-tac-toe", "-o", file)
    assert (again.exit_code, again.stderr) == (2, f"halfmove: {file}: this file exists; --force replaces it\n")
    assert halfmove("draw", "tic-tac-toe", "-o", file, "--force").exit_code == 0


@pytest.mark.skipif(not cairosvg(), reason="CairoSVG or its library is not installed")
def test_other_kinds_of_files(halfmove, tmp_path):
    for kind, beginning in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        file = tmp_path / f"board.{kind}"
        assert halfmove("draw", "go:size=5", "-o", file).exit_code == 0
        assert file.read_bytes().startswith(beginning)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("draw", "chess", "--after", "e5"), "e5"),
        (("draw", "chess", "--state", "nonsense"), "nonsense"),
        (("draw", "nonsense"), "there is no game 'nonsense'"),
        (("draw", "nim", "-o", "/nowhere/board.svg"), "/nowhere/board.svg"),
        (("draw", "nim", "-o", "board.jpg"), "ends in .svg, .png or .pdf"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(halfmove, words, sentence):
    result = halfmove(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
