"""Run all figures, print them as a table, and write bench/results/foundation.json."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.measure import Row

SECTIONS = (
    "connect_four",
    "solving",
    "starting",
    "stopping",
    "watching",
    "random_games",
    "perft",
    "first_calls",
    "matches",
    "engine",
    "solving_games",
    "strength",
    "strengths",
)
DIVISIBLE = ("random_games", "strengths")
PARTS = f"{' or '.join(DIVISIBLE)} followed by :othello for that game alone"
RESULTS = Path(__file__).parent / "results" / "foundation.json"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("sections", nargs="*", help=f"some of: {', '.join(SECTIONS)} (default: all); {PARTS}")
    chosen = parser.parse_args().sections or SECTIONS
    parts = tuple(f"{name}:" for name in DIVISIBLE)
    unknown = sorted({name for name in chosen if name not in SECTIONS and not name.startswith(parts)})
    if unknown:
        parser.error(f"no section {', '.join(unknown)}; there are {', '.join(SECTIONS)}")
    console = Console(stderr=True)
    rows: list[Row] = []
    for name in chosen:
        section, *part = name.split(":", 1)
        for row in import_module(f"bench.{section}").rows(*part):
            console.print(f"[dim]{row.what}: {number(row.ours)} {row.unit}, ratio {number(row.ratio)}[/dim]")
            rows.append(row)
    Console(width=None if sys.stdout.isatty() else WIDTH).print(table(rows))
    if set(chosen) == set(SECTIONS):
        write(rows)


WIDTH = 160  # columns, where the output is not a terminal


def table(rows: list[Row]) -> Table:
    made = Table(title=f"halfmove {version('halfmove')} on {platform.machine()}, Python {platform.python_version()}")
    for name in ("what", "ours", "peer", "unit", "ratio", "bar", "met", "note"):
        made.add_column(name, justify="right" if name in ("ours", "peer", "ratio") else "left")
    for row in rows:
        met = "-" if row.met is None else "[green]yes[/green]" if row.met else "[red]NO[/red]"
        made.add_row(row.what, number(row.ours), number(row.peer), row.unit, number(row.ratio), row.bar, met, row.note)
    return made


def number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def write(rows: list[Row]) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    machine = {"machine": platform.machine(), "system": platform.platform(), "python": platform.python_version()}
    packages = {name: version(name) for name in ("halfmove", "numba", "numpy")}
    report = {**machine, **packages, "rows": [asdict(row) for row in rows]}
    RESULTS.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
