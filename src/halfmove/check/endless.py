"""Must play end? What random games show of those that need not: a warning, for a game may be meant so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.compiled import plain
from halfmove.core.game import ALLOWED, CHANCE, Game
from halfmove.core.history import with_history
from halfmove.core.naming import legal_actions
from halfmove.core.random import random
from halfmove.core.rules import same
from halfmove.core.wrapper import plain_throughout

LONGEST = 10_000  # plies after which a game counts as one that does not end
_GAMES = 3  # that are played to their ends


def endless(game: Game, seed: int = 0, games: int = _GAMES, longest: int = LONGEST) -> Iterator[str]:
    """Yield a sentence if a state came back that no rule forbids, and one if a random game did not end."""
    played, first = with_history(plain(game), game.initial)
    rules, numbers = plain_throughout(played), random(seed)
    returned = unfinished = ""
    for _ in range(games):
        state, since_chance, plies = first, dict[int, Any](), 0
        while plies < longest and (actions := legal_actions(rules, state)):
            if rules.to_move(state) == CHANCE:
                since_chance = {}  # what chance brings back, chance can end
            elif game.repetition == ALLOWED and not returned:
                earlier = since_chance.setdefault(rules.state_hash(state), state)
                if earlier is not state and same(earlier, state):
                    returned = f"{state} came back in play"
            state = rules.result(state, actions[numbers.below(len(actions))])
            plies += 1
        if plies == longest:
            unfinished = f"a random game did not end within {longest:,} plies"
            break
    remedy = "say what it means by `repetition = DRAW` or `ILLEGAL`, or count the plies in the state"
    if returned:
        yield f"{returned}, so that a game can go on for ever: {remedy}"
    if unfinished:
        yield f"{unfinished}: `play` and `match` end it there as a draw (--longest)"
