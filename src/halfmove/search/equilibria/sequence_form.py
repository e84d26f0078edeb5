"""The sequence form of a game for two players (Romanovskii 1962; von Stengel 1996): its tree as a few arrays.

A sequence of a player is what he did on the way to a state; number 0 is nothing. An information set has one sequence
for each of its actions, in a row, and is reached by one sequence alone, since nobody forgets (perfect recall). What the
game is worth is then a table: for each pair of sequences that ends games, the chance of these ends times their worth.
Information sets are numbered so that a set follows all those on the way to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag, compiled, kernel, lane_of, plain
from halfmove.core.choice import TO_THE_END
from halfmove.core.game import CHANCE, Game
from halfmove.core.knowledge import WithKeys
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.clock import Clock
from halfmove.running.run import run

MOST_LEAVES = 1 << 26  # ends of games that are listed
SMALL = 1 << 18  # ends of a game that is listed in a moment
LEAF_BYTES = 100  # that an end takes, with the tables and the information sets

DEEPEST = TO_THE_END  # plies of a game: there is no stack for more
REMEDY = ": too large to list it; learn from games that are drawn (--sampling), or allow more (--megabytes, --seconds)"

_ROOM = 1 << 10  # leaves at first
_FREE = -1
_DONE, _FULL, _STOPPED, _UNEQUAL, _DEEP = 0, 1, 2, 3, 4  # how a walk through the tree ended
_CLOSE = 1e-9  # by which utilities may differ from opposite ones, by rounding


class TooLarge(HalfmoveError):
    """A game has too many states to list."""


@compiled
class InformationSets:
    """The information sets of one player, found by their keys."""

    keys: np.ndarray
    slots: np.ndarray  # open addressing: the number of a set, or _FREE
    first: np.ndarray  # the first sequence of each set
    count: np.ndarray  # how many actions it has
    parent: np.ndarray  # the sequence that leads there
    actions: np.ndarray  # the last action of each sequence
    size: np.ndarray  # how many sets, how many sequences

    def find(self, key: int) -> int:
        """Return the number of the set with a key, or -1."""
        return int(self.slots[self.slot(key)])

    def slot(self, key: int) -> int:
        """Return where the set with a key is listed, or would be."""
        slot = key & len(self.slots) - 1
        while self.slots[slot] != _FREE and self.keys[self.slots[slot]] != key:
            slot = slot + 1 & len(self.slots) - 1
        return slot


@compiled
class Leaves:
    """Where games end: a sequence of each player, how likely chance lets it come to that, and what it is then worth."""

    first: np.ndarray
    second: np.ndarray
    chance: np.ndarray
    worth: np.ndarray  # to the first player, times the chance
    counts: np.ndarray  # leaves, and states of the tree
    unfair: np.ndarray  # one cell: how far the utilities are from opposite ones at most


class SequenceForm:
    """A game for two players as arrays, built once; the lane is that of the game."""

    def __init__(self, game: Game, most: int = MOST_LEAVES, seconds: float | None = None) -> None:
        if game.players != 2 or game.side(0) == game.side(1):
            raise WrongGame(
                f"{type(game).__name__}: an equilibrium is found for two players who play against each other"
            )
        self.game, self.most = game, most
        self.is_compiled = lane_of(game) == "compiled"
        self.sets, self.leaves = self._grow(seconds)
        if self.leaves.unfair[0] > _CLOSE:
            raise WrongGame(f"{type(game).__name__}: what one player wins is not what the other loses")
        self.payoffs = _tables(self.sets, self.leaves, self.leaves.worth, -self.leaves.worth)

    @property
    def nodes(self) -> int:
        """How many states the tree has."""
        return int(self.leaves.counts[1])

    @property
    def terminals(self) -> int:
        """How many of them are ends of games."""
        return int(self.leaves.counts[0])

    @property
    def information_sets(self) -> tuple[int, int]:
        """How many each player has."""
        return len(self.sets[0].keys), len(self.sets[1].keys)

    def likelihoods(self) -> tuple[Payoffs, Payoffs]:
        """Return the tables of how likely chance lets a pair of sequences end games."""
        return _tables(self.sets, self.leaves, self.leaves.chance, self.leaves.chance)

    def in_lane(self, value: Any) -> Any:
        """Return an object for the lane of the game."""
        return value if self.is_compiled else plain(value)

    def _grow(self, seconds: float | None) -> tuple[tuple[InformationSets, InformationSets], Leaves]:
        game, flag, room = WithKeys(self.game), Flag(), _ROOM
        keyed = game if self.is_compiled else plain(game)
        clock: Clock | None = None
        while True:
            sets = [self.in_lane(room_for_sets(room)) for _ in range(2)]
            leaves = self.in_lane(_room_for_leaves(room))
            walk = expand.prepare(keyed, game.initial, *sets, leaves, 0, 0, 1.0, 0, flag)
            clock = clock or Clock(seconds)  # it does not run while the game is compiled
            ended = run(walk, flag, clock.left)
            if ended == _DONE:
                return (_trimmed(sets[0], self.in_lane), _trimmed(sets[1], self.in_lane)), leaves
            if ended == _UNEQUAL:
                raise WrongGame(
                    f"{type(self.game).__name__}: a player has other actions where he knows the same;"
                    " `halfmove check` says where"
                )
            if ended == _DEEP:
                name = type(self.game).__name__
                raise TooLarge(
                    f"{name} has games of more than {DEEPEST:,} plies: learn from games that are drawn (--sampling)"
                )
            if ended == _STOPPED:
                if clock.left == 0.0:
                    raise TooLarge(f"{type(self.game).__name__} is not listed in {clock.limit:g} seconds{REMEDY}")
                raise KeyboardInterrupt
            room *= 4
            if 8 * room > self.most:
                raise TooLarge(f"{type(self.game).__name__} has more than {2 * room:,} ends{REMEDY}")


@kernel
def expand(
    game: Any,
    state: Any,
    sets_first: Any,
    sets_second: Any,
    leaves: Any,
    first: int,
    second: int,
    chance: float,
    ply: int,
    flag: Any,
) -> int:
    """List the tree below a state that is reached by a sequence of each player, and by chance so often."""
    leaves.counts[1] += 1
    if game.is_terminal(state):
        number = leaves.counts[0]
        if number == len(leaves.first):
            return _FULL
        worth = game.utility(state, 0)
        leaves.first[number], leaves.second[number] = first, second
        leaves.chance[number], leaves.worth[number] = chance, chance * worth
        leaves.unfair[0] = max(float(leaves.unfair[0]), abs(worth + game.utility(state, 1)))
        leaves.counts[0] = number + 1
        return _DONE
    if flag.is_set():
        return _STOPPED
    if ply == DEEPEST:
        return _DEEP
    player = game.to_move(state)
    if player == CHANCE:
        for outcome, probability in game.chances(state):
            child = game.result(state, outcome)
            likely = chance * probability
            ended = expand(game, child, sets_first, sets_second, leaves, first, second, likely, ply + 1, flag)
            if ended != _DONE:
                return ended
        return _DONE
    sets = sets_first if player == 0 else sets_second
    number = enter(game, state, sets, game.information_key(state, player), first if player == 0 else second)
    if number == _FREE:
        return _FULL
    sequence = int(sets.first[number])
    last = sequence + int(sets.count[number])
    for action in game.actions(state):
        if sequence == last or sets.actions[sequence] != action:
            return _UNEQUAL
        child = game.result(state, action)
        mine, theirs = (sequence, second) if player == 0 else (first, sequence)
        ended = expand(game, child, sets_first, sets_second, leaves, mine, theirs, chance, ply + 1, flag)
        if ended != _DONE:
            return ended
        sequence += 1
    return _DONE if sequence == last else _UNEQUAL


@kernel
def enter(game: Any, state: Any, sets: Any, key: int, parent: int) -> int:
    """Return the number of an information set, listed now if it was not; -1 if there is no room."""
    slot = sets.slot(key)
    if sets.slots[slot] == _FREE:
        number, sequence = sets.size[0], sets.size[1]
        if number == len(sets.keys):
            return _FREE
        sets.slots[slot], sets.keys[number] = number, key
        sets.first[number], sets.parent[number] = sequence, parent
        for action in game.actions(state):
            if sequence == len(sets.actions):
                return _FREE
            sets.actions[sequence] = action
            sequence += 1
        sets.count[number] = sequence - sets.size[1]
        sets.size[0], sets.size[1] = number + 1, sequence
    return int(sets.slots[slot])


def room_for_sets(room: int) -> InformationSets:
    """Return an empty list of information sets."""
    slots = np.full(2 * room, _FREE, np.int64)
    keys, first, count, parent = (np.zeros(room, np.int64) for _ in range(4))
    return InformationSets(keys, slots, first, count, parent, np.zeros(4 * room, np.int64), np.array([0, 1]))


def _room_for_leaves(room: int) -> Leaves:
    first, second = (np.zeros(8 * room, np.int32) for _ in range(2))
    return Leaves(first, second, np.zeros(8 * room), np.zeros(8 * room), np.zeros(2, np.int64), np.zeros(1))


def _trimmed(sets: InformationSets, in_lane: Any) -> InformationSets:
    """Return the sets without the room that was left, in short numbers that a processor fetches sooner."""
    count, sequences = sets.size.tolist()
    first, actions, parent = (array[:count].astype(np.int32) for array in (sets.first, sets.count, sets.parent))
    keys, last = sets.keys[:count].copy(), sets.actions[:sequences].copy()
    trimmed: InformationSets = in_lane(InformationSets(keys, sets.slots, first, actions, parent, last, sets.size))
    return trimmed


@compiled
class Payoffs:
    """What the sequences of one player are worth to him: for each, a row of sequences of the other and a number."""

    starts: np.ndarray  # where each row begins
    others: np.ndarray  # the sequences of the other player
    worth: np.ndarray  # chance times utility, of all ends that a pair of sequences leads to


def _tables(
    sets: tuple[InformationSets, InformationSets],
    leaves: Leaves,
    to_first: NDArray[np.float64],
    to_second: NDArray[np.float64],
) -> tuple[Payoffs, Payoffs]:
    """Return the table of what leaves are worth to each player; those of one pair are added in their order."""
    count = int(leaves.counts[0])
    rows, columns = leaves.first[:count], leaves.second[:count]
    heights = [int(each.size[1]) for each in sets]
    pairs, inverse = np.unique(rows.astype(np.int64) * heights[1] + columns, return_inverse=True)
    sums = [np.bincount(inverse, weights=worth[:count], minlength=len(pairs)) for worth in (to_first, to_second)]
    rows, columns = (pairs // heights[1]).astype(np.int32), (pairs % heights[1]).astype(np.int32)
    by_column = np.argsort(columns, kind="stable")
    return (
        Payoffs(_starts(rows, heights[0]), columns, sums[0]),
        Payoffs(_starts(columns, heights[1]), rows[by_column], sums[1][by_column]),
    )


def _starts(rows: NDArray[np.int32], count: int) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=count))]).astype(np.int64)
