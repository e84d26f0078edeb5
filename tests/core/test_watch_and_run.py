"""Watching and stopping: the line is real play, the deadline holds, Ctrl-C brings the best so far."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.compiled import Flag, compiled, plain
from halfmove.compiled.lane import JIT
from halfmove.core.choice import Limit
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.running.run import run
from halfmove.running.watch import CUT, END, HORIZON, NoWatch, Stopped, meter
from halfmove.search.alphabeta import alphabeta
from halfmove.search.minimax import minimax

WAIT_SECONDS = 300

trees = st.recursive(st.integers(-5, 5), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=12).filter(
    lambda tree: isinstance(tree, list)
)


@pytest.mark.parametrize("search", [minimax, alphabeta], ids=lambda search: search.__name__)
@given(tree=trees, depth=st.integers(1, 6))
def test_line_leads_to_the_value(search, tree, depth):
    """Play the line out: where it ends is worth what the root is worth, to the player at the root."""
    game = ExplicitGame.tree(tree)
    choice = search(game, depth=depth)
    state, player = game.initial, game.to_move(game.initial)
    assert choice.line[:1] == ((choice.action,) if choice.action is not None else ())
    for action in choice.line:
        assert not game.is_terminal(state)
        assert action in list(game.actions(state))
        state = game.result(state, action)
    if game.is_terminal(state):
        assert game.utility(state, player) == choice.value
    else:
        assert len(choice.line) == depth
        assert game.advice.evaluate(state, player) == choice.value


@pytest.mark.parametrize("depth", [1, 4, 9])
def test_line_of_tic_tac_toe(lane, depth):
    game = lane(TicTacToe())
    choice = alphabeta(game, depth=depth)
    state = game.initial
    for action in choice.line:
        state = game.result(state, action)
    assert len(choice.line) == depth
    assert choice.value == 0.0
    assert choice.exact == (depth == 9)


@compiled
class Counting:
    """A compiled watch of a user's own."""

    cells: object

    def enter(self, state, player, depth, alpha, beta):
        self.cells[0] += 1

    def improve(self, depth, action, value):
        self.cells[1] += 1

    def leave(self, value, reason):
        self.cells[2] += 1
        return value


@pytest.mark.usefixtures("native")
def test_user_s_own_watch_in_both_lanes():
    import numpy as np

    counts = []
    for game in (TicTacToe(), plain(TicTacToe())):
        cells = np.zeros(3, np.int64)
        choice = alphabeta(game, depth=4, watch=Counting(cells))
        assert cells[0] == cells[2] == choice.nodes
        counts.append(cells.tolist())
    assert counts[0] == counts[1]


def test_meter_stops_at_its_flag_and_its_nodes():
    counter = meter(TicTacToe(), 3, nodes=2)
    counter.enter(None, 0, 3, 0.0, 0.0)
    counter.enter(None, 0, 2, 0.0, 0.0)
    with pytest.raises(Stopped):
        counter.enter(None, 0, 1, 0.0, 0.0)
    assert counter.nodes == 2
    flagged = meter(TicTacToe(), 3)
    flagged.flag.set()
    with pytest.raises(Stopped):
        flagged.enter(None, 0, 3, 0.0, 0.0)


def test_meter_knows_what_is_proven():
    counter = meter(TicTacToe(), 3)
    assert counter.leave(0.0, END) == 0.0
    assert counter.proves(0.0)
    counter.leave(0.0, HORIZON)
    assert not counter.proves(0.0)
    assert counter.proves(1.0)  # a bound of utility, and no estimate came near it
    counter.leave(1.0, HORIZON)
    assert not counter.proves(1.0)
    assert NoWatch().leave(0.5, CUT) == 0.5


def test_run_returns_and_raises():
    assert run(lambda: 5, Flag()) == 5
    with pytest.raises(ZeroDivisionError):
        run(lambda: 1 // 0, Flag())


def test_run_raises_the_flag_at_the_deadline():
    flag = Flag()
    stopped = threading.Event()

    def search():
        while not flag.is_set():
            pass
        stopped.set()
        return "stopped"

    assert run(search, flag, seconds=0.01) == "stopped"
    assert stopped.is_set()


@pytest.mark.parametrize("seconds", [float("inf"), 1e12])
def test_deadline_beyond_all_time(seconds):
    release = threading.Event()
    threading.Timer(0.1, release.set).start()
    assert run(lambda: release.wait(WAIT_SECONDS), Flag(), seconds)


def test_run_leaves_no_trace_in_the_process():
    before = threading.stack_size()
    run(lambda: None, Flag())
    assert threading.stack_size() == before


def test_deadline_brings_a_legal_action(lane):
    choice = alphabeta(lane(ConnectFour()), limit=Limit(seconds=0.05))
    assert choice.stopped
    assert not choice.exact
    assert choice.action in range(7)
    assert choice.line[0] == choice.action


def test_searches_side_by_side():
    """Two threads search at once, each with its own meter and flag."""
    found = {}

    def work(name, depth):
        found[name] = alphabeta(ConnectFour(), depth=depth)

    threads = [threading.Thread(target=work, args=(depth, depth)) for depth in (4, 5, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[depth] for depth in (4, 5)] == [alphabeta(ConnectFour(), depth=depth) for depth in (4, 5)]


def test_deep_game_in_the_plain_lane():
    """A line of nine hundred plies fits the stack of the search, in both lanes."""
    from halfmove.games.nim import OneHeapNim

    game = OneHeapNim(300, 1)
    assert minimax(plain(game)).nodes == minimax(game).nodes == 301


INTERRUPTED = """
import sys
from halfmove.compiled import plain
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.search.alphabeta import alphabeta
from halfmove.search.decide import Interrupted

game = plain(ConnectFour()) if sys.argv[1] == "plain" else ConnectFour()
alphabeta(game, depth=2)
print("ready", flush=True)
try:
    alphabeta(game)
except Interrupted as interrupted:
    choice = interrupted.choice
    print(choice.action in range(7), choice.stopped, isinstance(interrupted, KeyboardInterrupt))
    sys.exit(130)
"""


@pytest.mark.parametrize("lane_name", ["plain", "compiled"])
def test_ctrl_c_brings_the_best_so_far(tmp_path, fresh_environment, shared_cache, lane_name):
    (tmp_path / "main.py").write_text(INTERRUPTED)
    with subprocess.Popen(
        [sys.executable, "main.py", lane_name],
        cwd=tmp_path,
        env={**fresh_environment, **shared_cache},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "ready\n", process.stderr.read()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)  # it searches
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 130, errors
    assert output == "True True True\n"


IN_CALLING_THREAD = """
import os, signal, sys, threading, time
from halfmove.compiled import Flag, compiled, kernel
from halfmove.running import run as running
from halfmove.running.watch import Stopped

@compiled
class Nothing:
    pass

@kernel
def wait(nothing, flag, cells):
    cells[0] = 1
    while not flag.is_set():
        pass
    raise Stopped

import numpy as np
flag, cells = Flag(), np.zeros(1, np.int64)
search = wait.prepare(Nothing(), flag, cells)
running._in_worker = None  # a search that takes little stack does not need it
before = signal.getsignal(signal.SIGINT), signal.set_wakeup_fd(-1)

def press():
    while not cells[0]:
        time.sleep(0.001)
    for _ in range(int(sys.argv[1])):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.001)

threading.Thread(target=press).start()
try:
    running.run(search, flag, stack=1000)
except KeyboardInterrupt:
    print("interrupted", flag.is_set(), before == (signal.getsignal(signal.SIGINT), signal.set_wakeup_fd(-1)))
"""


@pytest.mark.skipif(not JIT or sys.platform == "win32", reason="machine code in the main thread")
def test_ctrl_c_ends_machine_code_in_the_calling_thread():
    done = subprocess.run(
        [sys.executable, "-c", IN_CALLING_THREAD, "1"],
        capture_output=True,
        text=True,
        timeout=WAIT_SECONDS,
        check=False,
    )
    assert done.stdout == "interrupted True True\n", done.stderr


STUBBORN = """
import os, signal, sys, threading, time
from halfmove.compiled import Flag
from halfmove.running.run import run

flag, running, pressed = Flag(), threading.Event(), threading.Event()
ended = []

def search():  # it takes a while to end, and Ctrl-C comes twice meanwhile
    running.set()
    while not flag.is_set():
        time.sleep(0.001)
    pressed.wait()
    ended.append(True)

def press():
    running.wait()
    for _ in range(2):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
    pressed.set()

threading.Thread(target=press).start()
try:
    run(search, flag)
except KeyboardInterrupt:
    print("interrupted", ended, signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""


def test_a_second_ctrl_c_leaves_no_search_running():
    done = subprocess.run(
        [sys.executable, "-c", STUBBORN], capture_output=True, text=True, timeout=WAIT_SECONDS, check=False
    )
    assert done.stdout == "interrupted [True] True\n", done.stderr


def test_an_alarm_leaves_no_search_running():
    """A handler of another signal may raise anything: the search ends, as it does at Ctrl-C."""
    flag, ended = Flag(), threading.Event()

    def search():
        while not flag.is_set():
            time.sleep(0.001)
        ended.set()

    def ring(number, frame):
        raise TimeoutError("the alarm rang")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(TimeoutError, match="the alarm rang"):
            run(search, flag)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        flag_was_raised = flag.is_set()
        flag.set()
    assert flag_was_raised
    assert ended.wait(WAIT_SECONDS)


def test_a_search_runs_where_it_is_called_if_it_is_shallow():
    threads = []
    assert run(lambda: threads.append(threading.current_thread()), Flag(), stack=1000) is None
    assert run(lambda: threads.append(threading.current_thread()), Flag(), stack=1 << 30) is None
    assert run(lambda: threads.append(threading.current_thread()), Flag()) is None
    assert [thread is threading.current_thread() for thread in threads] == [True, False, False]


def test_a_search_inside_a_search_and_another_handler_keep_their_ctrl_c():
    before = signal.getsignal(signal.SIGINT)
    assert run(lambda: run(lambda: 5, Flag(), stack=1000), Flag(), stack=1000) == 5
    assert signal.getsignal(signal.SIGINT) is before
    mine = lambda number, frame: None  # noqa: E731
    signal.signal(signal.SIGINT, mine)
    try:
        assert run(lambda: 5, Flag(), stack=1000) == 5
        assert signal.getsignal(signal.SIGINT) is mine
    finally:
        signal.signal(signal.SIGINT, before)


def test_searches_one_after_another_and_inside_a_watch_share_nothing():
    """A meter is used again: nothing of the search before is left in it."""
    game, limits = TicTacToe(), [Limit(), Limit(nodes=50), Limit(depth=3), Limit(depth=3, nodes=10)]
    first = [alphabeta(game, depth=5, limit=limit) for limit in limits]
    for _ in range(2):
        assert [alphabeta(game, depth=5, limit=limit) for limit in limits] == first
        assert [alphabeta(plain(game), depth=5, limit=limit) for limit in limits] == first
