"""`halfmove table` and `halfmove book`: known answers, a user's own game, mistakes in one sentence."""

from __future__ import annotations

import json
from errno import ENOSPC
from pathlib import Path
from xml.etree import ElementTree

import pytest

from halfmove.games.nim import Nim
from halfmove.tables.blocks import write_blocks
from halfmove.tables.reached import Verdict

pytestmark = pytest.mark.usefixtures("in_plain_python")  # what they answer does not depend on the lane

CHOMP = '''
from typing import NamedTuple

from halfmove import Game


class Bar(NamedTuple):
    upper: int = 3  # squares left in each row; the corner is poisoned
    lower: int = 3
    player: int = 0


class Chomp(Game):
    """Bite off a square and all that lie right of and below it; whoever eats the corner loses."""

    initial = Bar()

    def to_move(self, bar):
        return bar.player

    def actions(self, bar):
        for square in range(bar.upper):
            yield square
        for square in range(bar.lower):
            yield 3 + square

    def result(self, bar, action):
        upper = min(bar.upper, action) if action < 3 else bar.upper
        return Bar(upper, min(bar.lower, action % 3), 1 - bar.player)

    def is_terminal(self, bar):
        return bar.upper == 0

    def utility(self, bar, player):
        return 1.0 if player == bar.player else -1.0
'''


def test_a_game_is_solved_into_a_table_with_a_page(halfmove, answer, tmp_path):
    table, svg = tmp_path / "x.table", tmp_path / "x.svg"
    page = answer("solve", "tic-tac-toe", "--output", table, "--svg", svg)
    assert (page["states"], page["value"], page["bytes"]) == (5478, 0.0, table.stat().st_size)
    ElementTree.parse(svg)
    shown = halfmove("solve", "nim:heaps=1-2", "--output", tmp_path / "nim.table")
    assert shown.exit_code == 0
    text = " ".join(shown.stdout.split())  # where lines are broken depends on the length of the path
    assert all(word in text for word in ("states", "longest win", "line", "a state", "won in 1"))
    refused = halfmove("solve", "tic-tac-toe", "--output", table)
    assert (refused.exit_code, "exists" in refused.stderr) == (2, True)


def test_a_picture_that_does_not_fit_on_the_disk_is_named_and_not_there(halfmove, tmp_path, monkeypatch):
    table, svg = tmp_path / "x.table", tmp_path / "x.svg"
    assert halfmove("table", "build", "nim:heaps=1-2", "--output", table).exit_code == 0
    opened = Path.open

    def full(path, mode="r", *rest, **options):
        if path.suffix != ".table" and mode != "rb":
            opened(path, "wb").close()
            raise OSError(ENOSPC, "No space left on device")  # as a write says it, which names no file
        return opened(path, mode, *rest, **options)

    monkeypatch.setattr(Path, "open", full)
    result = halfmove("table", "stats", table, "--svg", svg)
    assert (result.exit_code, result.stderr) == (2, f"halfmove: {svg}: No space left on device; nothing was written\n")
    assert [each.name for each in tmp_path.iterdir()] == ["x.table"]


def test_a_users_own_game_needs_no_extra_code(halfmove, answer, tmp_path):
    game, table = tmp_path / "chomp.py", tmp_path / "chomp.table"
    game.write_text(CHOMP)
    assert answer("table", "build", game, "--output", table)["value"] == 1.0
    assert answer("table", "probe", table, "--game", game)["best"] == ["5"]  # the square that leaves an L of equal arms
    assert answer("table", "verify", table, "--game", game)["right"] is True
    refused = halfmove("table", "probe", table)
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert "--game" in refused.stderr


def test_what_a_table_knows_is_told(halfmove, answer, tmp_path):
    table = tmp_path / "x.table"
    assert halfmove("table", "build", "tic-tac-toe", "--output", table, "--quiet").stdout.strip() == "0.0"
    assert answer("table", "info", table)["states"] == 5478
    probed = answer("table", "probe", table, "--after", "a1 b2 b1")
    assert (probed["value"], probed["best"]) == (0.0, ["c1"])
    stats = answer("table", "stats", table)["all"]
    assert (stats["states"], stats["wins"]["1"]) == (5478, 2358)
    browsed = halfmove("table", "browse", table, typed="a1\nnonsense\nback\nquit\n")
    assert browsed.exit_code == 0
    assert "value 0" in browsed.stdout
    found = answer("best", "tic-tac-toe", "--search", f"minimax:table={table}")
    assert (found["exact"], found["nodes"]) == (True, 1)
    several = answer("best", "tic-tac-toe", "--search", f"engine:table={table},lines=2,depth=2,hash=1")
    assert (len(several["others"]), several["nodes"] > 1) == (1, True)  # a table has no second best: it is searched


def test_what_is_no_state_is_told_as_it_is(halfmove, tmp_path, monkeypatch):
    def fails(self, state):
        raise IndexError("tuple index out of range")

    table = tmp_path / "x.table"
    halfmove("table", "build", "nim:heaps=1-2", "--output", table, "--quiet")
    monkeypatch.setattr(Nim, "show", fails)
    monkeypatch.setattr("halfmove.tables.verify.verify", lambda *given: Verdict(0, 0, Nim((1, 2)).initial))
    result = halfmove("table", "verify", table)
    assert (result.exit_code, result.stdout.splitlines()[1]) == (1, repr(Nim((1, 2)).initial))


def test_a_header_that_no_terminal_can_print_is_escaped(halfmove, answer, tmp_path):
    write_blocks(tmp_path / "x.table", {"by": "\ud800 \xe9"}, [], [])
    assert answer("table", "info", tmp_path / "x.table")["by"] == "\ud800 \xe9"
    assert "? \xe9" in halfmove("table", "info", tmp_path / "x.table").stdout


def test_mistakes_end_in_one_sentence(halfmove, tmp_path):
    (tmp_path / "no.table").write_bytes(b"no table")
    table = tmp_path / "x.table"
    halfmove("table", "build", "nim:heaps=1-2", "--output", table, "--quiet")
    halfmove("book", "build", "nim", "--states", 2, "--nodes", 50, "--output", tmp_path / "x.book")
    for words in (
        ("table", "info", tmp_path / "no.table"),
        ("table", "info", tmp_path / "missing"),
        ("table", "build", "nim"),
        ("table", "build", "nim", "KQK", "--output", tmp_path / "y"),
        ("table", "build", "chess", "KXK", "--output", tmp_path / "y"),
        ("table", "build", "chess", "KQK", "--metric", "miles", "--output", tmp_path / "y"),
        ("table", "probe", table, "--game", "tic-tac-toe"),
        ("best", "nim", "--search", f"engine:table={table}"),
        ("best", "nim", "--search", "engine:book=nowhere"),
        ("book", "info", table),
        ("book", "build", "pig", "--output", tmp_path / "y"),
        ("book", "build", "nim", "--states", 2, "--output", tmp_path / "y.bin"),
        ("book", "merge", tmp_path / "x.book", "--output", tmp_path / "y.bin"),
        ("book", "solve", "phantom", "--plies", 2, "--output", tmp_path / "y"),
        ("table", "build", "phantom", "--quiet", "--output", tmp_path / "y"),
        ("table", "build", "nim", "--metric", "zeroing", "--quiet", "--output", tmp_path / "y"),
        ("solve", "tic-tac-toe", "--svg", tmp_path / "y"),
        ("solve", "tic-tac-toe", "--seconds", 1, "--output", tmp_path / "y"),
        ("solve", "pig:goal=5", "--svg", tmp_path / "y.svg", "--output", tmp_path / "y"),
    ):
        result = halfmove(*words)
        assert (result.exit_code, result.stderr.strip().count("\n")) == (2, 0), words
    assert not (tmp_path / "y").exists()


def test_books_are_built_merged_and_asked(halfmove, answer, tmp_path):
    records = tmp_path / "games.pgn"
    records.write_text('[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result "0-1"]\n\n1. d4 d5 0-1\n')
    one, both = tmp_path / "one.book", tmp_path / "both.book"
    game = "chess:repetitions=0"
    assert halfmove("book", "build", game, "--games", records, "--output", one).exit_code == 0
    assert halfmove("book", "merge", one, one, "--output", both).exit_code == 0
    moves = answer("book", "probe", both)
    assert {move["action"]: (move["played"], move["score"]) for move in moves} == {"e4": (2, 1.0), "d4": (2, 0.0)}
    assert answer("book", "info", both)["states"] == 4
    assert halfmove("book", "probe", both, "--after", "c4").exit_code == 1
    found = halfmove("best", game, "--search", f"engine:book={both}", "--json")
    assert json.loads(found.stdout)["action"] in ("e4", "d4")
    grown = tmp_path / "grown.book"
    assert halfmove("book", "build", "nim:heaps=1-2", "--states", 3, "--nodes", 50, "--output", grown).exit_code == 0
    assert len(answer("book", "probe", grown)) == 3


def test_a_solved_book_is_asked_as_others_are(halfmove, answer, tmp_path):
    book, game = tmp_path / "x.book", "connect-four:width=4,height=3"
    built = halfmove("book", "solve", game, "--plies", 2, "--output", book)
    assert (built.exit_code, "bytes" in built.stdout) == (0, True)
    assert [file.name for file in tmp_path.iterdir()] == ["x.book"]  # nothing is left of the work
    assert [move["value"] for move in answer("book", "probe", book)] == [0.0] * 4
    assert answer("book", "info", book)["plies"] == 2
    found = answer("best", game, "--search", f"engine:book={book}")
    assert (found["exact"], found["nodes"], found["value"]) == (True, 1, 0.0)
    for words in (("solve", "pig", "--plies", 1), ("solve", game, "--plies", 99), ("solve", game)):
        refused = halfmove("book", *words, "--output", tmp_path / "y.book")
        assert refused.exit_code == 2


@pytest.mark.usefixtures("in_plain_python")
def test_the_table_of_a_tree_knows_its_game(halfmove, answer, tmp_path):
    tree = "max(min(3 12 8) min(2 4 6))"
    assert halfmove("table", "build", tree, "--output", tmp_path / "tree.table", "--quiet").exit_code == 0
    assert answer("table", "probe", tmp_path / "tree.table")["value"] == 3.0


@pytest.mark.one_lane
def test_a_plan_in_a_game_that_remembers_its_past_is_refused(halfmove):
    for kind in ("guaranteed", "almost-sure", "accidental"):
        result = halfmove("plan", "chess", "--kind", kind)
        assert result.exit_code == 2
        assert "Chess remembers its past" in result.stderr
