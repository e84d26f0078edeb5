"""Tables and books that somebody else wrote: whatever they say, they are refused in a sentence or do no harm."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from halfmove.errors import DamagedFile, HalfmoveError
from halfmove.games import game_named
from halfmove.tables.blocks import BlockFile, section, write_blocks
from halfmove.tables.books.book import Book, Move, open_book, write_book
from halfmove.tables.build import build_table
from halfmove.tables.fingerprint import bare, fingerprint
from halfmove.tables.opening import open_table

pytestmark = [pytest.mark.one_lane, pytest.mark.usefixtures("in_plain_python")]

NAME = "one-heap-nim:stones=6"


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    build_table(NAME, game_named(NAME), tmp_path / "nim.table", megabytes=100)
    return tmp_path / "nim.table"


def rewritten(path: Path, header: dict[str, Any], arrays: dict[str, Any]) -> Path:
    """Write a table again, with checksums that are right and something in it that is not."""
    file = BlockFile(path)
    facts = {name: value for name, value in file.header.items() if name != "sections"} | header
    parts = {each.name: file.array(each.name).whole() for each in file.sections} | arrays
    sections = [section(name, each.dtype, len(each)) for name, each in parts.items()]
    other = path.with_name("other.table")
    write_blocks(other, facts, sections, [[each] for each in parts.values()])
    return other


@pytest.mark.parametrize(
    ("header", "arrays"),
    [
        ({}, {"entries": np.full(12, np.nan)}),
        ({}, {"entries": np.full(12, -5, np.int64)}),
        ({}, {"keys": np.zeros(12)}),
        ({}, {"keys": np.zeros(12, np.uint8)}),
        ({"entries": [[float("nan"), 1]] * 4}, {}),
        ({"entries": [[1e400, 1]] * 4}, {}),
        ({"entries": [[5.0, 1]] * 4}, {}),
        ({"entries": [[1.0, 2**62]] * 4}, {}),
        ({"entries": [[0.9, 1]] * 4}, {}),
        ({"entries": [[1.0, None]] * 4}, {}),
        ({"entries": [[0.0, 2]] * 4}, {}),
        ({"kind": "values"}, {}),
        ({"kind": "values", "entries": []}, {}),
        ({"counts": [1]}, {}),
        ({"counts": "many"}, {}),
        ({"counts": [0.5] * 4}, {}),
        ({"error": "none"}, {}),
    ],
)
def test_a_table_whose_numbers_mean_nothing_is_refused(whole, header, arrays):
    with pytest.raises(DamagedFile, match="the file is damaged"):
        open_table(rewritten(whole, header, arrays))


def test_an_ending_that_has_other_numbers_is_refused(tmp_path):
    build_table("checkers", game_named("checkers"), tmp_path / "x.table", what="1")
    short = rewritten(tmp_path / "x.table", {"size": 3}, {"entries": np.zeros(3, np.uint8)})
    with pytest.raises(DamagedFile, match="another number of entries"):
        open_table(short)
    larger = rewritten(tmp_path / "x.table", {"what": "2"}, {})
    with pytest.raises(DamagedFile, match="another number of entries"):
        open_table(larger)
    morris = {"game": "nine-mens-morris", "what": "3+3", "rules": fingerprint(bare(game_named("nine-mens-morris")))}
    with pytest.raises(HalfmoveError, match="are not numbered"):
        open_table(rewritten(tmp_path / "x.table", morris, {}))


def test_a_value_that_cannot_be_is_refused(whole):
    table = open_table(rewritten(whole, {"kind": "values", "entries": []}, {"entries": np.full(12, np.nan)}))
    with pytest.raises(DamagedFile, match="a value that cannot be"):
        table.probe(table.game.initial)


@pytest.mark.parametrize(
    "arrays",
    [
        {"actions": np.ones(1)},
        {"points": np.full(1, np.nan)},
        {"points": np.full(1, 2.0)},
        {"values": np.full(1, 5.0)},
        {"values": np.full(1, -np.inf)},
        {"counts": np.ones(1, np.int64)},
        {"keys": np.ones(2, np.int64)},
    ],
)
def test_a_book_whose_numbers_mean_nothing_is_refused(tmp_path, arrays):
    game = game_named(NAME)
    write_book(Book(game, {1: [Move(1, 1, 1.0)]}), NAME, tmp_path / "nim.book")
    assert len(open_book(tmp_path / "nim.book")) == 1
    with pytest.raises(DamagedFile, match="the file is damaged"):
        open_book(rewritten(tmp_path / "nim.book", {}, arrays))


def test_a_table_that_is_cut_off_while_it_is_open_does_not_end_the_process(whole):
    table = open_table(whole)
    os.truncate(whole, 10)
    with pytest.raises(DamagedFile, match="cut off while it was open"):
        table.probe(table.game.initial)
