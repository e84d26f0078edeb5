"""A search in a thread of its own, so that the loop goes on reading: it can be stopped or hurried."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from halfmove.protocols.loop import error_text

Result = TypeVar("Result")


class BackgroundSearch(Generic[Result]):
    """One search: `report` is called with whatever `think` yields, and `end` with the last and an error, exactly once.

    A search that is `held` does not end before it is stopped or hurried.
    """

    def __init__(
        self,
        think: Callable[[], Iterable[Result]],
        stop: Callable[[], None],
        report: Callable[[Result], None],
        end: Callable[[Result | None, str], None],
        held: bool = False,
    ) -> None:
        self._think, self._stop, self._report, self._end = think, stop, report, end
        self._stopped = self._over = False
        self._released = threading.Event()  # whether the answer may be given
        if not held:
            self._released.set()
        self._timer: threading.Timer | None = None
        self._thread = threading.Thread(target=self._run, name="background", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Tell whether the answer is still to come."""
        return not self._over

    @property
    def is_held(self) -> bool:
        """Tell whether the answer waits for a stop or a hurry."""
        return self.is_running and not self._released.is_set()

    def stop(self) -> None:
        """Answer now."""
        self._stopped = True
        self._released.set()
        self._stop()

    def hurry(self, seconds: float | None) -> None:
        """Answer when ready, within `seconds` from now."""
        self._released.set()
        if seconds is not None:
            self._timer = threading.Timer(seconds, self.stop)
            self._timer.daemon = True
            self._timer.start()

    def wait(self) -> None:
        """Wait until the answer was given."""
        self._thread.join()

    def _run(self) -> None:
        last, error = None, ""
        try:
            for last in self._think():
                if self._stopped:  # the request may have come before the search began to listen
                    self._stop()
                self._report(last)
        except (Exception, SystemExit) as failure:  # noqa: BLE001 - whatever happens, an answer is owed
            error = error_text(failure)
        self._released.wait()
        if self._timer:
            self._timer.cancel()
        self._over = True  # before the answer, after which the next question may come
        self._end(last, error)
