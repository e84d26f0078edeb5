"""Worker processes, as the server sees them: each is sent requests and sends replies, as lines of JSON.

A worker that hangs or dies is one connection's loss, and is replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from asyncio.subprocess import Process
from typing import Protocol

import msgspec

from halfmove.play.pipes import command_of, environment
from halfmove.web import limits
from halfmove.web.nursery import FORK, KILL, NUMBER
from halfmove.web.worker import Setup

CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"  # where libraries of the system may not be forked
NURSERY, WORKER = "halfmove.web.nursery", "halfmove.web.worker"  # modules that are run as processes
_START = 60.0  # seconds that a process may take to import everything


class Worker:
    """A process, and the stream of lines from and to it."""

    running = 0  # of all connections

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int, maker: Maker) -> None:
        self.reader, self.writer, self.number, self._maker = reader, writer, number, maker
        self._ended = False
        Worker.running += 1

    def send(self, line: bytes) -> None:
        """Send a request; one to a process that has ended is lost, as its reader will find."""
        with contextlib.suppress(OSError, RuntimeError):
            self.writer.write(line + b"\n")

    async def receive(self) -> bytes:
        """Return the next reply; nothing once the process has ended."""
        try:
            return (await self.reader.readline()).rstrip(b"\n")
        except (OSError, ValueError):  # a process that was killed, or a reply beyond all bounds
            return b""

    def kill(self) -> None:
        """End the process at once, whatever it is doing."""
        if not self._ended:
            self._ended = True
            Worker.running -= 1
            self._maker.kill(self.number)
            self.writer.close()


class Maker(Protocol):
    """Makes workers."""

    async def start(self, setup: Setup) -> Worker:
        """Start a worker."""

    def kill(self, number: int) -> None:
        """End the process of a number."""

    def close(self) -> None:
        """End all."""


def maker() -> Maker:
    """Return what makes workers on this machine."""
    return Nursery() if CAN_FORK else Separate()


class Nursery:
    """Forks workers from one process that has imported everything."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._orders: socket.socket | None = None
        self._lock = asyncio.Lock()

    async def start(self, setup: Setup) -> Worker:
        ours, theirs = socket.socketpair()
        try:
            async with self._lock:
                number = await asyncio.get_running_loop().run_in_executor(None, self._fork, theirs)
        finally:
            theirs.close()
        ours.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=ours, limit=limits.REPLY)
        worker = Worker(reader, writer, number, self)
        worker.send(msgspec.json.encode(setup))
        return worker

    def _fork(self, pipe: socket.socket) -> int:
        """Have a worker forked; a nursery that has died is replaced."""
        for attempt in range(2):
            if self._process is None or self._process.poll() is not None:
                self._open()
            assert self._orders is not None
            with contextlib.suppress(OSError):
                socket.send_fds(self._orders, [NUMBER.pack(FORK, 0)], [pipe.fileno()])
                reply = self._orders.recv(NUMBER.size)
                if len(reply) == NUMBER.size:
                    return int(NUMBER.unpack(reply)[1])
            if attempt == 0:
                self.close()
        raise OSError("no process can be started")

    def _open(self) -> None:
        ours, theirs = socket.socketpair()
        command = [*command_of(NURSERY), str(theirs.fileno())]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], env=environment()
        )
        theirs.close()
        ours.settimeout(_START)
        self._orders = ours

    def kill(self, number: int) -> None:
        if self._orders is not None:
            with contextlib.suppress(OSError):
                self._orders.send(NUMBER.pack(KILL, number))

    def close(self) -> None:
        if self._orders is not None:
            self._orders.close()
            self._orders = None
        if self._process is not None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                self._process.terminate()
                self._process.wait(5)
            self._process = None


class Separate:
    """Starts each worker by itself, where processes cannot be forked; that takes about a second."""

    def __init__(self) -> None:
        self._processes: dict[int, Process] = {}

    async def start(self, setup: Setup) -> Worker:
        process = await asyncio.create_subprocess_exec(
            *command_of(WORKER),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            limit=limits.REPLY,
            env=environment(),
        )
        assert process.stdout is not None
        assert process.stdin is not None
        self._processes[process.pid] = process
        worker = Worker(process.stdout, process.stdin, process.pid, self)
        worker.send(msgspec.json.encode(setup))
        return worker

    def kill(self, number: int) -> None:
        process = self._processes.pop(number, None)
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    def close(self) -> None:
        for number in list(self._processes):
            self.kill(number)
