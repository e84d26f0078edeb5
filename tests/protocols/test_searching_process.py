"""Our engine as a process, in machine code: what arrives during a search is not dropped."""

import subprocess
import sys

import pytest


@pytest.fixture
def started():
    """Return a function that starts one of our programs; all are ended afterwards."""
    processes = []

    def start(*words):
        command = [sys.executable, "-m", "halfmove", *map(str, words)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def say(process, *lines):
    for line in lines:
        process.stdin.write(f"{line}\n")
    process.stdin.flush()


def until(process, word):
    """Return the lines up to the one that begins with a word."""
    lines = []
    while not lines or not lines[-1].startswith(word):
        line = process.stdout.readline()
        assert line, lines
        lines.append(line.rstrip("\n"))
    return lines


def searching(process, new_game):
    say(process, new_game, "isready")
    until(process, "readyok")
    say(process, "position startpos", "go infinite")
    until(process, "info depth")
    say(process, "go depth 3")
    first = until(process, "bestmove")
    second = until(process, "bestmove")
    assert not [line for line in first + second if "error" in line]
    assert any(line.startswith("info depth 3 ") for line in second)
    say(process, "go infinite", "position startpos", "isready")
    answers = until(process, "readyok")
    assert len([line for line in answers if line.startswith("bestmove")]) == 1
    say(process, "quit")
    assert process.wait() == 0


@pytest.mark.timeout(300)
def test_a_go_that_arrives_during_a_search_is_answered(started):
    searching(started("ugi", "connect-four"), "uginewgame")


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_the_same_of_chess(started):
    searching(started("uci"), "ucinewgame")


RAISING = """
from pathlib import Path
from halfmove.games.tic_tac_toe import TicTacToe
class Odd(TicTacToe):
    def actions(self, board):
        if Path(__file__).with_name("armed").exists():
            raise ZeroDivisionError("nothing by nothing")
        yield from super().actions(board)
"""


@pytest.mark.timeout(300)
def test_a_game_that_raises_is_told_and_everybody_goes_on(started, tmp_path):
    file = tmp_path / "odd.py"
    file.write_text(RAISING)
    process = started("ugi", f"{file}:Odd")
    say(process, "ugi")
    until(process, "ugiok")
    (tmp_path / "armed").touch()  # a game that raises at once is refused when it is loaded
    say(process, "isready")
    lines = until(process, "readyok")
    assert "ZeroDivisionError" in lines[0]
    assert lines[0].startswith("info string error: ")
    say(process, "position startpos", "go depth 1")
    assert until(process, "bestmove")[-1] == "bestmove (none)"
    say(process, "isready")
    assert until(process, "readyok")
