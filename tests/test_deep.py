"""The thorough suite goes on where it was killed, begins anew on another tree, and keeps within its time."""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("native")  # no lane takes part: once is enough

TESTS = Path(__file__).parent
CONFTEST = """
from deep import COVERED, Deep, add_options

def pytest_addoption(parser):
    add_options(parser)

def pytest_configure(config):
    config.addinivalue_line("markers", "deep: thorough")
    config.addinivalue_line("markers", "grows: more")
    config.pluginmanager.register(Deep(config), "deep")
"""
SUITE = """
import os, signal
from pathlib import Path
import pytest

def test_of_every_day():
    raise AssertionError("this is not the thorough suite")

@pytest.mark.deep
def test_first(record_property):
    record_property("covered", ("chess", {"games": 2, "states": 1500}))

@pytest.mark.deep
def test_second(record_property):
    if not Path("saved").exists():
        os.kill(os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid(), signal.SIGKILL)
    record_property("covered", ("chess", {"games": 3, "cases": 7}))

@pytest.mark.grows
def test_third():
    pass
"""


@pytest.fixture
def suite(tmp_path, fresh_environment):
    """Return a function that runs a thorough suite of three tests, of which the second kills the run, once."""
    (tmp_path / "tests").mkdir()
    shutil.copy(TESTS / "deep.py", tmp_path / "tests")
    (tmp_path / "tests" / "conftest.py").write_text(CONFTEST)
    (tmp_path / "tests" / "test_suite.py").write_text(SUITE)

    alone = {name: value for name, value in fresh_environment.items() if not name.startswith("PYTEST_XDIST")}

    def run(*options):
        command = [sys.executable, "-m", "pytest", "tests", "-v", "-p", "no:cacheprovider", "-p", "no:randomly"]
        return subprocess.run(
            [*command, "--only-deep", *options], cwd=tmp_path, env=alone, capture_output=True, text=True
        )

    return run


def names(process):
    return re.findall(r"::test_(\w+).* PASSED|PASSED.*::test_(\w+)", process.stdout)


def ran(process):
    return {one or other for one, other in names(process)}


@pytest.mark.parametrize("workers", [(), ("-n", "1", "--dist", "load", "--maxschedchunk", "1")], ids=["alone", "xdist"])
def test_a_killed_run_goes_on_where_it_was(suite, tmp_path, workers):
    assert suite("--resume", *workers).returncode != 0
    (tmp_path / "saved").touch()
    rest = suite("--resume", *workers)
    assert rest.returncode == 0, rest.stdout
    assert ran(rest) == {"second", "third"}
    assert "1 tests passed before on this tree and were left out" in rest.stdout
    assert re.search(r"^covered +games +states +cases$", rest.stdout, re.MULTILINE)
    assert re.search(r"^chess +5 +1,500 +7$", rest.stdout, re.MULTILINE)
    nothing = suite("--resume", *workers)
    assert (nothing.returncode, ran(nothing)) == (0, set())
    assert re.search(r"^chess +5 +1,500 +7$", nothing.stdout, re.MULTILINE)


def test_on_another_tree_it_begins_anew(suite, tmp_path):
    (tmp_path / "saved").touch()
    assert ran(suite("--resume")) == {"first", "second", "third"}
    assert ran(suite("--resume")) == set()
    file = tmp_path / "tests" / "test_suite.py"
    file.write_text(file.read_text() + "\n")
    assert ran(suite("--resume")) == {"first", "second", "third"}


def test_a_line_that_was_cut_off_is_run_again(suite, tmp_path):
    (tmp_path / "saved").touch()
    suite("--resume")
    (record,) = (tmp_path / ".cache" / "deep").iterdir()
    record.write_text(record.read_text()[:-9])
    assert len(ran(suite("--resume"))) == 1


def test_nothing_starts_that_may_not_end_in_time(suite, tmp_path):
    (tmp_path / "saved").touch()
    late = suite("--until", str(time.time()))
    assert (late.returncode, ran(late)) == (0, set())
    assert "3 skipped" in late.stdout
    early = suite("--until", str(time.time() + 100_000))
    assert ran(early) == {"first", "second", "third"}


def test_each_commit_begins_elsewhere(suite, tmp_path):
    (tmp_path / "saved").touch()
    one, other = (names(suite("--rotate", commit)) for commit in "ab")
    assert one != other
    assert sorted(one) == sorted(other)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_runs_it_in_one_command_or_a_part_of_it():
    def steps(*words):
        made = subprocess.run(["make", "-n", *words], cwd=TESTS.parent, capture_output=True, text=True, check=True)
        return [line for line in made.stdout.splitlines() if "pytest" in line]

    (whole,) = steps("test-deep")
    assert "--only-deep --resume" in whole
    (part,) = steps("test-part", "UNTIL=123", "COMMIT=abc")
    assert '-m "not timing" --rotate "abc" --until 123' in part
    ci = (TESTS.parent / ".ci" / "run").read_text().splitlines()
    assert [line for line in ci if line.startswith("make ")] == ["make test", 'make test-part UNTIL="$until"']


def test_every_test_that_takes_long_is_there():
    lines = (TESTS / "thorough.txt").read_text().splitlines()
    names = [line.partition("[")[0].split("::") for line in lines if not line.startswith("#")]
    assert names == sorted(names)
    for file, test in names:
        assert f"def {test}(" in (TESTS.parent / file).read_text(), f"{file} has no {test}"
