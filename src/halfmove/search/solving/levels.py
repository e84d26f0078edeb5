"""Dynamic programming in constant memory, where a game allows it (Chapter 9, section 9.6: One-Heap Nim).

The bounds of a game give each state a level that every action lowers, by at most `reach`; `at_level(n)` yields the
states of level n. The values of the last `reach` levels are all that the next one needs, so older ones are dropped. A
level is a table in which a state is found by its key, so states that a symmetry makes the same are there once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import Flag, kernel, mix
from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import mover
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import WrongGame
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.running.watch import Stopped

FREE = -1  # no key


def solve_by_levels(game: Any, state: Any = None) -> Choice:
    """Choose the best action by solving all levels below that of `state`, the lowest first."""
    levels = _require_levels(game)
    state = game.initial if state is None else state
    player, clock, flag = mover(game, state), Clock(), Flag()
    top = levels.level(state)
    width = 1
    answer = np.zeros(3)
    while True:  # until the tables of a ring of levels are large enough
        keys = np.zeros((levels.reach + 1, width), np.int64)
        values = np.zeros((levels.reach + 1, width))
        if run(climb.prepare(game, levels, state, top, player, keys, values, answer, flag), flag):
            break
        width *= 2
    action = None if game.is_terminal(state) else int(answer[1])
    line = () if action is None else (action,)
    return Choice(action, float(answer[0]), line, top, int(answer[2]), clock.seconds, game=game, state=state)


def _require_levels(game: Game) -> Any:
    """Return the bounds of a game that have levels, or refuse it."""
    require_no_secrets(game, "solve_by_levels")
    levels = game.bounds
    missing = [name for name in ("level", "at_level", "reach") if not hasattr(levels, name)]
    if missing:
        raise WrongGame(f"{type(game).__name__} does not define {', '.join(missing)}: it has no levels to go by")
    if game.players > 2:
        raise WrongGame(f"{type(game).__name__} has {game.players} players: use maxn")
    return levels


@kernel
def climb(
    game: Any, levels: Any, state: Any, top: int, player: int, keys: Any, values: Any, answer: Any, flag: Any
) -> bool:
    """Solve level after level; write the value of `state` for `player` and its best action to `answer`."""
    ring, width = keys.shape
    nodes = 0
    for level in range(top):
        row, count = level % ring, 0
        keys[row, :] = FREE
        for here in levels.at_level(level):
            if flag.is_set():
                raise Stopped
            if 4 * count > 3 * width:  # a fuller table is slow
                return False
            key = game.key(here)
            column = place(keys, row, key)
            if keys[row, column] == FREE:
                keys[row, column] = key
                values[row, column], _ = value_at(game, levels, here, player, keys, values)
                count += 1
        nodes += count
    value, action = value_at(game, levels, state, player, keys, values)
    answer[0], answer[1], answer[2] = value, action, nodes + 1
    return True


@kernel
def value_at(game: Any, levels: Any, state: Any, player: int, keys: Any, values: Any) -> tuple[float, int]:
    """Return the value of `state` for `player` and the best action, all children being in the ring."""
    if game.is_terminal(state):
        return game.utility(state, player), 0
    if game.to_move(state) == CHANCE:
        raise WrongGame("going by levels does not average over chance: use solve")
    is_max = game.to_move(state) == player
    best, best_action = -np.inf if is_max else np.inf, 0
    for action in game.actions(state):
        child = game.result(state, action)
        row, key = levels.level(child) % len(keys), game.key(child)
        column = place(keys, row, key)
        if keys[row, column] != key:
            raise WrongGame("an action leads to a state that `at_level` does not yield: its level has gaps")
        value = float(values[row, column])
        if value > best if is_max else value < best:
            best, best_action = value, action
    return best, best_action


@kernel
def place(keys: Any, row: int, key: int) -> int:
    """Return where a key lies in the table of a level, or the free place that it would take."""
    width = keys.shape[1]
    column = mix(key) % width
    for _ in range(width):
        if keys[row, column] in (key, FREE):
            break
        column = (column + 1) % width
    return column
