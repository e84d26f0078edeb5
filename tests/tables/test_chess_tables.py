"""Tables of chess endings: as many positions at each distance as Syzygy's generator counts, and published mates."""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.games.chess.endings import ChessEndings
from halfmove.games.fog.fog_moves import FogMoves
from halfmove.games.kriegspiel.small_chess import SmallChess
from halfmove.play.players.search import think
from halfmove.play.players.spec import parse_spec
from halfmove.tables.build import build_table
from halfmove.tables.chess.build import ChessSolver
from halfmove.tables.chess.syzygy import SyzygyTable
from halfmove.tables.fingerprint import bare
from halfmove.tables.opening import open_table
from halfmove.tables.statistics import counted, distribution
from halfmove.tables.table import Table
from halfmove.tables.verify import verify
from published import SHARED

COUNTS = SHARED / "tablebases"
GAME = game_named("chess")

# Moves to mate of the longest wins, as published: of either side, the greater one.
LONGEST = {"KQK": 10, "KRK": 16, "KPK": 28, "KBBK": 19, "KBNK": 33, "KQKR": 35, "KQKN": 21, "KQKB": 17, "KRKB": 29}
LONGEST |= {"KRKN": 40, "KRKP": 43, "KPKP": 33, "KQKQ": 13}


def table_of(what: str, path: Path, metric: str = "mate") -> Table:
    build_table("chess", GAME, path, what=what, metric=metric)
    return open_table(path, GAME)


def published_counts(what: str) -> dict[str, dict[int, int]]:
    text = (COUNTS / f"{what[:-1]}vK.txt").read_text()
    rows = re.findall(r"(\d+) positions (win|lose) in (\d+) ply", text)
    return {kind: {int(plies): int(count) for count, each, plies in rows if each == kind} for kind in ("win", "lose")}


@pytest.mark.one_lane
def test_endings_are_named_and_numbered():
    endings = ChessEndings(bare(GAME))
    assert endings.named("kbnk").name == endings.named("KNBvK").name == endings.named("KKBN").name == "KBNK"
    assert endings.named("KBNK").size == 462 * 62 * 61 * 2
    assert [len(endings.all(men)) for men in (3, 4)] == [5, 30]
    for wrong in ("", "KK", "QK", "KXK", "KQQQQQK", "KBNK" * 20):
        with pytest.raises(HalfmoveError):
            endings.named(wrong)


@pytest.mark.one_lane
@pytest.mark.parametrize("what", ["KQK", "KBNK", "KPK", "KRPK", "KPPK", "KPKP", "KQKR"])
def test_a_position_has_the_number_that_it_is_made_of(what):
    ending = ChessEndings(bare(GAME)).named(what)
    numbers, at = ending.numbers, np.zeros(8, np.int64)
    rng = np.random.default_rng(1)
    for number in rng.integers(0, ending.half, 300).tolist():
        if numbers.place(number, at) == 0:
            assert numbers.number(at) == number


def test_kqk_has_the_published_counts_and_is_confirmed_by_the_rules(native, tmp_path):
    table = table_of("KQK", tmp_path / "kqk.table")
    if COUNTS.exists():
        found, published = distribution(table), published_counts("KQK")
        assert (found.wins, found.losses) == (published["win"], published["lose"])
    verdict = verify(table)
    assert (verdict.states, verdict.wrong) == (18_081 + 2_896 + 25_160, None)
    state = GAME.read("8/8/8/8/4k3/8/1Q6/K7 b - - 0 1")
    choice = table.choice(state)
    assert choice is not None
    assert (choice.worth(), len(choice.line)) == ("loses in 10", 20)
    soon = GAME.read("8/8/8/8/4k3/8/1Q6/K7 b - - 140 90")  # a draw for want of progress comes first
    assert table.probe(soon) is None
    castling = GAME.read("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert table.probe(castling) is None
    spec = parse_spec(f"engine:table={tmp_path / 'kqk.table'},hash=1")
    *_, last = think(spec, GAME, state, Limit(nodes=1000))
    assert (last.best.exact, last.best.worth()) == (True, "loses in 10")


def test_best_actions_come_nearer_to_the_next_move_of_a_pawn(native, tmp_path):
    table_of("KPK", tmp_path / "kpk.table", "zeroing")
    game, rng, checked = bare(GAME), np.random.default_rng(2), 0
    table = open_table(tmp_path / "kpk.table", game)
    for number in rng.integers(0, len(table), 200).tolist():
        if not plain(table.index).holds(number):
            continue
        state = plain(table.index).state(number, game.initial)
        entry, best = table.probe(state), table.best(state)
        if not best or entry is None or not entry.value:
            continue
        child = plain(game).result(state, best[0])
        zeroes = plain(game).is_terminal(child) or plain(game).since_progress(child) == 0
        after = table.probe(child)
        assert entry.distance == (1 if zeroes or after is None else after.distance + 1)
        assert table.choice(state).distance == 0  # how far the mate is, this table does not tell
        checked += 1
    assert checked > 30


def test_damaged_files_of_syzygys_are_refused(tmp_path):
    pytest.importorskip("chess")
    state = GAME.read("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
    assert SyzygyTable(tmp_path, GAME).probe(state) is None
    for content in (b"", b"\x71\xe8\x23\x5d", b"\x71\xe8\x23\x5d" + bytes(range(256)) * 4):
        (tmp_path / "KQvK.rtbw").write_bytes(content)
        with pytest.raises(HalfmoveError, match="a file of Syzygy's is damaged"):
            SyzygyTable(tmp_path, GAME).probe(state)
    (tmp_path / "KQvK.rtbw").unlink()
    os.mkfifo(tmp_path / "KQvK.rtbw")
    with pytest.raises(HalfmoveError, match="not a file"):
        SyzygyTable(tmp_path, GAME)


@pytest.mark.one_lane
def test_only_chess_itself_has_the_endings_of_chess(tmp_path):
    small, fog = SmallChess(75, 5, size=5), FogMoves(75, 5)
    for game in (small, fog):
        with pytest.raises(HalfmoveError, match="its rules may be others"):
            build_table("mine", game, tmp_path / "x.table", what="KQK")
    with pytest.raises(HalfmoveError, match="for endings of chess"):
        build_table("tic-tac-toe", game_named("tic-tac-toe"), tmp_path / "x.table", metric="zeroing")


@pytest.mark.deep
@pytest.mark.parametrize("what", ["KRK", "KBNK"])
def test_counts_per_distance_are_those_of_syzygys_generator(native, tmp_path, covered, what):
    if not COUNTS.exists():
        pytest.skip("../shared/data/tablebases is absent")
    table = table_of(what, tmp_path / "x.table", "zeroing")
    found, published = distribution(table), published_counts(what)
    assert (found.wins, found.losses) == (published["win"], published["lose"])
    covered(f"{what}, counts per distance", states=found.states)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("what", "metric"),
    [(what, "mate") for what in ("KPK", "KBBK", "KQKR", "KRKN", "KRKP", "KPKP")]
    + [(what, "zeroing") for what in ("KPK", "KRKP", "KQPK")],  # where pawns move or pieces are lost, it differs
)
def test_the_rules_alone_confirm_endings(native, tmp_path, covered, what, metric):
    table = table_of(what, tmp_path / "x.table", metric)
    verdict = verify(table)
    assert verdict.wrong is None
    assert verdict.left_out < verdict.states / 20
    covered(f"{what} to {metric}, {verdict.left_out} left out", states=verdict.states)


@pytest.mark.deep
def test_all_endings_of_three_and_four_men_have_the_published_longest_mates(native, covered):
    endings, states = ChessEndings(bare(GAME)), 0
    solver = ChessSolver(endings)
    for ending in (*endings.all(3), *endings.all(4)):
        codes = solver.solve(ending).astype(np.int64)
        decided = codes[(codes >= 2) & (codes < 255)]
        longest = int((decided.max() - 2) >> 1) if len(decided) else 0
        if ending.name in LONGEST:
            assert (longest + 1) // 2 == LONGEST[ending.name], ending.name
        states += len(codes)
    covered("all endings of 3 and 4 men", states=states)


@pytest.mark.deep
def test_python_chess_agrees_on_legal_moves_and_mates(native, tmp_path, covered):
    chess = pytest.importorskip("chess")
    table = table_of("KRK", tmp_path / "x.table").loaded()
    rng = np.random.default_rng(3)
    checked = 0
    for number in rng.integers(0, len(table), 3000).tolist():
        if not table.index.holds(number):
            continue
        board = table.index.state(number, bare(GAME).initial)
        other = chess.Board(bare(GAME).fen(board))
        assert other.is_valid()
        assert other.is_checkmate() == (table.plies[table.entries[number]] == 0)
        checked += 1
    covered("KRK against python-chess", states=checked)
    assert sum(counted(table)) == 21_959 + 28_056
