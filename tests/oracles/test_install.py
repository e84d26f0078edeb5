"""`make test-deep` installs what tests compare with."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTALL = ROOT / "tests" / "oracles" / "install"


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_the_thorough_tests_come_after_the_installation():
    steps = subprocess.run(["make", "-n", "test-deep"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert 0 < steps.index("tests/oracles/install") < steps.index("pytest")


def test_every_program_that_a_test_looks_for_is_installed():
    texts = "".join(path.read_text() for path in ROOT.glob("tests/*/*.py") if path.name != Path(__file__).name)
    wanted = set(re.findall(r'\b(?:which|need)\("(\w+)"', texts))
    assert {"stockfish", "gnugo"} <= wanted
    (programs,) = re.findall(r'^PROGRAMS="(.*)"$', INSTALL.read_text(), re.MULTILINE)
    assert wanted <= set(programs.split())


def test_every_library_that_a_test_imports_is_installed():
    texts = "".join(path.read_text() for path in ROOT.glob("tests/*/*.py"))
    wanted = set(re.findall(r'importorskip\("(\w+)', texts))
    names = {"pyspiel": "open_spiel", "draughts": "pydraughts", "rust_reversi": "rust-reversi", "IPython": "ipykernel"}
    project = (ROOT / "pyproject.toml").read_text()
    for extra in ("dev", "oracles"):
        (listed,) = re.findall(rf"^{extra} = \[(.*?)\]", project, re.MULTILINE | re.DOTALL)
        wanted -= {library for library in wanted if f'"{names.get(library, library)}' in listed}
    assert wanted == set()
