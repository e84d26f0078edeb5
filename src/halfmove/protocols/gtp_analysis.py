"""What is thought of the best actions, as Leela Zero and KataGo write it and as Sabaki shows it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from halfmove.core.choice import Choice
from halfmove.play.players.external.gtp_boards import Board
from halfmove.protocols.gtp_words import COLOUR_WORDS, colour
from halfmove.search.engine import Progress

DIALECTS = ("", "lz-", "kata-")  # before `analyze`
LISTED = 10  # actions in a line

_CENTISECONDS = 100  # in a second
_SURE_WIN = 10_000  # as Leela Zero writes it; KataGo writes 1


def parse_analyze(words: list[str], mover: int) -> tuple[int, float]:
    """Return the player, and the seconds between two lines; both may be left out, and more is ignored."""
    if words and words[0].casefold() in COLOUR_WORDS:
        mover, words = colour(words), words[1:]
    words = words[1:] if words[:1] == ["interval"] else words
    interval = int(words[0]) / _CENTISECONDS if words and words[0].isdecimal() and words[0].isascii() else 0.0
    return mover, interval


class InfoWriter:
    """Writes a line about the best actions each time that more is known, at most one in `interval` seconds."""

    def __init__(self, board: Board, state: Any, say: Callable[..., None], dialect: str, interval: float) -> None:
        self._board, self._state, self._say, self._dialect = board, state, say, dialect
        self._interval, self._last = interval, -interval

    def __call__(self, progress: Progress) -> None:
        if time.monotonic() - self._last >= self._interval:
            self._last = time.monotonic()
            infos = (
                self._info(place, choice, progress.win_probability_of(choice))
                for place, choice in enumerate(progress.lines)
            )
            self._say(" ".join(infos))

    def _info(self, place: int, choice: Choice, win: float | None) -> str:
        here = self._state
        words = []
        for action in choice.line:
            words.append(self._board.vertex(here, action))
            here = self._board.rules.result(here, action)
        visits = max(choice.visits or choice.nodes, 1)
        return f"info move {words[0]} visits {visits} {self._win_text(win)}order {place} pv {' '.join(words)}"

    def _win_text(self, probability: float | None) -> str:
        """Return the win probability and its lower bound, of which no more is known; nothing where there is none."""
        if probability is None:
            return ""
        text = f"{probability:.4f}" if self._dialect == "kata-" else str(round(probability * _SURE_WIN))
        return f"winrate {text} lcb {text} "
