"""Monte Carlo evaluation of actions: play thousands of random games and count (Zell, section 5.5).

Each action gets as many games as any other, or more and more games go to the better half of them: sequential halving
(Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, log2
from typing import Any

import numpy as np

from halfmove.compiled import Flag
from halfmove.core.advice import Advice
from halfmove.core.choice import ESTIMATE, Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.search.decide import Interrupted
from halfmove.search.playouts import (
    ADVISED,
    LONGEST,
    Estimate,
    check_games,
    estimate,
    is_cut_off,
    play,
    playouts,
    with_policy,
)

_BATCH = 64  # games between two looks at the clock


def montecarlo(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    games: int = 1000,
    halving: bool = False,
    policy: str = ADVISED,
    lines: int = 1,
    seed: int = 0,
    advice: Advice | None = None,
    limit: Limit | None = None,
) -> Choice:
    """Choose the action after which simulated games go best, with `games` games for each, in turns.

    The choice has the 95 % confidence interval of its value, and so have its `others`, the next best actions, up to
    `lines` in all. With `halving` the same number of games is shared out in rounds, after each of which the worse half
    of the actions is given up. `policy` says how the games are played, as for `playouts`. Of actions that are worth
    the same any one is taken.

    Within the limit of time, or of nodes (plies played), there are as many games as it allows; with a limit of nodes,
    the last of them may go beyond it.
    """
    require_no_secrets(game, "montecarlo")
    limit = limit or Limit()
    state = game.initial if state is None else state
    rules, advised, root = with_policy(game, state, advice, policy)
    player, actions, flag = mover(game, state), legal_actions(rules, root), Flag()
    if not actions or game.to_move(state) == CHANCE:
        found = playouts(game, state, games=games, policy=policy, seed=seed, advice=advice)
        known: dict[str, Any] = {"interval": within(found, game), "visits": found.games}
        return Choice(None, found.mean, kind=ESTIMATE, **known, game=game, state=state)
    children = [rules.result(root, action) for action in actions]
    sums = np.zeros((len(actions), 4))
    rng = random(seed)
    longest = min(depth or LONGEST, limit.depth or LONGEST)
    batch = min(_BATCH, check_games(games)) if limit.nodes is None else 1
    play.prepare(rules, advised, children[0], player, longest, batch, rng, sums[0], flag)
    clock = Clock(limit.share())
    left = list(range(len(actions)))  # actions that are not given up
    survived = np.zeros(len(actions))  # rounds

    def mean(action: int) -> float:
        return estimate(sums[action]).mean if sums[action, 0] else -np.inf

    def search() -> None:
        for share, keep in rounds(len(actions), games) if halving else [(games, len(actions))]:
            for first in range(0, share, batch):
                for i in left:
                    count = min(batch, share - first)
                    play(rules, advised, children[i], player, longest, count, rng, sums[i], flag)
                    if flag.is_set() or limit.nodes is not None and sums[:, 2].sum() >= limit.nodes:
                        return
            left[:] = sorted(sorted(left, key=mean, reverse=True)[:keep])
            survived[left] += 1

    def choice() -> Choice:
        """Return the best action; of equal ones first what ends the game, whose worth is certain."""
        nodes, seconds = int(sums[:, 2].sum()), clock.seconds
        keys = [(survived[i], mean(i), rules.is_terminal(child), rng.fraction()) for i, child in enumerate(children)]
        ranked = []
        for i in sorted(range(len(actions)), key=keys.__getitem__, reverse=True):
            if sums[i, 0]:
                found, line = estimate(sums[i]), (actions[i],)
                ranked.append(
                    Choice(
                        *(actions[i], found.mean, line, 1, nodes, seconds, ESTIMATE),
                        interval=within(found, game),
                        visits=found.games,
                        cut_off=is_cut_off(game, longest),
                        game=game,
                        state=state,
                    )
                )
        if not ranked:  # stopped before the first game ended
            value = float(advised.evaluate(root, player))
            return Choice(actions[0], value, (actions[0],), 1, nodes, seconds, ESTIMATE, game=game, state=state)
        return replace(ranked[0], others=tuple(ranked[1 : max(1, lines)]))

    try:
        run(search, flag, clock.left)
    except KeyboardInterrupt:
        raise Interrupted(choice()) from None
    return choice()


def within(found: Estimate, game: Game) -> tuple[float, float]:
    """Return the interval of an estimate as far as the game has utilities: of one game alone, it is all of them."""
    least, greatest = game.utilities
    return max(found.low, min(least, found.mean)), min(found.high, max(greatest, found.mean))


def rounds(actions: int, games: int) -> Iterator[tuple[int, int]]:
    """Yield for each round of sequential halving how many games an action gets, and how many actions go on."""
    left, count = actions, max(1, ceil(log2(actions)))
    for _ in range(count):
        share = max(1, games * actions // (count * left))
        left = (left + 1) // 2
        yield share, left
