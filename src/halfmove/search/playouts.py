"""Simulated games: how they are played, and what they tell about a state (Zell, section 5.5)."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import Flag, compiled, kernel, mix
from halfmove.core.advice import Advice, AdviceWrapper
from halfmove.core.game import CHANCE, Game
from halfmove.core.history import WithHistory, advice_for
from halfmove.core.random import Random, random
from halfmove.core.rules import check_player, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.running.run import run
from halfmove.running.table import NO_ACTION
from halfmove.search.decide import with_advice

CONFIDENCE = 1.96  # standard errors to each side: 95 % of a normal distribution
LONGEST = 10_000  # plies: a game of random actions may never end
ADVISED, RANDOM, GREEDY = "advised", "random", "greedy"  # policies: how a simulated game is played


class Estimate(NamedTuple):
    """The mean of what a player got in simulated games, and its 95 % confidence interval."""

    mean: float
    low: float
    high: float
    games: int

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return (self.high - self.low) / 2 / CONFIDENCE


def is_cut_off(game: Game, plies: int) -> bool:
    """Tell whether a simulated game may be cut off after so many plies, and be evaluated there."""
    return plies < min(game.longest, LONGEST)


def playouts(
    game: Game,
    state: Any = None,
    player: int | None = None,
    *,
    games: int = 1000,
    depth: int | None = None,
    policy: str = ADVISED,
    seed: int = 0,
    advice: Advice | None = None,
) -> Estimate:
    """Estimate what `player`, by default the one to move, gets from `state`, with `evaluate` after `depth` plies.

    `policy` says how the games are played: as the game's advice has it, which is at random unless it knows better
    (`advised`), at random (`random`), or by the action after which the evaluation is best (`greedy`).
    """
    require_no_secrets(game, "playouts")
    state = game.initial if state is None else state
    player = mover(game, state) if player is None else check_player(game, player)
    sums, flag = np.zeros(4), Flag()
    rules, advice, root = with_policy(game, state, advice, policy)
    arguments = (rules, advice, root, player, depth or LONGEST, check_games(games), random(seed), sums, flag)
    run(play.prepare(*arguments), flag)
    return estimate(sums)


@kernel
def play(
    game: Any, advice: Any, state: Any, player: int, depth: int, games: int, rng: Any, sums: Any, flag: Any
) -> int:
    """Play games; add to `sums` how many, what `player` got, the plies, and the squares of what he got."""
    for done in range(games):
        if flag.is_set():
            return done
        here, last, plies = state, NO_ACTION, 0
        while not game.is_terminal(here) and plies < depth:
            last = simulated_action(game, advice, here, last, rng)
            here = game.result(here, last)
            plies += 1
        outcome = worth(game, advice, here, player)
        sums[0] += 1.0
        sums[1] += outcome
        sums[2] += plies
        sums[3] += outcome * outcome
    return games


@kernel
def simulated_action(game: Any, advice: Any, state: Any, last: int, rng: Any) -> int:
    """Draw what happens next in a simulated game, after the action `last`."""
    if game.has_chance and game.to_move(state) == CHANCE:
        return game.sample(state, rng)
    return advice.playout_action(state, last, rng)


@compiled
class RandomPlayouts(AdviceWrapper):
    """Advice under which simulated games are played at random."""

    game: Game
    inner: Advice

    def playout_action(self, state: Any, last: int, rng: Any) -> int:
        return self.game.sample(state, rng)


@compiled
class GreedyPlayouts(AdviceWrapper):
    """Advice under which simulated games go where the evaluation is best; equal actions are equally likely."""

    game: Game
    inner: Advice

    def playout_action(self, state: Any, last: int, rng: Any) -> int:
        player, best, chosen, equal = self.game.to_move(state), -np.inf, 0, 0
        for action in self.game.actions(state):
            value = worth(self.game, self.inner, self.game.result(state, action), player)
            if value > best:
                best, chosen, equal = value, action, 1
            elif value == best:
                equal += 1
                if rng.below(equal) == 0:
                    chosen = action
        return chosen


@kernel
def worth(game: Any, advice: Any, state: Any, player: int) -> float:
    """Return the utility of a state to a player where the game is over, and the estimate of it elsewhere."""
    return game.utility(state, player) if game.is_terminal(state) else advice.evaluate(state, player)


POLICIES = {ADVISED: None, RANDOM: RandomPlayouts, GREEDY: GreedyPlayouts}


def with_policy(game: Game, state: Any, advice: Advice | None, policy: str) -> tuple[Game, Advice, Any]:
    """Return what simulated games begin with: the game with its rule of repetition, advice that plays so, the root."""
    if policy not in POLICIES:
        hint = did_you_mean(policy, POLICIES, "; did you mean {}?")
        raise HalfmoveError(f"there is no policy '{policy}'{hint or '; there are ' + ', '.join(POLICIES)}")
    wrapper, advice = POLICIES[policy], advice or game.advice
    if wrapper is not None:
        inner = game.game if isinstance(game, WithHistory) else game
        advice = wrapper(inner, advice_for(inner, advice))
    return with_advice(game, state, advice)


def check_games(games: int) -> int:
    """Return how many games there are to be, if they tell anything."""
    if games < 1:
        raise HalfmoveError(f"{games} games estimate nothing")
    return games


def estimate(sums: Any) -> Estimate:
    """Return what the sums of `play` tell."""
    games, total = int(sums[0]), float(sums[1])
    mean = total / games
    variance = max(0.0, float(sums[3]) / games - mean * mean)
    error = CONFIDENCE * sqrt(variance / (games - 1)) if games > 1 else inf  # one game alone tells nothing of it
    return Estimate(mean, mean - error, mean + error, games)


@compiled
class PlayoutEvaluation(AdviceWrapper):
    """Advice that evaluates a state by simulated games from it, and is for everything else what `inner` is.

    The games depend on the state alone: it has one value, however often and in whatever order a search asks. Random
    numbers are drawn in place, so it serves one search at a time, and in one thread.
    """

    game: Game  #: that is played
    inner: Advice  #: by whose `playout_action` the games go on, and by which they are evaluated where they are cut off
    numbers: np.ndarray  #: games, plies after which they are cut off, seed
    rng: Random
    sums: np.ndarray
    flag: Flag

    unit = ""  # a mean of utilities is no lead in whatever the game counts

    def evaluate(self, state: Any, player: int) -> float:
        self.rng.counter[0], self.rng.counter[1] = 0, mix(self.game.state_hash(state), self.numbers[2])
        for i in range(len(self.sums)):
            self.sums[i] = 0.0
        games, depth = int(self.numbers[0]), int(self.numbers[1])
        play(self.game, self.inner, state, player, depth, games, self.rng, self.sums, self.flag)
        return float(self.sums[1] / self.sums[0])


def playout_evaluation(
    game: Game, games: int = 20, *, depth: int | None = None, seed: int = 0, advice: Advice | None = None
) -> PlayoutEvaluation:
    """Return advice that evaluates by `games` simulated games, cut off after `depth` plies, for `advice=` of a search.

    "Play random games and use the resulting win percentage as an evaluation function": Zell, section 5.5.
    """
    require_no_secrets(game, "an evaluation by playouts")
    inner = game.game if isinstance(game, WithHistory) else game
    numbers = np.array([check_games(games), depth or LONGEST, seed], np.int64)
    return PlayoutEvaluation(
        inner, advice_for(inner, advice or game.advice), numbers, random(seed), np.zeros(4), Flag()
    )
