"""Monte Carlo tree search as an object that remembers: it thinks about one state after another of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from halfmove.compiled import Flag, lane_of, plain, zeros_apart
from halfmove.core.advice import Advice
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError
from halfmove.search.engine.deepening import Progress
from halfmove.search.engine.strength import FULL_STRENGTH, weakened
from halfmove.search.engine.timing import Timekeeper
from halfmove.search.mcts.batch import Model
from halfmove.search.mcts.growing import Search
from halfmove.search.mcts.options import ROOT, Options
from halfmove.search.mcts.policies import log_roots
from halfmove.search.mcts.recycle import make_room
from halfmove.search.mcts.transpositions import transpositions
from halfmove.search.mcts.tree import new_tree, rows_in


class TreeSearch:
    """Monte Carlo tree search for any game: any number of players, chance, extra turns; what it finds out is kept.

    `options` are those of `halfmove.search.mcts.options.Options`, such as `simulations` for each search and the
    `policy` of the tree. `advice` is asked instead of the game's own. A `model` is a function that is given a list of
    states and returns two lists: for each state the weights of its actions in their order, and what it is worth to the
    player to move, or to each player where there are more than two; it is asked instead of playouts.
    """

    takes_secrets = False  # whether it can do without the whole state

    def __init__(self, game: Game, *, advice: Advice | None = None, model: Model | None = None, **options: Any) -> None:
        if not self.takes_secrets:
            require_no_secrets(game, "mcts")
        self.options = Options(**options)
        self.game, self.advice, self.model = game, game.advice if advice is None else advice, model
        self.native = lane_of(game) == "compiled" and lane_of(self.advice) == "compiled"
        self.players = game.players if game.players > 2 else 1
        policy, numbers, extras = self.options.policy_for(game, self.advice)
        roots = log_roots(self.native)
        self.policy = policy(np.array(numbers), roots) if self.native else plain(policy(numbers, roots))
        count = self.options.threads if self.options.parallel == ROOT else 1
        self.rows = rows_in(self.options.megabytes, self.players, extras, count, self.options.threads)
        self.trees = [new_tree(self.players, self.rows, extras, self.native) for _ in range(count)]
        self.tables = [transpositions(self.options.transpositions, self.native) for _ in self.trees]
        self.used = [1] * count  # rows of each tree
        self.rules: Any = None  # of the last search: the game with its rule of repetition
        self.kept: Any = None  # the root of the trees, with the states before it; None for none
        self.kept_only: Collection[int] = ()
        self.flag = Flag()
        self.timekeeper = Timekeeper()

    def room(self, count: int, kind: Any) -> Any:
        """Return an array of zeros for machine code, or a list of them, which plain Python reads sooner."""
        return zeros_apart(count, kind) if self.native else [kind(0).item()] * count

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
        """Simulate, and yield what is known from time to time; the last is final.

        The options are those of the engine. The random numbers begin with `seed`: a search with an empty tree, of one
        thread and without a limit of time, always grows the same one.
        """
        if lines < 1:
            raise HalfmoveError(f"a search for {lines} lines: there must be one at least")
        self.flag = Flag()
        state = self.game.initial if state is None else state
        limit, only = weakened(self.game, state, limit or Limit(), strength, seed, only)
        return Search(self, state, tuple(path), limit, lines, only, seed).run()

    def choose(self, state: Any = None, limit: Limit | None = None, **options: Any) -> Choice:
        """Return the best action that can be found within the limit; the options are those of `think`."""
        *_, last = self.think(state, limit, **options)
        return last.best

    def stop(self) -> None:
        """Let the search that is running come to its end at once; called from another thread."""
        self.flag.set()

    def forget(self) -> None:
        """Forget everything, as for a new game."""
        self.kept = None
        self.timekeeper.forget()

    def prepare(self) -> None:
        """Make the machine code now, so that no search has to wait for it."""
        if not plain(self.game).is_terminal(self.game.initial):
            Search(self, self.game.initial, (), Limit(), 1, (), 0).prepare()
            make_room(self.trees[0], self.rows, 1)
            self.forget()


def mcts(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    limit: Limit | None = None,
    lines: int = 1,
    strength: float = FULL_STRENGTH,
    seed: int = 0,
    **options: Any,
) -> Choice:
    """Choose an action by Monte Carlo tree search; the options are those of `TreeSearch`.

    A tree of `depth` plies grows no deeper. A limit of nodes counts the states of playouts too, and the last playout
    may go beyond it. Without a limit and without `simulations` there are ten thousand.
    """
    limit = limit or Limit()
    limit = limit if depth is None else replace(limit, depth=min(depth, limit.depth or depth))
    return TreeSearch(game, **options).choose(state, limit, lines=lines, strength=strength, seed=seed)
