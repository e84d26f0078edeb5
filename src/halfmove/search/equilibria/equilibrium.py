"""An equilibrium of a game for two players, by regret: ever closer, and always with a proof of how close."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.explain.curves import curves_svg
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.search.equilibria.policy import Policy
from halfmove.search.equilibria.regret import VARIANTS, iterate, learner_of, value_sequences
from halfmove.search.equilibria.response import behave, bracket, reach_of
from halfmove.search.equilibria.sequence_form import MOST_LEAVES, SequenceForm

FASTEST = "predictive-discounted"  # on most games
GOOD = 1e-6  # the exploitability at which a search ends where nothing else is said

_INTERVAL = 0.3  # seconds of learning between two looks at how good it is
_MOST_STEPS = 1 << 40  # iterations without an end


class Stage(NamedTuple):
    """How far learning has come after some iterations."""

    iterations: int  #: that are done
    value: float  #: what the first player gets when both play as they have learned
    low: float  #: what he gets at least, whatever the other does
    high: float  #: what he gets at most, whatever he does
    seconds: float = 0.0  #: of learning

    @property
    def exploitability(self) -> float:
        """What a player loses at most, on average over the two seats, against somebody who knows how he plays."""
        return (self.high - self.low) / 2


class Equilibrium:
    """Two players who learn from each other; what they have learned is their average play."""

    def __init__(
        self, game: Game, variant: str = FASTEST, most: int = MOST_LEAVES, seconds: float | None = None
    ) -> None:
        if variant not in VARIANTS:
            known = f"{did_you_mean(variant, VARIANTS)}; there are {', '.join(VARIANTS)}"
            raise HalfmoveError(f"there is no way to learn '{variant}'{known}")
        self.game, self.variant = game, variant
        self.form = SequenceForm(game, most, seconds)
        self.learners = learner_of(self.form, 0), learner_of(self.form, 1)
        self.stages: list[Stage] = []  # how it went
        self._settings = np.array(VARIANTS[variant])
        self._done = np.zeros(1, np.int64)  # iterations

    @property
    def iterations(self) -> int:
        """How many are done."""
        return int(self._done[0])

    def learn(
        self,
        iterations: int | None = None,
        exploitability: float | None = None,
        seconds: float | None = None,
        progress: Callable[[Stage], None] | None = None,
    ) -> Stage:
        """Learn for so many iterations more, until play is so good, or for so long; by default until it is very good.

        Ctrl-C is passed on; what was learned until then is kept.
        """
        if iterations is not None and iterations < 0 or exploitability is not None and not exploitability >= 0.0:
            raise HalfmoveError(f"{iterations} iterations, an exploitability of {exploitability}: nobody learns that")
        if iterations is None and exploitability is None and seconds is None:
            exploitability = GOOD
        last = self.iterations + (_MOST_STEPS if iterations is None else iterations)
        flag, step = self.form.in_lane(Flag()), 1
        iterate.prepare(*self.learners, self._settings, self._done, 0, flag)
        stage, clock = self.stage(), Clock(seconds)
        before = stage.seconds
        while self.iterations < last and not (exploitability is not None and stage.exploitability <= exploitability):
            if clock.left == 0.0:
                break
            began, until = clock.seconds, min(self.iterations + step, last)
            run(iterate.prepare(*self.learners, self._settings, self._done, until, flag), flag, clock.left)
            stage = self.stage(before + clock.seconds)
            self.stages.append(stage)
            if progress is not None:
                progress(stage)
            took = clock.seconds - began
            step = max(1, self.iterations) if took < _INTERVAL / 2 else max(1, int(step * _INTERVAL / took))
        return stage

    def go_on_from(self, iterations: int) -> None:
        """Take for done what another has done, whose regrets and averages the learners were given."""
        self._done[0] = iterations

    def strategies(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the average strategies: a probability for each sequence."""
        found = []
        for learner in self.learners:
            strategy = np.zeros(len(learner.average))
            behave(learner.sets, learner.average, strategy)
            found.append(strategy)
        return found[0], found[1]

    def stage(self, seconds: float = 0.0) -> Stage:
        """Return how good the average play is now."""
        strategies = self.strategies()
        low, high = bracket(self.form, strategies)
        reached = [reach_of(self.form, player, strategies[player]) for player in range(2)]
        payoffs = self.form.payoffs[0]
        rows = np.repeat(np.arange(len(reached[0])), np.diff(payoffs.starts))
        value = float(np.sum(payoffs.worth * reached[0][rows] * reached[1][payoffs.others]))
        if not seconds and self.stages:
            seconds = self.stages[-1].seconds
        return Stage(self.iterations, value, low, high, seconds)

    def values(self, player: int) -> dict[int, float]:
        """Return what each information set of a player is worth to him when both play as they have learned."""
        strategies = self.strategies()
        sets, other = self.form.sets[player], reach_of(self.form, 1 - player, strategies[1 - player])
        worth, likely = np.zeros(int(sets.size[1])), np.zeros(int(sets.size[1]))
        value_sequences(self.form.in_lane(self.form.payoffs[player]), other, worth)
        value_sequences(self.form.in_lane(self.form.likelihoods()[player]), other, likely)
        found = {}
        for number in range(len(sets.first) - 1, -1, -1):
            span = slice(sets.first[number], sets.first[number] + sets.count[number])
            gained, came = float(strategies[player][span] @ worth[span]), float(strategies[player][span] @ likely[span])
            found[int(sets.keys[number])] = gained / came if came > 0 else sum(self.game.utilities) / 2
            worth[sets.parent[number]] += gained
            likely[sets.parent[number]] += came
        return found

    def policy(self) -> Policy:
        """Return the average play as a policy."""
        return Policy.of(self.form, self.strategies())


def equilibrium(
    game: Game,
    *,
    variant: str = FASTEST,
    iterations: int | None = None,
    exploitability: float | None = None,
    seconds: float | None = None,
    progress: Callable[[Stage], None] | None = None,
) -> Equilibrium:
    """Find an equilibrium of a game for two players by regret minimisation; `variant` is one of `VARIANTS`.

    It ends after so many iterations, when play is so good, or after so long, whichever comes first; by default when the
    exploitability is 0.000001. A game that is not even listed in that time is refused.
    """
    found = Equilibrium(game, variant, seconds=seconds)
    found.learn(iterations, exploitability, seconds, progress)
    return found


def regrets_svg(found: Equilibrium) -> str:
    """Draw what each player regrets on average, and how much play can be exploited, over the iterations."""
    names = found.game.player_names
    curves = {
        "exploitability": [(float(stage.iterations), stage.exploitability) for stage in found.stages],
        f"regret of {names[0]}": [(float(stage.iterations), stage.high - stage.value) for stage in found.stages],
        f"regret of {names[1]}": [(float(stage.iterations), stage.value - stage.low) for stage in found.stages],
    }
    title = f"{type(found.game).__name__}: regrets of the average play, {found.variant}"
    return curves_svg(curves, title, "iterations", "utility")
