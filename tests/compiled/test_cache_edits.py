"""The cache is never stale: whatever is edited, the answer is the new one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from cache_checks import cached

from halfmove.errors import HalfmoveError

pytestmark = pytest.mark.usefixtures("native")

ASKING = """
from halfmove.compiled import compiled, kernel

@compiled
class Made:
    def answer(self):
        return ANSWER

@kernel
def ask(made):
    return made.answer()
"""
MAIN = """
from importlib import import_module
for name in NAMES:
    module = import_module(name)
    print(name, module.ask(module.Made()))
"""


class Edit(NamedTuple):
    """A program of some files that answers 10, and an edit in one of them after which it answers 20."""

    file: str
    old: str
    new: str
    files: dict[str, str]


def asking(expression: str, imported: str = "", base: str = "") -> str:
    """Return a file with a kernel and a class that rest on what is imported."""
    text = ASKING.replace("ANSWER", expression)
    return f"{imported}\n" + (text.replace("class Made:", f"class Made({base}):") if base else text)


# Each program has files of its own, so that nothing but its own edit can show that it is out of date.
EDITS = {
    "by_kernel": Edit("by_kernel", "return made.answer()", "return made.answer() + 10", {"by_kernel": asking("10")}),
    "by_method": Edit("by_method", "return 10", "return 20", {"by_method": asking("10")}),
    "by_closure": Edit(
        "by_closure",
        "closing(1)",
        "closing(11)",
        {
            "by_closure": """
from halfmove.compiled import compiled, kernel

def closing(step):
    @compiled
    class Made:
        def answer(self):
            return 9 + step
    return Made

Made = closing(1)

@kernel
def ask(made):
    return made.answer()
"""
        },
    ),
    "by_helper": Edit(
        "helping",
        "return x",
        "return 2 * x",
        {
            "by_helper": asking("same(10)", "from helping import same"),
            "helping": "from halfmove.compiled import kernel\n@kernel\ndef same(x):\n    return x\n",
        },
    ),
    "by_module": Edit(
        "helpers",
        "return x",
        "return 2 * x",
        {
            "by_module": asking("helpers.same(10)", "import helpers"),
            "helpers": "from halfmove.compiled import kernel\n@kernel\ndef same(x):\n    return x\n",
        },
    ),
    "by_package": Edit(
        "package/deep",
        "return x",
        "return 2 * x",
        {
            "by_package": asking("package.deep.same(10)", "import package.deep"),
            "package/__init__": "",
            "package/deep": "from halfmove.compiled import kernel\n@kernel\ndef same(x):\n    return x\n",
        },
    ),
    "by_constant": Edit(
        "constants",
        "FACTOR = 1",
        "FACTOR = 2",
        {
            "by_constant": asking("times(10)", "from third import times"),
            "third": "from constants import FACTOR\nfrom halfmove.compiled import kernel\n"
            "@kernel\ndef times(x):\n    return FACTOR * x\n",
            "constants": "FACTOR = 1\n",
        },
    ),
    "by_base_class": Edit(
        "base",
        "return 10",
        "return 20",
        {
            "by_base_class": asking("self.inherited()", "from base import Base").replace(
                "class Made:", "class Made(Base):"
            ),
            "base": "class Base:\n    def inherited(self):\n        return 10\n",
        },
    ),
    "by_class_attribute": Edit(
        "other_base",
        "offset = 10",
        "offset = 20",
        {
            "by_class_attribute": asking("self.offset", "from other_base import Base", "Base"),
            "other_base": "class Base:\n    offset = 10\n",
        },
    ),
    "by_annotation": Edit(
        "states",
        "x: int",
        "x: float",
        {
            "by_annotation": asking("State(10).x", "from states import State"),
            "states": "from typing import NamedTuple\nclass State(NamedTuple):\n    x: int = 0\n",
        },
    ),
}
OLD = dict.fromkeys(EDITS, "10")
NEW = {**dict.fromkeys(EDITS, "20"), "by_annotation": "10.0"}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / f"{name}.py").write_text(text)


def test_edits_are_noticed(script, tmp_path):
    """After an edit, anywhere, the answer is the new one; after it is undone, the old one, from the cache."""

    def answers():
        lines = script(main=MAIN.replace("NAMES", repr(list(EDITS)))).stdout.splitlines()
        return dict(line.split() for line in lines)

    for edit in EDITS.values():
        write(tmp_path, edit.files)
    assert answers() == OLD
    first = cached(tmp_path)
    assert answers() == OLD
    assert cached(tmp_path) == first, "nothing changed, so nothing is compiled"
    for edit in EDITS.values():
        text = edit.files[edit.file]
        assert text.count(edit.old) == 1
        (tmp_path / f"{edit.file}.py").write_text(text.replace(edit.old, edit.new))
    assert answers() == NEW
    before = cached(tmp_path)
    assert len(before) == 2 * len(EDITS)
    for edit in EDITS.values():
        write(tmp_path, edit.files)
    assert answers() == OLD
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


SITE = "lib/python3.11/site-packages"
LIBRARIES = {"colorsys": "", "wsgiref.util": "", "statistics": SITE}  # names of Python's, and where the user's file is


def test_helpers_with_the_names_of_libraries(script, tmp_path):
    """A user's file is a user's file, whatever its name and wherever it lies."""

    def answers(text):
        for name, folder in LIBRARIES.items():
            file = tmp_path / folder / f"{name.replace('.', '/')}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return [line.split() for line in script(main=start, **programs).stdout.splitlines()]

    (tmp_path / "wsgiref").mkdir()
    (tmp_path / "wsgiref" / "__init__.py").write_text("")
    programs = {f"asks_{name[:5]}": NAMED_AS_PYTHON_HAS.format(module=name) for name in LIBRARIES}
    start = "".join(f"import {name}\n" for name in programs)
    start = f"import sys\nsys.path.insert(0, {str(tmp_path / SITE)!r})\n{start}"
    for old, new, answer in (
        ("", "", "1021"),
        ("x + STEP", "2 * x + STEP", "1022"),
        ("STEP = 10", "STEP = 30", "1061"),
        ("BASE = 1000", "BASE = 3000", "3021"),
    ):
        assert answers(WEIGHING.replace(old, new)) == [[answer, answer]] * len(LIBRARIES)


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
