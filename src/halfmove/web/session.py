"""One connection: its worker processes, what they owe an answer to, and how much it may ask."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from halfmove.web import limits, messages
from halfmove.web.worker import Setup
from halfmove.web.workers import Maker, Worker

Send = Callable[[bytes], Awaitable[None]]

GENERAL, SOLVER, ARENA = "general", "solver", "arena"  # the workers of a connection, started when they are needed
_WORKERS: dict[Any, str] = {
    messages.Solve: SOLVER,
    messages.Look: SOLVER,
    messages.Match: ARENA,
    messages.Matches: ARENA,
}
_TIMES: dict[Any, float] = {  # that a request may take, in seconds
    messages.Hello: limits.HELLO,
    messages.Watch: limits.WATCHING,
    messages.Solve: limits.SOLVING,
    messages.Match: limits.MATCH,
    messages.Review: limits.REVIEW,
}
_LOOK = 0.5  # seconds between two looks at what is late
_SPARE = 20.0  # seconds that a task may be late: to compile takes its time


class Header(msgspec.Struct):
    """What the server reads of a reply; the rest is passed on as it is."""

    id: int
    last: bool = False


_header = msgspec.json.Decoder(Header)


def error(number: int | None, kind: str, text: str) -> bytes:
    """Return an error as a reply."""
    reply: dict[str, Any] = {"type": "error", "kind": kind, "text": text, "last": True}
    return messages.encode(reply if number is None else {"id": number, **reply})


class Bucket:
    """Counts what comes in: `rate` a second in the long run, `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.level, self.at = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Tell whether one more may come."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Session:
    """Sends requests to workers, and their replies to the browser."""

    def __init__(self, setup: Setup, maker: Maker, send: Send) -> None:
        self.setup, self.maker, self.send = setup, maker, send
        self.slots: dict[str, WorkerSlot] = {}
        self.bucket = Bucket(limits.RATE, limits.BURST)

    async def hear(self, line: bytes) -> None:
        """Take one message from the browser; whatever it holds, it is answered."""
        if not self.bucket.take():
            await self.send(error(None, "limit", f"more than {limits.RATE:g} messages a second"))
            return
        try:
            request = messages.decoder.decode(line)
        except msgspec.MsgspecError as problem:
            await self.send(error(_number_of(line), "request", f"this message is not understood: {problem}"))
            return
        if isinstance(request, messages.Ping):
            await self.send(messages.encode({"id": request.id, "type": "pong", "last": True}))
        elif isinstance(request, messages.Stop):
            await self._stop(request)
        else:
            await self._ask(request, line)

    async def _ask(self, request: Any, line: bytes) -> None:
        slot = self.slots.setdefault(_WORKERS.get(type(request), GENERAL), WorkerSlot(self))
        running = sum(each.count(tasks=True) for each in self.slots.values())
        if any(request.id in each.pending for each in self.slots.values()):
            await self.send(error(None, "request", f"the id {request.id} is still being answered"))
        elif isinstance(request, messages.TASKS) and running >= limits.TASKS:
            await self.send(error(request.id, "busy", f"{limits.TASKS} searches run already: stop one first"))
        else:
            await slot.ask(request, line)

    async def _stop(self, request: messages.Stop) -> None:
        for slot in self.slots.values():
            if request.task in slot.pending:
                await slot.stop(request)
                return
        await self.send(messages.encode({"id": request.id, "type": "stopping", "last": True}))

    async def close(self) -> None:
        """End all workers."""
        for slot in self.slots.values():
            slot.end()


class PendingRequest:
    """A request that a worker has not answered completely."""

    def __init__(self, request: Any) -> None:
        self.is_task = isinstance(request, messages.TASKS)
        self.allowed = _TIMES.get(type(request), limits.SEARCH if self.is_task else limits.QUESTION)
        self.allowed += _SPARE if self.is_task else 0
        self.until = time.monotonic() + self.allowed


class WorkerSlot:
    """One worker of a connection: started when it is asked something, replaced when it is lost."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.worker: Worker | None = None
        self.pending: dict[int, PendingRequest] = {}
        self.asked = time.monotonic()
        self._starting = asyncio.Lock()
        self._pump: asyncio.Task[None] | None = None
        self._watch: asyncio.Task[None] | None = None

    def count(self, tasks: bool) -> int:
        """Return how many requests are not answered: tasks or questions."""
        return sum(pending.is_task == tasks for pending in self.pending.values())

    async def ask(self, request: Any, line: bytes) -> None:
        """Pass a request on."""
        self.asked = time.monotonic()
        self.pending[request.id] = PendingRequest(request)
        async with self._starting:
            if self.worker is None and not await self._start():
                del self.pending[request.id]
                await self.session.send(
                    error(request.id, "busy", "no process could be started: close other windows, or try again later")
                )
                return
            worker = self.worker
        if worker is not None:
            worker.send(line)

    async def stop(self, request: messages.Stop) -> None:
        """Let a task end; one that does not listen is ended with its process."""
        if self.worker is not None:
            self.pending[request.id] = PendingRequest(request)
            self.pending[request.task].until = min(
                self.pending[request.task].until, time.monotonic() + 2 * limits.STOP_GRACE
            )
            self.worker.send(messages.encode(request))

    async def _start(self) -> bool:
        if Worker.running >= limits.WORKERS:
            return False
        try:
            self.worker = await self.session.maker.start(self.session.setup)
        except OSError:
            return False
        self._pump = asyncio.create_task(self._read(self.worker))
        self._watch = asyncio.create_task(self._look(self.worker))
        return True

    async def _read(self, worker: Worker) -> None:
        """Pass replies on until the worker has ended."""
        while line := await worker.receive():
            header = _header.decode(line)
            if header.last:
                self.pending.pop(header.id, None)
            await self.session.send(line)
        await self._lost(worker)

    async def _look(self, worker: Worker) -> None:
        """End a worker that is late, or that nobody has asked for long."""
        while self.worker is worker:
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            late = next((pending for pending in self.pending.values() if pending.until < now), None)
            if late is not None or not self.pending and now - self.asked > limits.IDLE:
                await self._lost(
                    worker, "" if late is None else f"no answer within {late.allowed:g} s: it was given up"
                )

    async def _lost(self, worker: Worker, why: str = "") -> None:
        """Tell the browser what will not be answered."""
        if self.worker is not worker:
            return
        self.worker = None
        worker.kill()
        pending, self.pending = self.pending, {}
        text = why or "the process that was asked has ended; ask again"
        with contextlib.suppress(Exception):  # the browser may be gone, too
            for number in pending:
                await self.session.send(error(number, "limit" if why else "lost", text))

    def end(self) -> None:
        """End for good."""
        for task in (self._pump, self._watch):
            if task is not None:
                task.cancel()
        if self.worker is not None:
            worker, self.worker = self.worker, None
            worker.kill()


def _number_of(line: bytes) -> int | None:
    """Return the id of a message that is otherwise not understood."""
    try:
        return _header.decode(line).id
    except msgspec.MsgspecError:
        return None
