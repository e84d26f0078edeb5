"""The fence around Numba: a user's own Numba code is typed as it is without halfmove, and private names are checked."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import numba
import pytest

from halfmove.compiled.native import numba_private
from halfmove.errors import NotCompilable

ROOT = Path(__file__).parents[2]
NATIVE = Path(numba_private.__file__).parent

USE_HALFMOVE = """
from halfmove.compiled import compiled, kernel

@compiled
class Wide:
    def result(self, state):
        print(str(1.5), repr((1, 2.5)))
        return state._replace(stones=state.stones | BIG & 1 << 70)

@kernel
def ask(game, state):
    return Board(game.result(state).stones & ROW[1] | 1 << 3, int(state.turn))

assert ask(Wide(), Board(1, 0)) == Board(8, 0)
"""

OWN_CODE = """
from numba import njit
from numba.core.errors import NumbaError

def numbers(x):
    return int(x), x << 3, -x, hash(x), float(x), x // 2, x & 255, bool(x), (x, LARGE)

def texts(x):
    print(x, 1.5, "text", (x, 2))
    return str(x), str(1.5), repr((1, 2.5)), str(None)

def makes_a_state(x):
    return Board(x, x > 1)

def reads_a_state(x):
    return START.stones, START, Board(True, 2.5)

def names_types(x):
    return isinstance(x, int), type(x) is int, type(x)(7)

def wide(x):
    return BIG

def a_row(x):
    return ROW

def literal(x):
    return 1180591620717411303424 & x

FEW, MORE = (5, Board(1, 0)), (2.0, True, (1, LARGE))
"""

ASK_OWN_CODE = """
for function, values in ASKED.items():
    compiled = njit(function)
    for value in values:
        try:
            result = compiled(value)
        except (NumbaError, TypeError, ValueError) as error:
            result = type(error).__name__
        signatures = [(str(key), str(made.signature.return_type)) for key, made in compiled.overloads.items()]
        print(function.__name__, repr(value), repr(result), signatures, sep=" | ")
"""

STATE = """
from typing import Annotated, NamedTuple

class Board(NamedTuple):
    stones: Annotated[int, Bits(100)]
    turn: int

LARGE, BIG = 2**63, 2**90 - 1
ROW, START = (1, 2**63), Board(3, 1)
"""


def test_a_users_own_numba_code_is_typed_as_without_us(script, native):
    check_own_code(script, "dict.fromkeys((numbers, makes_a_state, names_types, wide, a_row, literal), FEW)")


@pytest.mark.deep
def test_more_of_a_users_own_numba_code_is_typed_as_without_us(script, native):
    """Texts and many kinds of numbers take long to compile."""
    check_own_code(script, "{numbers: MORE, names_types: MORE, texts: FEW, reads_a_state: FEW}")


def check_own_code(script, functions_and_values):
    """Compile the same functions in two processes, of which one uses all that the lane has types for."""
    asked = f"{OWN_CODE}ASKED = {functions_and_values}{ASK_OWN_CODE}"
    bits = "class Bits:\n    def __init__(self, width): pass\n"
    own = script(main=bits + STATE + asked).stdout.splitlines()
    ours = script(main="from halfmove.compiled import Bits\n" + STATE + USE_HALFMOVE + asked).stdout.splitlines()
    assert ours[0] == "1.5 (1, 2.5)"
    assert ours[1:] == own
    assert any("float64" in line for line in own)


def test_every_private_name_is_there():
    assert numba_private.missing() == []


def test_a_private_name_that_is_gone_is_named_in_one_sentence(monkeypatch):
    monkeypatch.setitem(numba_private.NAMES, "numba.core.codegen", "JITCodeLibrary Vanished")
    monkeypatch.setitem(numba_private.NAMES, "numba.core.gone", "lost")
    first, second = numba_private.missing()
    assert first.startswith("numba.core.codegen.Vanished is not in Numba ")
    assert first.endswith("install a version that halfmove was tested with, from 0.61 to 0.68")
    assert second.startswith("numba.core.gone.lost is not in Numba ")
    with pytest.raises(NotCompilable, match=re.escape(first)):
        numba_private.find("numba.core.codegen", "Vanished")


def test_the_version_that_is_installed_was_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"numba>={numba_private.FIRST},<{numba_private.CEILING}" in project["dependencies"]
    assert numba_private.untested(numba.__version__) == ""
    assert "0.61 to 0.68" in numba_private.untested("0.69.0")
    assert "0.61 to 0.68" in numba_private.untested("0.60.2")


MODULE = re.compile(r"(?:from|import) (?:numba|llvmlite)\.(?!extending\b|core\.errors\b)\S+")
ATTRIBUTE = re.compile(r"\b(?!self\b|cls\b)\w+\._(?!getvalue\b|fields\b|replace\b|asdict\b)[a-z]\w*")


@pytest.mark.parametrize("file", sorted(NATIVE.glob("*.py")), ids=lambda file: file.stem)
def test_only_one_file_names_what_is_private(file):
    text = file.read_text()
    assert file.name == "numba_private.py" or MODULE.findall(text) + ATTRIBUTE.findall(text) == []


SEARCHES = """
import numpy as np
from halfmove import alphabeta, game_named
from halfmove.compiled import compiled, kernel, plain

@compiled(eager=8)
class Lists:
    cells: np.ndarray

    def numbers(self, n):
        for i in range(n):
            yield i

    def pairs(self, n):
        kept = self.cells + n
        for i in range(n):
            yield i, kept[i]

@kernel(inline=False)
def rare(lists, n):
    return n + lists.cells[0]

@kernel
def total(lists, n):
    found = rare(lists, n)
    for i in lists.numbers(n):
        found += i
    for i, each in lists.pairs(n):
        found += i * each
    return found

lists = Lists(np.arange(8))
assert total(lists, 5) == total(plain(lists), 5)
for name, depth in (("tic-tac-toe", 9), ("nim", 4)):
    game = game_named(name)
    found = alphabeta(game, game.initial, depth=depth)
    print(name, found.action, found.value, found.nodes)
"""


@pytest.mark.deep
def test_everything_works_without_parts(script, native):
    """Compile as Numba does, where a version of it has no room for our own way to lower."""
    assert script(main=SEARCHES, env={"HALFMOVE_PARTS": "0"}).stdout == script(main=SEARCHES).stdout != ""
