"""`halfmove tree`: the tree that a search sees, with its windows and cuts, at the end or step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.answers import Command, output
from halfmove.cli.files import Force, require_new
from halfmove.cli.options import After, Depth, GameText, Quiet, Search, Seed, StateText

if TYPE_CHECKING:
    from halfmove.core.game import Game
    from halfmove.explain.steps import Story
    from halfmove.explain.tree import Node
    from halfmove.play.players.spec import Spec

MOST_NODES = 2_000  # that are drawn where nothing else is said
SIMULATIONS = 100  # that a tree grows by where nothing else is said
COMPILED_FROM = 2_000  # simulations: fewer take less time in plain Python than the compiler does
STDOUT = "-"
STYLES = {
    "guide": "dim",
    "label": "",
    "sign": "",
    "best": "bold",
    "value": "green",
    "best value": "bold green",
    "window": "cyan",
    "note": "yellow",
    "cut": "dim",
}


class TreeCommand(Command):
    """A command whose `--json` may stand alone: a word after it is its file only if it ends in .json."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given: list[str] = []
        for word, following in zip(args, [*args[1:], ""], strict=True):
            given.append(word)
            if word == "--json" and following != STDOUT and not following.endswith(".json"):
                given.append(STDOUT)
        return super().parse_args(ctx, given)


def _file(what: str, name: str = "FILE") -> Any:
    return typer.Option(metavar=name, help=what, show_default=False)


def tree(
    game: GameText,
    state: StateText = None,
    after: After = "",
    search: Search = None,
    depth: Depth = None,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes to draw at most.")] = MOST_NODES,
    steps: Annotated[
        bool, typer.Option("--steps", help="Tell the search step by step; --svg then moves, --latex has a page a step.")
    ] = False,
    ranges: Annotated[
        bool, typer.Option("--ranges", help="In steps, show what each node can still be worth, as AIMA's figure 5.5.")
    ] = False,
    as_json: Annotated[
        str | None,
        typer.Option("--json", metavar="[FILE.json]", help="Print the tree as JSON, or write it to a file."),
    ] = None,
    svg: Annotated[Path | None, _file("Draw the tree as SVG.")] = None,
    png: Annotated[Path | None, _file("Draw it as PNG; needs CairoSVG, rsvg-convert or Inkscape.")] = None,
    pdf: Annotated[Path | None, _file("Draw it as PDF; needs one of them too.")] = None,
    latex: Annotated[Path | None, _file("Draw it for LaTeX, with TikZ.")] = None,
    html: Annotated[Path | None, _file("Write a page that shows the steps: previous, next, play.")] = None,
    frames: Annotated[Path | None, _file("Write an SVG for each step into a folder.", "FOLDER")] = None,
    force: Force = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Show the tree that a search sees: values, windows from alpha to beta, why each node ended, and what was cut."""
    from halfmove.core.secrets import has_secrets
    from halfmove.errors import HalfmoveError
    from halfmove.explain.steps import final_story, story_of
    from halfmove.play.loading import load_game, load_state, load_view
    from halfmove.play.players.searches import DICE, ENGINE, MCTS, suitable

    target = None if as_json in (None, STDOUT) else Path(str(as_json))
    require_new((target, svg, png, pdf, latex, html), force)
    played = load_game(game)
    begun = load_view(played, state, after) if has_secrets(played) else load_state(played, state, after)
    of_the_book = {ENGINE: "alphabeta", MCTS: "alphabeta", DICE: "expectiminimax"}
    name = search or of_the_book.get(suitable(played), suitable(played))
    root = _recorded(played, begun, name, depth, nodes, seed)
    if root.visits and (steps or html or frames):
        kind = name.partition(":")[0]
        raise HalfmoveError(f"{kind} comes back to each node many times: its tree is drawn as it is in the end")
    title = f"{name} on {game}"
    story = story_of(root, ranges) if steps or html or frames else final_story(root)
    shown = story if steps else final_story(root)
    for file, data in _pictures(root, shown, title, svg, png, pdf, latex).items():
        file.write_bytes(data)
    if frames is not None:
        _write_frames(frames, story, title, force)
    if html is not None:
        from halfmove.explain.page import tree_html

        html.write_text(tree_html(story, title), encoding="utf-8")
    if target is not None:
        target.write_text(root.to_json() + "\n", encoding="utf-8")
    if as_json == STDOUT:
        print(root.to_json(), file=output())
    if as_json is None and not quiet:
        show_steps(story) if steps else show_tree(root)


def _pictures(
    root: Node, story: Story, title: str, svg: Path | None, png: Path | None, pdf: Path | None, latex: Path | None
) -> dict[Path, bytes]:
    """Return the pictures that were asked for, by their files."""
    from halfmove.explain.convert import PDF, PNG, convert_svg
    from halfmove.explain.latex import story_latex
    from halfmove.explain.picture import animated_svg, tree_svg

    pictures: dict[Path, bytes] = {}
    if svg is not None:
        moves = len(story.steps) > 1
        pictures[svg] = (animated_svg(story, title) if moves else tree_svg(root, title)).encode()
    for file, kind in ((png, PNG), (pdf, PDF)):
        if file is not None:
            pictures[file] = convert_svg(tree_svg(root, title), kind)
    if latex is not None:
        pictures[latex] = story_latex(story, title).encode()
    return pictures


def _write_frames(folder: Path, story: Story, title: str, force: bool) -> None:
    """Write a picture for each step; what else lies in the folder stays as it is."""
    from halfmove.explain.picture import drawing_of, step_svg

    digits = max(2, len(str(len(story.steps))))
    names = [folder / f"step-{step + 1:0{digits}}.svg" for step in story.steps]
    if folder.exists():
        require_new(names, force)
    else:
        folder.mkdir()
    drawing = drawing_of(story)
    for step, file in enumerate(names):
        file.write_text(step_svg(drawing, step, f"{title}: step {step + 1}", story.sentences[step]), encoding="utf-8")


def _recorded(game: Game, state: Any, text: str, depth: int | None, most: int, seed: int) -> Node:
    """Return the tree of a search, if it is not larger than `most` nodes."""
    from halfmove.core.choice import Limit
    from halfmove.core.knowledge import view_of
    from halfmove.errors import HalfmoveError
    from halfmove.explain.tree import Recorder
    from halfmove.play.players.search import considered, search_of
    from halfmove.play.players.searches import CLAIRVOYANCE, HIDDEN, ISMCTS, MCTS
    from halfmove.play.players.spec import parse_spec
    from halfmove.search.hidden.drawing import averaged_tree

    spec = parse_spec(text)
    if spec.name == MCTS:
        return _simulated(game, state, spec, depth, most, seed)
    if spec.name == ISMCTS:
        return _known(game, state, spec, depth, most, seed)
    if spec.name == CLAIRVOYANCE:
        options = {name: value for name, value in spec.options.items() if name in HIDDEN[CLAIRVOYANCE].options}
        return averaged_tree(game, view_of(game, state), depth, most, **{"seed": seed, **options})
    search, deepens = search_of(spec, game, seed)
    if not deepens:
        raise HalfmoveError(f"{spec.name} does not search a tree node by node")
    game = considered(spec, game, state)
    recorder = Recorder(game)
    limit = Limit(nodes=most)
    search(game, state, spec.options.get("depth", depth), limit=limit, watch=recorder)
    if recorder.root is None or recorder.root.value is None:
        raise HalfmoveError(f"the tree has more than {most:,} nodes: ask for fewer plies (--depth) or more (--nodes)")
    return recorder.root


def _simulated(game: Game, state: Any, spec: Spec, depth: int | None, most: int, seed: int) -> Node:
    """Return the tree that simulations grow, if it is not larger than `most` nodes."""
    from halfmove.core.choice import Limit
    from halfmove.core.secrets import require_no_secrets
    from halfmove.core.wrapper import plain_throughout
    from halfmove.play.players.search import considered, tree_search_of
    from halfmove.search.mcts.drawing import drawn_tree

    require_no_secrets(game, spec.name)
    game, simulations = considered(spec, game, state), spec.options.get("simulations", SIMULATIONS)
    searched = game if simulations > COMPILED_FROM else plain_throughout(game)
    search = tree_search_of(searched, spec, {"simulations": simulations})
    search.choose(state, spec.limited(Limit(depth=depth)), seed=spec.options.get("seed", seed))
    return drawn_tree(search, most)


def _known(game: Game, state: Any, spec: Spec, depth: int | None, most: int, seed: int) -> Node:
    """Return the tree of what players know that simulations grow, if it is not larger than `most` nodes."""
    from halfmove.core.choice import Limit
    from halfmove.core.knowledge import view_of
    from halfmove.core.wrapper import plain_throughout
    from halfmove.play.players.searches import HIDDEN, ISMCTS
    from halfmove.search.mcts.hidden import InformationTreeSearch
    from halfmove.search.mcts.information_drawing import drawn_information_tree

    options = {name: value for name, value in spec.options.items() if name in HIDDEN[ISMCTS].options}
    seed = options.pop("seed", seed)
    search = InformationTreeSearch(plain_throughout(game), **{"simulations": SIMULATIONS, **options})
    view = view_of(game, state)
    search.choose(view, spec.limited(Limit(depth=depth)), seed=seed)
    return drawn_information_tree(search, view, most, seed)


def say(text: str, style: str = "", wrap: bool = False) -> None:
    """Print a text as it stands; `wrap` breaks long lines between words."""
    from rich.text import Text

    from halfmove.cli.report import console

    console().print(Text(text, style), soft_wrap=not wrap)


def show_tree(root: Node) -> None:
    """Print a tree."""
    from rich.text import Text

    from halfmove.cli.report import console
    from halfmove.explain.text import tree_lines

    for parts in tree_lines(root):
        console().print(Text.assemble(*((text, STYLES[kind]) for text, kind in parts)))


def show_steps(story: Story) -> None:
    """Print what a search does, a line for each step, indented by how deep it is."""
    from halfmove.explain.steps import lines

    for number, (deep, sentence) in enumerate(lines(story), 1):
        say(f"{number:>3}  {'  ' * deep}{sentence}")
