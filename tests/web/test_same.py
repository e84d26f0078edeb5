"""Whatever is on screen is a command and a few lines of Python: both find the same nodes and the same value."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import subprocess
import sys

import pytest
from studio_client import at

pytestmark = pytest.mark.one_lane

FIGURE = "max(a1=min(3 12 8) a2=min(2 4 6) a3=min(14 5 2))"


def printed(text: str) -> str:
    """Run a few lines of Python, in plain Python, and return what they print."""
    environment = {**os.environ, "HALFMOVE_JIT": "0"}
    return subprocess.run(
        [sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=True
    ).stdout


def command(line: str) -> str:
    """Run a command line of ours, and return what it prints."""
    environment = {**os.environ, "HALFMOVE_JIT": "0"}
    words = [sys.executable, "-m", *shlex.split(line), "--json"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "request_",
    [
        {"position": at("tic-tac-toe", "a1"), "depth": 6, "search": "alphabeta"},
        {"position": at("connect-four", "4 4"), "depth": 3},
        {"position": at("kalah:holes=3,seeds=3"), "nodes": 500, "lines": 2},
    ],
)
def test_an_analysis(workspace, request_):
    last = workspace.ask("analyse", **request_)
    data = json.loads(command(last["same"]["command"]))
    assert (data["nodes"], data["value"]) == (last["nodes"], last["lines"][0]["value"])
    assert printed(last["same"]["python"]).split()[-1] == str(last["nodes"])


@pytest.mark.parametrize("search", ["alphabeta", "minimax"])
def test_a_watched_search(workspace, search):
    reply = workspace.ask("watch", position=at(FIGURE), search=search)
    root = json.loads(command(reply["same"]["command"]))
    assert (root["value"], _count(root)) == (reply["value"], reply["entered"])
    output = printed(reply["same"]["python"])
    assert f"{reply['entered']:,} nodes" in output


def _count(node):
    return 1 + sum(_count(child) for child in node["children"])


def test_a_solved_game(workspace):
    reply = workspace.ask("solve", position=at("nim:heaps=1-2-3"))
    data = json.loads(command(reply["same"]["command"]))
    assert (data["value"], data["states"], data["best"]) == (reply["value"], reply["states"], reply["best"])


def test_a_match(workspace):
    last = workspace.ask("match", game="tic-tac-toe", players=["alphabeta:depth=2", "random"], games=6, seed=4)
    data = json.loads(command(last["same"]["command"]))
    assert {name: data[name] for name in ("wins", "draws", "losses")} == last["score"]
    assert data["pairs"] == last["pairs"]
    assert {name: data["elo"][name] for name in ("value", "low", "high")} == last["elo"]


def test_a_quiz(workspace):
    reply = workspace.ask("quiz", quiz={"seed": 3, "questions": 4})
    assert json.loads(command(reply["same"]["command"]))["tree"] == reply["tree"]
    with contextlib.redirect_stdout(io.StringIO()):
        space: dict[str, object] = {}
        exec(reply["same"]["python"], space)
    assert space["exercise"].game.to_text() == reply["tree"]  # type: ignore[attr-defined]
