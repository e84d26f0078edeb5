"""The cache on disk: private, never stale, never in the way."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from halfmove.errors import HalfmoveError

WAIT_SECONDS = 300
OURS = Path("cache", "halfmove-cache-1")  # in the folder of a test

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


def cached(folder: Path) -> dict[str, int]:
    """Return the files of a cache, with when each was written."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / OURS).glob("*.nbc")}


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


SMALL = """
from halfmove.compiled import compiled, kernel

@compiled
class Made:
    n: int = 1

    def twice(self):
        return 2 * self.n

@kernel
def ask(made, m):
    return made.twice() if m == 0 else ask(made, m - 1) + 1

print(ask(Made(4), 5))
from halfmove.compiled.native.folder import place
print(place().path)
"""
SMALL_ANSWER = "13"


def test_folder_is_private(script, tmp_path):
    assert script(main=SMALL).stdout.split() == [SMALL_ANSWER, str(tmp_path / OURS)]
    assert stat.S_IMODE((tmp_path / OURS).stat().st_mode) == 0o700
    assert any((tmp_path / OURS).iterdir())


def test_chosen_folder_stays_as_it_is(script, tmp_path):
    """Its mode and its files are the user's, those that are named as ours might be too; a link to it will do."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home").chmod(0o755)
    (tmp_path / "cache").symlink_to(tmp_path / "home")
    for name in ("x.nbi", "y.nbc", "new-a.nbt", "notes.txt"):
        (tmp_path / "home" / name).write_text(name)
    for mode in (0o755, 0o777):
        (tmp_path / "home").chmod(mode)
        assert script(main=SMALL).stdout.split()[0] == SMALL_ANSWER
        assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == mode
    names = {path.name: path.read_text() for path in (tmp_path / "home").iterdir() if path.is_file()}
    assert names == {name: name for name in ("x.nbi", "y.nbc", "new-a.nbt", "notes.txt")}
    assert cached(tmp_path)


def refused(ran, reason):
    """Check that a process went without a cache, right and with one warning that is one sentence."""
    assert ran.stdout.split() == [SMALL_ANSWER, "None"]
    (warning,) = [line for line in ran.stderr.splitlines() if "CacheWarning" in line]
    assert "CacheWarning: machine code is not kept, so each start compiles again" in warning
    assert reason in warning
    assert "halfmove doctor" in warning


WARNING = ("-W", "default")


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
def test_folder_of_somebody_else_is_refused(script, tmp_path):
    (tmp_path / OURS).mkdir(parents=True, mode=0o700)
    os.chown(tmp_path / OURS, 12345, 12345)
    refused(script(main=SMALL, options=WARNING), "belongs to somebody else")
    assert not any((tmp_path / OURS).iterdir())


def test_link_is_refused(script, tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "cache").mkdir()
    (tmp_path / OURS).symlink_to(tmp_path / "elsewhere")
    refused(script(main=SMALL, options=WARNING), "a link or a file")
    assert not any((tmp_path / "elsewhere").iterdir())


def test_files_planted_in_an_open_folder_are_not_read(script, tmp_path):
    """A folder that others could write to may hold their pickles: none of them is loaded, and nothing is changed."""
    script(main=SMALL)
    before = cached(tmp_path)
    (tmp_path / OURS).chmod(0o777)
    refused(script(options=WARNING), "can be written to by others")
    assert stat.S_IMODE((tmp_path / OURS).stat().st_mode) == 0o777
    assert cached(tmp_path) == before


def test_files_that_others_may_write_are_not_read(script, tmp_path):
    script(main=SMALL)
    (file,) = (tmp_path / OURS).glob("*.nbc")
    file.chmod(0o666)
    ran = script(options=WARNING)
    assert ran.stdout.split()[0] == SMALL_ANSWER
    assert f"since {file} can be written to by others" in ran.stderr


def test_only_our_own_files_are_pruned(script, tmp_path):
    script(main=SMALL)
    (tmp_path / OURS / "x.nbi").write_text("")
    (tmp_path / OURS / "mine.nbc").write_text("")
    (tmp_path / OURS / f"link-{32 * 'a'}.nbc").symlink_to(tmp_path / "main.py")
    script(main=f"from halfmove.compiled.native import folder\nfolder.MOST_FILES = 0\n{SMALL.replace('twice', 'two')}")
    assert {path.name for path in (tmp_path / OURS).iterdir()} >= {"x.nbi", "mine.nbc", f"link-{32 * 'a'}.nbc"}


def test_home_that_cannot_be_written(script, tmp_path):
    """A home below a file cannot exist, not even for root: the temporary folder is used, or none."""
    (tmp_path / "file").write_text("")
    home = str(tmp_path / "file" / "home")
    (tmp_path / "tmp").mkdir()
    env = {"HALFMOVE_CACHE": "", "HOME": home, "XDG_CACHE_HOME": "", "TMPDIR": str(tmp_path / "tmp")}
    answer, place = script(main=SMALL, env=env).stdout.split()
    assert answer == SMALL_ANSWER
    assert place.startswith(str(tmp_path / "tmp"))
    assert stat.S_IMODE(Path(place).stat().st_mode) == 0o700


def test_no_place_at_all(script, tmp_path):
    (tmp_path / "file").write_text("")
    env = {"HALFMOVE_CACHE": str(tmp_path / "file" / "cache")}
    refused(script(main=SMALL, env=env, options=WARNING), "Not a directory")


def test_full_disk_is_not_filled_with_halves(tmp_path, monkeypatch):
    from halfmove.compiled.native.cache import write_whole

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "code.nbc", b"code")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("damage", [b"", b"not a pickle", None], ids=["empty", "nonsense", "cut short"])
def test_damaged_files_are_reported_and_replaced(script, tmp_path, damage):
    script(main=SMALL)
    (file,) = (tmp_path / OURS).glob("*.nbc")
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] if damage is None else damage)
    ran = script(options=WARNING)
    assert ran.stdout.split()[0] == SMALL_ANSWER
    assert ran.stderr.count("CacheWarning") == 1
    assert f"machine code is compiled again, since {file} is damaged: delete it if this is said again" in ran.stderr
    repaired = cached(tmp_path)
    assert script().stdout.split()[0] == SMALL_ANSWER
    assert cached(tmp_path) == repaired


UNREADABLE = """
import hashlib, pickle, sys
from pathlib import Path
for file in Path(sys.argv[0]).parent.glob("cache/*/*.nbc"):
    content = pickle.dumps(("made by", "another version"))
    file.write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\\n" + content)
"""


def test_files_that_cannot_be_loaded_are_reported(script, tmp_path):
    """Whole, but not what Numba can use: the reason is told once, by the command line in one plain sentence."""
    script(main=SMALL)
    (tmp_path / "spoil.py").write_text(UNREADABLE)
    script("spoil.py")
    ran = script(options=WARNING)
    assert ran.stdout.split()[0] == SMALL_ANSWER
    assert ran.stderr.count("CacheWarning") == 1
    assert " cannot be loaded (" in ran.stderr


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


def test_command_line_warns_in_one_sentence(tmp_path, fresh_environment):
    (tmp_path / "cache").write_text("no folder")
    command = [sys.executable, "-m", "halfmove"]
    ran = subprocess.run(
        [*command, "perft", "tic-tac-toe", "2", "--quiet"],
        env=fresh_environment,
        capture_output=True,
        text=True,
        timeout=WAIT_SECONDS,
        check=True,
    )
    assert ran.stdout.strip() == "72"
    (line,) = ran.stderr.splitlines()
    assert line.startswith("halfmove: machine code is not kept, so each start compiles again (")
    told = subprocess.run(
        [*command, "doctor", "--json"],
        env=fresh_environment,
        capture_output=True,
        text=True,
        timeout=WAIT_SECONDS,
        check=True,
    )
    found = json.loads(told.stdout)
    assert found["cache"] == "none"
    assert "each start compiles again: " in found["cache state"]


def test_doctor_looks_at_the_cache(tmp_path, fresh_environment):
    def cache_state():
        told = subprocess.run(
            [sys.executable, "-m", "halfmove", "doctor", "--json"],
            env=fresh_environment,
            capture_output=True,
            text=True,
            timeout=WAIT_SECONDS,
            check=True,
        )
        return json.loads(told.stdout)

    found = cache_state()
    assert found["cache"] == str(tmp_path / OURS)
    assert found["cache size"].endswith(" MB in 1 entries")
    assert found["cache state"] == "writable, entries load"
    other = tmp_path / OURS / f"other-{32 * '0'}.nbc"
    other.write_bytes(b"damaged")
    assert cache_state()["cache state"] == f"1 of 2 entries cannot be loaded, delete them: {other} is damaged"


def test_eight_processes_at_once(tmp_path, fresh_environment):
    """All begin with an empty cache, and all are right."""
    (tmp_path / "main.py").write_text(SMALL)
    command = [sys.executable, "-W", "error", "main.py"]
    started = [
        subprocess.Popen(
            command, cwd=tmp_path, env=fresh_environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(8)
    ]
    for process in started:
        output, errors = process.communicate(timeout=WAIT_SECONDS)
        assert output.split()[:1] == [SMALL_ANSWER], errors


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
