"""Published positions: whole sets where `../shared/data` is, samples of them in `tests/facts` where it is not."""

from __future__ import annotations

import csv
import os
from pathlib import Path

SHARED = Path(__file__).parents[2] / "shared" / "data"
SAMPLES = Path(__file__).parent / "facts"


def published(name: str) -> str:
    """Return the text of a set such as `connect_four/Test_L1_R1`: the whole, or where it is absent a sample."""
    if (SHARED / name).exists():
        return (SHARED / name).read_text()
    if is_expected():
        raise FileNotFoundError(f"{SHARED / name} is absent: in CI the whole sets must lie beside the repository")
    return sample(name)


def sample(name: str) -> str:
    """Return the text of some tens of positions of a set."""
    return (SAMPLES / name).read_text()


def lines(text: str) -> list[str]:
    """Return the lines that hold a position: not those that are empty or comments."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a set that is a table, by the names of its columns."""
    return list(csv.DictReader(lines(published(name))))


def is_whole() -> bool:
    """Tell whether sets are whole here."""
    return SHARED.exists()


def is_expected() -> bool:
    """Tell whether sets have to be whole here: in CI."""
    return os.environ.get("CI", "").casefold() in ("1", "true", "yes")
