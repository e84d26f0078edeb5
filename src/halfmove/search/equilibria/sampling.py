"""Regret by sampling, for games that are too large to list (Lanctot and others 2009).

    external   a walk tries all actions of the player who learns, and draws those of the others and of chance
    outcome    a walk draws one game, and weighs what it ends with by how unlikely it was to be drawn

Information sets are listed as walks come to them, so memory is what limits the size of a game. A walk by external
sampling takes as long as one player has ways to play: in long games only outcome sampling comes to an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag, compiled, kernel, lane_of, plain
from halfmove.core.game import CHANCE, Game
from halfmove.core.knowledge import WithKeys
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.clock import Clock
from halfmove.running.memory import bytes_in
from halfmove.running.run import run
from halfmove.search.equilibria.policy import Policy
from halfmove.search.equilibria.sequence_form import InformationSets, enter, room_for_sets

EXTERNAL, OUTCOME = "external", "outcome"
SAMPLINGS = (EXTERNAL, OUTCOME)
EXPLORATION = 0.6  # how likely a drawn game takes any action of the player who learns

MEGABYTES = 1024  # for what is learned, where nothing else is said

_ROOM = 1 << 12  # information sets at first
_SET_BYTES = 144  # of memory for each information set that there is room for
_FASTER, _SLOWER = 4, 2  # by which room grows; slower where memory is short
_CHUNK = 1 << 10  # walks between two looks at how much room is left
_DEEPEST, _WIDEST = 512, 512  # turns of a player in a game, and actions in a turn: room for their values
_NO_ROOM, _TOO_LARGE, _STOPPED = 1, 2, 3  # why a walk was given up
_HEAVIEST = 1e100  # weight of a drawn game, so that sums of them stay numbers
_WORTH = 0  # the row of values that has, in outcome sampling, what the drawn game is worth


@compiled
class Table:
    """What all players have learned in the information sets that walks came to."""

    sets: Any  # of all players; in the place of a parent stands whose set it is
    regrets: np.ndarray  # one for each action of each set
    average: np.ndarray  # how often the strategy took it
    values: np.ndarray  # [turn, action]: what actions are worth on the way of a walk
    ended: np.ndarray  # one cell: why a walk was given up, or 0


class SampledEquilibrium:
    """Players of any number who learn from games that are drawn; for two it comes to an equilibrium."""

    def __init__(self, game: Game, sampling: str = EXTERNAL, seed: int = 0) -> None:
        if sampling not in SAMPLINGS:
            raise HalfmoveError(f"'{sampling}' is not a way to sample: there are {' and '.join(SAMPLINGS)}")
        self.game, self.sampling, self._seed = game, sampling, seed
        keyed = WithKeys(game)
        self._start = keyed.initial
        self._keyed = keyed if lane_of(game) == "compiled" else plain(keyed)
        self._rng = self._numbers(seed)
        self._room, self.iterations = _ROOM, 0
        self.is_full = False  # whether learning ended because memory did
        self._table = self._in_lane(_table(_ROOM))

    @property
    def information_sets(self) -> int:
        """How many were met."""
        return int(self._table.sets.size[0])

    def learn(self, iterations: int, seconds: float | None = None, megabytes: float = MEGABYTES) -> None:
        """Walk so many times for each player, or until time or memory is used up.

        Ctrl-C is passed on, and what was learned is kept.
        """
        flag, last, most = Flag(), self.iterations + iterations, bytes_in(megabytes, "memory")
        walk = by_outcomes if self.sampling == OUTCOME else by_samples
        walk.prepare(self._keyed, self._start, self._table, self._rng, 0, flag)
        clock = Clock(seconds)
        while self.iterations < last and clock.left != 0.0 and self._make_room(most):
            call = walk.prepare(
                self._keyed, self._start, self._table, self._rng, min(_CHUNK, last - self.iterations), flag
            )
            self.iterations += run(call, flag, clock.left)

    def learned(self, player: int) -> list[NDArray[Any]]:
        """Return keys, counts of actions, actions, averages and regrets of a player, with an empty sequence first."""
        sets, met = self._table.sets, slice(self.information_sets)
        own, counts = sets.parent[met] == player, sets.count[met]
        sequences = np.flatnonzero(np.concatenate([[True], np.repeat(own, counts)]))  # which lie in the order of sets
        columns = (sets.actions, self._table.average, self._table.regrets)
        return [sets.keys[met][own], counts[own], *(column[sequences] for column in columns)]

    def go_on_from(self, iterations: int, learned: Sequence[Sequence[NDArray[Any]]]) -> None:
        """Take for learned what another has learned, player after player, and draw other games than he did."""
        need = max(sum(len(each[0]) for each in learned), sum(len(each[2]) for each in learned) // 4 + 1)
        while self._room < 2 * need:
            self._room *= _SLOWER
        table = self._in_lane(_table(self._room))
        sets = table.sets
        for player, (keys, counts, *columns) in enumerate(learned):
            number, sequence = sets.size.tolist()
            numbers, sequences = slice(number, number + len(keys)), slice(sequence, sequence + int(counts.sum()))
            sets.keys[numbers], sets.count[numbers], sets.parent[numbers] = keys, counts, player
            sets.first[numbers] = sequence + np.cumsum(counts) - counts
            for column, given in zip((sets.actions, table.average, table.regrets), columns, strict=True):
                column[sequences] = given[1:]
            sets.size[:] = numbers.stop, sequences.stop
        list_again(sets)
        self._table, self.iterations, self._rng = table, iterations, self._numbers(self._seed + iterations)

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

    def _make_room(self, most: int) -> bool:
        """Grow where the sets fill most of the room, or a walk found none; tell whether another walk has room."""
        table = self._table
        if table.ended[0] == _TOO_LARGE:
            raise WrongGame(
                f"{type(self.game).__name__}: a player has more than {_WIDEST} actions, or {_DEEPEST} turns in a game"
            )
        if table.ended[0] == _STOPPED:
            table.ended[0] = 0
        needs_room = bool(table.ended[0] == _NO_ROOM)
        if not needs_room and 2 * max(self.information_sets, int(table.sets.size[1]) // 4) < self._room:
            return True
        growths = (by for by in (_FASTER, _SLOWER) if (1 + by) * self._room * _SET_BYTES <= most)  # old and new
        growth = next(growths, None)
        self.is_full = needs_room and growth is None
        if growth is None:
            return not needs_room
        self._room *= growth
        grown = self._in_lane(_table(self._room))
        for name in ("keys", "first", "count", "parent", "actions"):
            old = getattr(table.sets, name)
            getattr(grown.sets, name)[: len(old)] = old
        for name in ("regrets", "average"):
            getattr(grown, name)[: len(getattr(table, name))] = getattr(table, name)
        grown.sets.size[:] = table.sets.size
        list_again(grown.sets)
        self._table = grown
        return True

    def _numbers(self, seed: int) -> Any:
        numbers = random(seed)
        return numbers if lane_of(self.game) == "compiled" else plain(numbers)

    def _in_lane(self, table: Table) -> Any:
        if lane_of(self.game) == "compiled":
            return table
        return plain(Table(plain(table.sets), table.regrets, table.average, table.values, table.ended))


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
            sampled_value(game, state, table, player, 0, rng, flag)
            if table.ended[0]:
                return done
    return count


@kernel
def sampled_value(game: Any, state: Any, table: Any, player: int, turn: int, rng: Any, flag: Any) -> float:
    """Return what a state is worth to `player` who tries every action, against draws of the others' strategies.

    Nothing is learned on the way back from a walk that was given up.
    """
    if game.is_terminal(state):
        return game.utility(state, player)
    mover = game.to_move(state)
    if mover == CHANCE:
        return sampled_value(game, game.result(state, game.sample(state, rng)), table, player, turn, rng, flag)
    number = enter(game, state, table.sets, game.information_key(state, mover), mover)
    if number < 0:
        table.ended[0] = _NO_ROOM
        return 0.0
    first, width = int(table.sets.first[number]), int(table.sets.count[number])
    if turn == _DEEPEST or width > _WIDEST:
        table.ended[0] = _TOO_LARGE
        return 0.0
    if mover != player:
        total = positive(table.regrets, first, width)
        for at in range(width):
            table.average[first + at] += likelihood(float(table.regrets[first + at]), total, width)
        action = int(table.sets.actions[first + drawn(table.regrets, total, first, width, 0.0, rng)])
        return sampled_value(game, game.result(state, action), table, player, turn, rng, flag)
    if flag.is_set():
        table.ended[0] = _STOPPED
        return 0.0
    for at in range(width):
        child = game.result(state, int(table.sets.actions[first + at]))
        table.values[turn, at] = sampled_value(game, child, table, player, turn + 1, rng, flag)
        if table.ended[0]:
            return 0.0
    value, total = 0.0, positive(table.regrets, first, width)  # which a walk below may have changed
    for at in range(width):
        value += likelihood(float(table.regrets[first + at]), total, width) * table.values[turn, at]
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
            outcome(game, state, table, player, 1.0, rng)
            if table.ended[0]:
                return done
    return count


@kernel
def outcome(game: Any, state: Any, table: Any, player: int, weight: float, rng: Any) -> float:
    """Draw one game and learn from it; return how much more likely play leads from here to its end than a draw does.

    `weight` is 1 over how likely the draws of `player` led here. Others are drawn by their strategies, and chance by
    the rules: both would cancel out, and their product is too small for a number in a game of some hundred turns.
    """
    if game.is_terminal(state):
        table.values[_WORTH, 0] = game.utility(state, player)
        return 1.0
    mover = game.to_move(state)
    if mover == CHANCE:
        return outcome(game, game.result(state, game.sample(state, rng)), table, player, weight, rng)
    number = enter(game, state, table.sets, game.information_key(state, mover), mover)
    if number < 0:
        table.ended[0] = _NO_ROOM
        return 0.0
    first, width = int(table.sets.first[number]), int(table.sets.count[number])
    total = positive(table.regrets, first, width)
    explores = EXPLORATION if mover == player else 0.0
    taken = drawn(table.regrets, total, first, width, explores, rng)
    child = game.result(state, int(table.sets.actions[first + taken]))
    if mover != player:
        for at in range(width):
            table.average[first + at] += weight * likelihood(float(table.regrets[first + at]), total, width)
        return outcome(game, child, table, player, weight, rng)
    likely = likelihood(float(table.regrets[first + taken]), total, width)
    chance = explores / width + (1.0 - explores) * likely
    onwards = outcome(game, child, table, player, min(weight / chance, _HEAVIEST), rng)
    if table.ended[0]:
        return 0.0
    gained = table.values[_WORTH, 0] * weight / chance * onwards
    for at in range(width):
        table.regrets[first + at] += gained * ((1.0 if at == taken else 0.0) - likely)
    return min(likely / chance * onwards, _HEAVIEST)


@kernel
def positive(regrets: Any, first: int, width: int) -> float:
    """Return the sum of the positive regrets of a set."""
    total = 0.0
    for each in range(first, first + width):
        total += max(float(regrets[each]), 0.0)
    return total


@kernel
def likelihood(regret: float, total: float, width: int) -> float:
    """Return how likely the strategy takes an action: as its regret is large, if it is positive."""
    return max(regret, 0.0) / total if total > 0.0 else 1.0 / width


@kernel
def drawn(regrets: Any, total: float, first: int, width: int, explores: float, rng: Any) -> int:
    """Draw an action by the strategy, or with probability `explores` any action."""
    if explores > 0.0 and rng.fraction() < explores:
        return rng.below(width)
    left = rng.fraction()
    for at in range(width):
        left -= likelihood(float(regrets[first + at]), total, width)
        if left < 0.0:
            return at
    return width - 1
