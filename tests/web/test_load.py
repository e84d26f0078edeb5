"""Many windows at once, and for long: no errors, quick pings, and memory that does not grow."""

from __future__ import annotations

import asyncio
import os
import time
from importlib import import_module
from pathlib import Path
from statistics import quantiles

import pytest

MINUTES = float(os.environ.get("HALFMOVE_SOAK", "20"))
ROOT = Path(__file__).parents[2]
GROWTH = 1.25  # times the memory after the first fifth

pytestmark = [pytest.mark.deep, pytest.mark.timing]


@pytest.fixture
def measuring(monkeypatch):
    """What `make bench PARTS=studio` measures with."""
    monkeypatch.syspath_prepend(str(ROOT))
    return import_module("bench.studio")


@pytest.fixture
def server(monkeypatch, measuring):
    monkeypatch.setenv("HALFMOVE_JIT", "0")
    started = measuring.Server()
    yield started
    started.end()


def test_fifty_analyses_and_two_hundred_idle_windows(server, measuring, covered):
    """Whether pings are quick depends on what else the machine does; that there is no error does not."""
    pings, faults = asyncio.run(measuring.under_load(server))
    covered("windows", cases=measuring.ANALYSES)
    assert faults == 0
    assert quantiles(pings, n=20)[-1] <= measuring.PING


def memory_of(process: int) -> int:
    """Return the bytes that a process and the one it forks from take."""
    pages = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, parent = int(status.parent.name), int(status.read_text().rpartition(")")[2].split()[1])
            if process in (number, parent):
                pages += int((status.parent / "statm").read_text().split()[1])
        except (OSError, ValueError):
            continue
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_memory_stays_flat(server, measuring, covered):
    """Windows come and go, analyse, watch and ask; what the server takes does not grow."""

    async def visit(number: int) -> None:
        async with measuring.window(server) as client:
            position = {"game": ("connect-four", "chess", "kalah", "go")[number % 4], "start": None, "actions": []}
            await client.last(await client.send(type="position", position=position))
            task = await client.send(type="analyse", position=position, seconds=0.5)
            await client.reply(task)
            await client.send(type="stop", task=task)
            await client.last(task)
            tree = {"game": "max(min(3 12 8) min(2 4 6))", "start": None, "actions": []}
            await client.last(await client.send(type="watch", position=tree, search="alphabeta"))
            await asyncio.sleep(1)

    end, visits, sizes = time.monotonic() + 60 * MINUTES, 0, []
    while time.monotonic() < end:
        asyncio.run(visit(visits))
        visits += 1
        sizes.append(memory_of(server.process.pid))
    covered("visits", cases=visits)
    assert max(sizes[-len(sizes) // 5 :]) <= GROWTH * max(sizes[: max(1, len(sizes) // 5)])
