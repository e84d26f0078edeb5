"""Many small games in one row of a database: columns of bytes, because a row for each takes longer than the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.errors import MalformedText
from halfmove.play.endings import LENGTH, OVER
from halfmove.play.match.plan import Round
from halfmove.play.match.random_batch import RandomBatch
from halfmove.play.match.rows import ACTION, UTILITY, Row

_COUNT = np.dtype("<i4")  # of plies
_WIDTHS = ("<i1", "<i2", "<i4", "<i8")  # of actions; the narrowest that holds them all is taken


class Packed(NamedTuple):
    """A batch of random games, whose numbers are `first` to before `last`."""

    first: int
    last: int
    round: str  # JSON
    longest: int  # plies after which a game was ended
    width: str  # how actions are written
    actions: bytes  # of all games, one after another
    lengths: bytes
    plies: bytes  # of the openings
    utilities: bytes
    over: bytes


def pack(round: Round, numbers: range, batch: RandomBatch, longest: int) -> Packed:
    """Return a batch of random games as they are stored."""
    actions = batch.actions[: int(batch.lengths.sum())]
    least, most = (int(actions.min()), int(actions.max())) if len(actions) else (0, 0)
    width = next(w for w in _WIDTHS if np.iinfo(w).min <= least and most <= np.iinfo(w).max)
    return Packed(
        numbers.start,
        numbers.stop,
        json.dumps(round),
        longest,
        width,
        actions.astype(width).tobytes(),
        batch.lengths.astype(_COUNT).tobytes(),
        batch.openings.astype(_COUNT).tobytes(),
        batch.utilities.astype(UTILITY).tobytes(),
        batch.over.tobytes(),
    )


def stored_numbers(first: int, last: int, games: int) -> range:
    """Return the numbers of a batch, if there are as many games as numbers."""
    if not 0 <= first < last == first + games:
        raise MalformedText(f"there are {games} games from {first} to {last}")
    return range(first, last)


def checked_batch(packed: Packed, players: int) -> Packed:
    """Return a batch that was read, if it holds as many games as it says: the file is not trusted."""
    games = len(stored_numbers(packed.first, packed.last, len(packed.over)))
    if {len(packed.lengths), len(packed.plies)} != {_COUNT.itemsize * games} or packed.width not in _WIDTHS:
        raise MalformedText(f"games {packed.first} to {packed.last} are not all there")
    _, encounters, _ = json.loads(packed.round)
    if not all(0 <= player < players for encounter in encounters for player in encounter):
        raise MalformedText(f"games {packed.first} to {packed.last} have players {encounters}, and there are {players}")
    return packed


def unpack(packed: Packed) -> Iterator[Row]:
    """Yield the games one by one."""
    first, encounters, games = json.loads(packed.round)
    round = Round(first, tuple(map(tuple, encounters)), games)
    numbers = range(packed.first, packed.last)
    ends = np.cumsum(np.frombuffer(packed.lengths, _COUNT)).tolist()
    plies = np.frombuffer(packed.plies, _COUNT).tolist()
    over = np.frombuffer(packed.over, np.bool_).tolist()
    actions = np.frombuffer(packed.actions, packed.width).astype(ACTION).tobytes()
    each = len(packed.utilities) // len(numbers)  # bytes
    for i, (number, begin, end) in enumerate(zip(numbers, [0, *ends], ends)):
        _, encounter, seats, opening = round.pairing(number)
        yield Row(
            number,
            encounter,
            opening,
            " ".join(map(str, seats)),
            "",
            plies[i],
            actions[begin * ACTION.itemsize : end * ACTION.itemsize],
            packed.utilities[i * each : (i + 1) * each],
            OVER if over[i] else LENGTH,
            "" if over[i] else f"{packed.longest} plies",
        )


def half_points_of_batch(round: Round, numbers: range, batch: RandomBatch) -> NDArray[np.int8]:
    """Return twice the points that the first player of each encounter got; 0 where there are not two."""
    if batch.utilities.shape[1] != 2:
        return np.zeros(len(numbers), np.int8)
    _, seatings, _ = round.place(np.arange(numbers.start, numbers.stop))
    ahead = np.sign(batch.utilities[:, 0] - batch.utilities[:, 1]) * np.where(seatings == 0, 1, -1)
    return (1 + ahead).astype(np.int8)
