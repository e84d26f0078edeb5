"""A process that plays games of a match: it is sent numbers in JSON, line by line, and stores what it has finished.

    {"database": "results.db", "plan": "..."}                 first of all; no plan is read from the database
    {"round": [first, encounters, games], "numbers": [a, b]}  play these, from a to before b
    {"done": [a, b], "half_points": "0120..."}                     its answer, whenever some of them are stored
    {"failed": "..."}                                         its last answer, if it cannot go on

It ends when its input does, which is also what happens when whoever started it is killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from queue import SimpleQueue
from typing import Any, TextIO

from halfmove.errors import HalfmoveError
from halfmove.play.loading import load_game
from halfmove.play.match.plan import Plan, Round
from halfmove.play.match.runner import Batch, Runner
from halfmove.play.match.store import Store
from halfmove.play.pipes import FAILED, private_output, say

QUIT_TIMEOUT = 5.0  # seconds in which players are closed before the process ends anyway


class Dismissed(BaseException):
    """This process is to end. Unlike SystemExit, that is no fault of the player who happens to think."""


def _dismiss(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: players are being closed
    raise Dismissed


def main() -> None:
    """Play what is sent until the input ends."""
    answers = private_output()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    signal.signal(signal.SIGTERM, _dismiss)
    jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()
    threading.Thread(target=_listen, args=(jobs,), daemon=True).start()
    runner: Runner | None = None
    try:
        first = jobs.get()
        plan = Plan.from_json(first["plan"])
        with Store.open(first["database"]) as store:
            runner = Runner(plan, load_game(plan.game))
            while True:
                _play(jobs.get(), runner, store, answers)
    except HalfmoveError as error:
        say(answers, {"failed": str(error)})
    except Dismissed:
        pass
    finally:
        if runner is not None:
            runner.close()


def _play(job: dict[str, Any], runner: Runner, store: Store, answers: TextIO) -> None:
    first, encounters, games = job["round"]
    round = Round(first, tuple(map(tuple, encounters)), games)

    def done(batch: Batch) -> None:
        batch.keep(store)
        numbers = [batch.numbers.start, batch.numbers.stop]
        say(answers, {"done": numbers, "half_points": (batch.half_points + ord("0")).tobytes().decode("ascii")})

    runner.play(round, range(*job["numbers"]), done)


def _listen(jobs: SimpleQueue[dict[str, Any]]) -> None:
    """Pass the jobs on; when the input ends, end the process, if need be by force."""
    for line in sys.stdin:
        jobs.put(json.loads(line))
    force = threading.Timer(QUIT_TIMEOUT, lambda: os._exit(FAILED))
    force.daemon = True
    force.start()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
