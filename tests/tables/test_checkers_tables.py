"""Endings of checkers: Chinook's counts, the general solver, and the rules alone."""

from __future__ import annotations

import random
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from halfmove.cli.solve_page import build_and_show
from halfmove.compiled import compiled, kernel, plain
from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions
from halfmove.errors import DamagedFile, HalfmoveError
from halfmove.games import game_named
from halfmove.games.draughts.endings import NOWHERE, CheckersEnding, CheckersIndex
from halfmove.games.draughts.english import Checkers
from halfmove.games.draughts.rules import Board
from halfmove.play.players.search import think
from halfmove.play.players.spec import parse_spec
from halfmove.running.memory import MEGABYTE
from halfmove.tables.build import build_table, parts_of, planned_megabytes
from halfmove.tables.codes import FIRST, UNKNOWN, meanings
from halfmove.tables.fingerprint import fingerprint
from halfmove.tables.numbered import build
from halfmove.tables.opening import FORMAT, open_table
from halfmove.tables.statistics import distribution
from halfmove.tables.table import Table
from halfmove.tables.verify import verify
from halfmove.tables.whole.solve import solve_whole
from halfmove.tables.whole.spool import MemorySpool
from halfmove.tables.whole.write import write_whole

# Positions by the number of pieces (Schaeffer and others 2007); each stands for two states.
PIECES = {1: 120, 2: 6_972, 3: 261_224, 4: 7_092_774, 5: 148_688_232}
LONGEST = {3: 62, 4: 109, 5: 162}  # plies; the general solver of whole games finds the first two
GAME = Checkers(0, 0)  # with no rule about the past of a state, so that wins may take any time


def ending(pieces: int) -> CheckersEnding:
    return CheckersEnding(GAME, pieces)


def table_of(pieces: int, path: Path) -> Table:
    build_table("checkers", game_named("checkers"), path, what=str(pieces))
    return open_table(path, GAME)


@pytest.mark.one_lane
@pytest.mark.parametrize("pieces", PIECES)
def test_the_groups_hold_as_many_positions_as_chinook_counted(pieces):
    total = 0
    for mine, theirs, *kings, _ in ending(pieces).groups[:-1]:
        if mine + theirs + sum(kings) == pieces:
            # so many of my men are on my first row, where none of theirs is
            men = sum(comb(4, at) * comb(24, mine - at) * comb(28 - mine + at, theirs) for at in range(mine + 1))
            total += men * comb(32 - mine - theirs, kings[0]) * comb(32 - mine - theirs - kings[0], kings[1])
    assert total == PIECES[pieces]


@pytest.mark.one_lane
def test_each_position_has_one_number():
    index = plain(ending(2).index(0))
    states = [index.state(number, None) for number in range(ending(2).size) if index.holds(number)]
    assert len(set(states)) == len(states) == PIECES[1] + PIECES[2]
    first = [plain(GAME).initial, Board(0, 0, 0, 0, 0)]
    assert [index.find(state) for state in first] == [NOWHERE, NOWHERE]


@kernel
def round_trips(index: Any, numbers: Any, found: Any, like: Any) -> int:
    """Find the states with these numbers, and the same ones with the other player to move."""
    for i in range(len(numbers)):
        found[i, 0] = found[i, 1] = numbers[i]
        if index.holds(int(numbers[i])):
            state = index.state(int(numbers[i]), like)
            found[i, 0] = index.find(state)
            found[i, 1] = index.find(index.flipped(state))
    return len(numbers)


@pytest.mark.both_lanes
def test_a_number_leads_to_its_state_and_back(lane):
    index = lane(ending(5).index(0))
    numbers = np.random.default_rng(1).integers(0, ending(5).size, 2000)
    found = np.zeros((len(numbers), 2), np.int64)
    round_trips(index, numbers, found, GAME.initial)
    assert (found == numbers[:, None]).all()


@pytest.mark.one_lane
def test_a_board_turned_by_half_is_the_same_position():
    game, index, rng = plain(GAME), plain(ending(5).index(0)), random.Random(2)
    for _ in range(300):
        number = rng.randrange(ending(5).size)
        if index.holds(number):
            state = index.state(number, None)
            turned = index.flipped(state)
            assert index.flipped(turned) == state
            after, after_turned = (
                sorted(index.find(game.result(each, action)) for action in legal_actions(game, each))
                for each in (state, turned)
            )
            assert after == after_turned


@pytest.mark.one_lane
def test_steps_within_a_slice_are_taken_back():
    """`earlier` tells the states from which a step leads here, and no action leads to a later slice."""
    game, index, rng = plain(GAME), plain(ending(4).index(0)), random.Random(3)
    slices = ending(4).slices
    for _ in range(300):
        number = rng.randrange(ending(4).size)
        if not index.holds(number):
            continue
        state = index.state(number, None)
        first, end = next(each for each in slices if each[0] <= number < each[1])
        for action in legal_actions(game, state):
            child = game.result(state, action)
            after = index.find(child)
            assert 0 <= after < end
            if after >= first:
                assert number in [index.find(each) for each in index.earlier(child)]
        for before in index.earlier(state):
            assert first <= index.find(before) < end
            if not game.capturing(before):
                assert state in [game.result(before, action) for action in legal_actions(game, before)]


@pytest.mark.one_lane
def test_memory_is_planned_by_the_numbers():
    checkers, size = plain(game_named("checkers")), ending(5).size
    assert 2 * size < planned_megabytes(checkers, "5") * MEGABYTE < 8 * size  # bytes of a position
    with pytest.raises(HalfmoveError, match=r"its table takes .* MB of memory: --megabytes") as refused:
        build_and_show("checkers", Path("never"), "5", "mate", 100, None, False, True)
    allowed = int(str(refused.value).partition("--megabytes ")[2].split()[0])
    assert allowed >= planned_megabytes(checkers, "5")


def interrupted(path: Path, monkeypatch: pytest.MonkeyPatch, slices: int) -> None:
    """Stop a build of one piece after so many slices more."""
    solve, done = build._solve_slice, 0

    def stopping(*given: Any) -> float:
        nonlocal done
        done += 1
        if done > slices:
            raise KeyboardInterrupt
        return solve(*given)

    with monkeypatch.context() as changed:
        changed.setattr(build, "_solve_slice", stopping)
        with pytest.raises(KeyboardInterrupt):
            table_of(1, path)
    assert parts_of(path).is_dir()


@pytest.mark.usefixtures("in_plain_python")
@pytest.mark.one_lane
def test_an_interrupted_build_goes_on_and_ends_with_the_same_file(tmp_path, monkeypatch):
    table_of(1, tmp_path / "whole.table")
    path = tmp_path / "x.table"
    interrupted(path, monkeypatch, 0)
    interrupted(path, monkeypatch, 1)
    assert [file.name for file in parts_of(path).glob("slice-*")] == ["slice-000"]
    interrupted(path, monkeypatch, 0)  # with the second slice, for the first one is not solved again
    table = table_of(1, path)
    assert path.read_bytes() == (tmp_path / "whole.table").read_bytes()
    assert not parts_of(path).exists()
    assert verify(table).states == 2 * PIECES[1]


@pytest.mark.usefixtures("in_plain_python")
@pytest.mark.one_lane
def test_a_slice_that_was_damaged_is_noticed(tmp_path, monkeypatch):
    path = tmp_path / "x.table"
    interrupted(path, monkeypatch, 1)
    part = parts_of(path) / "slice-000"
    damaged = bytearray(part.read_bytes())
    damaged[3] ^= 1
    part.write_bytes(damaged)
    with pytest.raises(DamagedFile, match="what was put aside is damaged"):
        table_of(1, path)


@compiled
class AllStates:
    """The states of an ending, with each player to move, as the solver of whole games wants them."""

    index: CheckersIndex
    cells: Any

    def total(self):
        return int(self.cells[0])

    def holds(self, number):
        return self.index.holds(number // 2)

    def state(self, number):
        state = self.index.state(number // 2, number)
        return state if number % 2 == 0 else self.index.flipped(state)


@kernel
def first_difference(roots: Any, index: Any, entries: Any, other: Any, other_entries: Any, same: Any) -> int:
    """Return the first state of which two tables do not say the same, -1 if there is none."""
    for number in range(roots.total()):
        if roots.holds(number):
            state = roots.state(number)
            if not same[entries[index.find(state)], other_entries[other.find(state)]]:
                return number
    return -1


@pytest.mark.deep
@pytest.mark.parametrize("pieces", [2, 3])
def test_the_solver_of_whole_games_agrees(native, tmp_path, covered, pieces):
    table = table_of(pieces, tmp_path / "x.table").loaded()
    roots = AllStates(ending(pieces).index(0), np.array([2 * ending(pieces).size]))
    solved = solve_whole(GAME, plain(roots).state(0), megabytes=2000, roots=roots)
    header = {"format": FORMAT, "game": "checkers:no_progress=0,repetitions=0", "rules": fingerprint(GAME)}
    write_whole(solved, tmp_path / "whole.table", header)
    whole = open_table(tmp_path / "whole.table", GAME).loaded()
    says = [np.stack([each.values, each.plies], 1) for each in (table, whole)]
    same = (says[0][:, None] == says[1][None]).all(2)
    assert first_difference(roots, table.index, table.entries, whole.index, whole.entries, same) == -1
    assert distribution(table) == distribution(whole)
    covered(f"checkers, {pieces} pieces, as all states together", states=len(whole))


@pytest.mark.deep
@pytest.mark.parametrize("pieces", [3, 4])
def test_the_rules_alone_confirm(native, tmp_path, covered, pieces):
    table = table_of(pieces, tmp_path / "x.table")
    verdict = verify(table)
    total = 2 * sum(PIECES[each] for each in range(1, pieces + 1))
    assert verdict == (total, 0, None, False)
    assert (table.header["states"], distribution(table).states, distribution(table).longest) == (
        total,
        total,
        LONGEST[pieces],
    )
    covered(f"checkers, {pieces} pieces", states=total)


@pytest.mark.deep
def test_searches_use_the_table(native, tmp_path, covered):
    game = game_named("checkers")
    table_of(2, tmp_path / "x.table")
    table = open_table(tmp_path / "x.table", game)
    state = plain(game).read("B:W32:BK1")
    entry = table.probe(state)
    assert entry.value == 1
    spec = parse_spec(f"engine:table={tmp_path / 'x.table'},hash=1")
    *_, last = think(spec, game, state, Limit(nodes=1000))
    assert (last.best.exact, last.best.value, len(last.best.line)) == (True, entry.value, entry.distance)
    late = plain(game).result(state, legal_actions(plain(game), state)[0])._replace(quiet=78)
    entry = table.probe(late)
    assert entry is None or entry.distance is None or entry.distance <= 2
    covered("a search with a table of checkers", states=1)


@pytest.mark.deep
def test_five_pieces(native, covered):
    """All positions are solved; what is known of some of them follows from the rules."""
    whole = ending(5)
    codes, _ = build.solve_numbered(whole, MemorySpool())
    found = meanings(codes)
    assert (found.counts.sum(), found.plies.max()) == (sum(PIECES.values()), LONGEST[5])
    game, index, rng, checked = plain(GAME), plain(whole.index(0)), random.Random(4), 0
    for number in (rng.randrange(whole.size) for _ in range(20_000)):
        if index.holds(number):
            state = index.state(number, None)
            after = [int(codes[index.find(game.result(state, action))]) for action in legal_actions(game, state)]
            won, lost = ([code for code in after if code >= FIRST and code & 1 == sign] for sign in (0, 1))
            loses = len(won) == len(after)
            expected = min(lost) + 1 if lost else max(won, default=FIRST - 2) + 3 if loses else UNKNOWN
            assert codes[number] == expected
            checked += 1
    covered(f"checkers, 5 pieces, {checked:,} compared with what follows", states=2 * sum(PIECES.values()))
