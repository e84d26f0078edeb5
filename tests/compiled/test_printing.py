"""`print` in compiled methods and kernels: as in plain Python, or refused in one sentence, never a frozen process."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from halfmove.errors import NotCompilable

WAIT_SECONDS = 300

pytestmark = pytest.mark.usefixtures("native")

STARTS = """
import io
from contextlib import redirect_stdout
from typing import Annotated, NamedTuple
import numpy as np
from numpy.typing import NDArray
from halfmove import Game, alphabeta
from halfmove.compiled import Bits, compiled, kernel, plain

def printed(call, *args):
    out = io.StringIO()
    with redirect_stdout(out):
        call(*args)
    return out.getvalue()
"""

VALUES = """
class Inner(NamedTuple):
    low: int = 3

class State(NamedTuple):
    number: int = 1
    score: float = 0.5
    open: bool = True
    wide: Annotated[int, Bits(128)] = 1 << 100
    inner: Inner = Inner()

class Cells(NamedTuple):
    cells: NDArray[np.int8]

@compiled
class Made:
    size: int = 4
    name: str = "hello"

    def look(self, state, cells):
        print()
        print(1, 1.5, "text", None)
        print("state:", state)
        print(state.number, state.score, state.open, state.wide, state.inner)
        print(cells, cells.cells, cells.cells[1], (state.number, 2))
        print(self.size, self.name, "\\u00e9 %s {}")
        print(f"{state}", f"{state.score}, {state.number}", repr(cells.cells), str(state.wide))
        return state.number

    def numbers(self, state):
        for number in range(3):
            print("yields", number, state)
            yield number

@compiled(eager=8)
class Listed(Made):
    unused: int = 0

@kernel
def ask(made, state, cells):
    return made.look(state, cells) + count(made, state)

@kernel
def count(made, state):
    total = 0
    for number in made.numbers(state):
        print("got", number)
        total += number
    return total

@kernel
def down(made, state, depth):
    print("down", depth, state.inner)
    return depth if depth <= 0 else across(made, state, depth - 1)

@kernel
def across(made, state, depth):
    print(f"across {depth}")
    return made.size if depth <= 0 else down(made, state, depth - 1)

made, state, cells = Made(), State(), Cells(np.arange(3, dtype=np.int8))
assert printed(ask, made, state, cells) == printed(ask, plain(made), state, cells) != ""
assert printed(down, made, state, 4) == printed(down, plain(made), state, 4) != ""
assert printed(count, Listed(), state).split("got")[0].count("yields") == 3  # all, before the caller has one
"""


def test_all_kinds_of_values(script):
    """Lanes print the same text; so does machine code that comes from the cache."""
    for _ in range(2):
        script(main=STARTS + VALUES)


GAME = """
from typing import NamedTuple
from halfmove import Game, compiled

class Heap(NamedTuple):
    left: int = 5
    player: int = 0

@compiled
class Take(Game):
    initial = Heap()

    def to_move(self, heap):
        print("to move:", heap.player)
        return heap.player

    def actions(self, heap):
        print(f"actions of {heap}")
        for taken in range(1, 3):
            if taken <= heap.left:
                print("yield", taken)
                yield taken

    def result(self, heap, taken):
        print(heap, taken, 1.5)
        return Heap(heap.left - taken, 1 - heap.player)

    def is_terminal(self, heap):
        print(heap.left)
        return heap.left == 0

    def utility(self, heap, player):
        print("utility", f"{heap.left} {player}")
        return -1.0 if player == heap.player else 1.0

    def evaluate(self, heap, player):
        print("evaluate", heap.left, player)
        return 0.0
"""

SEARCHED = """
from game import Take

game = Take()
told = printed(alphabeta, game, None, 3)
assert told == printed(alphabeta, plain(game), None, 3)
for word in ("to move:", "actions of Heap(left=5, player=0)", "yield 2", "utility 0", "evaluate 2"):
    assert word in told, word
print("before", flush=False)
alphabeta(game, None, 1)
print("after")
"""


def test_search_that_prints(script):
    for _ in range(2):
        lines = script(main=STARTS + SEARCHED, game=GAME).stdout.splitlines()
        assert (lines[0], lines[-1]) == ("before", "after")
        assert "actions of Heap(left=5, player=0)" in lines[1:-1]


def test_command_that_prints(tmp_path, fresh_environment):
    (tmp_path / "game.py").write_text(GAME)
    best = subprocess.run(
        [sys.executable, "-m", "halfmove", "best", "game.py", "--quiet"],
        cwd=tmp_path,
        env=fresh_environment,
        capture_output=True,
        text=True,
        timeout=WAIT_SECONDS,
        check=True,
    )
    assert best.stdout.splitlines()[-1] == "2"
    assert "actions of Heap(left=5, player=0)" in best.stdout
    assert best.stderr == ""


def test_interrupted_while_it_prints(tmp_path, fresh_environment):
    """Ctrl-C ends a search that prints, as it does any other."""
    (tmp_path / "game.py").write_text(GAME.replace("left: int = 5", "left: int = 300"))
    process = subprocess.Popen(
        [sys.executable, "-c", "from game import Take; from halfmove import alphabeta; alphabeta(Take(), None, 200)"],
        cwd=tmp_path,
        env=fresh_environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while not process.stdout.readline().startswith("evaluate"):
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=WAIT_SECONDS)
    assert "Interrupted" in errors.splitlines()[-1]


REFUSED = {
    "print(self)": "machine code cannot print Made: print what is in it, or set HALFMOVE_JIT=0 to debug",
    "print(f'{self}')": "machine code cannot print Made: print what is in it, or set HALFMOVE_JIT=0 to debug",
    "print((1, self))": "machine code cannot print Made: print what is in it, or set HALFMOVE_JIT=0 to debug",
    "print(n, end='')": "print takes no named arguments in machine code: leave them out, or set HALFMOVE_JIT=0",
    "print(f'{n:4}')": "f-strings take no format in machine code: leave `:...` and `=` out, or set HALFMOVE_JIT=0",
    "print(f'{n=}')": "f-strings take no format in machine code: leave `:...` and `=` out, or set HALFMOVE_JIT=0",
    "print('%d' % n)": "not possible in machine code",
}
ASKED = """
from halfmove.compiled import compiled, kernel

@compiled
class Made:
    size: int = 4

    def look(self, n):
        STATEMENT
        return n

@kernel
def ask(made, n):
    return made.look(n)
"""


@pytest.mark.parametrize("statement", REFUSED)
def test_what_cannot_be_printed_is_refused(tmp_path, statement):
    text = ASKED.replace("STATEMENT", statement)
    scope = {"__name__": __name__}
    exec(compile(text, tmp_path / "refused.py", "exec"), scope)
    line = text.splitlines().index(f"        {statement}") + 1
    with pytest.raises(NotCompilable) as refused:
        scope["ask"](scope["Made"](), 3)
    assert f"refused.py:{line}: Made cannot be compiled: " in str(refused.value)
    assert REFUSED[statement] in str(refused.value)


def test_class_without_a_module(script):
    """Its machine code would find no Python objects in another process: it is not kept."""
    text = f"""
scope = {{}}
exec({ASKED.replace("STATEMENT", "print(n, self.size)")!r}, scope)
scope["ask"](scope["Made"](), 3)
"""
    for _ in range(2):
        assert script(main=text).stdout == "3 4\n"
