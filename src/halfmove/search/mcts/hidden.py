"""Tree search for games that hide something, as an object and as a function; `information.py` has the loop."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from halfmove.compiled import mix, plain
from halfmove.core.choice import ESTIMATE, Choice, Limit
from halfmove.core.game import Game
from halfmove.core.knowledge import View, view_of
from halfmove.core.naming import player_name
from halfmove.core.random import random
from halfmove.core.recall import recalled
from halfmove.core.rules import legal_among
from halfmove.errors import HalfmoveError
from halfmove.search.engine.deepening import Progress
from halfmove.search.engine.strength import FULL_STRENGTH
from halfmove.search.hidden.clairvoyance import known_events
from halfmove.search.hidden.particles import NoWorlds, drawn_worlds
from halfmove.search.hidden.worlds import guesses, worlds_for
from halfmove.search.mcts.growing import Search
from halfmove.search.mcts.information import ROOT_KEY, InformationSets, simulate_worlds
from halfmove.search.mcts.root import Child
from halfmove.search.mcts.tree import grow
from halfmove.search.mcts.tree_search import TreeSearch

MANY, ONE = "many", "one"  # observers: every player knows what he knows, or the one at the root alone
_SLOTS = 2  # of the table of nodes, for each row of the tree
_MOST_SLOTS = 1 << 22


class InformationTreeSearch(TreeSearch):
    """Monte Carlo tree search over information sets, for any game; nothing is kept from one search to the next."""

    takes_secrets = True

    def __init__(self, game: Game, *, observers: str = MANY, **options: Any) -> None:
        if observers not in (MANY, ONE):
            raise HalfmoveError(f"ismcts: observers={observers}: it is one of {MANY}, {ONE}")
        super().__init__(game, **{"policy": "ucb1", **options})
        if self.options.threads > 1 or self.options.transpositions or self.policy.sorts or self.policy.opens_all:
            raise HalfmoveError("ismcts: it takes one thread, no transpositions, and the policy ucb1 or tuned")
        self.observers = observers
        slots = 1 << min(_MOST_SLOTS, _SLOTS * self.rows).bit_length() - 1
        self.table = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
        self.sets: Any = None  # of the last search

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
        """Simulate worlds, and yield what is known from time to time; `state` is a `View`, or seen as one."""
        self.forget()
        view = view_of(self.game, state)
        if plain(self.game).to_move(view.seen) != view.player:
            who = player_name(self.game, view.player)
            raise HalfmoveError(f"{type(self.game).__name__}: it is not the turn of {who}")
        try:
            return InformationSearch(self, view, limit or Limit(), lines, only, seed).run()
        except NoWorlds:
            return iter([self._any_action(view, only, seed)])

    def _any_action(self, view: View, only: Collection[int], seed: int) -> Progress:
        """Return what is left to do where no world is known: anything."""
        actions = legal_among(plain(self.game), view.seen, only)
        action = actions[random(seed).below(len(actions))]
        value = sum(self.game.utilities) / 2
        choice = Choice(action, value, (action,), kind=ESTIMATE, stopped=True, game=self.game, state=view.seen)
        return Progress(0, 0, (choice,), 0, 0.0, 0)

    def prepare(self) -> None:
        """Compile at the first search, for a game does not begin with a player's turn where cards are dealt."""


class InformationSearch(Search):
    """A search from what one player knows."""

    owner: InformationTreeSearch

    def __init__(
        self, owner: InformationTreeSearch, view: View, limit: Limit, lines: int, only: Collection[int], seed: int
    ) -> None:
        super().__init__(owner, view.seen, (), limit, lines, only, seed)
        game, (keys, rows) = owner.game, owner.table
        rules = game if owner.native else plain(game)
        remembered: Any = recalled(rules, view, seed)
        if remembered is not None:
            worlds: Any = remembered
        elif guesses(game):
            worlds = worlds_for(rules, view.player, ())
        else:
            share = limit.share()
            half = None if share is None else share / 2
            worlds = drawn_worlds(rules, view.player, known_events(game, view), seed, half)
        keys[:] = 0
        many = owner.observers == MANY
        sets = InformationSets(worlds, np.zeros(game.players, np.int64), keys, rows, view.player, many)
        sets.keep(mix(ROOT_KEY, view.player) | 1, 0)
        self.sets = owner.sets = sets if owner.native else plain(sets)

    def prepare(self) -> Callable[[Any, Any, int], int]:
        ready = simulate_worlds.ready(self.workers[0], self.sets, self.root, 1)
        return lambda worker, root, simulations: ready(worker, self.sets, root, simulations)

    def _make_room(self) -> None:
        """Let the lists of a plain tree grow; a tree that has all its rows stays as it is."""
        for tree in self.trees:
            if any(worker.is_full() for worker in self.workers) and len(tree.visits) < self.owner.rows:
                self._note_used()
                grow(tree, min(2 * len(tree.visits), self.owner.rows))
                self._share_rows()

    def _choice(self, child: Child, exact: bool, common: dict[str, Any]) -> Choice:
        return Choice(child.action, child.value + 0.0, (child.action,), kind=ESTIMATE, visits=child.visits, **common)


def ismcts(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    limit: Limit | None = None,
    lines: int = 1,
    seed: int = 0,
    **options: Any,
) -> Choice:
    """Choose an action by tree search over information sets; the options are those of `InformationTreeSearch`.

    `state` is a `View`, or a state of which only what the mover sees is used.
    """
    limit = limit or Limit()
    limit = limit if depth is None else replace(limit, depth=min(depth, limit.depth or depth))
    return InformationTreeSearch(game, **options).choose(state, limit, lines=lines, seed=seed)
