"""The last page of solving: states, value, longest win, distribution, line, size of the file, and how fast it went."""

from __future__ import annotations

import time
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.cli.live_status import LiveStatus

if TYPE_CHECKING:
    from halfmove.tables.build import Built
    from halfmove.tables.table import Table

_SHARE = 4  # one part in so many of the machine's memory is used where nothing is said
_MEGABYTE = 1 << 20
_WIDTH = 44  # characters of a bar


def build_and_show(
    name: str,
    output: Path,
    what: str,
    metric: str,
    megabytes: float | None,
    svg: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Build a table, and print what is in it."""
    from halfmove.cli.report import console, print_json
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import load_game
    from halfmove.running.memory import machine_megabytes
    from halfmove.tables.build import build_table, check_metric, parts_of, planned_megabytes
    from halfmove.tables.opening import open_table

    check_metric(metric)
    game = load_game(name)
    if svg is not None and game.has_chance:
        raise HalfmoveError("--svg: where chance has turns, no state has a distance to the end that could be drawn")
    given = megabytes or machine_megabytes() / _SHARE
    plan = planned_megabytes(game, what)
    if plan is not None and plan > given:
        needed = ceil(plan)
        raise HalfmoveError(f"{what}: its table takes {needed:,} MB of memory: --megabytes {needed} allows that")
    live = not (as_json or quiet)
    if live:
        text = f"at most {given:,.0f} MB of memory" if plan is None else f"{plan:,.0f} MB of memory"
        resumed = f"; going on with {parts_of(output)}" if parts_of(output).is_dir() else ""
        console(stderr=True).print(f"plan: {text}{resumed}", markup=False)
    try:
        with _BuildStatus(live) as status:
            built = build_table(
                name,
                game,
                output,
                what=what,
                metric=metric,
                megabytes=given,
                report=status.report,
                progress=status.progress,
            )
    except KeyboardInterrupt:
        if live and parts_of(output).is_dir():
            console(stderr=True).print("interrupted: the same command goes on where it was", markup=False)
        raise
    opened = open_table(output, game)
    page = page_of(built, opened)
    if svg is not None:
        _draw(opened, svg)
    if as_json:
        print_json(page)
    elif quiet:
        print(page["value"] if page["value"] is not None else page["states"])
    else:
        _print(page, opened)


def page_of(built: Built, opened: Table) -> dict[str, Any]:
    """Return the page as data."""
    entry = opened.probe(opened.game.initial)
    choice = opened.choice(opened.game.initial) if entry is not None else None
    states, header = int(built.header["states"]), built.header
    return {
        "game": header["game"],
        "what": header.get("what"),
        "metric": header.get("metric"),
        "method": header.get("method", "retrograde analysis"),
        "states": states,
        "value": None if entry is None else entry.value,
        "worth": None if choice is None else choice.worth(),
        "distance": None if entry is None else entry.distance,
        "error": header.get("error"),
        "line": [] if choice is None else choice.names(),
        "seconds": built.seconds,
        "writing": built.writing,
        "states_per_second": states / built.seconds if built.seconds > 0 else None,
        "bytes": built.bytes,
        "bytes_per_state": built.bytes / states,
        "file": str(opened.path),
    }


def _print(page: dict[str, Any], opened: Table) -> None:
    from halfmove.cli.report import console, rate, table
    from halfmove.tables.statistics import chart_lines, distribution

    rows = table("", "")
    rows.show_header = False
    if page["value"] is not None:
        error = f", within {page['error']:.2g}" if page["error"] else ""
        worth = f" ({page['worth']})" if page["worth"] else ""
        rows.add_row("value", f"{page['value']:g}{worth}{error}", style="bold green")
        if page["distance"] is not None:
            rows.add_row("distance", f"{page['distance']} plies with best play")
        rows.add_row("line", " ".join(page["line"]))
    found = distribution(opened) if len(opened.values) else None
    rows.add_row("states", f"{page['states']:,}, {page['method']}")
    if found is not None:
        rows.add_row("longest win", f"{found.longest} plies")
    seconds = page["seconds"]
    rows.add_row("time", f"{seconds:.3g} s ({rate(page['states'], seconds)}), {page['writing']:.3g} s to write")
    rows.add_row("file", f"{page['file']}: {page['bytes']:,} bytes, {page['bytes_per_state']:.3g} a state")
    console().print(rows)
    for line in chart_lines(found, _WIDTH) if found is not None else []:
        console().print(line, markup=False)


def _draw(opened: Table, svg: Path) -> None:
    from halfmove.running.files import write_whole
    from halfmove.tables.statistics import chart_svg, distribution

    title = str(opened.header.get("what") or opened.header["game"])
    write_whole(svg, chart_svg(distribution(opened), title).encode())


class _BuildStatus(LiveStatus):
    """Shows how far a build is."""

    def __init__(self, live: bool) -> None:
        super().__init__(live)
        self._begun = time.perf_counter()

    def report(self, listed: Any) -> None:
        """Show how many states are listed or solved, and how much time is left."""
        from halfmove.cli.report import rate

        seconds = time.perf_counter() - self._begun
        left = ""
        if listed.total and listed.states:
            left = f", {(listed.total - listed.states) * seconds / (listed.total + listed.states):.0f} s left"
        speed = rate(listed.states, seconds)
        self.show(f"{listed.task}: {listed.states:,} states, ply {listed.plies}, {speed}{left}")

    def progress(self, ending: str, done: int, total: int) -> None:
        """Show which ending is solved, and how far it is."""
        self.show(f"{ending}: {done:,} of {total:,} slices")
