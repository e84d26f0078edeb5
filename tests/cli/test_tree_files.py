"""`halfmove tree` writes pictures and steps, and replaces nothing unasked."""

import pytest

pytestmark = pytest.mark.usefixtures("native")  # the plain lane does all this, in both runs of the suite

TREE = "max(a=min(3 12) b=min(2 4))"


def test_steps_are_printed_a_line_each(halfmove):
    shown = halfmove("tree", TREE, "--steps").stdout.splitlines()
    assert shown[0] == "  1  MAX moves at the root, window [-∞, +∞]."
    assert "cannot matter" in shown[6]
    assert shown[-1].endswith("The root is worth 3: MAX takes a.")


def test_frames_leave_everything_else_alone(halfmove, tmp_path):
    folder = tmp_path / "frames"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    assert halfmove("tree", TREE, "--frames", folder, "--quiet").exit_code == 0
    names = sorted(file.name for file in folder.iterdir())
    assert names[0] == "mine.txt"
    assert names[1:] == [f"step-{step:02}.svg" for step in range(1, len(names))]
    (folder / "step-01.svg").write_text("mine")
    again = halfmove("tree", TREE, "--frames", folder)
    assert again.exit_code == 2
    assert "step-01.svg: this file exists; --force replaces it" in again.stderr
    assert (folder / "step-01.svg").read_text() == "mine"
    assert halfmove("tree", TREE, "--frames", folder, "--force").exit_code == 0
    assert (folder / "step-01.svg").read_text().startswith("<svg")
    assert (folder / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("option", ["svg", "latex", "html", "png", "pdf", "json"])
def test_no_file_is_replaced_unasked(halfmove, tmp_path, option):
    file = tmp_path / f"tree.{option}"
    file.write_text("mine")
    refused = halfmove("tree", TREE, f"--{option}", file)
    assert (refused.exit_code, file.read_text()) == (2, "mine")
    assert refused.stderr.count("\n") == 1
    other = tmp_path / "other.svg"
    assert halfmove("tree", TREE, "--svg", other, f"--{option}", file).exit_code == 2
    assert not other.exists()
    if option not in ("png", "pdf"):  # which need a converter
        assert halfmove("tree", TREE, f"--{option}", file, "--force").exit_code == 0
        assert file.read_text() != "mine"


def test_a_folder_that_is_not_there_and_a_folder_for_a_file(halfmove, tmp_path):
    assert "there is no folder" in halfmove("tree", TREE, "--svg", tmp_path / "no" / "tree.svg").stderr
    assert "this is a folder" in halfmove("tree", TREE, "--svg", tmp_path).stderr


def test_steps_make_the_svg_move(halfmove, tmp_path):
    halfmove("tree", TREE, "--steps", "--svg", tmp_path / "moving.svg", "--latex", tmp_path / "pages.tex")
    halfmove("tree", TREE, "--svg", tmp_path / "still.svg", "--latex", tmp_path / "page.tex")
    assert "<animate" in (tmp_path / "moving.svg").read_text()
    assert "<animate" not in (tmp_path / "still.svg").read_text()
    assert (tmp_path / "pages.tex").read_text().count("\\newpage") > 5
    assert "\\newpage" not in (tmp_path / "page.tex").read_text()
