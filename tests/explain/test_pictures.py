"""Pictures that every program can show: SVG without styles, LaTeX that compiles, HTML that needs nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

from halfmove import ExplicitGame, Recorder, alphabeta, expectiminimax, maxn
from halfmove.errors import HalfmoveError
from halfmove.explain import convert
from halfmove.explain.latex import latex, story_latex, tree_latex
from halfmove.explain.page import tree_html
from halfmove.explain.picture import animated_svg, drawing_of, step_svg, tree_svg
from halfmove.explain.steps import story_of

pytestmark = pytest.mark.usefixtures("native")  # the plain lane does all this, in both runs of the suite

SPACE = "{http://www.w3.org/2000/svg}"
TREES = {
    "two-ply": (alphabeta, "max(a1=min(b1=3 b2=12 b3=8) a2=min(c1=2 c2=4 c3=6) a3=min(d1=14 d2=5 d3=2))"),
    "players": (maxn, "A(B(C(<1 2 6> <4 2 3>) C(<6 1 2> <7 4 1>)) B(C(<5 1 1> <1 5 2>) C(<7 7 1> <5 4 5>)))"),
    "chance": (expectiminimax, "max(a1=chance(0.9: min(2 2), 0.1: min(3 3)) a2=chance(1/3: min(1 1), 2/3: min(4 4)))"),
    "long": (alphabeta, "max(a_rather_long_name=min(1234.5 1) another_one=min(0.125 7 8) c=min(max(1 2 3) max(5 6)))"),
    "alone": (alphabeta, "max(min(max(3)))"),
}
ALLOWED = {
    *("class", "d", "fill", "stroke", "stroke-width", "stroke-dasharray", "x", "y", "x1", "y1", "width", "height"),
    *("points", "cx", "cy", "rx", "ry", "font-family", "font-size", "text-anchor", "viewBox", "role", "aria-label"),
}


def recorded(name):
    search, text = TREES[name]
    game = ExplicitGame.parse(text)
    watch = Recorder(game)
    search(game, watch=watch)
    return watch.root


def box_of(text):
    """Return about where the letters of a text are: left, top, right, bottom."""
    x, y, size = (float(text.get(name)) for name in ("x", "y", "font-size"))
    width = 0.5 * size * len(text.text)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[text.get("text-anchor")]
    return left, y - 0.7 * size, left + width, y


def crosses(line, box):
    """Tell whether a line goes through a box: some of 200 points on it lie inside."""
    x0, y0, x1, y1 = line
    left, top, right, bottom = box
    points = [(x0 + (x1 - x0) * i / 200, y0 + (y1 - y0) * i / 200) for i in range(201)]
    return any(left < x < right and top < y < bottom for x, y in points)


@pytest.mark.parametrize("name", TREES)
def test_svg_that_every_program_reads(name):
    root = ElementTree.fromstring(tree_svg(recorded(name), name))
    for element in root.iter():
        assert set(element.attrib) <= ALLOWED, element.attrib
        assert element.tag.removeprefix(SPACE) not in ("style", "script", "image", "foreignObject")


@pytest.mark.parametrize("name", TREES)
def test_no_text_lies_on_a_branch(name):
    root = ElementTree.fromstring(tree_svg(recorded(name), name))
    branches = [tuple(map(float, re.findall(r"-?[\d.]+", path.get("d")))) for path in root.iter(f"{SPACE}path")]
    texts = list(root.iter(f"{SPACE}text"))
    assert branches
    assert len(texts) > len(branches)
    for text in texts:
        assert not any(crosses(branch, box_of(text)) for branch in branches), text.text
    boxes = [box_of(text) for text in texts]
    for i, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[:i]:
            assert left >= other_right or right <= other_left or top >= other_bottom or bottom <= other_top


def test_a_bound_and_a_vector_in_their_shapes():
    assert ">≤ 2</text>" in tree_svg(recorded("two-ply"))
    assert ">(1, 2, 6)</text>" in tree_svg(recorded("players"))
    assert ">1 (1/3)</text>" in tree_svg(recorded("chance"))
    assert ">1234.5</text>" in tree_svg(recorded("long"))


def test_each_step_shows_what_was_known_then():
    story = story_of(recorded("two-ply"))
    drawing = drawing_of(story)
    pictures = [step_svg(drawing, step, "steps") for step in story.steps]
    shapes = [picture.count("<polygon") - 1 for picture in pictures]  # one of them is the mark around the node
    assert shapes[0] == 1
    assert ">12</text>" not in pictures[2]
    assert ">12</text>" in pictures[3]
    assert "branch best" not in pictures[-2]
    assert pictures[-1].count("branch best") == 2
    for step, picture in enumerate(pictures):
        assert f">{step + 1}/{len(pictures)} " in picture


def test_the_animation_shows_its_last_step_where_nothing_moves():
    story = story_of(recorded("two-ply"))
    moving = ElementTree.fromstring(animated_svg(story, "moving"))
    last = ElementTree.fromstring(step_svg(drawing_of(story), len(story.steps) - 1, "moving"))
    seen = [group for group in moving.iter(f"{SPACE}g") if group.get("visibility") == "hidden"]
    hidden = {id(element) for group in seen for element in group.iter()}
    texts = [text.text for text in moving.iter(f"{SPACE}text") if id(text) not in hidden]
    assert texts == [text.text for text in last.iter(f"{SPACE}text")]
    for animation in moving.iter(f"{SPACE}animate"):
        times = [float(time) for time in animation.get("keyTimes").split(";")]
        assert times[0] == 0
        assert times == sorted(set(times))
        assert times[-1] < 1
        assert len(animation.get("values").split(";")) == len(times)


@pytest.mark.parametrize("name", TREES)
def test_html_that_needs_nothing_else(name):
    story = story_of(recorded(name))
    page = tree_html(story, f"<script>{name}")
    assert "<script>two" not in page
    assert not re.findall(r"\b(?:src|href|url|import|@font-face)\b", page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
    assert page.count("<li>") == len(story.steps)
    for first, end in re.findall(r'data-first="(\d+)" data-end="(\d+)"', page):
        assert 0 <= int(first) < int(end)


@pytest.mark.parametrize("name", TREES)
def test_latex_is_well_formed(name):
    root = recorded(name)
    for text in (tree_latex(root, name), story_latex(story_of(root), name)):
        plain = re.sub(r"\\[{}%\\]", "", text)
        depth = 0
        for sign in plain:
            depth += {"{": 1, "}": -1}.get(sign, 0)
            assert depth >= 0
        assert depth == 0
        assert plain.count("$") % 2 == 0
        begun, ended = (re.findall(rf"\\{word}\{{(\w+)\}}", text) for word in ("begin", "end"))
        assert sorted(begun) == sorted(ended)
        for line in text.splitlines():
            if line.strip().startswith(("\\draw", "\\node", "\\path")):
                assert line.endswith(";")
    assert text.count("\\begin{tikzpicture}") == len(story_of(root).steps)


def test_latex_prints_any_text():
    assert latex("a_1 & 50% <= {x}\\") == r"a\_1 \& 50\% $\leq$ \{x\}\textbackslash{}"
    assert latex("x\n\x00y") == "xy"


@pytest.mark.deep
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
@pytest.mark.parametrize("name", TREES)
def test_latex_compiles(name, tmp_path, covered):
    (tmp_path / "tree.tex").write_text(story_latex(story_of(recorded(name)), name))
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tree.tex"], cwd=tmp_path, capture_output=True
    )
    if b"tikz.sty' not found" in done.stdout:
        pytest.skip("TikZ is not installed")
    assert done.returncode == 0, done.stdout[-2000:]
    pages = len(story_of(recorded(name)).steps)
    assert f"({pages} page{'s' * (pages != 1)}".encode() in done.stdout
    covered("documents of LaTeX", cases=1)


@pytest.mark.skipif(not convert.cairosvg(), reason="CairoSVG or its library is not installed")
@pytest.mark.parametrize(("kind", "start"), [(convert.PNG, b"\x89PNG"), (convert.PDF, b"%PDF")])
def test_png_and_pdf(kind, start):
    assert convert.convert_svg(tree_svg(recorded("two-ply")), kind).startswith(start)


def test_a_program_converts_where_the_package_is_missing(monkeypatch, tmp_path):
    program = tmp_path / "rsvg-convert"
    program.write_text('#!/bin/sh\nwhile [ "$1" != --output ]; do shift; done\ncp "$3" "$2"\n')
    program.chmod(0o755)
    monkeypatch.setattr(convert, "cairosvg", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: str(program) if name == "rsvg-convert" else None)
    assert convert.convert_svg("<svg/>", convert.PNG) == b"<svg/>"
    program.write_text("#!/bin/sh\necho it is broken >&2\nexit 1\n")
    with pytest.raises(HalfmoveError, match="could not convert the picture: it is broken"):
        convert.convert_svg("<svg/>", convert.PDF)


def test_a_package_without_its_library_is_none(monkeypatch):
    def missing(name):
        raise OSError("no library called cairo-2 was found")

    monkeypatch.setattr(convert, "import_module", missing)
    assert convert.cairosvg() is None


def test_one_sentence_where_nothing_converts(monkeypatch):
    monkeypatch.setattr(convert, "cairosvg", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(HalfmoveError, match="no converter from SVG to PNG is installed: install CairoSVG"):
        convert.convert_svg("<svg/>", convert.PNG)
