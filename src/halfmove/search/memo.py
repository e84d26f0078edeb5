"""Alpha-beta with a memory: states that come back by another way are not searched again.

Chapter 9, algorithms 30 and 31, corrected: the printed form stores whatever alpha-beta returned, keyed by the state
alone, but a search that was cut off returns a bound, and a value found with 2 plies left is not one found with 6. So an
entry says which of the two it is and for how many plies, and is used only where it answers the question.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

from halfmove.compiled import compiled
from halfmove.core.choice import TO_THE_END, Choice
from halfmove.core.game import ALLOWED, Game
from halfmove.core.rules import legal_actions, mover
from halfmove.running.table import EXACT_VALUE, LOWER_BOUND, UPPER_BOUND, Entry, TranspositionTable, transposition_table
from halfmove.search.decide import Options, decide, plies_within
from halfmove.search.policies import INFINITY, UNKNOWN, SearchPolicy, value_of


def memoised(
    game: Game, state: Any = None, depth: int | None = None, *, megabytes: float = 64, **options: Unpack[Options]
) -> Choice:
    """Choose an action as alpha-beta does, with a table of `megabytes` that is empty at the start."""
    table = transposition_table(megabytes)
    to_the_end = plies_within(depth, options.get("limit")) == TO_THE_END
    policy = Memoised(table, to_the_end)
    choice = decide(value_of, game, state, depth, -INFINITY, INFINITY, policy, **options)
    return choice if game.repetition != ALLOWED else _extended(choice, table, to_the_end)


@compiled
class Memoised(SearchPolicy):
    """What was found out about a state is used again where it answers the question."""

    table: TranspositionTable
    to_the_end: bool

    def find(self, game: Any, state: Any, depth: int, alpha: float, beta: float) -> Entry:
        entry = self.table.find(game.key(state))
        if entry.info == 0 or self.table.depth(entry.info) != self.plies(depth):
            return UNKNOWN
        value, bound = entry.value, self.table.bound(entry.info)
        enough = value >= beta if bound == LOWER_BOUND else value <= alpha if bound == UPPER_BOUND else True
        return entry if enough else UNKNOWN

    def store(self, game: Any, state: Any, depth: int, alpha: float, beta: float, value: float, action: int) -> None:
        bound = LOWER_BOUND if value >= beta else UPPER_BOUND if value <= alpha else EXACT_VALUE
        self.table.store(game.key(state), value, action, self.table.info(self.plies(depth), bound, 0, 0))

    def plies(self, depth: int) -> int:
        """Return how many plies an entry is for: with no horizon in sight, a state is worth the same at any ply."""
        return 0 if self.to_the_end else depth


def _extended(choice: Choice, table: TranspositionTable, to_the_end: bool) -> Choice:
    """Return the choice with its line continued by what the table knows.

    An action found in the table may belong to a state that is the same only by symmetry, so the next state is one that
    is proven to keep the value.
    """
    game, state, line = choice.game, choice.state, list(choice.line)
    assert game is not None
    player = mover(game, state)

    def keeps_value(state: Any) -> bool:
        if game.is_terminal(state):
            return game.utility(state, player) == choice.value
        entry = table.find(game.key(state))
        plies = 0 if to_the_end else choice.depth - len(line) - 1
        exact = table.bound(entry.info) == EXACT_VALUE and table.depth(entry.info) == plies
        return exact and entry.value == choice.value

    for action in line:
        state = game.result(state, action)
    while len(line) < choice.depth:
        children = ((action, game.result(state, action)) for action in legal_actions(game, state))
        following = next(((action, child) for action, child in children if keeps_value(child)), None)
        if following is None:
            break
        line.append(following[0])
        state = following[1]
    return replace(choice, line=tuple(line))
