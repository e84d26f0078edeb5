"""The studio as a browser meets it: its first page, its first line, a stop, and pings while fifty others analyse."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bench.measure import Row

ANALYSES, IDLE, PINGS, TRIES = 50, 200, 200, 5
SECONDS = 20  # of each analysis under load
GAME = "connect-four"
FIRST_PAGE, FIRST_LINE, STOP, PING, KILOBYTES = 1.0, 0.3, 0.1, 0.1, 200  # seconds, and kB
READY = 300  # seconds that machine code may take to be made, once


class Server:
    """A studio in a process of its own."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        words = [sys.executable, "-m", "halfmove", "studio", "--no-browser"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        address = urlsplit(self.process.stdout.readline().strip())
        self.port, self.token = address.port or 0, parse_qs(address.query)["token"][0]
        self.cookie = {"Cookie": f"halfmove-{self.port}={self.token}"}

    def page(self) -> None:
        """Ask for the page and its scripts."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        for path in ("/", "/static/studio.js", "/static/studio.css"):
            connection.request("GET", path, headers=self.cookie)
            answer = connection.getresponse()
            assert answer.status == 200, path
            answer.read()

    def end(self) -> None:
        self.process.terminate()
        self.process.communicate()


class Client:
    """One window."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.numbers = socket, itertools.count(1)

    async def send(self, **message: Any) -> int:
        number = next(self.numbers)
        await self.socket.send(json.dumps({"id": number, **message}))
        return number

    async def reply(self, number: int) -> dict[str, Any]:
        """Return the next reply to a request."""
        while True:
            data: dict[str, Any] = json.loads(await self.socket.recv())
            if data.get("id") == number:
                return data

    async def last(self, number: int) -> dict[str, Any]:
        """Return the last reply to a request."""
        while not (data := await self.reply(number))["last"]:
            pass
        return data

    async def analyse(self, seconds: float, actions: str = "") -> int:
        position = {"game": GAME, "start": None, "actions": actions.split()}
        return await self.send(type="analyse", position=position, seconds=seconds)


@asynccontextmanager
async def window(server: Server) -> Any:
    """Open a window, and close it again."""
    from websockets.asyncio.client import connect

    origin: Any = f"http://127.0.0.1:{server.port}"
    address = f"ws://127.0.0.1:{server.port}/ws"
    async with connect(address, origin=origin, additional_headers=server.cookie, max_size=None) as socket:
        await socket.recv()  # hello
        yield Client(socket)


def rows() -> Iterator[Row]:
    static = Path(__file__).parents[1] / "src" / "halfmove" / "web" / "static"
    size = sum(len(gzip.compress((static / name).read_bytes())) for name in ("studio.js", "studio.css")) / 1000
    yield Row("studio: script and style, gzipped", "kB", size, bar=f"<= {KILOBYTES}", met=size <= KILOBYTES)
    pages = []
    for _ in range(TRIES):
        server = Server()
        server.page()
        pages.append(time.perf_counter() - server.started)
        server.end()
    yield reported("studio: first page, from the start of the server", pages, FIRST_PAGE)
    server = Server()
    try:
        lines, stops = asyncio.run(lines_and_stops(server))
        yield reported("studio: first line of an analysis, warm", lines, FIRST_LINE)
        yield reported("studio: stop, until the last line", stops, STOP)
        pings, faults = asyncio.run(under_load(server))
        slow = quantiles(pings, n=20)[-1]
        note = f"{ANALYSES} analyses and {IDLE} idle windows; {faults} errors; {len(pings)} pings"
        met = slow <= PING and not faults
        yield Row("studio: ping under load, 95 %", "s", slow, bar=f"<= {PING:g}", met=met, note=note)
    finally:
        server.end()


async def lines_and_stops(server: Server) -> tuple[list[float], list[float]]:
    """Return how long the first line takes, and a stop, once machine code is ready."""
    lines, stops = [], []
    async with window(server) as client:
        until = time.perf_counter() + READY
        while (await client.last(await client.analyse(5)))["speed"] < 200_000 and time.perf_counter() < until:
            pass
        for number in range(3 * TRIES):
            actions = f"{1 + number % 7} {1 + number % 5}"
            begun = time.perf_counter()
            task = await client.analyse(30, actions)
            await client.reply(task)
            lines.append(time.perf_counter() - begun)
            await asyncio.sleep(0.5)
            begun = time.perf_counter()
            await client.send(type="stop", task=task)
            await client.last(task)
            stops.append(time.perf_counter() - begun)
    return lines, stops


async def under_load(server: Server) -> tuple[list[float], int]:
    """Return how long pings take while many analyse and more only look, and how many errors there were."""
    pings: list[float] = []
    faults = 0

    async def analyse(number: int) -> None:
        nonlocal faults
        async with window(server) as client:
            last = await client.last(await client.analyse(SECONDS, str(1 + number % 7)))
            faults += last["type"] != "lines"

    async def look() -> None:
        async with window(server):
            await asyncio.sleep(SECONDS)

    async def ping() -> None:
        async with window(server) as client:
            for _ in range(PINGS):
                begun = time.perf_counter()
                await client.reply(await client.send(type="ping"))
                pings.append(time.perf_counter() - begun)
                await asyncio.sleep(SECONDS / PINGS)

    await asyncio.gather(*(look() for _ in range(IDLE)), *(analyse(number) for number in range(ANALYSES)), ping())
    return pings, faults


def reported(what: str, times: list[float], bar: float) -> Row:
    middle = median(times)
    note = f"{min(times):.3f} to {max(times):.3f}; {len(times)} tries"
    return Row(what, "s", middle, bar=f"<= {bar:g}", met=middle <= bar, note=note, headline=what)
