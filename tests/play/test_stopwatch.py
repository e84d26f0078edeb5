"""The seconds that a player had: waiting for a core is not his, unless it is charged."""

import threading

import pytest

from halfmove.core.choice import Choice
from halfmove.games import game_named
from halfmove.play.clocks import stopwatch
from halfmove.play.clocks.stopwatch import Stopwatch, threads_of
from halfmove.play.clocks.time_control import Control
from halfmove.play.endings import OVER, TIME
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.referee import referee

pytestmark = pytest.mark.one_lane

SECOND = 10**9  # nanoseconds
PROGRAM = 7  # the number of a process


class Linux:
    """A machine on which only the test lets time pass: `shares` are (ran, waited) of threads in seconds."""

    def __init__(self, folder):
        self.folder, self.now, self.used = folder, 0.0, 0.0

    def share(self, thread, ran, waited, process=stopwatch.OURS):
        path = self.folder / str(process) / "task" / thread
        path.mkdir(parents=True, exist_ok=True)
        (path / "schedstat").write_text(f"{int(ran * SECOND)} {int(waited * SECOND)} 1\n")

    def end(self, thread, listed=False):
        path = self.folder / stopwatch.OURS / "task" / thread
        (path / "schedstat").unlink()
        if not listed:
            path.rmdir()


@pytest.fixture
def linux(monkeypatch, tmp_path):
    machine = Linux(tmp_path)
    monkeypatch.setattr(stopwatch, "_THREADS", f"{tmp_path}/{{}}/task")
    monkeypatch.setattr(stopwatch, "perf_counter", lambda: machine.now)
    monkeypatch.setattr(stopwatch, "process_time", lambda: machine.used)
    return machine


def test_waiting_for_a_core_is_not_the_players(linux):
    linux.share("1", 0, 5)
    watch = Stopwatch()
    linux.now, linux.used = 4.0, 1.0
    linux.share("1", 1, 6.5)
    assert watch.seconds == 2.5
    linux.share("2", 0, 9)  # two threads waited at the same time
    assert watch.seconds == 1.0


def test_a_thread_that_ends_during_the_first_look_takes_nothing_off_the_turn(linux):
    linux.share("1", 100, 1000)  # of all that this process has done so far
    linux.share("2", 0, 0)
    linux.end("2", listed=True)  # it is still in the list, and gone when it is looked at
    watch = Stopwatch()
    linux.now, linux.used = 4.0, 0.5
    linux.share("1", 100.5, 1001)
    assert watch.seconds == 3.0


def test_a_thread_that_ends_during_the_turn_takes_nothing_off_it(linux):
    linux.share("1", 0, 0)
    linux.share("2", 0, 1000)
    watch = Stopwatch()
    linux.now = 4.0
    linux.end("2")
    assert watch.seconds == 4.0


def test_a_first_look_that_sees_nothing_takes_nothing_off_the_turn(linux):
    watch = Stopwatch()
    linux.now = 4.0
    linux.share("1", 0, 1000)
    assert watch.seconds == 4.0


def test_a_program_that_thinks_for_a_player_waits_as_he_does(linux):
    linux.share("1", 0, 0)
    linux.share("1", 0, 50, PROGRAM)
    watch = Stopwatch(programs=(PROGRAM,))
    linux.now = 4.0
    linux.share("1", 1, 51, PROGRAM)
    assert watch.seconds == 3.0
    linux.share("2", 1, 9, PROGRAM)  # never less than it had a core for
    assert watch.seconds == 2.0


@pytest.mark.parametrize(("charged", "ending"), [(False, OVER), (True, TIME)])
def test_waiting_is_charged_where_that_is_said(linux, charged, ending):
    def waiting(game, seen, limit):
        linux.now += 1.0
        linux.share("1", 0, linux.now)
        return Choice(next(iter(game.actions(seen))), 0.0)

    linux.share("1", 0, 0)
    ongoing = GameInProgress(game_named("tic-tac-toe"), controls=Control(each=0.1, charge_waiting=charged))
    assert referee(ongoing, [waiting, waiting]).ending == ending
    assert [spent.moves for spent in ongoing.spent] == ([1, 0] if charged else [4, 3])
    assert ongoing.spent[0].longest == pytest.approx(1.0 if charged else 0.0)


def test_this_machine_tells_of_every_thread():
    before = threads_of(stopwatch.OURS)
    event = threading.Event()
    thread = threading.Thread(target=event.wait)
    thread.start()
    try:
        assert len(threads_of(stopwatch.OURS)) >= len(before) >= (1 if before else 0)
    finally:
        event.set()
        thread.join()
    assert all(share.ran >= 0 and share.waited >= 0 for share in before.values())
