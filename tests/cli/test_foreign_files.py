"""Files that are no plain files, and files that exist: nobody waits for ever, and nothing is replaced unasked."""

import os
import subprocess
import sys

import numpy as np
import pytest

from halfmove.tables.blocks import section, write_blocks

pytestmark = pytest.mark.one_lane

PATIENCE = 120  # seconds after which a command that waits for a pipe is given up
READERS = [
    "table info PIPE",
    "table probe PIPE",
    "table verify PIPE",
    "book info PIPE",
    "book probe PIPE.bin --game chess",
    "equilibrium kuhn-poker --policy PIPE",
    "best tic-tac-toe --search alphabeta:table=PIPE",
    "best tic-tac-toe --search alphabeta:weights=PIPE.safetensors",
    "play kuhn-poker random policy:PIPE",
    "train tic-tac-toe --from PIPE",
    "train tic-tac-toe --resume --output WEIGHTS",
]
ALL_AT_ONCE = """
import sys
from click.testing import CliRunner
from typer.main import get_command
from halfmove.cli import app
for line in sys.argv[1:]:
    result = CliRunner().invoke(get_command(app), line.split())
    print(result.exit_code, result.stderr.strip())
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_no_reader_waits_for_a_pipe_that_nobody_writes_to(tmp_path):
    for name in ("PIPE", "PIPE.bin", "PIPE.safetensors", "WEIGHTS.checkpoint"):
        os.mkfifo(tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-c", ALL_AT_ONCE, *READERS], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
    )
    answers = done.stdout.splitlines()
    assert len(answers) == len(READERS), done.stderr
    for line, answer in zip(READERS, answers, strict=True):
        assert answer.startswith("2 halfmove: "), line
        assert "this is not a file" in answer, line


@pytest.mark.parametrize(
    "words",
    [
        ("equilibrium", "matching-pennies", "--iterations", "2", "--plot"),
        ("plan", "tic-tac-toe", "--svg"),
    ],
)
def test_what_exists_is_replaced_by_force_alone(halfmove, tmp_path, words):
    (tmp_path / "mine").write_text("my thesis")
    result = halfmove(*words, tmp_path / "mine")
    assert result.exit_code == 2
    assert "this file exists; --force replaces it" in result.stderr
    assert (tmp_path / "mine").read_text() == "my thesis"


def test_what_is_no_policy_is_not_gone_on_with(halfmove, tmp_path):
    (tmp_path / "mine").write_text("my thesis")
    for how in ((), ("--sampling", "external")):
        result = halfmove("equilibrium", "kuhn-poker", *how, "--iterations", "2", "--policy", tmp_path / "mine")
        assert result.exit_code == 2
        assert "this is not a policy that halfmove has written" in result.stderr
        assert (tmp_path / "mine").read_text() == "my thesis"


@pytest.mark.parametrize("kind", ["table", "book"])
def test_what_a_file_says_about_itself_commands_no_terminal(halfmove, tmp_path, kind):
    facts = {"format": 1, "kind": kind, "game": "nim\x1b]0;yours\x07", "from": "\x1b[31m", "rules": "\x1b[2J"}
    columns = ("keys", "actions", "counts", "points", "values")
    numbers = [np.zeros(1, np.uint32 if name == "counts" else np.float64) for name in columns]
    sections = [section(name, each.dtype, 1) for name, each in zip(columns, numbers, strict=True)]
    write_blocks(tmp_path / "file", facts, sections, [[each] for each in numbers])
    for words in (("info",), ("info", "--game", "nim"), ("probe", "--game", "nim")):
        if kind == "book" or len(words) == 1:
            assert "\x1b" not in halfmove(kind, words[0], tmp_path / "file", *words[1:]).output
