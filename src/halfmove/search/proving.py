"""The engine beside the solver: what can be proven in a part of the time is not left to estimates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from halfmove.compiled import plain
from halfmove.core.advice import Bounds
from halfmove.core.choice import EXACT, UNTIL_STOPPED, Choice, Limit
from halfmove.core.game import ALLOWED, Game
from halfmove.core.wrapper import plain_throughout
from halfmove.running.clock import Clock
from halfmove.running.run import Stop
from halfmove.search.decide import Interrupted
from halfmove.search.engine import Engine, Progress
from halfmove.search.engine.strength import FULL_STRENGTH
from halfmove.search.solving import prove
from halfmove.search.solving.table import MOST_STEPS, proof_table

_FIRST_LOOK = 0.1  # of the time, for the engine: it sees what is near, and there is an answer
_PROOF = 0.4  # of the time
_FARTHEST = 42  # plies to the end: from farther away nothing is proven in the time of an action
_NEARER = 4  # plies: after a proof that did not fit the time, the next one is tried this much nearer to the end
_MOMENT = 0.001  # seconds: the least that a search is given


def is_provable(game: Game) -> bool:
    """Tell whether the solver suits a game: one of two players that never comes back to a state and has bounds."""
    steps = (game.utilities[1] - game.utilities[0]) / game.step
    bounds = type(game.bounds)
    advised = bounds.value_bounds is not Bounds.value_bounds and bounds.plies_left is not Bounds.plies_left
    return game.players == 2 and game.repetition == ALLOWED and steps <= MOST_STEPS and advised


class ProvingEngine(Engine):
    """The engine, which tries a proof first where one is likely to fit the time; all proofs share one table.

    Without a time, under a limit of nodes or plies, for some actions or several lines, it is the engine without proofs.
    """

    def __init__(self, game: Game, *, megabytes: float = 64, **options: Any) -> None:
        super().__init__(game, megabytes=megabytes, **options)
        self._known = proof_table(megabytes) if is_provable(game) else None
        self._stop = Stop()
        self._ready = False  # whether all is compiled
        self._failed: int | None = None  # plies to the end, when the last proof did not fit the time

    def think(self, state: Any = None, limit: Limit | None = None, **options: Any) -> Iterator[Progress]:
        """Look ahead, try to prove it, and search on where that fails; the options are those of the engine."""
        self._stop = Stop()
        state, limit = self.game.initial if state is None else state, limit or Limit()
        seconds = limit.share()
        restricted = options.get("lines", 1) > 1 or options.get("only") or limit.nodes or limit.depth
        weak = options.get("strength", FULL_STRENGTH) != FULL_STRENGTH
        if seconds is None or seconds == UNTIL_STOPPED or restricted or weak or not self._is_likely(state):
            return super().think(state, limit, **options)
        return self._prove(state, limit, seconds)

    def stop(self) -> None:
        """Let whatever is running come to its end at once; called from another thread."""
        self._stop.now()
        super().stop()

    def forget(self) -> None:
        """Forget everything, as for a new game; what is proven stays so."""
        super().forget()
        self._failed = None

    def prepare(self) -> None:
        """Make the machine code of both now."""
        super().prepare()
        if self._known is not None and not plain(self.game).is_terminal(self.game.initial):
            prove(self.game, limit=Limit(nodes=1), known=self._known)
        self._ready = True

    def _is_stopped(self) -> bool:
        return self._stop.requested

    def _is_likely(self, state: Any) -> bool:
        """Tell whether a proof is likely to fit the time."""
        if self._known is None or plain(self.game).is_terminal(state):
            return False
        left = self._plies_left(state)
        return left <= _FARTHEST and (self._failed is None or left <= self._failed - _NEARER)

    def _plies_left(self, state: Any) -> int:
        return plain_throughout(self.game.bounds).plies_left(state)

    def _prove(self, state: Any, limit: Limit, seconds: float) -> Iterator[Progress]:
        if not self._ready:
            self.prepare()
        clock, progress = Clock(), None
        for progress in super().think(state, Limit(seconds=seconds * _FIRST_LOOK)):
            yield progress
        assert progress is not None
        if progress.best.exact or self._is_stopped():
            return
        with self._stop:
            try:
                proof = prove(self.game, state, limit=Limit(seconds=seconds * _PROOF), known=self._known)
            except Interrupted:
                raise Interrupted(progress.best) from None
        if not proof.exact:
            self._failed = self._plies_left(state)
        lost = proof.exact and proof.value == self.game.utilities[0]
        if proof.exact and not lost:
            self.timekeeper.forget()  # the clock tells nothing: this was no search of the engine
            yield _proven(progress, proof, clock.seconds)
            return
        if self._is_stopped():
            return
        for progress in super().think(state, _rest(limit, clock.seconds)):  # a loser holds out as long as he can
            yield _proven(progress, replace(progress.best, value=proof.value, kind=EXACT)) if lost else progress


def _proven(progress: Progress, choice: Choice, seconds: float | None = None) -> Progress:
    """Return what is known once a value is proven."""
    seconds = progress.seconds if seconds is None else seconds
    choice = replace(choice, seconds=seconds)
    return replace(progress, depth=choice.depth, lines=(choice,), nodes=choice.nodes, seconds=seconds)


def _rest(limit: Limit, spent: float) -> Limit:
    """Return what is left of a limit after `spent` seconds."""
    seconds = None if limit.seconds is None else max(limit.seconds - spent, _MOMENT)
    remaining = None if limit.remaining is None else max(limit.remaining - spent, _MOMENT)
    return replace(limit, seconds=seconds, remaining=remaining)
