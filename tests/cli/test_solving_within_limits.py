"""`solve` keeps to its memory and its time, says how it goes on, and tells what is known when it is stopped."""

import json
import signal
import subprocess
import sys
import time
import tracemalloc
from itertools import pairwise

import pytest

from halfmove.compiled.lane import JIT
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.nim import OneHeapNim
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.running.memory import MEGABYTE
from halfmove.search.solving.graph import MEMORY, TIME, Graph
from halfmove.search.solving.retrograde import Unsolved, solve

WAIT_SECONDS = 300
COUNTING = '''
from typing import NamedTuple
from halfmove import Game

class Count(NamedTuple):
    sum: int = 0
    player: int = 0

class Counting(Game):
    """Write a digit in turn; who makes the number as large as {goal} wins."""

    initial = Count()
    def to_move(self, count): return count.player
    def actions(self, count): yield from range(1, 10)
    def result(self, count, number): return Count(count.sum * 10 + number, 1 - count.player)
    def is_terminal(self, count): return count.sum >= {goal}
    def utility(self, count, player): return -1.0 if player == count.player else 1.0
'''


@pytest.mark.parametrize("megabytes", [4, 20])
def test_memory_is_not_exceeded(lane, megabytes):
    """By what the arrays really take, not by what the solver believes."""
    game = lane(ConnectFour())
    graph = Graph(game, game.initial, megabytes)
    tracemalloc.start()
    try:
        assert graph.explore(None, None) == MEMORY
        graph.bounds()
        assert tracemalloc.get_traced_memory()[1] <= megabytes * MEGABYTE
    finally:
        tracemalloc.stop()
    assert graph.states.count() > 1000


@pytest.mark.skipif(JIT, reason="once, in plain Python")
def test_where_no_proof_helps_the_limit_is_named(halfmove):
    result = halfmove("solve", "pig", "--megabytes", 1, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["unsolved"] == "Pig: its states are more than can be listed in 1 MB"


def test_what_fits_is_solved_as_without_a_limit(lane):
    game = lane(TicTacToe())
    found = []
    solution = solve(game, megabytes=64, progress=found.append)
    assert (len(solution), solution.value(), solution.distance()) == (5478, 0.0, 9)
    assert found[-1].states == 5478
    assert all(one.states <= two.states and one.bytes <= two.bytes for one, two in pairwise(found))


def test_bounds_of_an_unfinished_listing_hold(lane):
    """Whatever was listed, the true value lies between the bounds; a win in a few plies is seen at once."""
    for game in (lane(OneHeapNim(9)), lane(TicTacToe())):
        true = solve(game).value()
        with pytest.raises(Unsolved) as stopped:
            solve(game, seconds=1e-9)
        known = stopped.value.known
        assert stopped.value.lacking == TIME
        assert known.low <= true <= known.high
    four = lane(ConnectFour())
    with pytest.raises(Unsolved) as stopped:
        solve(four, four.read("112233"), megabytes=4)
    assert (stopped.value.known.low, stopped.value.known.high) == (1.0, 1.0)
    assert four.name(stopped.value.known.action) == "4"


def test_what_does_not_fit_is_proven(halfmove):
    result = halfmove("solve", "connect-four:width=4,height=5", "--megabytes", 8)
    assert result.exit_code == 0, result.stdout
    assert "0 (draw) for X, proven" in result.stdout
    assert "proving the value of this state alone" in result.stderr


def test_an_estimate_and_a_plan_come_first(halfmove, tmp_path):
    file = tmp_path / "counting.py"
    file.write_text(COUNTING.format(goal=10**12))
    result = halfmove("solve", file, "--megabytes", 100, "--seconds", 2)
    assert result.exit_code == 1
    assert "not solved: from -1 to 1" in result.stdout
    assert "more than" in result.stderr
    assert "9 times as many" in result.stderr
    found = halfmove("solve", file, "--seconds", 0.3, "--json")
    assert found.exit_code == 1
    data = json.loads(found.stdout)
    assert (data["value"], data["exact"], data["low"], data["high"]) == (None, False, -1.0, 1.0)
    assert "0.3 s" in data["unsolved"]
    assert found.stderr == ""


def test_ctrl_c_tells_what_is_known(tmp_path, fresh_environment):
    file = tmp_path / "counting.py"
    file.write_text(COUNTING.format(goal=10**12))
    words = [sys.executable, "-m", "halfmove", "solve", str(file), "--megabytes", "2000"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=fresh_environment
    ) as process:
        assert process.stderr is not None
        assert "more than" in process.stderr.readline()  # it is at work
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 130
    assert "not solved: from -1 to 1" in output
    assert "interrupted" in output


@pytest.mark.parametrize("name", ["chess", "chess960"])
def test_states_without_a_size_are_refused_with_what_to_do_instead(halfmove, name):
    result = halfmove("solve", name)
    assert result.exit_code == 2
    (sentence,) = result.stderr.splitlines()
    assert "`halfmove best`" in sentence
    assert "typing.Any" not in sentence


def test_a_search_may_be_given_endings(answer, halfmove):
    board = "kalah:holes=2,seeds=3"
    without, given = answer("solve", board), answer("solve", board, "--endings", 6)
    assert (given["value"], given["exact"], given["states"]) == (without["value"], True, None)
    assert given["best"][0] in without["best"]
    assert "no endings that a search can know" in halfmove("solve", "tic-tac-toe", "--endings", 6).stderr
    assert "leave out --endings" in halfmove("solve", board, "--endings", 6, "--output", "never").stderr
    assert "--megabytes 3 allows that" in halfmove("solve", "kalah", "--endings", 12, "--megabytes", 1).stderr
    late = halfmove("solve", "kalah", "--endings", 12, "--seconds", 0.001, "--json")
    assert (late.exit_code, "the endings alone" in json.loads(late.stdout)["unsolved"]) == (1, True)
