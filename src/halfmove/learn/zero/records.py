"""Games of others, which a network learns to imitate before it plays itself, as AlphaGo's first stage did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from halfmove.compiled import plain, store_state
from halfmove.core.game import CHANCE, Game
from halfmove.core.network_view import find_view
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError
from halfmove.learn.zero.replay import Staging
from halfmove.learn.zero.selfplay import is_learned_from, shared
from halfmove.learn.zero.task import Task
from halfmove.learned.nets.network import bare_state
from halfmove.play.records.records import read_records, replay


def stage_records(task: Task, game: Game, paths: Sequence[Path], staging: Staging) -> Iterator[int]:
    """Fill the staging with positions of the games in files, and tell each time it is full, and at last, how many."""
    rules, view = task.rules, plain(find_view(task.rules))
    for path in paths:
        for number, record in enumerate(read_records(path, game), 1):
            try:
                ongoing = replay(record, game)
            except HalfmoveError as error:
                raise HalfmoveError(f"{path}, game {number}: {error}") from None
            if ongoing.outcome is None or ongoing.outcome.utilities is None:
                continue  # nobody knows who won
            result = shared(rules, ongoing.outcome.utilities[0])
            for state, turn in zip(ongoing.states, ongoing.turns, strict=False):
                bare = bare_state(state, rules)
                if turn.player != CHANCE and is_learned_from(rules, bare):
                    _stage(rules, view, staging, bare, turn.action, result)
                if staging.count == len(staging.rows.counts):
                    yield staging.count
    if staging.count:
        yield staging.count


def _stage(rules: Any, view: Any, staging: Staging, state: Any, action: int, result: float) -> None:
    """Add a position: what was played is the policy, and how the game ended is the value."""
    rows, row = staging.rows, staging.count
    places = [view.policy_index(state, each) for each in legal_actions(rules, state)]
    if len(places) > rows.policy.shape[1]:
        return
    store_state(rows.seen, row, view.seen(state))
    rows.places[row], rows.policy[row] = 0, 0.0
    rows.places[row, 0], rows.policy[row, 0] = view.policy_index(state, action), 1.0
    rows.counts[row] = 1
    rows.results[row] = rows.values[row] = result if rules.to_move(state) == 0 else -result
    rows.owners[row], rows.same[row] = 0, 1
    staging.count += 1
