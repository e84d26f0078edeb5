"""Other processes: what one has compiled the next one loads, one after another and all at once."""

from __future__ import annotations

import subprocess
import sys

import pytest
from cache_checks import SMALL, SMALL_ANSWER, WAIT_SECONDS, cached

pytestmark = pytest.mark.usefixtures("native")


def test_text_methods_do_not_spoil_the_cache(script, tmp_path):
    """A set of texts has another order in each process; the machine code is the same."""
    text = """
from halfmove.compiled import compiled, kernel

@compiled
class Made:
    n: int = 1

    def name(self, text):
        return text in {"north", "south", "east", "west"}

    def twice(self):
        return 2 * self.n

@kernel
def ask(made):
    return made.twice()

print(ask(Made()))
"""
    assert script(main=text, env={"PYTHONHASHSEED": "1"}).stdout == "2\n"
    first = cached(tmp_path)
    assert script(env={"PYTHONHASHSEED": "2"}).stdout == "2\n"
    assert cached(tmp_path) == first


LOCAL = """
from halfmove.compiled import compiled, kernel

def define():
    class Refused(Exception):
        pass

    @compiled
    class Made:
        number: int = 1

    @kernel
    def ask(made, n):
        if n == made.number:
            raise Refused(n)
        return n

    try:
        ask(Made(), 1)
    except Refused:
        print("refused")

define()
"""


def test_exception_of_a_local_class(script):
    """It is the same class when the kernel was compiled by another process."""
    for _ in range(2):
        assert script(main=LOCAL).stdout == "refused\n"


def test_state_that_only_an_inner_kernel_mentions(script, tmp_path):
    """Its class is known before machine code is loaded that returns one: nothing is compiled twice."""
    files = {
        "rows": """
from typing import NamedTuple
from halfmove.compiled import kernel

class Row(NamedTuple):
    x: int = 0

@kernel
def inner(made, n):
    return Row(n + made.number)
""",
        "main": """
from halfmove.compiled import compiled, kernel
import rows

@compiled
class Made:
    number: int = 1

@kernel
def ask(made, n):
    return rows.inner(made, n), 1.5

print(ask(Made(), 3))
""",
    }
    assert script(**files).stdout == "(Row(x=4), 1.5)\n"
    first = cached(tmp_path)
    assert script().stdout == "(Row(x=4), 1.5)\n"
    assert cached(tmp_path) == first


def test_four_processes_at_once(tmp_path, fresh_environment):
    """All begin with an empty cache, and all are right."""
    (tmp_path / "main.py").write_text(SMALL)
    command = [sys.executable, "-W", "error", "main.py"]
    started = [
        subprocess.Popen(
            command, cwd=tmp_path, env=fresh_environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    for process in started:
        output, errors = process.communicate(timeout=WAIT_SECONDS)
        assert output.split()[:1] == [SMALL_ANSWER], errors
