"""Search trees for LaTeX, drawn with TikZ: a document of one page for the finished tree, or of one page for each step.

It needs `tikz` and `geometry`, which every LaTeX has. The picture between `\\begin{tikzpicture}` and its end can be
copied into any other document that uses TikZ and has the colours and styles of the preamble.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.explain.layout import (
    FORK,
    GAP,
    LABEL_AT,
    LARGE,
    LEVEL,
    MARGIN,
    RADIUS,
    STUB,
    Place,
    Sheet,
    sheet_of,
    text_width,
)
from halfmove.explain.numbers import branch_of
from halfmove.explain.picture import CAPTION, FILLS, LINE, MARK, OTHER, corners
from halfmove.explain.steps import Story, final_story
from halfmove.explain.tree import CHANCE_NODE, MAX, MIN, Node

_PIXELS_PER_CM = 40
_PLAIN = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    "∞": r"$\infty$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    '"': "''",
}
_COLOURS = {"max": FILLS[MAX], "min": FILLS[MIN], "chance": FILLS[CHANCE_NODE], "other": OTHER, "mark": MARK}
PREAMBLE = (
    "\\usepackage[utf8]{inputenc}\n\\usepackage{tikz}\n"
    + "".join(f"\\definecolor{{hm-{name}}}{{HTML}}{{{colour[1:].upper()}}}\n" for name, colour in _COLOURS.items())
    + "\\tikzset{hm-shape/.style={draw, line width=0.6pt}, hm-branch/.style={draw, line width=0.5pt},\n"
    "  hm-best/.style={draw, line width=1.6pt}, hm-cut/.style={draw=gray, dashed, line width=0.5pt},\n"
    "  hm-text/.style={font=\\footnotesize, inner sep=0pt}, hm-note/.style={font=\\scriptsize, inner sep=2pt}}\n"
)


def tree_latex(root: Node, title: str = "Search tree") -> str:
    """Return a document of one page, as large as the finished tree."""
    return story_latex(final_story(root), title)


def story_latex(story: Story, title: str) -> str:
    """Return a document with a page for each step."""
    sheet, captioned = sheet_of(story), len(story.steps) > 1
    width = max(sheet.width, CAPTION) if captioned else sheet.width
    longest = max(map(len, story.sentences))
    lines = 1 + int(longest * text_width("x", LARGE) / (width - 2 * MARGIN)) if captioned else 0
    height = sheet.height + lines * LINE + (GAP if captioned else 0)
    pages = "\n\\newpage\n".join(_page(story, sheet, step) for step in story.steps)
    comment = " ".join(title.split())
    return (
        f"% {comment}\n\\documentclass{{article}}\n"
        f"\\usepackage[paperwidth={_cm(width)}cm, paperheight={_cm(height)}cm, margin=0.3cm]{{geometry}}\n"
        f"{PREAMBLE}\\pagestyle{{empty}}\n\\parindent=0pt\n\\topskip=0pt\n\\begin{{document}}\n{pages}\n\\end{{document}}\n"
    )


def _page(story: Story, sheet: Sheet, step: int) -> str:
    picture = tikz_picture(story, sheet, step)
    if len(story.steps) == 1:
        return picture
    return f"{picture}\n\n{step + 1}/{len(story.steps)} {latex(story.sentences[step])}"


def tikz_picture(story: Story, sheet: Sheet | None = None, step: int = 0) -> str:
    """Return one picture: what is seen at a step."""
    sheet = sheet or sheet_of(story)
    end = step == len(story.steps) - 1
    frame = f"\\path[use as bounding box] (0,0) rectangle ({_cm(sheet.width - MARGIN)},-{_cm(sheet.height - MARGIN)});"
    lines = [*_branches(story, sheet.root, step, end), *_shapes(story, sheet.root, step)]
    return "\n".join(["\\begin{tikzpicture}", f"  {frame}", *(f"  {line}" for line in lines), "\\end{tikzpicture}"])


def latex(text: str) -> str:
    """Write any text so that LaTeX prints it as it is."""
    text = text.replace("<=", "≤").replace(">=", "≥")
    return "".join(_PLAIN.get(sign, sign) for sign in text if sign.isprintable())


def _cm(pixels: float) -> str:
    return f"{pixels / _PIXELS_PER_CM:.3f}".rstrip("0").rstrip(".")


def _at(x: float, y: float) -> str:
    return f"({_cm(x - MARGIN / 2)},{_cm(MARGIN / 2 - y)})"


def _branches(story: Story, place: Place, step: int, best: bool) -> Iterator[str]:
    top = place.y + FORK
    for i, child in enumerate(place.children):
        if story.lives[child.path].entered > step:
            continue
        bold = best and i == place.node.best
        side = "anchor=south west" if child.x >= place.x else "anchor=south east"
        style = "hm-best" if bold else "hm-branch"
        label = latex(branch_of(child.node))
        note = f" node[hm-note, pos={LABEL_AT}, {side}] {{{label}}}" if label else ""
        yield f"\\draw[{style}] {_at(place.x, top)} --{note} {_at(child.x, child.y - RADIUS * 0.9)};"
        yield from _branches(story, child, step, bold)
    if story.lives[place.path].cut <= step:
        for label, x in place.stubs:
            ends = f"{_at(place.x, top)} -- node[sloped, gray] {{$|$}} {_at(x, top + STUB * LEVEL)}"
            yield f"\\draw[hm-cut] {ends} node[hm-note, gray, below] {{{latex(label)}}};"


def _shapes(story: Story, place: Place, step: int) -> Iterator[str]:
    life = story.lives[place.path]
    if life.entered > step:
        return
    view, marked = life.at(step), story.places[step] == place.path
    lift = 0.0 if place.is_leaf else {MAX: RADIUS * 0.3, MIN: -RADIUS * 0.3}.get(place.node.mover, 0.0)
    yield _shape(place, ", draw=hm-mark, line width=1.6pt" if marked else "")
    if view.value:
        yield f"\\node[hm-text] at {_at(place.x, place.y + lift)} {{{latex(view.value)}}};"
    if view.beside:
        yield f"\\node[hm-note, anchor=west] at {_at(place.x + place.half, place.y)} {{{latex(view.beside)}}};"
    for child in place.children:
        yield from _shapes(story, child, step)


def _shape(place: Place, mark: str) -> str:
    node, x, y, half = place.node, place.x, place.y, place.half
    if place.is_leaf:
        side = RADIUS * 0.85
        return f"\\draw[hm-shape, fill=white{mark}] {_at(x - half, y - side)} rectangle {_at(x + half, y + side)};"
    if node.mover == CHANCE_NODE:
        return f"\\draw[hm-shape, fill=hm-chance{mark}] {_at(x, y)} ellipse ({_cm(half)} and {_cm(RADIUS)});"
    fill = {MAX: "hm-max", MIN: "hm-min"}.get(node.mover, "hm-other")
    points = " -- ".join(_at(x + dx, y + dy) for dx, dy in corners(node, half))
    return f"\\draw[hm-shape, fill={fill}{mark}] {points} -- cycle;"
