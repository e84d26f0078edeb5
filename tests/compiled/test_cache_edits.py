"""The cache is never stale: whatever is edited, the answer is the new one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from cache_checks import cached

from halfmove.errors import HalfmoveError

pytestmark = pytest.mark.usefixtures("native")

MAIN = """
from rules import Made, State
from search import ask
print(ask(Made(), State(1)))
"""
SEARCH = """
from halfmove.compiled import kernel

@kernel
def ask(made, state):
    return made.answer(state)
"""
# Each file rests on the next: rules on a base class, a helper, a module of helpers, a constant.
FILES = {
    "main": MAIN,
    "search": SEARCH,
    "rules": """
from typing import NamedTuple
from halfmove.compiled import compiled
from base import Base
from states import State
import helpers
import package.deep
from third import twice

def closing(step):
    @compiled
    class Made(Base):
        def answer(self, state):
            return State(state.x + step + self.inherited() + twice(10) + helpers.plus(100) + package.deep.more(1000)).x
    return Made

Made = closing(1)
""",
    "base": """
class Base:
    offset = 0
    def inherited(self):
        return self.offset
""",
    "states": """
from typing import NamedTuple

class State(NamedTuple):
    x: int = 0
""",
    "helpers": """
from halfmove.compiled import kernel

@kernel
def plus(x):
    return x
""",
    "third": """
from constants import FACTOR
from halfmove.compiled import kernel

@kernel
def twice(x):
    return FACTOR * x
""",
    "constants": "FACTOR = 2\n",
}
DEEP = """
from halfmove.compiled import kernel

@kernel
def more(x):
    return x
"""
ANSWER = 1 + 1 + 0 + 20 + 100 + 1000
EDITS = {
    "kernel": ("search", "return made.answer(state)", "return made.answer(state) + 5", ANSWER + 5),
    "method": ("rules", "state.x + step", "state.x + 2 * step", ANSWER + 1),
    "closure": ("rules", "closing(1)", "closing(4)", ANSWER + 3),
    "helper": ("third", "FACTOR * x", "FACTOR * x + 1", ANSWER + 1),
    "module helper": ("helpers", "return x", "return x + 3", ANSWER + 3),
    "constant": ("constants", "2", "3", ANSWER + 10),
    "base class": ("base", "return self.offset", "return self.offset + 7", ANSWER + 7),
    "class attribute": ("base", "offset = 0", "offset = 9", ANSWER + 9),
    "annotation": ("states", "x: int", "x: float", float(ANSWER)),
}


def write_package(tmp_path: Path, text: str = DEEP) -> None:
    (tmp_path / "package").mkdir(exist_ok=True)
    (tmp_path / "package" / "__init__.py").write_text("")
    (tmp_path / "package" / "deep.py").write_text(text)


def test_edits_are_noticed(script, tmp_path):
    """After each edit, anywhere, the answer is the new one; after it is undone, the old one, from the cache."""
    write_package(tmp_path)
    assert script(**FILES).stdout.strip() == str(ANSWER)
    first = cached(tmp_path)
    assert script().stdout.strip() == str(ANSWER)
    assert cached(tmp_path) == first, "nothing changed, so nothing is compiled"
    for what, (name, old, new, expected) in EDITS.items():
        edited = FILES[name].replace(old, new)
        assert edited != FILES[name]
        assert script(**{name: edited}).stdout.strip() == str(expected), what
        (tmp_path / f"{name}.py").write_text(FILES[name])
    (tmp_path / "package" / "deep.py").write_text(DEEP.replace("return x", "return x + 6"))
    assert script().stdout.strip() == str(ANSWER + 6), "a helper in a module of a package"
    write_package(tmp_path)
    before = cached(tmp_path)
    assert script().stdout.strip() == str(ANSWER)
    assert cached(tmp_path) == before


NAMED_AS_PYTHON_HAS = """
from halfmove.compiled import compiled, kernel, plain
import {module} as whole
from {module} import weigh as weighed, BASE

@compiled
class Made:
    number: int = 1

    def answer(self):
        return weighed(self.number) + whole.weigh(0) + BASE

@kernel
def ask(made):
    return made.answer()

print(ask(Made()), ask(plain(Made())))
"""
WEIGHING = """
from halfmove.compiled import kernel

BASE = 1000
STEP = 10

@kernel
def weigh(x):
    return x + STEP
"""


@pytest.mark.parametrize("module", ["colorsys", "wsgiref.util", "lib/python3.11/site-packages/statistics"])
def test_helper_with_the_name_of_a_library(script, tmp_path, module):
    """A user's file is a user's file, whatever its name and wherever it lies."""
    folder, _, name = module.rpartition("/")
    file = tmp_path / folder / f"{name.replace('.', '/')}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    if "." in name:
        (file.parent / "__init__.py").write_text("")
    start = f"import sys\nsys.path.insert(0, {str(tmp_path / folder)!r})\n"
    for text in (WEIGHING, WEIGHING.replace("x + STEP", "2 * x + STEP"), WEIGHING.replace("STEP = 10", "STEP = 30")):
        file.write_text(text)
        compiled, plain = script(main=start + NAMED_AS_PYTHON_HAS.format(module=name)).stdout.split()
        assert compiled == plain
    file.write_text(WEIGHING.replace("BASE = 1000", "BASE = 3000"))
    assert script().stdout.split() == ["3021", "3021"]


def test_what_is_a_library():
    import json
    import math

    import numba

    from halfmove.compiled.native.library import is_library
    from halfmove.games.nim import Nim

    libraries = (json, json.dumps, json.JSONDecoder, math, math.sqrt, os.path.join, np, np.zeros, np.ndarray, len)
    assert all(map(is_library, (*libraries, numba, numba.njit, HalfmoveError)))
    assert not any(map(is_library, (pytest, pytest.raises, Nim, test_what_is_a_library, sys.modules["__main__"])))


def test_annotation_that_rests_on_a_third_module(script):
    """`Bits(WIDTH)` in an annotation that is text: what WIDTH is, is part of the rules."""
    files = {
        "width": "WIDTH = 64\n",
        "states": """
from __future__ import annotations
from typing import Annotated, NamedTuple
from halfmove.compiled import Bits
from width import WIDTH

class State(NamedTuple):
    x: Annotated[int, Bits(WIDTH)] = 1
""",
        "main": """
from halfmove.compiled import compiled, kernel
from states import State

@compiled
class Made:
    n: int = 1

@kernel
def ask(made, n):
    return (State().x << n) >> n

print(ask(Made(), 70))
""",
    }
    assert script(**files).stdout.strip() == "0"
    assert script(width="WIDTH = 128\n").stdout.strip() == "1"


def test_default_and_member_that_rest_on_a_third_module(script):
    files = {
        "third": "DEFAULT, MEMBER = 1, 10\n",
        "states": """
from enum import Enum
from typing import NamedTuple
import third

class State(NamedTuple):
    x: int = third.DEFAULT

class Colour(Enum):
    RED = third.MEMBER
""",
        "main": """
from halfmove.compiled import compiled, kernel
from states import Colour, State

@compiled
class Made:
    n: int = 1

@kernel
def ask(made):
    return State().x + Colour.RED.value

print(ask(Made()))
""",
    }
    assert script(**files).stdout.strip() == "11"
    assert script(third="DEFAULT, MEMBER = 2, 10\n").stdout.strip() == "12"
    assert script(third="DEFAULT, MEMBER = 2, 20\n").stdout.strip() == "22"


def test_class_typed_at_a_prompt(script):
    """A class without a file is known by its code."""
    text = """
from halfmove.compiled import compiled, kernel
for n in (3, 4):
    scope = {"compiled": compiled, "kernel": kernel, "__name__": "__main__"}
    exec(f'''
@compiled
class Made:
    def number(self):
        return {n}

@kernel
def ask(made):
    return made.number()
''', scope)
    print(scope["ask"](scope["Made"]()))
"""
    for _ in range(2):
        assert script(main=text).stdout.split() == ["3", "4"]
