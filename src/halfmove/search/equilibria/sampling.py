"""Regret by sampling, for games that are too large to list (Lanctot and others 2009).

    external   a walk tries all actions of the player who learns, and draws those of the others and of chance
    outcome    a walk draws one game, and weighs what it ends with by how unlikely it was to be drawn

Information sets are listed as walks come to them, so memory is what limits the size of a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import Flag, compiled, kernel, lane_of, plain
from halfmove.core.game import CHANCE, Game
from halfmove.core.knowledge import WithKeys
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.search.equilibria.policy import Policy
from halfmove.search.equilibria.sequence_form import InformationSets, enter, room_for_sets

EXTERNAL, OUTCOME = "external", "outcome"
SAMPLINGS = (EXTERNAL, OUTCOME)
EXPLORATION = 0.6  # how likely a drawn game takes any action of the player who learns

_ROOM = 1 << 12  # information sets at first
_MOST_SETS = 1 << 26
_CHUNK = 1 << 10  # walks between two looks at how much room is left
_DEEPEST, _WIDEST = 512, 512  # turns of a player in a game, and actions in a turn: room for their values
_NO_ROOM, _TOO_LARGE = 1, 2
_WORTH = 0  # the row of values that has, in outcome sampling, what the drawn game is worth


@compiled
class Table:
    """What all players have learned in the information sets that walks came to."""

    sets: Any  # of all players; in the place of a parent stands whose set it is
    regrets: np.ndarray  # one for each action of each set
    average: np.ndarray  # how often the strategy took it
    values: np.ndarray  # [turn, action]: what actions are worth on the way of a walk
    full: np.ndarray  # one cell: _NO_ROOM for a set, or _TOO_LARGE a game


class SampledEquilibrium:
    """Players of any number who learn from games that are drawn; for two it comes to an equilibrium."""

    def __init__(self, game: Game, sampling: str = EXTERNAL, seed: int = 0) -> None:
        if sampling not in SAMPLINGS:
            raise HalfmoveError(f"'{sampling}' is not a way to sample: there are {' and '.join(SAMPLINGS)}")
        self.game, self.sampling = game, sampling
        keyed = WithKeys(game)
        self._start = keyed.initial
        self._keyed = keyed if lane_of(game) == "compiled" else plain(keyed)
        numbers = random(seed)
        self._rng = numbers if lane_of(game) == "compiled" else plain(numbers)
        self._room, self.iterations = _ROOM, 0
        self._table = self._in_lane(_table(_ROOM))

    @property
    def information_sets(self) -> int:
        """How many were met."""
        return int(self._table.sets.size[0])

    def learn(self, iterations: int, seconds: float | None = None) -> None:
        """Walk so many times for each player; Ctrl-C is passed on, and what was learned is kept."""
        flag, last = Flag(), self.iterations + iterations
        walk = by_outcomes if self.sampling == OUTCOME else by_samples
        walk.prepare(self._keyed, self._start, self._table, self._rng, 0, flag)
        clock = Clock(seconds)
        while self.iterations < last and clock.left != 0.0:
            self._make_room()
            call = walk.prepare(
                self._keyed, self._start, self._table, self._rng, min(_CHUNK, last - self.iterations), flag
            )
            self.iterations += run(call, flag, clock.left)

    def policy(self) -> Policy:
        """Return the average play as a policy."""
        sets, average = self._table.sets, self._table.average
        known: list[dict[int, tuple[tuple[int, float], ...]]] = [{} for _ in range(self.game.players)]
        for number in range(self.information_sets):
            first = int(sets.first[number])
            span = slice(first, first + int(sets.count[number]))
            total, count = float(average[span].sum()), int(sets.count[number])
            likely = (average[span] / total).tolist() if total > 0 else [1.0 / count] * count
            chances = tuple(zip(sets.actions[span].tolist(), likely, strict=True))
            known[int(sets.parent[number])][int(sets.keys[number])] = chances
        return Policy(known)

    def _make_room(self) -> None:
        """Grow where the sets fill most of the room, or a walk found none."""
        table = self._table
        if table.full[0] == _TOO_LARGE:
            raise WrongGame(
                f"{type(self.game).__name__}: a player has more than {_WIDEST} actions, or {_DEEPEST} turns in a game"
            )
        if not table.full[0] and 2 * max(self.information_sets, int(table.sets.size[1]) // 4) < self._room:
            return
        if self._room >= _MOST_SETS:
            raise HalfmoveError(f"{type(self.game).__name__} has more than {_MOST_SETS:,} information sets")
        self._room *= 4
        grown = self._in_lane(_table(self._room))
        for name in ("keys", "first", "count", "parent", "actions"):
            old = getattr(table.sets, name)
            getattr(grown.sets, name)[: len(old)] = old
        for name in ("regrets", "average"):
            getattr(grown, name)[: len(getattr(table, name))] = getattr(table, name)
        grown.sets.size[:] = table.sets.size
        list_again(grown.sets)
        self._table = grown

    def _in_lane(self, table: Table) -> Any:
        if lane_of(self.game) == "compiled":
            return table
        return plain(Table(plain(table.sets), table.regrets, table.average, table.values, table.full))


def _table(room: int) -> Table:
    sets: InformationSets = room_for_sets(room)
    sequences = len(sets.actions)
    values = np.zeros((_DEEPEST, _WIDEST))
    return Table(sets, np.zeros(sequences), np.zeros(sequences), values, np.zeros(1, np.int64))


@kernel
def list_again(sets: Any) -> int:
    """Enter every set into the index, which is empty."""
    for number in range(sets.size[0]):
        sets.slots[sets.slot(int(sets.keys[number]))] = number
    return int(sets.size[0])


@kernel
def by_samples(game: Any, state: Any, table: Any, rng: Any, count: int, flag: Any) -> int:
    """Walk by external sampling, once for each player and iteration; return how many iterations are done."""
    for done in range(count):
        for player in range(game.players):
            if flag.is_set():
                return done
            sampled_value(game, state, table, player, 0, rng)
            if table.full[0]:
                return done
    return count


@kernel
def sampled_value(game: Any, state: Any, table: Any, player: int, turn: int, rng: Any) -> float:
    """Return what a state is worth to `player` who tries every action, against draws of the others' strategies."""
    if game.is_terminal(state):
        return game.utility(state, player)
    mover = game.to_move(state)
    if mover == CHANCE:
        return sampled_value(game, game.result(state, game.sample(state, rng)), table, player, turn, rng)
    number = enter(game, state, table.sets, game.information_key(state, mover), mover)
    if number < 0:
        table.full[0] = _NO_ROOM
        return 0.0
    first, width = int(table.sets.first[number]), int(table.sets.count[number])
    if turn == _DEEPEST or width > _WIDEST:
        table.full[0] = _TOO_LARGE
        return 0.0
    if mover != player:
        for at in range(width):
            table.average[first + at] += likelihood(table.regrets, first, width, at)
        action = int(table.sets.actions[first + drawn(table.regrets, first, width, 0.0, rng)])
        return sampled_value(game, game.result(state, action), table, player, turn, rng)
    for at in range(width):
        child = game.result(state, int(table.sets.actions[first + at]))
        table.values[turn, at] = sampled_value(game, child, table, player, turn + 1, rng)
    value = 0.0
    for at in range(width):
        value += likelihood(table.regrets, first, width, at) * table.values[turn, at]
    for at in range(width):
        table.values[turn, at] -= value
    for at in range(width):
        table.regrets[first + at] += table.values[turn, at]
    return value


@kernel
def by_outcomes(game: Any, state: Any, table: Any, rng: Any, count: int, flag: Any) -> int:
    """Walk by outcome sampling, once for each player and iteration; return how many iterations are done."""
    for done in range(count):
        for player in range(game.players):
            if flag.is_set():
                return done
            outcome(game, state, table, player, 1.0, 1.0, rng)
            if table.full[0]:
                return done
    return count


@kernel
def outcome(game: Any, state: Any, table: Any, player: int, others: float, drawn_so: float, rng: Any) -> float:
    """Draw one game and learn from it; return how likely play from here leads to its end.

    `others` says how likely the others come here, and `drawn_so` how likely a walk does; chance is in neither, for it
    would be in both. What the end is worth, over how likely it was drawn, is written down on the way back.
    """
    if game.is_terminal(state):
        table.values[_WORTH, 0] = game.utility(state, player) / drawn_so
        return 1.0
    mover = game.to_move(state)
    if mover == CHANCE:
        return outcome(game, game.result(state, game.sample(state, rng)), table, player, others, drawn_so, rng)
    number = enter(game, state, table.sets, game.information_key(state, mover), mover)
    if number < 0:
        table.full[0] = _NO_ROOM
        return 0.0
    first, width = int(table.sets.first[number]), int(table.sets.count[number])
    explores = EXPLORATION if mover == player else 0.0
    taken = drawn(table.regrets, first, width, explores, rng)
    likely = likelihood(table.regrets, first, width, taken)
    chance = drawn_so * (explores / width + (1.0 - explores) * likely)
    child = game.result(state, int(table.sets.actions[first + taken]))
    if mover != player:
        for at in range(width):
            table.average[first + at] += others / drawn_so * likelihood(table.regrets, first, width, at)
        return likely * outcome(game, child, table, player, others * likely, chance, rng)
    onwards = outcome(game, child, table, player, others, chance, rng)
    if table.full[0]:
        return 0.0
    gained = table.values[_WORTH, 0] * others * onwards
    for at in range(width):
        table.regrets[first + at] += gained * ((1.0 if at == taken else 0.0) - likely)
    return likely * onwards


@kernel
def likelihood(regrets: Any, first: int, width: int, at: int) -> float:
    """Return how likely the strategy takes an action: as its regret is large, if it is positive."""
    total = 0.0
    for each in range(first, first + width):
        total += max(float(regrets[each]), 0.0)
    return max(float(regrets[first + at]), 0.0) / total if total > 0.0 else 1.0 / width


@kernel
def drawn(regrets: Any, first: int, width: int, explores: float, rng: Any) -> int:
    """Draw an action by the strategy, or with probability `explores` any action."""
    if explores > 0.0 and rng.fraction() < explores:
        return rng.below(width)
    left = rng.fraction()
    for at in range(width):
        left -= likelihood(regrets, first, width, at)
        if left < 0.0:
            return at
    return width - 1
