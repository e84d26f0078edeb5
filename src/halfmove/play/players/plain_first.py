"""A search that begins in plain Python: to compile a game takes seconds, and a small one is solved before that."""

from __future__ import annotations

import hashlib
import inspect
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from halfmove.compiled import lane_of
from halfmove.compiled.native.folder import place
from halfmove.core.wrapper import plain_throughout
from halfmove.play.players.search import think
from halfmove.running.run import Stop

if TYPE_CHECKING:
    from halfmove.core.choice import Limit
    from halfmove.core.game import Game
    from halfmove.play.players.spec import Spec
    from halfmove.search.engine import Progress

PLAIN_SECONDS = 1.0  # of this process before the compiler is called for
_POLL_INTERVAL = 0.02  # seconds between two looks at the clocks


def plain_first(spec: Spec, game: Game, state: Any, limit: Limit, seed: int = 0) -> Iterator[Progress]:
    """Yield what `think` does; the game is compiled only if its search outlives the first moments.

    Both lanes search the same nodes, so under a limit of plies or nodes it is the same answer whichever gives it. The
    compiled search has a limit of seconds to itself: neither the plain one nor the compiler takes of them. A game that
    was compiled before is not searched in plain Python.
    """
    if lane_of(game) == "plain" or is_marked(spec, game):
        yield from think(spec, game, state, limit, seed)
        return
    stop, ended = Stop(), Event()
    Thread(target=_stop_in_time, args=(stop, ended, spec.limited(limit).seconds), daemon=True).start()
    try:
        with stop:
            for progress in think(spec, plain_throughout(game), state, limit, seed):
                if not stop.requested or progress.best.exact:
                    yield replace(progress, lines=tuple(replace(line, game=game) for line in progress.lines))
                if progress.best.exact:
                    return
    finally:
        ended.set()
    if stop.requested:
        yield from think(spec, game, state, limit, seed)
        mark_compiled(spec, game)


def is_marked(spec: Spec, game: Game) -> bool:
    """Tell whether this search of this game was compiled before, so that it begins at once."""
    mark = _mark(spec, game)
    return mark is not None and mark.exists()


def mark_compiled(spec: Spec, game: Game) -> None:
    """Remember that this search of this game was compiled."""
    mark = _mark(spec, game)
    if mark is not None:
        with suppress(OSError):
            mark.touch()


def _mark(spec: Spec, game: Game) -> Path | None:
    """Return the file beside the machine code that says that this search of this game was compiled before.

    It is a hint: if it is wrong, the game is compiled again.
    """
    path = place().path
    if path is None:
        return None
    digest = hashlib.sha256(repr((spec.name, repr(game), sys.version)).encode())
    for cls in type(game).__mro__:
        with suppress(TypeError, OSError):  # what has no file
            digest.update(Path(inspect.getfile(cls)).read_bytes())
    return path / f"compiled-{digest.hexdigest()[:32]}.nbc"


def _stop_in_time(stop: Stop, ended: Event, seconds: float | None) -> None:
    """Stop the plain search once it has used its time, or half of the time that there is."""
    begun, used = time.perf_counter(), time.process_time()
    while not ended.wait(_POLL_INTERVAL):
        if time.process_time() - used > PLAIN_SECONDS or seconds and time.perf_counter() - begun > seconds / 2:
            stop.now()
            return
