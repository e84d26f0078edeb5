"""Averaging over clairvoyance: what would be best if all were seen, averaged over the states that may be true.

AIMA (section 5.6) weighs worlds that were drawn at random once more by their probability; they are drawn by it already,
so here they count alike. Whoever plays so never gathers information, never hides it and never bluffs (Frank and Basin
1998): he believes that he will know the state at his next turn. `ahead` postpones that by some of his turns (extended
averaging; Arjonilla and others 2024).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, TO_THE_END, Choice, Limit
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.core.knowledge import View, view_of
from halfmove.core.naming import player_name
from halfmove.core.random import random
from halfmove.core.recall import recalled
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError
from halfmove.running.clock import Clock
from halfmove.search.decide import Interrupted
from halfmove.search.hidden.beliefs import belief_after
from halfmove.search.hidden.likelihood import Likelihood, likelihood_named, likely_worlds
from halfmove.search.hidden.open_worlds import OpenWorlds, OutOfTime
from halfmove.search.hidden.worlds import guesses, worlds_for

ALL = 0  # worlds: every one that may be true
GUESSES = 50  # worlds that are drawn where nothing else is said

_CONFIDENCE = 1.96  # standard deviations of an interval of 95 %


class World(NamedTuple):
    """A state that may be the true one, and how likely it is."""

    state: Any
    weight: float


Watch: TypeAlias = Callable[[World, dict[int, float]], None]


def clairvoyance(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    worlds: int | None = None,
    inside: str = "alphabeta",
    ahead: int = 1,
    likelihood: Likelihood | str | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    watch: Watch | None = None,
) -> Choice:
    """Choose the action that is best on average over the worlds, in each of which all cards are open.

    `state` is a `View`, or a state of which only what the mover sees is used. `worlds` are drawn at random, as many for
    all actions alike; 0 stands for all that fit what he knows. A world is searched by `inside`: alphabeta, engine,
    solver or bounds. `likelihood` says how likely the others act as they did, `evenly` for each action as likely as
    another; without one, every world that is possible counts as chance makes it likely. The interval is that of the
    mean over the worlds that were drawn.
    """
    if worlds is not None and worlds < 0 or ahead < 1:
        raise HalfmoveError(f"{worlds} worlds, {ahead} turns ahead: there are none of them")
    view, limit = view_of(game, state), limit or Limit()
    if plain(game).to_move(view.seen) != view.player:
        raise HalfmoveError(f"{type(game).__name__}: it is not the turn of {player_name(game, view.player)}")
    if isinstance(likelihood, str):
        likelihood = likelihood_named(likelihood)
    drawn = draw_worlds(game, view, worlds, likelihood, seed)
    open_worlds = OpenWorlds(game, view.player, inside, Clock(limit.share()), limit.nodes)
    search = _Averaging(game, view, drawn, open_worlds)
    found = search.best(depth or limit.depth, ahead, exact=worlds == ALL and likelihood is None)
    if watch is not None:
        for world, values in zip(drawn, search.rows, strict=False):
            watch(world, dict(zip(legal_actions(search.rules, view.seen), values, strict=True)))
    return found


def draw_worlds(game: Game, view: View, worlds: int | None, likelihood: Likelihood | None, seed: int) -> list[World]:
    """Return the worlds to average over: all that fit, or so many that are drawn."""
    if likelihood is not None:
        return [World(*each) for each in likely_worlds(game, view, likelihood, worlds, seed)]
    remembered = None if worlds == ALL else recalled(plain(game), view, seed)
    if remembered is not None:
        numbers, count = random(seed), worlds or GUESSES
        return [World(remembered.draw(view.seen, view.player, numbers), 1.0 / count) for _ in range(count)]
    if worlds == ALL or worlds is None and not guesses(game):
        return [World(*each) for each in belief_after(game, view.player, known_events(game, view)).worlds()]
    events = () if guesses(game) else known_events(game, view)
    source, numbers, count = worlds_for(plain(game), view.player, events), random(seed), worlds or GUESSES
    return [World(source.draw(view.seen, view.player, numbers), 1.0 / count) for _ in range(count)]


def known_events(game: Game, view: View) -> Sequence[Any]:
    """Return what the player did and noticed from the start of the game, or say that it is not known."""
    if view.events is None:
        raise HalfmoveError(
            f"{type(game).__name__}: what may be true follows from all that was noticed since the game began;"
            " say the actions that led here, or define `guess`"
        )
    return view.events


class _Averaging:
    """One search: the worlds, and what looks into them."""

    def __init__(self, game: Game, view: View, worlds: list[World], open_worlds: OpenWorlds) -> None:
        self.game, self.view, self.worlds, self.open = game, view, worlds, open_worlds
        self.rules = plain(game)
        self.rows: list[list[float]] = []  # for each world that was looked at, what the actions are worth there

    def best(self, depth: int | None, ahead: int, exact: bool) -> Choice:
        """Look ever deeper, to the given depth or to the end of the games, while there is time."""
        actions = legal_actions(self.rules, self.view.seen)
        found: Choice | None = None
        for plies in range(1, TO_THE_END) if depth is None and self.open.is_limited else [depth or TO_THE_END]:
            try:
                self._look(actions, plies, ahead)
            except OutOfTime:
                break
            except KeyboardInterrupt:
                raise Interrupted(found or self._choice(actions, 0, exact)) from None
            found = self._choice(actions, plies, exact)
            if not self.open.unproven:
                break
        return found or replace(self._choice(actions, 0, exact), stopped=True)

    def _look(self, actions: list[int], plies: int, ahead: int) -> None:
        """Find what the actions are worth in one world after the other; if he looks `ahead`, in all of them at once."""
        self.open.begin()
        self.rows = []
        if ahead > 1:
            self.rows.append([self._taken(self.worlds, action, plies, ahead) for action in actions])
            return
        for world in self.worlds:
            children = [self.rules.result(world.state, action) for action in actions]
            self.rows.append([self.open.value(child, plies - 1) for child in children])

    def _choice(self, actions: list[int], plies: int, exact: bool) -> Choice:
        """Return the actions by their averages over the worlds that were looked at, the best first."""
        values = np.array(self.rows or [[sum(self.game.utilities) / 2] * len(actions)])
        weights = np.array([world.weight for world in self.worlds[: len(values)]] if len(values) > 1 else [1.0])
        weights /= weights.sum()
        means = weights @ values
        spreads = np.sqrt(weights**2 @ (values - means) ** 2 / max(1 - float(weights @ weights), 1e-9))
        depth, made = min(plies, self.game.longest), []
        for at in np.argsort(-means, kind="stable").tolist():
            mean, error = float(means[at]) + 0.0, _CONFIDENCE * float(spreads[at])
            sure = () if exact or len(values) == 1 else (mean - error, mean + error)
            facts = Choice(
                actions[at], mean, (actions[at],), depth, kind=ESTIMATE, game=self.game, state=self.view.seen
            )
            made.append(replace(facts, interval=sure, visits=len(self.rows)))
        return replace(made[0], others=tuple(made[1:]), nodes=self.open.nodes, seconds=self.open.clock.seconds)

    # Turns in which the player does not see everything yet. Values are multiplied by the weights of their worlds.

    def _taken(self, worlds: list[World], action: int, plies: int, ahead: int) -> float:
        """Return what an action is worth in worlds that the player cannot tell apart."""
        heard: dict[int, list[World]] = {}
        for world in worlds:
            child = self.rules.result(world.state, action)
            percept = self.rules.percept(world.state, action, child, self.view.player)
            heard.setdefault(percept, []).append(World(child, world.weight))
        return sum(self._later(group, plies - 1, ahead - 1) for group in heard.values())

    def _later(self, worlds: list[World], plies: int, ahead: int) -> float:
        """Return what worlds are worth that the player cannot tell apart, after what the others do in each."""
        total = 0.0
        groups: dict[tuple[int, ...], list[World]] = {}
        for world in worlds:
            for heard, later in self._until_my_turn(world, plies):
                if self.rules.is_terminal(later.state):
                    total += later.weight * self.open.utility(later.state)
                else:
                    groups.setdefault(heard, []).append(later)
        for group in groups.values():
            if ahead == 0:
                total += sum(world.weight * self.open.value(world.state, plies) for world in group)
            else:
                actions = legal_actions(self.rules, group[0].state)
                total += max(self._taken(group, action, plies, ahead) for action in actions)
        return total

    def _until_my_turn(self, world: World, plies: int) -> Iterator[tuple[tuple[int, ...], World]]:
        """Yield what the player notices and the state at his next turn; the others act as if they saw everything."""
        rules, player = self.rules, self.view.player
        if rules.is_terminal(world.state) or rules.to_move(world.state) == player:
            yield (), world
            return
        for action, likely in self._replies(world.state, plies):
            child = rules.result(world.state, action)
            percept = rules.percept(world.state, action, child, player)
            for heard, later in self._until_my_turn(World(child, world.weight * likely), plies - 1):
                yield heard if percept == NOTHING else (percept, *heard), later

    def _replies(self, state: Any, plies: int) -> list[tuple[int, float]]:
        """Return what chance may do, or what another player would do who sees everything."""
        if self.rules.to_move(state) == CHANCE:
            return list(self.rules.chances(state))
        actions = legal_actions(self.rules, state)
        values = [self.open.value(self.rules.result(state, action), plies - 1) for action in actions]
        wanted = max(values) if self.open.is_mine(state) else min(values)
        return [(actions[values.index(wanted)], 1.0)]
