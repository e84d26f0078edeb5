"""Without machine code, no test of machine code counts as passed."""

import subprocess
import sys
from pathlib import Path

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


def test_compiled_twins_are_left_out_without_machine_code(fresh_environment):
    on, off = collected("1", fresh_environment), collected("0", fresh_environment)
    assert on.count("[compiled]") == on.count("[plain]") == off.count("[plain]") > 0
    assert "[compiled]" not in off
    assert "deselected" in off
    assert "deselected" not in on
