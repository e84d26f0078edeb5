"""Measure parts of the bench, print their rows, and write each part to bench/results as soon as it has run."""

from __future__ import annotations

import argparse
import platform
import sys
from importlib.metadata import version

from rich.console import Console
from rich.table import Table

from bench.figures import number, save
from bench.measure import Row
from bench.parts import DIVISIBLE, PARTS, is_known, rows_of

WIDTH = 160  # columns, where the output is not a terminal


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    divisions = f"{' or '.join(DIVISIBLE)} followed by :NAME for one game or opponent alone"
    parser.add_argument("parts", nargs="*", help=f"some of: {', '.join(PARTS)} (default: all); {divisions}")
    chosen = parser.parse_args().parts or PARTS
    unknown = sorted({name for name in chosen if not is_known(name)})
    if unknown:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    measured: list[Row] = []
    for part in chosen:
        rows: list[Row] = []
        for row in rows_of(part):
            print(f"{row.what}: {number(row.ours)} {row.unit}, ratio {number(row.ratio)}", file=sys.stderr, flush=True)
            rows.append(row)
        save(part, rows)
        measured += rows
    Console(width=None if sys.stdout.isatty() else WIDTH).print(table(measured))


def table(rows: list[Row]) -> Table:
    shown = Table(title=f"halfmove {version('halfmove')} on {platform.machine()}, Python {platform.python_version()}")
    for name in ("what", "ours", "peer", "unit", "ratio", "bar", "met", "note"):
        shown.add_column(name, justify="right" if name in ("ours", "peer", "ratio") else "left")
    for row in rows:
        met = "-" if row.met is None else "[green]yes[/green]" if row.met else "[red]NO[/red]"
        note = "; ".join(filter(None, (row.note, row.elsewhere)))
        shown.add_row(row.what, number(row.ours), number(row.peer), row.unit, number(row.ratio), row.bar, met, note)
    return shown


if __name__ == "__main__":
    main()
