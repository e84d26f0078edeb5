"""Check a table on the states that play reaches, where it finds states by hashes and cannot list its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, mover
from halfmove.tables.fingerprint import bare, bare_state
from halfmove.tables.table import Entry, Table

MOST_STATES = 100_000  # that are listed, first those that are reached in few plies
_WALK = 20_000  # states of random games, where there are more
_LONGEST = 400  # plies of a random game
_REPORT = 1_000  # states between two reports of progress


class Verdict(NamedTuple):
    """What a check found."""

    states: int  # that were checked
    left_out: int  # that cannot be, as where a pawn may be taken en passant
    wrong: Any  # a state whose entry is not what follows from its children; None if there is none
    is_sample: bool = False  # there are states that were not checked


def verify_reached(table: Table, progress: Callable[[int, int], None] | None = None) -> Verdict:
    """Check every state that play reaches, or of a large game the first of them and some of random games."""
    rounding = 4 * float(table.header.get("error", 0.0)) + 1e-9
    listing = _Listing(table)
    checked = 0
    for state in listing.states():
        if not _is_consistent(table, state, rounding):
            return Verdict(checked, 0, state)
        checked += 1
        if progress and checked % _REPORT == 0:
            progress(checked, checked + len(listing.waiting))
    if not listing.is_cut:
        return Verdict(checked, 0, None)
    for state in _of_random_games(table):
        if not _is_consistent(table, state, rounding):
            return Verdict(checked, 0, state)
        checked += 1
    return Verdict(checked, 0, None, is_sample=True)


class _Listing:
    """All states that play reaches, each once, as long as they are not too many."""

    def __init__(self, table: Table) -> None:
        self.game = plain(bare(table.game))
        root = bare_state(table.game, table.game.initial)
        self.waiting, self.seen, self.is_cut = deque([root]), {root}, False

    def states(self) -> Iterator[Any]:
        while self.waiting:
            state = self.waiting.popleft()
            yield state
            for child in _children(self.game, state):
                if child in self.seen:
                    continue
                if len(self.seen) == MOST_STATES:
                    self.is_cut = True
                    break
                self.seen.add(child)
                self.waiting.append(child)


def _of_random_games(table: Table) -> Iterator[Any]:
    game, rng = plain(bare(table.game)), random(1)
    root = bare_state(table.game, table.game.initial)
    state, plies = root, 0
    for _ in range(_WALK):
        yield state
        if game.is_terminal(state) or plies > _LONGEST:
            state, plies = root, 0
        else:
            state, plies = game.result(state, game.sample(state, rng)), plies + 1


def _children(game: Any, state: Any) -> list[Any]:
    if game.is_terminal(state):
        return []
    if game.to_move(state) == CHANCE:
        return [game.result(state, outcome) for outcome, _ in game.chances(state)]
    return [game.result(state, action) for action in legal_actions(game, state)]


def _is_consistent(table: Table, state: Any, rounding: float) -> bool:
    """Tell whether what a table says of a state follows from what it says of the states after it."""
    entry, expected = table.probe(state), _expected(table, state)
    if entry is None or expected is None or abs(entry.value - expected.value) > rounding:
        return False
    return entry.distance is None or expected.distance is None or entry.distance == expected.distance


def _expected(table: Table, state: Any) -> Entry | None:
    """Return what follows for a state; None if the table does not know a state after it."""
    game: Any = plain(bare(table.game))
    player = mover(game, state)
    if game.is_terminal(state):
        return Entry(float(game.utility(state, player)), 0)
    if any(table.probe(child) is None for child in _children(game, state)):
        return None
    if game.to_move(state) == CHANCE:
        return Entry(sum(p * table.value(game.result(state, outcome), 0) for outcome, p in game.chances(state)), None)
    draw, best = sum(game.utilities) / 2, None
    for child in _children(game, state):
        plies = table.probe(child).distance  # type: ignore[union-attr]
        found = Entry(table.value(child, player), None if plies is None else plies + 1)
        if best is None or _is_better(found, best, draw):
            best = found
    return best


def _is_better(one: Entry, other: Entry, draw: float) -> bool:
    """Tell whether an entry is better for the player to move: by its value, then a sooner win or a later loss."""
    if one.value != other.value or one.distance is None or other.distance is None or one.value == draw:
        return one.value > other.value
    return one.distance < other.distance if one.value > draw else one.distance > other.distance
