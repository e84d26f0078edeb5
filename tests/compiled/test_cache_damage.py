"""Files of the cache that are damaged: reported in one sentence, and replaced."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from cache_checks import OURS, SMALL, SMALL_ANSWER, WAIT_SECONDS, WARNING, cached

pytestmark = pytest.mark.usefixtures("native")


def test_files_that_others_may_write_are_not_read(script, tmp_path):
    script(main=SMALL)
    (file,) = (tmp_path / OURS).glob("*.nbc")
    file.chmod(0o666)
    ran = script(options=WARNING)
    assert ran.stdout.split()[0] == SMALL_ANSWER
    assert f"since {file} can be written to by others" in ran.stderr


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(b"", id="empty", marks=pytest.mark.deep),
        pytest.param(b"not a pickle", id="nonsense", marks=pytest.mark.deep),
        pytest.param(None, id="cut short"),
    ],
)
def test_damaged_files_are_reported_and_replaced(script, tmp_path, damage):
    script(main=SMALL)
    (file,) = (tmp_path / OURS).glob("*.nbc")
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] if damage is None else damage)
    ran = script(options=WARNING)
    assert ran.stdout.split()[0] == SMALL_ANSWER
    assert ran.stderr.count("CacheWarning") == 1
    assert f"machine code is compiled again, since {file} is damaged: delete it if this comes again" in ran.stderr
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
