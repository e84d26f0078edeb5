"""From a kernel that values a state to a Choice: what every depth-first search has in common."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import Flag, kernel
from halfmove.core.choice import ESTIMATE, EXACT, TO_THE_END, Choice, Limit
from halfmove.core.clock import Clock
from halfmove.core.game import ALLOWED, CHANCE, Game
from halfmove.core.repetition import remembering
from halfmove.core.rules import legal_actions, mover
from halfmove.core.run import run
from halfmove.core.watch import Both, Meter, Stopped, meter
from halfmove.errors import HalfmoveError, WrongGame


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `choice` is the best so far."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(str(choice))
        self.choice = choice


def decide(
    value_of: kernel,
    game: Game,
    state: Any,
    depth: int | None,
    limit: Limit | None,
    watch: Any,
    *options: Any,
) -> Choice:
    """Choose an action by the value that `value_of(game, state, player, depth, *options, watch)` finds.

    The action is the one that last improved the root: it was searched to its end. It is not, as the books print it,
    any action whose value equals that of the root - a child that was cut off may report the same number.
    """
    limit = limit or Limit()
    plies = _plies(depth, limit)
    if game.players > 2:
        raise WrongGame(f"{type(game).__name__} has {game.players} players: use maxn or paranoid")
    state = game.initial if state is None else state
    flag = Flag()
    counter = meter(game, plies, limit.nodes, flag)
    searched, root = remembering(game, state) if game.repetition != ALLOWED else (game, state)
    player = mover(game, state)
    looking = counter if watch is None else Both(counter, watch)

    value_of.prepare(searched, root, player, plies, *options, looking)
    clock = Clock(limit.seconds)

    def search() -> float:
        return value_of(searched, root, player, plies, *options, looking)

    def choice(action: int | None, value: float, kind: str) -> Choice:
        line = counter.line(plies) or (() if action is None else (action,))
        return Choice(action, value, line, plies, counter.nodes, clock.seconds, kind, game, state)

    try:
        value = run(search, flag, limit.seconds)
    except Stopped:
        return choice(*_so_far(game, state, player, counter, plies))
    except KeyboardInterrupt:
        raise Interrupted(choice(*_so_far(game, state, player, counter, plies))) from None
    line = counter.line(plies)
    return choice(line[0] if line else None, value, EXACT if counter.proves(value) else ESTIMATE)


def _plies(depth: int | None, limit: Limit) -> int:
    plies = min(TO_THE_END if depth is None else depth, TO_THE_END if limit.depth is None else limit.depth)
    if not 1 <= plies <= TO_THE_END:
        raise HalfmoveError(f"a search of {plies} plies: the depth must be from 1 to {TO_THE_END}")
    return plies


def _so_far(game: Game, state: Any, player: int, counter: Meter, plies: int) -> tuple[int | None, float, str]:
    """Return the best action of a search that was stopped; where none was finished, the first legal one."""
    line = counter.line(plies)
    if line:
        return line[0], float(counter.values[plies]), ESTIMATE
    actions = legal_actions(game, state)
    return (actions[0] if actions and game.to_move(state) != CHANCE else None), game.evaluate(state, player), ESTIMATE
