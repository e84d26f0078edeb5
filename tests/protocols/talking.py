"""Talking to our side of a protocol without a process: lines in, lines out, and analysts that need no compiler."""

from __future__ import annotations

import io
import threading

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, UNTIL_STOPPED, Choice
from halfmove.core.rules import legal_actions
from halfmove.protocols.loop import LineWriter, serve
from halfmove.search.engine import Progress
from halfmove.search.engine.strength import FULL_STRENGTH, weakened

PATIENCE = 180  # seconds: the machine may be busy


class Stub:
    """Thinks of the first legal actions, to the depth it is asked for or until it is stopped."""

    made: list[Stub] = []

    def __init__(self, game, spec=None, **options):
        self.game, self.options = plain(game), options
        self.stopped = threading.Event()
        self.asked = []
        self.forgotten = self.prepared = 0
        Stub.made.append(self)

    def think(self, state=None, limit=None, *, lines=1, path=(), only=(), strength=FULL_STRENGTH, seed=0):
        self.stopped = threading.Event()
        limit, only = weakened(self.game, state, limit, strength, seed, only)
        self.asked.append((state, limit, lines, tuple(path)))
        return self._think(state, limit, lines, only, self.stopped)

    def _think(self, state, limit, lines, only, stopped):
        actions = list(only or legal_actions(self.game, state))[:lines]
        depth = limit.depth or 1
        choices = tuple(
            Choice(action, 0.25 - place / 100, (action,), depth, 10, kind=ESTIMATE, game=self.game, state=state)
            for place, action in enumerate(actions)
        )
        yield Progress(depth, depth + 1, choices, 10, 0.01, 5)
        if limit.depth is None and limit.nodes is None and limit.share() == UNTIL_STOPPED:
            stopped.wait(PATIENCE)

    def stop(self):
        self.stopped.set()

    def forget(self):
        self.forgotten += 1

    def prepare(self):
        self.prepared += 1


class Sink(io.StringIO):
    """Collects what is said; one can wait for a line."""

    def __init__(self):
        super().__init__()
        self.news = threading.Condition()

    def flush(self):
        with self.news:
            self.news.notify_all()

    def wait_for(self, text, times=1):
        with self.news:
            assert self.news.wait_for(lambda: self.getvalue().count(text) >= times, PATIENCE), self.getvalue()


class Talk:
    """A conversation with one protocol."""

    def __init__(self, make, *arguments, **options):
        self.sink = Sink()
        self.protocol = make(*arguments, LineWriter(self.sink), make=options.pop("analyst", Stub), **options)

    def __call__(self, *lines):
        """Say some lines, wait until a search has answered, and return what was answered."""
        start = len(self.sink.getvalue())
        for line in lines:
            self.protocol.obey(line)
        background = getattr(self.protocol, "background", None)
        if background and not background.is_held:
            background.wait()
        return self.sink.getvalue()[start:].splitlines()

    @property
    def heard(self):
        return self.sink.getvalue()


def overheard(make, text, *arguments, **options):
    """Return what is answered to a whole input, as bytes."""
    talk = Talk(make, *arguments, **options)
    serve(talk.protocol, io.BytesIO(text))
    return talk.heard.splitlines()
