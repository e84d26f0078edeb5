"""Makes the machine code of one search of one game, for all workers; run as a process of its own, one at a time."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from pathlib import Path

import msgspec

from halfmove.core.choice import Limit
from halfmove.core.history import with_history
from halfmove.core.secrets import has_secrets
from halfmove.play.players.plain_first import mark_compiled
from halfmove.play.players.search import analyst_of
from halfmove.play.players.spec import Spec
from halfmove.web.worker import Setup
from halfmove.web.workspace import Workspace

_NICE = 19
_LOOK = 1.0  # seconds between two looks whether the server is there
_NODES = 200  # of a search that is made only to compile it


def main() -> None:
    """Read what is wanted, and make it."""
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=dict[str, str])
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    threading.Thread(target=_end_with_the_server, args=(Path(order["folder"]),), daemon=True).start()
    with _alone(Path(order["folder"])):
        given = Workspace(Setup(order["own"], order["folder"])).game(order["game"])
        hides = has_secrets(given)
        game, state = (given, None) if hides else with_history(given, given.initial)
        spec = Spec(order["search"])
        analyst = analyst_of(game, spec)
        analyst.prepare()
        if not hides:  # otherwise that was a search already, by what somebody knows
            for _ in analyst.think(state, Limit(nodes=_NODES)):
                pass
        mark_compiled(spec, game)


def _end_with_the_server(folder: Path) -> None:
    """End when the folder of the server is gone, and nobody waits for the machine code."""
    while folder.exists():
        time.sleep(_LOOK)
    os._exit(0)


@contextlib.contextmanager
def _alone(folder: Path):  # type: ignore[no-untyped-def]
    """Wait until no other process compiles."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (folder / "compiling").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    main()
