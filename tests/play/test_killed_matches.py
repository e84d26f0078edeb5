"""Matches that are killed or interrupted: no game is lost, none is doubled."""

import io
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.play.match import pool
from halfmove.play.match.match import Match
from halfmove.play.match.plan import Plan, first_round
from halfmove.play.match.rows import half_points_of
from halfmove.play.match.runner import Runner
from halfmove.play.match.store import Store

SLOW = """
import time
from halfmove import Choice
def player(game, seen, limit):
    time.sleep(0.002)
    return Choice(max(game.actions(seen)), 0.0)
"""
GAMES_A_KILL = 100  # more than are finished before the next kill


def killed_and_resumed(kills, tmp_path, environment):
    """Return the plan and the rows of a match that was killed so often, and by what its processes are known."""
    path, slow = tmp_path / "killed.db", tmp_path / "slow.py"
    slow.write_text(SLOW)
    plan = Plan("tic-tac-toe", ("random", f"{slow}:player"), games=GAMES_A_KILL * (kills + 1), openings="random:1")
    command = [sys.executable, "-m", "halfmove", "match", *plan.players, "--game", plan.game]
    command += ["--games", str(plan.games), "--openings", plan.openings, "--concurrency", "2", "--quiet"]
    command += ["--database", str(path), "--resume"]
    mark = f"halfmove-test-{os.getpid()}-{time.monotonic_ns()}"
    numbers = random.Random(1)
    for kill in range(kills + 1):
        before = _count(path)
        process = subprocess.Popen(command, env={**environment, "HALFMOVE_TEST_MARK": mark}, stdout=subprocess.PIPE)
        if kill == kills:
            assert process.wait() == 0
        else:
            while process.poll() is None and _count(path) == before and numbers.random() > 0.01:
                time.sleep(0.02)  # mostly until games are stored, and now and then no longer than this
            time.sleep(numbers.random() / 10)
            process.kill()
            assert process.wait() == -signal.SIGKILL
        process.stdout.close()
    with Store.open(path) as store:
        assert store.plan == plan
        return plan, [row._replace(notes="") for row in store.rows()], mark


def _count(path):
    if not path.exists():
        return 0
    with suppress(HalfmoveError), Store.open(path) as store:
        return len(store.numbers())
    return 0


def _left_over(mark):
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"HALFMOVE_TEST_MARK={mark}".encode() in (folder / "environ").read_bytes():
                found.append(folder.name)
    return found


def check_kills(kills, tmp_path, environment):
    plan, rows, mark = killed_and_resumed(kills, tmp_path, environment)
    assert [row.number for row in rows] == list(range(plan.games))
    assert {(row.ending, row.detail) for row in rows} == {("over", "")}
    runner, round = Runner(plan, game_named(plan.game)), first_round(plan, 2)
    for number in range(0, plan.games, 17):
        assert rows[number] == runner.game_of(round, number)._replace(notes="")
    deadline = time.monotonic() + 30
    while _left_over(mark) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert _left_over(mark) == []


@pytest.mark.one_lane
def test_no_game_is_lost_or_doubled_when_a_match_is_killed(tmp_path, fresh_environment, shared_cache):
    check_kills(1, tmp_path, {**fresh_environment, **shared_cache})


def check_killed_workers(kills, plan, tmp_path, monkeypatch):
    """Kill workers at random so often while a match is played; every game is there, once, and counted as stored."""
    numbers, staff = random.Random(2), []

    class Watched(pool.Worker):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            staff.append(self.process)

    def kill():
        while len(killed) < kills:
            time.sleep(numbers.random() / 2)
            alive = [process for process in staff if process.poll() is None]
            if alive:
                numbers.choice(alive).kill()
                killed.append(1)

    killed = []
    monkeypatch.setattr(pool, "Worker", Watched)
    with Store.create(tmp_path / "killed.db", plan) as store:
        match = Match(store)
        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        match.run(workers=3)
        while killer.is_alive():  # it may have had no time to kill so often: there are more games
            store.extend(replace(store.plan, games=store.plan.games + plan.games))
            match = Match(store)
            match.run(workers=3)
        killer.join()
        rows = list(store.rows())
        assert [row.number for row in rows] == list(range(store.plan.games))
        assert {(row.ending, row.detail) for row in rows} == {("over", "")}
        assert [half_points_of(row, match.round) for row in rows] == match.half_points.tolist()
    assert all(process.poll() is not None for process in staff)


def slow_player(tmp_path):
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    return f"{file}:player"


@pytest.mark.one_lane
def test_workers_that_are_killed_lose_no_game(tmp_path, monkeypatch):
    plan = Plan("tic-tac-toe", ("random", slow_player(tmp_path)), games=200, openings="random:1")
    check_killed_workers(6, plan, tmp_path, monkeypatch)


@pytest.mark.timing
@pytest.mark.deep
@pytest.mark.parametrize("random_only", [False, True])
def test_a_hundred_workers_that_are_killed_lose_no_game(tmp_path, monkeypatch, random_only):
    players = ("random", "random" if random_only else slow_player(tmp_path))
    plan = Plan("tic-tac-toe", players, games=20_000 if random_only else 1000, openings="random:1")
    check_killed_workers(100, plan, tmp_path, monkeypatch)


class Halting(pool.Worker):
    """A worker that is killed in the middle of its first answer, which its listener hears as half a line."""

    made = 0

    def __init__(self, *arguments):
        super().__init__(*arguments)
        Halting.made += 1

    def _listen(self, told):
        if Halting.made:
            super()._listen(told)
            return
        line = self.process.stdout.readline()
        self.process.kill()
        self.process.wait()
        stream, self.process.stdout = self.process.stdout, io.StringIO(line[: len(line) // 2])
        super()._listen(told)
        stream.close()


@pytest.mark.parametrize("other", ["random", pytest.param("montecarlo:games=3", marks=pytest.mark.deep)])
def test_half_an_answer_is_the_end_of_a_worker_and_of_nothing_else(tmp_path, monkeypatch, other):
    """What it had stored before is counted, and not played again."""
    monkeypatch.setattr(Halting, "made", 0)
    monkeypatch.setattr(pool, "Worker", Halting)
    plan = Plan("tic-tac-toe", ("random", other), games=100, openings="random:1")
    with Store.create(tmp_path / "match.db", plan) as store:
        match = Match(store)
        match.run(workers=2)
        rows = list(store.rows())
        assert [row.number for row in rows] == list(range(plan.games))
        assert (match.played, match.here, match.finished) == (plan.games, plan.games, True)
        assert [half_points_of(row, match.round) for row in rows] == match.half_points.tolist()
    assert Halting.made >= 3


def test_games_that_are_there_do_not_keep_others_out(tmp_path):
    plan = Plan("tic-tac-toe", ("random", "random"), games=100, openings="none")
    runner, round = Runner(plan, game_named(plan.game)), first_round(plan, 2)
    with Store.create(tmp_path / "match.db", plan) as store:
        for numbers in (range(20, 40), range(30, 60), range(10, 30), range(100)):
            runner.play(round, numbers, lambda batch: batch.keep(store))
        assert store.numbers() == list(range(100))
        assert [row.number for row in store.rows()] == list(range(100))


@pytest.mark.one_lane
def test_ctrl_c_leaves_a_match_that_can_go_on(tmp_path, fresh_environment):
    slow, path = tmp_path / "slow.py", tmp_path / "match.db"
    slow.write_text(SLOW)
    command = [sys.executable, "-m", "halfmove", "match", "random", f"{slow}:player", "--game", "tic-tac-toe"]
    command += ["--games", "100000", "--database", str(path), "--resume", "--quiet"]
    for workers in ("1", "2"):
        before = _count(path)
        process = subprocess.Popen([*command, "-c", workers], env=fresh_environment, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and _count(path) == before:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
        assert process.returncode == 130, told
        assert "--resume goes on" in told
        assert before < _count(path) < 100_000


@pytest.mark.timing
@pytest.mark.deep
def test_no_game_is_lost_or_doubled_by_a_hundred_kills(tmp_path, fresh_environment):
    check_kills(100, tmp_path, fresh_environment)
