"""Figures on file: each part's rows as JSON once it has run, docs/figures.json for all, and the README's table from it.

`python -m bench.figures` publishes what `python -m bench` has measured here.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.measure import Row
from bench.parts import PARTS

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"  # of this machine, a file a part
FIGURES = ROOT / "docs" / "figures.json"
README = ROOT / "README.md"
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"
HEADER = (
    "| what | ours | peer in the same run | peer's | times | not run beside ours | `make bench PARTS=` |",
    "|---|---|---|---|---|---|---|",
)


def save(part: str, rows: list[Row]) -> None:
    """Write down what a part has measured, where, when and by which command."""
    RESULTS.mkdir(exist_ok=True)
    facts = {
        "part": part,
        "command": f"make bench PARTS={part}",
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit(),
        "machine": machine(),
    }
    written = [{name: value for name, value in asdict(row).items() if value not in ("", None)} | facts for row in rows]
    (RESULTS / f"{part.replace(':', '-')}.json").write_text(json.dumps(written, indent=1) + "\n")


def commit() -> str:
    """Return the commit that was measured, with a `+` if files differ from it."""
    found = subprocess.run(["git", "describe", "--always", "--dirty=+"], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.strip() or "unknown"


def machine() -> str:
    """Return in words what the figures were measured on."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    load = f"load {os.getloadavg()[0]:.1f} at the end"
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, {packages}, {load}"


def publish() -> None:
    """Take the results of this machine into docs/figures.json, and write the README's table anew."""
    files = [FIGURES, *sorted(RESULTS.glob("*.json"), key=lambda file: file.stat().st_mtime)]
    rows = {row["what"]: row for file in files if file.exists() for row in json.loads(file.read_text())}
    figures = sorted(rows.values(), key=lambda row: PARTS.index(row["part"].partition(":")[0]))
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    README.write_text(with_table(README.read_text(), figures))


def with_table(text: str, figures: list[dict[str, Any]]) -> str:
    """Return a text whose table of figures is the one that they make."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table(figures)}{END}{after}"


def table(figures: list[dict[str, Any]]) -> str:
    """Return the rows with a headline as Markdown."""
    return "\n".join([*HEADER, *(line(row) for row in figures if row.get("headline"))]) + "\n"


def line(row: dict[str, Any]) -> str:
    """Return one row of the table."""
    unit = row.get("unit", "")
    ours, theirs = (f"{number(row[name])} {unit}".strip() if name in row else "" for name in ("ours", "peer"))
    times = number(row["ratio"]) if "ratio" in row else ""
    cells = (row["headline"], ours, row.get("against", ""), theirs, times, row.get("elsewhere", ""), f"`{row['part']}`")
    return f"| {' | '.join(cells)} |"


def number(value: float | None) -> str:
    """Return a number with three digits."""
    return "-" if value is None else f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    publish()
