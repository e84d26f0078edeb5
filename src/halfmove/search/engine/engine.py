"""The engine: one strong search for every deterministic game of two players, as an object that remembers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from halfmove.compiled import Flag, is_native, plain
from halfmove.core.advice import Advice
from halfmove.core.choice import TO_THE_END, Choice, Limit
from halfmove.core.game import Game
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.run import MOST_THREADS
from halfmove.running.table import AGES, NO_ACTION, transposition_table
from halfmove.search.engine.deepening import INFINITY, Progress, Search
from halfmove.search.engine.position import position
from halfmove.search.engine.strength import FULL_STRENGTH, weakened
from halfmove.search.engine.techniques import techniques
from halfmove.search.engine.timing import Timekeeper
from halfmove.search.engine.worker import Worker, new_worker


class Engine:
    """Principal-variation search with all that makes it strong; what it finds out serves its next searches too.

    `off` names techniques that are not to be used (`techniques.NAMES`); without the heuristic ones
    (`techniques.HEURISTIC`) its values are those of minimax. `advice` is used instead of the game's own.
    """

    called = "the engine"  # where it refuses something

    def __init__(
        self,
        game: Game,
        *,
        advice: Advice | None = None,
        megabytes: float = 64,
        threads: int = 1,
        off: Iterable[str] = (),
    ) -> None:
        require_no_secrets(game, self.called)
        if game.players > 2:
            raise WrongGame(f"{type(game).__name__} has {game.players} players: use maxn or paranoid")
        if not 1 <= threads <= MOST_THREADS:
            raise HalfmoveError(f"a search by {threads} threads: there must be from 1 to {MOST_THREADS}")
        self.game = game
        self.advice = game.advice if advice is None else advice
        self.use = self._techniques(off)
        self.flag = Flag()
        self.age = 0
        self.timekeeper = Timekeeper()
        in_lane = (lambda each: each) if is_native(game) else plain
        self.table = in_lane(transposition_table(megabytes))
        self.table.forget()  # touch every page of memory now, as the system would give it out slowly during a search
        self.workers = [in_lane(self._new_worker()) for _ in range(threads)]

    def think(
        self,
        state: Any = None,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        path: Iterable[Any] = (),
        only: Collection[int] = (),
        strength: float = FULL_STRENGTH,
        seed: int = 0,
    ) -> Iterator[Progress]:
        """Search ever deeper, and yield what is known after each depth; the last is final.

        `lines` is how many of the best actions are wanted, each with a value of its own. `path` are earlier states of
        the game, oldest first, for what the rules say about states that come back. If `only` names actions, no others
        are considered in `state`. With less than full `strength` it searches fewer nodes and overlooks some actions,
        which `seed` decides.
        """
        if lines < 1:
            raise HalfmoveError(f"a search for {lines} lines: there must be one at least")
        self.flag = Flag()
        self.age = (self.age + 1) % AGES
        state = self.game.initial if state is None else state
        limit, only = weakened(self.game, state, limit or Limit(), strength, seed, only)
        return self._search(state, limit, tuple(path), lines, only).deepen()

    def choose(self, state: Any = None, limit: Limit | None = None, **options: Any) -> Choice:
        """Return the best action that can be found within the limit; the options are those of `think`."""
        *_, last = self.think(state, limit, **options)
        return last.best

    def stop(self) -> None:
        """Let the search that is running come to its end at once; called from another thread."""
        self.flag.set()

    def forget(self) -> None:
        """Forget everything, as for a new game."""
        self.table.forget()
        self.timekeeper.forget()
        for each in self.workers:
            each.history.fill(0)
            each.countermoves.fill(NO_ACTION)

    def prepare(self) -> None:
        """Make the machine code now, so that no search has to wait for it."""
        search = self._search(None, Limit(), (), 1, ())
        search.prepared(search.worker, 1, -INFINITY, INFINITY, 0)

    def _techniques(self, off: Iterable[str]) -> Any:
        return techniques(off)

    def _new_worker(self) -> Worker:
        return new_worker(self.game, self.advice, self.use, self.table, TO_THE_END)

    def _search(self, state: Any, limit: Limit, path: tuple[Any, ...], lines: int, only: Collection[int]) -> Search:
        state = self.game.initial if state is None else state
        return Search(self, state, position(self.game, self.advice, state, path, self.use), limit, lines, only)
