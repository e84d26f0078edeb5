"""Builds that are killed: the same command goes on, and ends with the same file. A full disk loses nothing."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.tables.build import build_table
from halfmove.tables.whole.spool import FolderSpool

pytestmark = pytest.mark.one_lane  # other processes do the work

KILLS = 200  # in the thorough suite
SECONDS = 300.0  # in which any build is done
# A process that has imported and compiled all it needs, and makes a copy of itself for each build: so a kill meets a
# build at work and not a start of Python. It writes the number of the copy, and when that has ended, how.
BUILDER = """
import os, sys
from pathlib import Path
from halfmove.games import game_named
from halfmove.tables.build import build_table
name, what, whole = sys.argv[1:]
game = game_named(name)
def build(path):
    build_table(name, game, Path(path), what=what, megabytes=200)
build(whole)
for line in sys.stdin:
    copy = os.fork()
    if copy == 0:
        build(line.rstrip())
        os._exit(0)
    print(copy, flush=True)
    print(os.waitpid(copy, 0)[1], flush=True)
"""
SMALL = ("kalah:holes=2,seeds=2", "")
GAMES = (("kalah:holes=3,seeds=1", ""), ("mnk:width=3,height=3,in_a_row=3", ""), ("checkers", "3"))


class Builder:
    """A process that builds one table after the other, each in a copy of itself that can be killed."""

    def __init__(self, name: str, what: str, whole: Path, plain: bool) -> None:
        environment = {**os.environ, "HALFMOVE_JIT": "0" if plain else "1"}
        command = [sys.executable, "-c", BUILDER, name, what, str(whole)]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def build(self, path: Path, kill_after: float = SECONDS) -> bool:
        """Build a table, or kill the build after so many seconds; tell whether it was killed."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{path}\n")
        copy = int(self.process.stdout.readline())
        ended, _, _ = select.select([self.process.stdout], [], [], kill_after)
        if not ended:
            with suppress(ProcessLookupError):  # it has just ended by itself
                os.kill(copy, signal.SIGKILL)
        status = int(self.process.stdout.readline())
        killed = os.WIFSIGNALED(status)
        assert killed or status == 0
        return killed

    def close(self) -> None:
        self.process.communicate()


def killed_and_resumed(name: str, what: str, folder: Path, kills: int, plain: bool) -> int:
    """Kill a build again and again after random times, until so many were killed; return how many files came out."""
    path, rng, killed, finished = folder / "killed.table", random.Random(1), 0, 0
    builder = Builder(name, what, folder / "first.table", plain)
    with closing(builder):
        assert not builder.build(folder / "whole.table")
        begun = time.perf_counter()
        assert not builder.build(folder / "again.table")
        longest = time.perf_counter() - begun
        expected = (folder / "whole.table").read_bytes()
        while killed < kills:
            killed += builder.build(path, rng.uniform(0.0, 1.0) * longest)
            if path.exists():
                assert path.read_bytes() == expected
                path.unlink()
                finished += 1
        assert not builder.build(path)
        assert path.read_bytes() == expected
    return finished + 1


def test_a_killed_build_goes_on(tmp_path):
    assert killed_and_resumed(*SMALL, tmp_path, 3, plain=True) >= 1


@pytest.mark.deep
@pytest.mark.timing
@pytest.mark.parametrize(("name", "what"), GAMES)
def test_200_kills_end_with_the_same_file(tmp_path, covered, name, what):
    finished = killed_and_resumed(name, what, tmp_path, KILLS, plain=False)
    covered(f"{name} {what}, killed {KILLS} times", cases=KILLS, games=finished)


def test_a_build_that_is_killed_while_it_removes_its_folder_goes_on(tmp_path, monkeypatch, in_plain_python):
    name, path = "one-heap-nim:stones=12", tmp_path / "x.table"
    build_table(name, game_named(name), path, megabytes=100)
    expected, unlink = path.read_bytes(), Path.unlink

    class Killed(BaseException):
        pass

    for survivors in range(8):
        path.unlink()
        removed = 0

        def kill(self, *rest, survivors=survivors, **options):
            nonlocal removed
            if self.parent.suffix == ".parts":
                removed += 1
                if removed > survivors:
                    raise Killed
            unlink(self, *rest, **options)

        monkeypatch.setattr(Path, "unlink", kill)
        with suppress(Killed):
            build_table(name, game_named(name), path, megabytes=100)
        monkeypatch.setattr(Path, "unlink", unlink)
        build_table(name, game_named(name), path, megabytes=100)
        assert path.read_bytes() == expected
        assert [file.name for file in tmp_path.iterdir()] == ["x.table"]


def test_a_full_disk_stops_the_build_with_the_reason_and_what_was_done_is_kept(tmp_path, monkeypatch, in_plain_python):
    game, name = game_named("one-heap-nim:stones=12"), "one-heap-nim:stones=12"
    build_table(name, game, tmp_path / "whole.table", megabytes=100)
    put, count = FolderSpool._write, 0

    def full(self, name, pieces):
        nonlocal count
        count += 1
        if count == 12:
            raise OSError(28, "No space left on device")
        put(self, name, pieces)

    monkeypatch.setattr(FolderSpool, "_write", full)
    with pytest.raises(HalfmoveError, match="No space left on device; what was done is kept"):
        build_table(name, game, tmp_path / "x.table", megabytes=100)
    monkeypatch.setattr(FolderSpool, "_write", put)
    build_table(name, game, tmp_path / "x.table", megabytes=100)
    assert (tmp_path / "x.table").read_bytes() == (tmp_path / "whole.table").read_bytes()


def interrupted(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop a build after its states are listed."""

    def stopped(*given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as changed:
        changed.setattr("halfmove.tables.whole.solve._together", stopped)
        with pytest.raises(KeyboardInterrupt):
            build_table(name, game_named(name), path, megabytes=100)


@pytest.mark.usefixtures("in_plain_python")
def test_work_by_other_rules_is_not_gone_on_with(tmp_path, monkeypatch):
    three, two = "mnk:width=3,height=2,in_a_row=3", "mnk:width=3,height=2,in_a_row=2"
    build_table(two, game_named(two), tmp_path / "two.table", megabytes=100)
    interrupted(three, tmp_path / "x.table", monkeypatch)
    build_table(two, game_named(two), tmp_path / "x.table", megabytes=100)
    assert (tmp_path / "x.table").read_bytes() == (tmp_path / "two.table").read_bytes()


@pytest.mark.usefixtures("in_plain_python")
@pytest.mark.parametrize("file", ["thesis.txt", "plan.json"])
def test_a_folder_that_is_not_ours_is_left_alone(tmp_path, file):
    name = "one-heap-nim:stones=3"
    folder = tmp_path / "x.table.parts"
    folder.mkdir()
    (folder / file).write_text("[1]")
    with pytest.raises(HalfmoveError, match="this is no folder of an interrupted build"):
        build_table(name, game_named(name), tmp_path / "x.table", megabytes=100)
    assert [each.name for each in folder.iterdir()] == [file]
    assert not (tmp_path / "x.table").exists()
