"""Tables of whole games: what they say is what solving in memory says, and the rules alone agree."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from halfmove.compiled import load_state, plain, store_state, words_of
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.games import game_named
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.solving.retrograde import solve
from halfmove.tables import reached
from halfmove.tables.build import build_table, parts_of
from halfmove.tables.opening import open_table
from halfmove.tables.reached import verify_reached
from halfmove.tables.table import Table, together
from halfmove.tables.verify import verify
from halfmove.tables.whole.expand import expand
from halfmove.tables.whole.keys import KeySet
from halfmove.tables.whole.solve import solve_whole
from halfmove.tables.whole.spool import FolderSpool
from halfmove.tables.wrapper import with_table

SMALL = "mnk:width=3,height=2,in_a_row=2"


def built(name: str, path: Path, game: Game | None = None) -> Table:
    game = game or game_named(name)
    build_table(name, game, path, megabytes=200)
    return open_table(path, game)


def agrees_with_solving(table: Table) -> int:
    """Compare every state with the solution in memory; return how many there are."""
    game = plain(table.game)
    solution, draw = solve(game), sum(game.utilities) / 2
    for number in range(len(solution)):
        state = solution.states.get(number, game.initial)
        entry = table.probe(state)
        assert entry is not None
        assert entry.value == solution.value(state)
        if entry.value != draw:
            assert entry.distance == solution.distance(state)
        assert not game.actions(state) or set(table.best(state)) <= set(solution.best(state)) or game.is_terminal(state)
    return len(solution)


@pytest.mark.parametrize(
    "name", ["nim:heaps=2-3", "one-heap-nim:stones=9", "cat-and-mouse:width=2,height=2", "kalah:holes=2,seeds=2"]
)
def test_small_games_agree_with_solving(name, tmp_path):
    table = built(name, tmp_path / "x.table")
    assert agrees_with_solving(table) == len(table)
    assert not parts_of(tmp_path / "x.table").exists()


def test_a_small_game_that_is_solved_in_memory_is_listed_once_and_its_rules_are_not_digested(monkeypatch):
    expanded = []

    def counted(*given):
        expanded.append(expand(*given))
        return expanded[-1]

    monkeypatch.setattr("halfmove.tables.whole.listing.expand", SimpleNamespace(ready=lambda *given: counted))
    monkeypatch.setattr("halfmove.tables.whole.solve.fingerprint", None)
    solved = solve_whole(game_named(SMALL), megabytes=100)
    assert (sum(expanded), solved.by_plies) == (solved.states, False)
    assert solved.plies == 1, "what is solved together is one list"


@pytest.mark.one_lane
def test_keys_of_one_hash_are_told_apart():
    class Alike(KeySet):
        def hash_of(self, keys, number):
            return 1 << 40 | 6

    keys = np.array([[3, 1], [3, 2], [3, 1], [4, 1], [3, 2]])
    known = Alike(np.zeros((5, 2), np.int64), np.zeros((8, 1), np.uint32), np.zeros(1, np.int64))
    numbers = [known.add(keys, number, known.hash_of(keys, number)) for number in range(len(keys))]
    assert (numbers, known.count()) == ([0, 1, 0, 2, 1], 3)
    assert known.keys[:3].tolist() == [[3, 1], [3, 2], [4, 1]]


@pytest.mark.parametrize("by_plies", [False, True])
def test_a_set_that_has_to_grow_lists_the_same_states(monkeypatch, by_plies):
    monkeypatch.setattr("halfmove.tables.whole.listing._PLIES", 2 if by_plies else 12)
    game = game_named(SMALL)
    expected = solve_whole(game, megabytes=100)
    for name, few in (("_LEAST_SLOTS", 16), ("_FEW_KEYS", 16), ("_BATCH", 4)):
        monkeypatch.setattr(f"halfmove.tables.whole.listing.{name}", few)
    solved = solve_whole(game, megabytes=100)
    assert (solved.plies, solved.states) == (expected.plies, expected.states)
    for ply in range(solved.plies):
        assert all(map(np.array_equal, solved.ply(ply), expected.ply(ply)))


def test_plies_are_listed_each_by_itself_after_the_first_ones(tmp_path, monkeypatch):
    monkeypatch.setattr("halfmove.tables.whole.listing._PLIES", 2)
    table = built(SMALL, tmp_path / "x.table")
    assert table.header["method"] == "ply by ply"
    assert agrees_with_solving(table) == len(table)


@pytest.mark.one_lane
def test_a_table_that_cannot_list_its_states_is_checked_on_all_that_play_reaches(tmp_path, monkeypatch):
    table = built("nim:heaps=2-3-1", tmp_path / "x.table", plain(game_named("nim:heaps=2-3-1")))
    assert verify_reached(table) == (len(table), 0, None, False)
    state = table.game.read("1 1 0 MAX")
    right, probe = table.probe(state), Table.probe
    for wrong in (right._replace(value=-right.value), right._replace(distance=right.distance + 2), None):

        def lie(self, asked, wrong=wrong):
            return wrong if asked == state else probe(self, asked)

        monkeypatch.setattr(Table, "probe", lie)
        assert verify_reached(table).wrong is not None
    monkeypatch.undo()
    monkeypatch.setattr(reached, "MOST_STATES", 5)
    verdict = verify_reached(table)
    assert verdict.is_sample
    assert verdict.wrong is None


def test_tic_tac_toe_is_a_draw_in_5478_states(tmp_path):
    table = built("tic-tac-toe", tmp_path / "x.table")
    assert (len(table), table.probe(table.game.initial)) == (5478, (0.0, None))
    choice = table.choice(table.game.initial)
    assert choice is not None
    assert (choice.value, len(choice.line)) == (0.0, 9)


def test_many_states_are_probed_in_one_call(tmp_path):
    table = built("one-heap-nim:stones=9", tmp_path / "x.table")
    states = [table.game.read(str(stones)) for stones in range(10)]
    unknown = table.game.initial._replace(stones=11)
    entries = table.probe_many([*states, unknown])
    assert entries == [*map(table.probe, states), None]
    assert table.probe_many([]) == []


def test_the_rules_alone_confirm_a_table_and_find_what_is_wrong(tmp_path):
    table = built("tic-tac-toe", tmp_path / "x.table")
    verdict = verify(table)
    assert (verdict.states, verdict.left_out, verdict.wrong) == (5478, 0, None)
    loaded = table.loaded()
    for number in (0, 1234, 5477):
        entries = np.array(loaded.entries)
        entries[number] = (entries[number] + 1) % len(table.values)
        from dataclasses import replace

        assert verify(replace(loaded, entries=entries, file=None)).wrong is not None


def test_a_table_of_other_rules_is_refused(tmp_path):
    built("one-heap-nim:stones=9", tmp_path / "x.table")
    for other in ("one-heap-nim:stones=10", "one-heap-nim:stones=9,misere=true", "tic-tac-toe"):
        with pytest.raises(HalfmoveError, match="other rules"):
            open_table(tmp_path / "x.table", game_named(other))


class HalfPoints(TicTacToe):
    """Tic-tac-toe in which a draw is half a win, and nothing says so."""

    utilities = (0.0, 1.0)

    def utility(self, board, player):
        return (1.0 + TicTacToe.utility(self, board, player)) / 2


class Turn(NamedTuple):
    resigned: bool = False
    player: int = 0


class Waiting(Game):
    """Wait (0) or resign (1): nobody has to lose, though no utility is a draw."""

    step = 2.0
    initial = Turn()

    def to_move(self, turn):
        return turn.player

    def actions(self, turn):
        yield 0
        yield 1

    def result(self, turn, action):
        return Turn(action == 1, 1 - turn.player)

    def is_terminal(self, turn):
        return turn.resigned

    def utility(self, turn, player):
        return 1.0 if player == turn.player else -1.0


def test_play_without_end_that_no_step_is_worth_is_refused(in_plain_python):
    with pytest.raises(WrongGame, match="play without end is worth 0, which lies between two steps"):
        solve_whole(Waiting(), megabytes=100)


class WaitingForLittle(Waiting):
    """Six steps of 0.1 are more than 0.6, as floats have it."""

    utilities, step = (-0.3, 0.3), 0.1

    def utility(self, turn, player):
        return 0.3 if player == turn.player else -0.3


def test_steps_that_floats_do_not_hold_change_neither_a_draw_nor_a_win(tmp_path, in_plain_python):
    table = built("waiting", tmp_path / "x.table", WaitingForLittle())
    entries = [table.probe(state) for state in (Turn(), Turn(True, 0), Turn(True, 1))]
    assert entries == [(0.0, None), (0.3, 0), (0.3, 0)]
    assert verify(table).wrong is None


def test_games_that_no_table_can_be_made_of_are_refused(tmp_path):
    for name in ("three-player-nim", "go:size=2,superko=true"):
        with pytest.raises(HalfmoveError):
            build_table(name, game_named(name), tmp_path / "x.table")
    with pytest.raises(WrongGame, match="a utility lies between two steps"):
        build_table("x", HalfPoints(), tmp_path / "x.table")
    with pytest.raises(WrongGame, match="no endings"):
        build_table("nim", game_named("nim"), tmp_path / "x.table", what="KQK")


def test_too_many_states_are_refused_and_what_was_done_is_kept(tmp_path):
    game = game_named("connect-four:width=5,height=5")
    with pytest.raises(HalfmoveError, match="do not fit"):
        build_table("x", plain(game), tmp_path / "x.table", megabytes=0.05)


def test_an_interrupted_build_goes_on_and_ends_with_the_same_file(tmp_path):
    game, name = game_named("one-heap-nim:stones=40"), "one-heap-nim:stones=40"
    build_table(name, game, tmp_path / "whole.table", megabytes=100)
    expected = (tmp_path / "whole.table").read_bytes()

    class Stop(Exception):
        pass

    for after in (1, 3, 7, 12):
        seen = 0

        def report(progress, after=after):
            nonlocal seen
            seen += 1
            if seen >= after:
                raise Stop

        path = tmp_path / f"{after}.table"
        with pytest.raises(Stop):
            build_table(name, game, path, megabytes=100, report=report)
        assert parts_of(path).is_dir()
        build_table(name, game, path, megabytes=100)
        assert path.read_bytes() == expected


def test_work_that_begins_anew_with_wider_keys_takes_nothing_over(tmp_path, monkeypatch):
    """Few random games show few bits of the states; where others turn up later, all is listed once more."""
    game = game_named("kalah:holes=2,seeds=2")
    row = np.zeros((1, words_of(type(game.initial))), np.int64)
    store_state(row, 0, game.initial)
    few = row[0].tolist()
    monkeypatch.setattr("halfmove.tables.whole.solve.used_bits", lambda game, state: few)
    monkeypatch.setattr("halfmove.tables.whole.listing._FEW", 1)  # the first plies are put aside at once
    solution = solve(plain(game))
    for spool in (None, FolderSpool(tmp_path / "parts")):
        solved, known = solve_whole(game, spool=spool, megabytes=100), 0
        for ply in range(solved.plies):
            packed, _, worth, _ = solved.ply(ply)
            for number, steps in enumerate(worth.tolist()):
                plain(solved.packing).unpack(packed, number, row, 0)
                state = load_state(row, 0, game.initial)
                value = game.utilities[0] + game.step * steps
                assert solution.value(state) == (value if plain(game).to_move(state) == 0 else -value)
                known += 1
        assert known == solved.states == len(solution)


def test_what_was_put_aside_is_checked(tmp_path):
    game = game_named("one-heap-nim:stones=9")
    spool = FolderSpool(tmp_path / "parts")
    solve_whole(game, spool=spool, megabytes=100)
    file = tmp_path / "parts" / "ply-0001.keys"
    data = bytearray(file.read_bytes())
    data[3] ^= 1
    file.write_bytes(data)
    with pytest.raises(HalfmoveError, match="damaged"):
        spool.get("ply-0001.keys")


def test_parts_that_were_swapped_are_noticed(tmp_path):
    spool = FolderSpool(tmp_path / "parts")
    spool.begin({"rules": "x", "root": "y"})
    for name in ("one", "two"):
        spool.put(name, [np.arange(3), np.arange(4)])
        assert spool.get(name).tolist() == [0, 1, 2, 0, 1, 2, 3]
    (tmp_path / "parts" / "one").rename(tmp_path / "parts" / "two")
    with pytest.raises(HalfmoveError, match="damaged"):
        spool.get("two")
    os.mkfifo(tmp_path / "parts" / "three")
    with pytest.raises(HalfmoveError, match="damaged"):
        spool.get("three")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_named_as_the_reason(tmp_path):
    spool = FolderSpool(tmp_path)
    (tmp_path / "one.writing").symlink_to("/dev/full")
    with pytest.raises(HalfmoveError, match="No space left on device; what was done is kept"):
        spool.put("one", [np.zeros(100_000)])


def test_averages_have_a_bound_on_their_error(tmp_path):
    table = built("pig:goal=8", tmp_path / "x.table")
    game = plain(table.game)
    expected = solve(game).value(game.initial)
    entry = table.probe(game.initial)
    assert entry is not None
    assert abs(entry.value - expected) <= table.header["error"] + 1e-9 < 1e-6
    assert verify(table).wrong is None


def test_a_search_stops_where_a_table_knows(tmp_path):
    from halfmove.search.minimax import minimax

    game = game_named("tic-tac-toe")
    table = built("tic-tac-toe", tmp_path / "x.table")
    known = plain(with_table(game, table))
    assert known.is_terminal(game.initial)
    assert known.utility(game.initial, 1) == 0.0
    for start in ([0], [0, 4], [0, 1, 4]):
        state = game.initial
        for action in start:
            state = plain(game).result(state, action)
        assert known.utility(state, 0) == minimax(game, state).value * (1 if state.player == 0 else -1)


class SomeStates:
    """An index that knows a part of the states of another one."""

    def __init__(self, index, known):
        self.index, self.known = index, known

    def find(self, state):
        number = self.index.find(state)
        return number if number >= 0 and self.known(state) else -1

    def counts(self, state, plies):
        return True


def test_an_action_that_wins_later_is_not_the_best_because_the_table_does_not_know_a_better_one(
    tmp_path, in_plain_python
):
    table = built("tic-tac-toe", tmp_path / "x.table")
    game, found = plain(table.game), 0
    for number in range(len(table)):
        state = table.index.state(number, game.initial)
        entry, after = table.probe(state), table.actions(state)
        if not after or entry.value < 1 or entry.distance == 1:
            continue
        sooner = {action for action, each in after.items() if each.value == 1 and each.distance == entry.distance - 1}
        if any(each.value == 1 for action, each in after.items() if action not in sooner):
            hidden = {game.result(state, action) for action in sooner}
            parts = [
                replace(table, index=SomeStates(table.index, known))
                for known in (lambda each: each not in hidden, lambda each: each in hidden)  # noqa: B023
            ]
            assert parts[0].best(state) == []
            assert parts[0].choice(state) is None
            first, _ = together(parts)
            assert set(first.best(state)) == set(table.best(state))
            assert len(first.choice(state).line) == entry.distance
            found += 1
    assert found


# Values for the first player: Tromp and Steininger (Connect Four), Irving, Donkers and Uiterwijk (Kalah, margins in
# seeds recomputed with an independent program), Neller and Presser 2004 (Pig: the first player wins 53.06 % of games).
KNOWN = {
    "connect-four:width=4,height=4": 0.0,
    "connect-four:width=5,height=4": 0.0,
    "connect-four:width=4,height=5": 0.0,
    "connect-four:width=5,height=5": 0.0,
    "mnk:width=4,height=4,in_a_row=4": 0.0,
    "three-mens-morris": 1.0,
    "six-mens-morris": 0.0,
    "kalah:holes=3,seeds=4": 2.0,
    "kalah:holes=4,seeds=2": 6.0,
    "kalah:holes=4,seeds=3": 6.0,
    "kalah:holes=2,seeds=6": 8.0,
}
# Positions of Connect Four that can be reached (Tromp).
COUNTED = {
    "connect-four:width=4,height=4": 161_029,
    "connect-four:width=5,height=4": 3_945_711,
    "connect-four:width=4,height=5": 1_706_255,
    "connect-four:width=5,height=5": 69_763_700,
}


@pytest.mark.deep
@pytest.mark.parametrize("name", KNOWN)
def test_whole_games_have_their_published_values(native, tmp_path, covered, name):
    table = built_large(name, tmp_path / "x.table")
    assert table.probe(table.game.initial).value == KNOWN[name]
    assert len(table) == COUNTED.get(name, len(table))
    verdict = verify(table)
    assert verdict.wrong is None
    covered(name, states=verdict.states)


def built_large(name: str, path: Path) -> Table:
    game = game_named(name)
    build_table(name, game, path, megabytes=2000)
    return open_table(path, game)


@pytest.mark.deep
def test_pig_is_won_by_the_first_player_in_53_06_of_100_games(native, tmp_path, covered):
    game = game_named("pig")
    build_table("pig", game, tmp_path / "x.table", megabytes=2000)
    table = open_table(tmp_path / "x.table", game)
    value = table.probe(game.initial).value
    assert (1 + value) / 2 == pytest.approx(0.5306, abs=5e-5)
    assert table.header["error"] < 1e-8
    covered("pig to 100", states=table.header["states"])
