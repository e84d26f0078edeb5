"""`halfmove tree`: the tree that a search sees, with its windows and cuts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from halfmove.cli.options import After, Depth, GameText, Quiet, Search, Seed, StateText

if TYPE_CHECKING:
    from rich.text import Text

    from halfmove.core.game import Game
    from halfmove.explain.tree import Node

MOST_NODES = 2_000  # that are drawn where nothing else is said
STDOUT = "-"
SIGNS = {"MAX": "▲", "MIN": "▼", "CHANCE": "●", "": "■"}


class TreeCommand(TyperCommand):
    """A command whose `--json` may stand alone: a word after it is its file only if it ends in .json."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given: list[str] = []
        for word, following in zip(args, [*args[1:], ""], strict=True):
            given.append(word)
            if word == "--json" and following != STDOUT and not following.endswith(".json"):
                given.append(STDOUT)
        return super().parse_args(ctx, given)


def tree(
    game: GameText,
    state: StateText = None,
    after: After = "",
    search: Search = None,
    depth: Depth = None,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes to draw at most.")] = MOST_NODES,
    as_json: Annotated[
        str | None,
        typer.Option("--json", metavar="[FILE.json]", help="Print the tree as JSON, or write it to a file."),
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the tree as SVG.")] = None,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Show the tree that a search sees: values, windows from alpha to beta, why each node ended, and what was cut."""
    from halfmove.explain.picture import tree_svg
    from halfmove.play.loading import load_game, load_state
    from halfmove.play.players.searches import ENGINE, suitable

    played = load_game(game)
    begun = load_state(played, state, after)
    name = search or suitable(played).replace(ENGINE, "alphabeta")
    root = _recorded(played, begun, name, depth, nodes, seed)
    if svg is not None:
        svg.write_text(tree_svg(root, f"{name} on {game}"), encoding="utf-8")
    if as_json == STDOUT:
        print(root.to_json())
    elif as_json is not None:
        Path(as_json).write_text(root.to_json() + "\n", encoding="utf-8")
    if as_json is None and not quiet:
        _show(root)


def _recorded(game: Game, state: Any, text: str, depth: int | None, most: int, seed: int) -> Node:
    """Return the tree of a search, if it is not larger than `most` nodes."""
    from halfmove.core.choice import Limit
    from halfmove.errors import HalfmoveError
    from halfmove.explain.tree import Recorder
    from halfmove.play.players.search import search_of
    from halfmove.play.players.spec import parse_spec

    spec = parse_spec(text)
    search, deepens = search_of(spec, game, seed)
    if not deepens:
        raise HalfmoveError(f"{spec.name} does not search a tree node by node")
    recorder = Recorder(game)
    limit = Limit(nodes=most)
    search(game, state, spec.options.get("depth", depth), limit=limit, watch=recorder)
    if recorder.root is None or recorder.root.value is None:
        raise HalfmoveError(f"the tree has more than {most:,} nodes: ask for fewer plies (--depth) or more (--nodes)")
    return recorder.root


def _show(root: Node) -> None:
    from rich.tree import Tree

    from halfmove.cli.report import console

    def grow(branch: Tree, node: Node, best: bool) -> None:
        for i, child in enumerate(node.children):
            is_best = best and i == node.best
            grow(branch.add(_line(child, is_best)), child, is_best)
        if node.skipped:
            branch.add(f"✂ {' '.join(node.skipped)}: {node.reason}", style="dim")

    drawn = Tree(_line(root, True), guide_style="dim")
    grow(drawn, root, True)
    console().print(drawn)


def _line(node: Node, best: bool) -> Text:
    """Write what happened at a node."""
    from rich.text import Text

    from halfmove.explain.picture import number, window

    line = Text(f"{node.label} " if node.label else "", style="bold" if best else "")
    line.append(f"{SIGNS.get(node.mover if node.children or node.skipped else '', node.mover)} ")
    line.append(number(node.value), style="bold green" if best else "green")
    if node.children or node.skipped:
        line.append(f"  {window(node)}", style="cyan")
        if node.reason != "searched" and node.skipped:
            line.append(f"  {node.reason}", style="yellow")
    elif node.reason not in ("end", ""):
        line.append(f"  {node.reason}", style="yellow")
    return line
