"""A search in a thread of its own, so that the loop goes on reading: it can be told to stop or to hurry."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable
from typing import Any

from halfmove.core.choice import Limit
from halfmove.protocols.analyst import Analyst
from halfmove.protocols.loop import error_text

Tell = Callable[[Any], None]  # a Progress


class BackgroundSearch:
    """One search; `tell` hears of its progress, and `end` of the last, or of what went wrong, exactly once."""

    def __init__(
        self,
        analyst: Analyst,
        state: Any,
        limit: Limit,
        tell: Tell,
        end: Callable[[Any, str], None],
        *,
        lines: int = 1,
        path: Iterable[Any] = (),
        only: Collection[int] = (),
        held: bool = False,
    ) -> None:
        self._analyst, self._arguments = analyst, (state, limit, lines, path, only)
        self._tell, self._end = tell, end
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
        """Tell whether the answer waits for somebody's word."""
        return self.is_running and not self._released.is_set()

    def stop(self) -> None:
        """Answer now."""
        self._stopped = True
        self._released.set()
        self._analyst.stop()

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
        last, trouble = None, ""
        try:
            state, limit, lines, path, only = self._arguments
            for last in self._analyst.think(state, limit, lines=lines, path=path, only=only):
                if self._stopped:  # it may have been asked before the search began to listen
                    self._analyst.stop()
                self._tell(last)
        except Exception as error:  # noqa: BLE001 - whatever happens, an answer is owed
            trouble = error_text(error)
        self._released.wait()
        if self._timer:
            self._timer.cancel()
        self._over = True  # before the answer, after which the next question may come
        self._end(last, trouble)
