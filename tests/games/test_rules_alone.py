"""A game is its rules: without any `advice.py`, `solving.py` and `commentary.py` it is checked, played and searched."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import halfmove
from halfmove.games import GAMES

PACKAGE = Path(halfmove.__file__).parent
SCRIPT = Path(__file__).with_name("rules_alone.py")
PARTS = 3


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package from which all advice and all commentaries are deleted."""
    folder = tmp_path_factory.mktemp("bare")
    shutil.copytree(PACKAGE, folder / "halfmove", ignore=shutil.ignore_patterns("__pycache__"))
    beside = ("advice.py", "solving.py", "commentary.py")
    deleted = [file for name in beside for file in folder.glob(f"halfmove/games/**/{name}")]
    assert len(deleted) > 10
    for file in deleted:
        file.unlink()
    return folder


def run(bare: Path, lane: str, names: list[str]) -> None:
    variables = {**os.environ, "PYTHONPATH": str(bare), "HALFMOVE_CACHE": str(bare / "cache")}
    variables["HALFMOVE_JIT"] = "1" if lane == "compiled" else "0"
    words = [sys.executable, str(SCRIPT), lane, *names]
    done = subprocess.run(words, env=variables, cwd=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(names)


@pytest.mark.one_lane
@pytest.mark.parametrize("part", range(PARTS))
def test_every_game_is_its_rules(bare: Path, part: int) -> None:
    run(bare, "plain", list(GAMES)[part::PARTS])


@pytest.mark.deep
@pytest.mark.parametrize("name", list(GAMES)[:: 4 * PARTS])  # some of them: each is compiled for nothing else
def test_games_are_their_rules_in_machine_code(bare: Path, name: str, native: None, covered: Any) -> None:
    run(bare, "compiled", [name])
    covered("games without advice, machine code", games=1)
