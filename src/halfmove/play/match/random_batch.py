"""Many games between random players at once, as the referee would play them one by one, in machine code.

A game of tic-tac-toe is over in half a microsecond: whatever is done for each action in Python takes longer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag, kernel, mix
from halfmove.core.game import Game
from halfmove.core.history import with_history
from halfmove.core.random import random
from halfmove.play.match.openings import draw_opening
from halfmove.running.run import run

_PLIES = 64  # for which there is room in the beginning, for each game
_MOST_ROOM = 1 << 24  # actions


class RandomBatch(NamedTuple):
    """Games that were played: the actions of all, one after another, and for each game its own facts."""

    actions: NDArray[np.int64]
    lengths: NDArray[np.int64]
    openings: NDArray[np.int64]  # plies of the opening
    utilities: NDArray[np.float64]  # games x players
    over: NDArray[np.bool_]  # by the rules, and not because it was too long


def play_random_batch(
    game: Game, state: Any, plies: int, seeds: NDArray[np.int64], longest: int, room: int = 0
) -> RandomBatch:
    """Play as many games as there are rows of `seeds`: for the opening of `plies`, for chance, and for each player.

    A game of `longest` plies that is not over is worth halfway to everybody.
    """
    games, players = len(seeds), game.players
    lengths, openings = np.zeros(games, np.int64), np.zeros(games, np.int64)
    utilities, over = np.zeros((games, players)), np.zeros(games, np.bool_)
    counts, line = np.zeros(players + 1, np.int64), np.zeros(max(plies, 1), np.int64)
    actions = np.empty(room or max(games * _PLIES, longest + 1), np.int64)
    flag = Flag()
    searched, root = with_history(game, state)
    facts = (lengths, openings, utilities, over)
    arguments = (searched, root, plies, longest, random(), seeds, counts, line, actions, *facts, flag)
    done = run(play_games.prepare(*arguments), flag)
    if done < games and len(actions) >= _MOST_ROOM:
        first = int(lengths[:done].sum())
        rest = play_random_batch(game, state, plies, seeds[done:], longest, len(actions))
        kept = (actions[:first], *(fact[:done] for fact in facts))
        return RandomBatch(*(np.concatenate(pair) for pair in zip(kept, rest, strict=True)))
    if done < games:
        return play_random_batch(game, state, plies, seeds, longest, 4 * len(actions))
    return RandomBatch(actions, *facts)


@kernel
def play_games(
    game: Any,
    state: Any,
    plies: int,
    longest: int,
    rng: Any,
    seeds: Any,
    counts: Any,
    line: Any,
    actions: Any,
    lengths: Any,
    openings: Any,
    utilities: Any,
    over: Any,
    flag: Any,
) -> int:
    """Play games while there is room for their actions, and return how many; each player has numbers of his own."""
    used = 0
    for number in range(len(lengths)):
        if flag.is_set():
            return number
        rng.counter[0], rng.counter[1] = 0, mix(int(seeds[number, 0]))
        opening = draw_opening(game, state, plies, rng, line)
        here = state
        played = 0
        counts[:] = 0
        while not game.is_terminal(here) and played < longest:
            if used + played == len(actions):
                return number
            if played < opening:
                action = int(line[played])
            else:
                seat = game.to_move(here) + 1  # chance is the first
                rng.counter[0], rng.counter[1] = counts[seat], mix(int(seeds[number, seat + 1]))
                action = game.sample(here, rng)
                counts[seat] = rng.counter[0]
            actions[used + played] = action
            here = game.result(here, action)
            played += 1
        over[number] = game.is_terminal(here)
        for player in range(utilities.shape[1]):
            if over[number]:
                utilities[number, player] = game.utility(here, player)
            else:
                utilities[number, player] = (game.utilities[0] + game.utilities[1]) / 2
        lengths[number] = played
        openings[number] = opening
        used += played
    return len(lengths)
