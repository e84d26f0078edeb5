"""Monte Carlo evaluation: play thousands of random games and count (Zell, section 5.5)."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import Flag, kernel
from halfmove.core.advice import Advice
from halfmove.core.choice import ESTIMATE, Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.rules import check_player, legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.search.decide import Interrupted, with_advice

CONFIDENCE = 1.96  # standard errors to each side: 95 % of a normal distribution
LONGEST = 10_000  # plies: a game of random actions may never end
_BATCH = 64  # games between two looks at the clock


class Estimate(NamedTuple):
    """The mean of what a player got in random games, and its 95 % confidence interval."""

    mean: float
    low: float
    high: float
    games: int


def playouts(
    game: Game,
    state: Any = None,
    player: int | None = None,
    *,
    games: int = 1000,
    depth: int | None = None,
    seed: int = 0,
    advice: Advice | None = None,
) -> Estimate:
    """Estimate what `player`, by default the one to move, gets from `state`, with `evaluate` after `depth` plies."""
    require_no_secrets(game, "playouts")
    state = game.initial if state is None else state
    player = mover(game, state) if player is None else check_player(game, player)
    sums, flag = np.zeros(4), Flag()
    arguments = (*with_advice(game, state, advice), player, depth or LONGEST, _games(games), random(seed), sums, flag)
    run(play.prepare(*arguments), flag)
    return _estimate(sums)


def montecarlo(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    games: int = 1000,
    seed: int = 0,
    advice: Advice | None = None,
    limit: Limit | None = None,
) -> Choice:
    """Choose the action after which random play goes best, with `games` games for each, in turns.

    Within the limit of time, or of nodes (plies played), there are as many games as it allows; with a limit of nodes,
    the last of them may go beyond it.
    """
    require_no_secrets(game, "montecarlo")
    limit = limit or Limit()
    state = game.initial if state is None else state
    rules, advice, root = with_advice(game, state, advice)
    player, actions, flag = mover(game, state), legal_actions(rules, root), Flag()
    if not actions or game.to_move(state) == CHANCE:
        estimate = playouts(game, state, games=games, seed=seed, advice=advice)
        return Choice(None, estimate.mean, kind=ESTIMATE, game=game, state=state)
    children = [rules.result(root, action) for action in actions]
    sums = np.zeros((len(actions), 4))
    rng = random(seed)
    longest = min(depth or LONGEST, limit.depth or LONGEST)
    batch = min(_BATCH, _games(games)) if limit.nodes is None else 1
    play.prepare(rules, advice, children[0], player, longest, batch, rng, sums[0], flag)
    clock = Clock(limit.share())

    def search() -> None:
        for first in range(0, games, batch):
            for child, row in zip(children, sums, strict=True):
                play(rules, advice, child, player, longest, min(batch, games - first), rng, row, flag)
                if flag.is_set() or limit.nodes is not None and sums[:, 2].sum() >= limit.nodes:
                    return

    def choice() -> Choice:
        means = [_estimate(row).mean if row[0] else -np.inf for row in sums]
        best = int(np.argmax(means))
        nodes = int(sums[:, 2].sum())
        value, action = float(means[best]), actions[best]
        return Choice(action, value, (action,), 1, nodes, clock.seconds, ESTIMATE, game=game, state=state)

    try:
        run(search, flag, clock.left)
    except KeyboardInterrupt:
        raise Interrupted(choice()) from None
    return choice()


def _games(games: int) -> int:
    if games < 1:
        raise HalfmoveError(f"{games} games estimate nothing")
    return games


def _estimate(sums: Any) -> Estimate:
    games, total = int(sums[0]), float(sums[1])
    mean = total / games
    variance = max(0.0, float(sums[3]) / games - mean * mean)
    error = CONFIDENCE * sqrt(variance / games)
    return Estimate(mean, mean - error, mean + error, games)


@kernel
def play(
    game: Any, advice: Any, state: Any, player: int, depth: int, games: int, rng: Any, sums: Any, flag: Any
) -> int:
    """Play random games; add to `sums` how many, what `player` got, the plies, and the squares of what he got."""
    for done in range(games):
        if flag.is_set():
            return done
        here = state
        plies = 0
        while not game.is_terminal(here) and plies < depth:
            here = game.result(here, game.sample(here, rng))
            plies += 1
        outcome = game.utility(here, player) if game.is_terminal(here) else advice.evaluate(here, player)
        sums[0] += 1.0
        sums[1] += outcome
        sums[2] += plies
        sums[3] += outcome * outcome
    return games
