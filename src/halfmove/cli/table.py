"""`halfmove table`: build tables, look into them, and check them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.group import Group
from halfmove.cli.options import After, GameText, Json, Quiet, StateText

if TYPE_CHECKING:
    from halfmove.tables.table import Table

app = typer.Typer(
    name="table",
    cls=Group,
    help="Build tables of what is known for certain, look into them, and check them.",
    no_args_is_help=True,
)

TableFile = Annotated[Path, typer.Argument(metavar="FILE", help="A table.", show_default=False)]
TableGame = Annotated[
    str | None,
    typer.Option("--game", help="The game, where it is a file of yours: no table runs one.", show_default=False),
]
Megabytes = Annotated[
    float | None, typer.Option(min=1, help="Memory to use at most.", show_default="a quarter of this machine's")
]


@app.command()
def build(
    game: GameText,
    what: Annotated[str, typer.Argument(help="An ending, such as KBNK; the whole game where nothing is said.")] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")] = None,
    metric: Annotated[
        str, typer.Option(help="What distances lead to: mate, or zeroing (of the count of moves).")
    ] = "mate",
    megabytes: Megabytes = None,
    force: Force = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Solve a whole game, or an ending, and write a table. What was interrupted goes on with the same command.

    \b
    halfmove table build connect-four:width=4,height=4 --output connect4x4.table
    halfmove table build chess KBNK --output kbnk.table
    """
    from halfmove.cli.solve_page import build_and_show
    from halfmove.errors import HalfmoveError

    if output is None:
        raise HalfmoveError("say where to write the table: --output FILE")
    require_new((output,), force)
    build_and_show(game, output, what, metric, megabytes, None, as_json, quiet)


@app.command()
def info(file: TableFile, as_json: Json = False) -> None:
    """Tell what a table is about; nothing of it is checked but its header."""
    from halfmove.cli.report import console, print_json, table
    from halfmove.play.foreign_text import printable
    from halfmove.tables.blocks import BlockFile

    opened = BlockFile(file)
    about = {name: value for name, value in opened.header.items() if name not in ("sections", "entries", "counts")}
    about |= {"bytes": opened.size, "sections": {each.name: f"{each.length:,} {each.kind}" for each in opened.sections}}
    if as_json:
        print_json(about)
        return
    rows = table("", "")
    rows.show_header = False
    for name, value in about.items():
        rows.add_row(printable(name), printable(_text(value)))
    console().print(rows, markup=False)


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name}: {each}" for name, each in value.items())
    return f"{value:,}" if isinstance(value, int) else str(value)


@app.command()
def probe(
    file: TableFile,
    state: StateText = None,
    after: After = "",
    game: TableGame = None,
    as_json: Json = False,
) -> None:
    """Tell what a table knows of a state: its value, the plies to the end, and what each action is worth."""
    from halfmove.cli.report import console, print_json, table
    from halfmove.compiled import plain
    from halfmove.core.choice import Choice
    from halfmove.play.loading import load_state

    opened = _opened(file, game)
    rules = plain(opened.game)
    begun = load_state(opened.game, state, after)
    entry = opened.probe(begun)
    if entry is None:
        if as_json:
            print_json({"value": None})
        else:
            console().print("the table does not know this state")
        raise typer.Exit(1)
    best = opened.best(begun)
    rows = [(rules.name(action, begun), each.value, each.distance) for action, each in _ranked(opened, begun)]
    choice = opened.choice(begun)
    line = choice.names() if choice else []
    if as_json:
        actions = [{"action": name, "value": value, "distance": plies} for name, value, plies in rows]
        best_names = [rules.name(action, begun) for action in best]
        print_json({**entry._asdict(), "best": best_names, "actions": actions, "line": line})
        return
    console().print(rules.show(begun), markup=False, style="bold")
    meaning = choice.worth() if choice else Choice(None, entry.value, game=rules, state=begun).worth()
    distance = "" if entry.distance is None else f", {entry.distance} plies to {_end(opened)}"
    console().print(f"value {entry.value:g}: {meaning}{distance}", markup=False, style="bold green")
    shown = table("action", "value#", "plies after it#")
    for name, value, plies in rows:
        shown.add_row(name, f"{value:g}", "-" if plies is None else str(plies))
    console().print(shown)
    if line:
        console().print(f"line: {' '.join(line)}", markup=False)


def _ranked(opened: Table, state: Any) -> list[tuple[int, Any]]:
    """Return the actions of a state with their entries, the best first."""
    best, after = opened.best(state), opened.actions(state)
    return [(action, after[action]) for action in (*best, *(each for each in after if each not in best))]


def _end(opened: Table) -> str:
    return "the next capture or pawn's move" if opened.header.get("metric") == "zeroing" else "the end"


@app.command()
def verify(file: TableFile, game: TableGame = None, as_json: Json = False, quiet: Quiet = False) -> None:
    """Check a table against the rules alone: every block, every state against its children, every distance.

    Exit code 1 if something is wrong.
    """
    from halfmove.cli.report import console, print_json
    from halfmove.compiled import plain
    from halfmove.tables.verify import verify as check

    opened = _opened(file, game)
    with console(stderr=True).status("checking") as status:
        verdict = check(opened, lambda done, total: status.update(f"{done / total:.0%} checked"))
    shown = None if verdict.wrong is None else _shown(plain(opened.game), verdict.wrong)
    if as_json:
        print_json(
            {
                "right": verdict.wrong is None,
                "states": verdict.states,
                "left_out": verdict.left_out,
                "sample": verdict.is_sample,
                "wrong": shown,
            }
        )
    elif verdict.wrong is None and not quiet:
        left = f"; {verdict.left_out:,} were left out" if verdict.left_out else ""
        left += "; the table knows more states, which were not checked" if verdict.is_sample else ""
        console().print(f"{verdict.states:,} states are consistent with their children{left}")
    elif verdict.wrong is not None:
        console().print(f"this state is not worth what the table says:\n{shown}", markup=False)
    if verdict.wrong is not None:
        raise typer.Exit(1)


def _shown(rules: Any, state: Any) -> str:
    """Return a state as the game shows it, or as it is: what a file of others holds need not be one."""
    try:
        return str(rules.show(state))
    except Exception:  # noqa: BLE001 - a game may fail in any way on what is no state
        return repr(state)


@app.command()
def stats(
    file: TableFile,
    game: TableGame = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the distribution as SVG.")] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Count the states of a table by value and by plies to the end, for each player to move."""
    from halfmove.cli.report import console, print_json
    from halfmove.running.files import write_whole
    from halfmove.tables.statistics import chart_lines, chart_svg, counted, distribution

    require_new((svg,), force)
    opened = _opened(file, game)
    if not len(opened.values):
        from halfmove.errors import HalfmoveError

        raise HalfmoveError(f"{file}: this table holds averages, which have no distribution by plies")
    parts: dict[str, Any] = {"all": distribution(opened)}
    if opened.header["kind"] == "ending" and len(opened.index.cells) > 1 and "counts" not in opened.header:
        half = len(opened) if opened.index.cells[1] else len(opened) // 2
        parts = {"first to move": distribution(opened, counted(opened, 0, half))}
        if half < len(opened):
            parts["second to move"] = distribution(opened, counted(opened, half))
    if svg is not None:
        whole = next(iter(parts.values())) if len(parts) == 1 else _sum(list(parts.values()))
        title = str(opened.header.get("what") or opened.header["game"])
        write_whole(svg, chart_svg(whole, title).encode())
    if as_json:
        print_json({name: {**each._asdict(), "states": each.states} for name, each in parts.items()})
        return
    for name, each in parts.items():
        wins, losses = sum(each.wins.values()), sum(each.losses.values())
        console().print(f"{name}: {each.states:,} states, {wins:,} won, {each.draws:,} drawn, {losses:,} lost")
        for line in chart_lines(each):
            console().print(line, markup=False)


def _sum(parts: list[Any]) -> Any:
    from collections import Counter

    from halfmove.tables.statistics import Distribution

    wins, losses = (dict(sum((Counter(each[place]) for each in parts), Counter[int]())) for place in (0, 1))
    return Distribution(dict(sorted(wins.items())), dict(sorted(losses.items())), sum(each.draws for each in parts))


@app.command()
def browse(file: TableFile, state: StateText = None, after: After = "", game: TableGame = None) -> None:
    """Walk through a table: an action by its name goes on, `back` goes back, nothing or `quit` ends."""
    from halfmove.cli.report import console
    from halfmove.compiled import plain
    from halfmove.core.rules import action_named
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import load_state

    opened = _opened(file, game)
    rules, path = plain(opened.game), [load_state(opened.game, state, after)]
    while True:
        here = path[-1]
        console().print(rules.show(here), markup=False, style="bold")
        entry, best = opened.probe(here), opened.best(here)
        plies = "" if entry is None or entry.distance is None else f" in {entry.distance}"
        console().print("not in the table" if entry is None else f"value {entry.value:g}{plies}", style="bold green")
        for action, each in sorted(
            opened.actions(here).items(), key=lambda item: best.index(item[0]) if item[0] in best else 999
        ):
            plies = "" if each.distance is None else f" in {each.distance}"
            console().print(f"  {rules.name(action, here)}: {each.value:g}{plies}", markup=False)
        try:
            written = console().input("> ").strip()
        except EOFError:
            return
        if written in ("", "quit"):
            return
        if written == "back":
            path = path[:-1] or path
            continue
        try:
            path.append(rules.result(here, action_named(rules, here, written)))
        except HalfmoveError as error:
            console().print(str(error), markup=False, style="red")


def _opened(file: Path, game: str | None) -> Table:
    from halfmove.play.loading import load_game
    from halfmove.tables.opening import open_table

    return open_table(file, None if game is None else load_game(game))
