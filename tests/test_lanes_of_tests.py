"""Without machine code, no test of machine code counts as passed; and none that depends on the lane runs once only."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from halfmove.compiled import plain
from halfmove.compiled.lane import JIT
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.alphabeta import alphabeta

TESTS = Path(__file__).parent
FILES = ["core/test_choice_and_limit.py", "compiled/test_kernels.py", "games/test_game_lanes.py"]


def collected(jit, environment):
    """Return the tests that would run, and how many would not."""
    process = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *FILES],
        cwd=TESTS,
        env={**environment, "HALFMOVE_JIT": jit},
        capture_output=True,
        text=True,
        check=True,
    )
    return process.stdout


@pytest.mark.one_lane
def test_compiled_twins_are_left_out_without_machine_code(fresh_environment):
    on, off = collected("1", fresh_environment), collected("0", fresh_environment)
    assert on.count("[compiled]") == on.count("[plain]") == off.count("[plain]") > 0
    assert "[compiled]" not in off
    assert "deselected" in off
    assert "deselected" not in on


@pytest.mark.one_lane
@pytest.mark.skipif(not JIT, reason="the compiled lane is off")
def test_a_test_of_one_lane_that_runs_machine_code_fails():
    assert alphabeta(plain(TicTacToe()), depth=1).nodes == 10
    with pytest.raises(AssertionError, match="marked one_lane, and runs machine code for TicTacToe"):
        alphabeta(TicTacToe(), depth=1)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_every_test_is_in_one_half_at_least():
    """The half with machine code leaves nothing out, and the other one only what the marks say."""
    made = subprocess.run(["make", "-n", "test"], cwd=TESTS.parent, capture_output=True, text=True, check=True)
    first, second = (shlex.split(line.partition("pytest")[2]) for line in made.stdout.splitlines() if "pytest" in line)
    assert "-m" not in first
    assert second[second.index("-m") + 1] == "not one_lane and not both_lanes"
