"""One line on the error stream that says how far a command is, while it works."""

from __future__ import annotations

from typing import Any, Self


class LiveStatus:
    """A line that is shown inside a `with` block, unless it is not wanted."""

    def __init__(self, live: bool) -> None:
        self.live = live
        self._line: Any = None

    def __enter__(self) -> Self:
        from halfmove.cli.report import console

        if self.live:
            self._line = console(stderr=True).status("getting ready")
            self._line.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._line is not None:
            self._line.stop()

    def show(self, text: Any) -> None:
        """Replace the line by a text, or by what rich asks for one whenever it draws."""
        if self._line is not None:
            self._line.update(text)
