"""Connections do not disturb each other: a worker that dies or hangs is one connection's loss, and is replaced."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest
from studio_client import at, end_studio, start_studio

pytestmark = pytest.mark.one_lane

HANGING = '''
from pathlib import Path
from typing import NamedTuple
from halfmove import Game


class Count(NamedTuple):
    left: int = 5
    player: int = 0


class Countdown(Game):
    """Take one or two; whoever takes the last wins."""

    initial = Count()

    def to_move(self, count):
        return count.player

    def actions(self, count):
        while count.left == 3 and Path("hang").exists():
            pass
        for taken in range(1, min(2, count.left) + 1):
            yield taken

    def result(self, count, taken):
        return Count(count.left - taken, 1 - count.player)

    def is_terminal(self, count):
        return count.left == 0

    def utility(self, count, player):
        return -1.0 if player == count.player else 1.0
'''


def workers_of(studio) -> list[int]:
    """Return the processes that were forked for connections."""
    children = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    return [worker for nursery in children.get(studio.process.pid, []) for worker in children.get(nursery, [])]


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")


@needs_proc
def test_a_killed_worker_is_replaced_and_nobody_else_notices(studio):
    before = set(workers_of(studio))
    first = studio.connect()
    first.ask("position", position=at("tic-tac-toe"))
    (mine,) = set(workers_of(studio)) - before
    second = studio.connect()
    task = second.send("analyse", position=at("connect-four"), seconds=2)
    running = first.send("analyse", position=at("connect-four"), seconds=30)
    first.next_of(running)
    os.kill(mine, signal.SIGKILL)
    lost = first.last_of(running)
    assert (lost["type"], lost["kind"]) == ("error", "lost")
    assert first.ask("position", position=at("tic-tac-toe", "a1"))["type"] == "position"
    assert second.last_of(task)["type"] == "lines"
    for each in (first, second):
        each.close()


@needs_proc
def test_workers_end_with_their_connection(studio):
    before = set(workers_of(studio))
    opened = studio.connect()
    opened.send("analyse", position=at("chess"), seconds=60)
    opened.ask("position", position=at("chess"))
    mine = set(workers_of(studio)) - before
    assert mine
    opened.close()
    deadline = time.monotonic() + 20
    while set(workers_of(studio)) & mine and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not set(workers_of(studio)) & mine


def test_a_game_that_hangs_is_given_up_alone(tmp_path):
    (tmp_path / "countdown.py").write_text(HANGING)
    studio = start_studio("countdown.py", folder=str(tmp_path))
    try:
        first, second = studio.connect(), studio.connect()
        own = first.hello["own"]
        assert own == "countdown.py"
        assert first.hello["games"][0]["title"] == "Countdown"
        assert first.hello["open"]["game"] == own
        shown = first.ask("position", position=at(own))
        assert [field["value"] for field in shown["picture"]["fields"]] == ["5", "0"]
        moved = first.ask("position", position=at(own, "1"))
        assert moved["picture"]["fields"][0] == {"name": "left", "value": "4", "was": "5"}
        assert second.ask("position", position=at(own))["type"] == "position"
        (tmp_path / "hang").touch()
        hanging = first.send("position", position=at(own, "2"))
        assert second.ask("position", position=at(own, "1"))["type"] == "position"
        assert second.ask("position", position=at("tic-tac-toe"))["type"] == "position"
        reply = first.last_of(hanging)
        assert (reply["type"], reply["kind"]) == ("error", "limit")
        (tmp_path / "hang").unlink()
        assert first.ask("position", position=at(own))["type"] == "position"
    finally:
        end_studio(studio)


def test_a_task_is_stopped_with_the_best_so_far(connection):
    task = connection.send("analyse", position=at("connect-four"), seconds=60)
    connection.next_of(task)
    begun = time.monotonic()
    assert connection.ask("stop", task=task)["type"] == "stopping"
    last = connection.last_of(task)
    assert last["stopped"]
    assert last["lines"][0]["action"]
    assert time.monotonic() - begun < 10


def test_a_match_is_stopped_and_resumed(connection):
    plan = {"game": "connect-four", "players": ["alphabeta:depth=2", "random"], "games": 200, "seed": 1}
    task = connection.send("match", **plan)
    while (reply := connection.next_of(task))["played"] < 2:
        assert not reply["last"], reply
    connection.send("stop", task=task)
    last = connection.last_of(task)
    assert last["stopped"]
    assert 2 <= last["played"] < 200
    listed = {each["match"]: each["played"] for each in connection.ask("matches")["matches"]}
    assert listed[last["match"]] >= last["played"]
    again = connection.send("match", **plan, match=last["match"])
    assert connection.next_of(again)["played"] >= last["played"]
    connection.ask("stop", task=again)
    connection.last_of(again)


def test_too_many_tasks_are_refused_with_a_sentence(connection):
    tasks = [connection.send("analyse", position=at("connect-four"), seconds=30) for _ in range(6)]
    replies = [connection.next_of(task) for task in tasks]
    refused = [reply for reply in replies if reply["type"] == "error"]
    assert {reply["kind"] for reply in refused} == {"busy"}
    assert len(refused) == 2
    for task in tasks[:4]:
        connection.ask("stop", task=task)


def test_questions_are_answered_while_searches_run(connection):
    tasks = [connection.send("analyse", position=at("connect-four"), seconds=20) for _ in range(3)]
    for _ in range(5):
        assert connection.ask("position", position=at("connect-four", "4"))["type"] == "position"
    for task in tasks:
        connection.ask("stop", task=task)
        assert connection.last_of(task)["stopped"]


def test_an_id_is_not_used_twice_at_a_time(connection):
    task = connection.send("analyse", position=at("connect-four"), seconds=20)
    connection.next_of(task)
    connection.socket.send(json.dumps({"id": task, "type": "position", "position": at("tic-tac-toe")}))
    while (reply := connection.receive())["type"] != "error":
        pass
    assert "still being answered" in reply["text"]
    connection.ask("stop", task=task)
