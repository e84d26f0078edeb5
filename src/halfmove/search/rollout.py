"""Rollouts: what a state, or each action in it, is worth in games that a policy plays to their end or to a cut.

Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", 1996. Two ways make the same number of
games tell more. Common dice: game number n of each action meets the same outcomes of chance, so that luck does not tell
two actions apart. Luck adjustment: from what a game brings is taken by how much each outcome of chance was better than
all of them on average, as far as the evaluation sees it; that is nothing in the mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, nan, sqrt
from typing import Any, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag, kernel, mix
from halfmove.core.advice import Advice
from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.rules import legal_among, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.running.table import NO_ACTION
from halfmove.search.playouts import CONFIDENCE, GREEDY, LONGEST, Estimate, check_games, with_policy, worth

GAMES = 1296  # as many as there are pairs of rolls
_BATCH, _BATCHES = 8, 16  # games of an action before the next one has its turn: at least, and a part of all before
_ROOM = 1 << 12  # games for which there is room at first
_EVENT = 1 << 20  # random numbers that one outcome of chance may take


@dataclass(frozen=True)
class Rollout:
    """What the games after one action, or from a state, brought the player to move there."""

    action: int | None  #: None where the state itself was rolled out
    value: Estimate  #: with its 95 % confidence interval
    utilities: dict[float, float]  #: the share of the games that ended with each utility
    unfinished: float  #: the share of the games that were cut off
    plies: int  #: of all games
    behind: float = 0.0  #: how much less it is worth than the best action
    behind_error: float = 0.0  #: the standard error of that: where the dice are common, smaller than those of both


class RolloutOptions(TypedDict, total=False):
    """How games are rolled out."""

    actions: Sequence[int] | None  # that are compared: by default all
    games: int  # for each
    depth: int | None  # plies after which a game is cut off and evaluated
    policy: str  # how it is played, as for `playouts`
    common_dice: bool
    adjust_luck: bool
    seed: int
    advice: Advice | None
    limit: Limit | None


def rollout(game: Game, state: Any = None, **options: Unpack[RolloutOptions]) -> list[Rollout]:
    """Return what each action is worth, the best first; what the state is worth where chance is to move.

    Options are the `actions` to compare (by default all), `games` for each (1296), the `depth` in plies after which a
    game is cut off and evaluated (by default none), the `policy` by which it is played (`greedy`, or as for
    `playouts`), `common_dice` (on) and `adjust_luck` (off), `seed`, `advice` and `limit`.
    """
    *_, last = rollouts(game, state, **options)
    return last


def rollouts(
    game: Game,
    state: Any = None,
    *,
    actions: Sequence[int] | None = None,
    games: int = GAMES,
    depth: int | None = None,
    policy: str = GREEDY,
    common_dice: bool = True,
    adjust_luck: bool = False,
    seed: int = 0,
    advice: Advice | None = None,
    limit: Limit | None = None,
) -> Iterator[list[Rollout]]:
    """Yield what `rollout` returns again and again, each time after more games."""
    require_no_secrets(game, "a rollout")
    limit, state = limit or Limit(), game.initial if state is None else state
    rules, advised, root = with_policy(game, state, advice, policy)
    player, chosen = mover(game, state), _chosen(rules, root, actions)
    roots = [root if action is None else rules.result(root, action) for action in chosen]
    longest = min(depth or LONGEST, limit.depth or LONGEST)
    found = np.zeros((len(chosen), 2, min(check_games(games), _ROOM)))  # what games bring, and how they end
    counts, flag = np.zeros((len(chosen), 2), np.int64), Flag()  # games and plies
    seeds = [mix(seed) if common_dice else mix(i + 1, seed) for i in range(len(chosen))]
    dice, rng = random(), random()

    def play_on(first: int, last: int) -> None:
        for i, begun in enumerate(roots):
            settings = (player, longest, adjust_luck, seeds[i], first, last)
            roll_out(rules, advised, begun, *settings, dice, rng, found[i], counts[i], flag)
            if limit.nodes is not None and counts[:, 1].sum() >= limit.nodes:
                flag.set()
            if flag.is_set():
                return

    def known() -> Iterator[list[Rollout]]:
        nonlocal found
        settings = (player, longest, adjust_luck, 0, 0, 0)
        roll_out.prepare(rules, advised, roots[0], *settings, dice, rng, found[0], counts[0], flag)
        first, clock = 0, Clock(limit.share())
        while first < games and not flag.is_set():
            last = min(first + max(_BATCH, first // _BATCHES), games)
            if last > found.shape[-1]:
                found = np.concatenate([found, np.zeros_like(found)], axis=-1)
            run(partial(play_on, first, last), flag, clock.left)
            yield _ranked(chosen, found, counts)
            first = last

    return known()


def _chosen(game: Game, state: Any, actions: Sequence[int] | None) -> list[int | None]:
    """Return the actions to compare; None stands for the state itself, where nobody can choose."""
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return [None]
    legal = legal_among(game, state, actions or ())
    return list(legal if actions is None else actions)


def _ranked(actions: list[int | None], found: NDArray[np.float64], counts: NDArray[np.int64]) -> list[Rollout]:
    """Return what is known of each action that had a game, the best first."""
    games = counts[:, 0].tolist()
    means = [found[i, 0, : games[i]].mean() if games[i] else -inf for i in range(len(actions))]
    order = sorted(range(len(actions)), key=means.__getitem__, reverse=True)
    best, ranked = order[0], []
    for i in order:
        if not games[i]:
            continue
        both, (values, utilities) = min(games[i], games[best]), found[i, :, : games[i]]
        ended = utilities[~np.isnan(utilities)]
        behind = mean_of(found[best, 0, :both] - values[:both])
        ranked.append(
            Rollout(
                actions[i],
                mean_of(values),
                {float(each): float(np.mean(utilities == each)) for each in np.unique(ended)[::-1]},
                1 - len(ended) / games[i],
                int(counts[i, 1]),
                behind.mean,
                behind.error,
            )
        )
    return ranked


def mean_of(values: NDArray[np.float64]) -> Estimate:
    """Return the mean of numbers with its 95 % confidence interval; one number alone tells nothing of it."""
    mean, games = float(values.mean()), len(values)
    error = CONFIDENCE * float(values.std(ddof=1)) / sqrt(games) if games > 1 else inf
    return Estimate(mean, mean - error, mean + error, games)


@kernel
def roll_out(
    game: Any,
    advice: Any,
    state: Any,
    player: int,
    depth: int,
    adjust_luck: bool,
    seed: int,
    first: int,
    last: int,
    dice: Any,
    rng: Any,
    found: Any,
    counts: Any,
    flag: Any,
) -> None:
    """Play the games from number `first` to `last`, and write what each brings `player`, and its utility if it ends."""
    for number in range(first, last):
        if flag.is_set():
            return
        dice.counter[1] = mix(number, seed)
        rng.counter[0], rng.counter[1] = 0, mix(seed, number)
        here, previous, plies, throws, luck = state, NO_ACTION, 0, 0, 0.0
        while not game.is_terminal(here) and plies < depth:
            if game.has_chance and game.to_move(here) == CHANCE:
                dice.counter[0] = throws * _EVENT  # whatever the throws before took
                previous = game.sample(here, dice)
                throws += 1
                if adjust_luck:
                    luck += luck_of(game, advice, here, previous, player)
            else:
                previous = advice.playout_action(here, previous, rng)
            here = game.result(here, previous)
            plies += 1
        if game.is_terminal(here):
            found[1, number] = game.utility(here, player)
            found[0, number] = found[1, number] - luck
        else:
            found[1, number] = nan
            found[0, number] = advice.evaluate(here, player) - luck
        counts[0] += 1
        counts[1] += plies


@kernel
def luck_of(game: Any, advice: Any, state: Any, drawn: int, player: int) -> float:
    """Return by how much what chance drew is better for `player` than what it draws on average."""
    luck = 0.0
    for outcome, probability in game.chances(state):
        value = foreseen(game, advice, game.result(state, outcome), player)
        luck -= probability * value
        if outcome == drawn:
            luck += value
    return luck


@kernel
def foreseen(game: Any, advice: Any, state: Any, player: int) -> float:
    """Return what a state is worth to `player` if its mover takes the action after which the evaluation is best."""
    mover = game.to_move(state)
    if game.is_terminal(state) or mover == CHANCE:
        return worth(game, advice, state, player)
    best, value = -inf, 0.0
    for action in game.actions(state):
        child = game.result(state, action)
        movers = worth(game, advice, child, mover)
        if movers > best:
            best = movers
            value = best if mover == player else worth(game, advice, child, player)
    return value
