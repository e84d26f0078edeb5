"""Work that reports by a callback, as a stream of reports."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Any

from halfmove.running.run import Stop

_POLL = 0.05  # seconds between two looks at the stop

Report = Callable[[dict[str, Any]], None]


class Halted(BaseException):
    """Somebody stopped the work; it is raised where the work reports."""


def reports_of(work: Callable[[Report], dict[str, Any]], stop: Stop) -> Iterator[dict[str, Any]]:
    """Yield what `work` reports, and at last what it returns; once it is stopped, its next report ends it."""
    queue: SimpleQueue[Any] = SimpleQueue()
    over = object()

    def report(data: dict[str, Any]) -> None:
        queue.put(data)
        if stop.requested:
            raise Halted

    def run() -> None:
        try:
            queue.put(work(report))
        except Halted:
            pass
        except BaseException as error:  # noqa: BLE001 - it is raised where the reports are read
            queue.put(error)
        queue.put(over)

    threading.Thread(target=contextvars.copy_context().run, args=(run,), name="work", daemon=True).start()
    while True:
        try:
            data = queue.get(timeout=_POLL)
        except Empty:
            continue
        if data is over:
            return
        if isinstance(data, BaseException):
            raise data
        yield data
