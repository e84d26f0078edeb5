"""Counterfactual regret minimisation over the sequence form (Zinkevich and others 2007), in six variants.

    cfr                     every regret and every strategy counts the same
    cfr+                    no regret falls below 0; strategy t counts t times (Tammelin 2014)
    linear                  regret and strategy of iteration t count t times (Brown and Sandholm 2019)
    discounted              earlier regrets count less, negative ones sooner; strategy t counts t^2 times (the same)
    predictive              cfr+ in which the last regret is expected once more (Farina, Kroer and Sandholm 2021)
    predictive-discounted   both (Xu and others 2024)

The players learn in turn. The average of an iteration is taken before its regrets change the strategy. Regret matching
amplifies rounding, so sums are made in a fixed order: the same iterations give the same bits in both lanes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import compiled, kernel
from halfmove.search.equilibria.sequence_form import InformationSets, SequenceForm

FOR_EVER = float("inf")


class Variant(NamedTuple):
    """How much of a regret remains, where regrets end, and how much the strategy of an iteration counts."""

    keep_positive: float = FOR_EVER  # exponent a: after iteration t, t^a / (t^a + 1) of a positive regret remains
    keep_negative: float = FOR_EVER
    least: float = -FOR_EVER  # that a regret may be
    average: float = 0.0  # exponent: the strategy of iteration t counts t^average times
    ahead: float = 0.0  # how much of the last regret is expected to come again


VARIANTS = {
    "cfr": Variant(),
    "cfr+": Variant(least=0.0, average=1.0),
    "linear": Variant(keep_positive=1.0, keep_negative=1.0, average=1.0),
    "discounted": Variant(keep_positive=1.5, keep_negative=0.0, average=2.0),
    "predictive": Variant(least=0.0, average=2.0, ahead=1.0),
    "predictive-discounted": Variant(keep_positive=2.3, least=0.0, average=5.0, ahead=1.0),
}


@compiled
class Learner:
    """What one player has learned; one number for each of his sequences."""

    sets: Any  # his information sets
    payoffs: Any  # what his sequences are worth to him
    regrets: np.ndarray
    strategy: np.ndarray  # how likely he takes the last action of a sequence where he may
    reach: np.ndarray  # how likely he plays a sequence at all: the strategies on the way multiplied
    average: np.ndarray  # the sum of `reach` over the iterations, by their weights; [0] is the sum of these
    values: np.ndarray  # what a sequence is worth against what the other plays now


def learner_of(form: SequenceForm, player: int) -> Learner:
    """Return a player who has learned nothing: he takes each action as likely as another."""
    sets: InformationSets = form.sets[player]
    arrays = [np.zeros(int(sets.size[1])) for _ in range(5)]
    learner: Learner = form.in_lane(Learner(sets, form.in_lane(form.payoffs[player]), *arrays))
    match_regrets(learner)
    return learner


@kernel
def iterate(first: Any, second: Any, settings: Any, done: Any, until: int, flag: Any) -> int:
    """Let two players learn from each other until so many iterations are `done`, or the flag is raised.

    `settings` are the numbers of a variant.
    """
    keep_positive, keep_negative, least = float(settings[0]), float(settings[1]), float(settings[2])
    exponent, ahead = float(settings[3]), float(settings[4])
    while done[0] < until and not flag.is_set():
        positive, negative = kept(done[0], keep_positive), kept(done[0], keep_negative)
        weight = 1.0 if exponent == 0.0 else float(done[0] + 1) ** exponent
        learn(first, second, weight, positive, negative, least, ahead)
        learn(second, first, weight, positive, negative, least, ahead)
        done[0] += 1
    return int(done[0])


@kernel
def kept(done: int, exponent: float) -> float:
    """Return how much of a regret remains after so many iterations."""
    if exponent == FOR_EVER:
        return 1.0
    power = float(done) ** exponent
    return power / (power + 1.0)


@kernel
def learn(
    learner: Any, other: Any, weight: float, positive: float, negative: float, least: float, ahead: float
) -> float:
    """Add the strategy to the average, and change it by the regrets; return what it was worth.

    From the last information set to the first, since what a set is worth counts for the sequence that leads there.
    """
    sets, regrets, strategy, values = learner.sets, learner.regrets, learner.strategy, learner.values
    reach, average = learner.reach, learner.average
    for sequence in range(len(reach)):
        average[sequence] += weight * reach[sequence]
    value_sequences(learner.payoffs, other.reach, values)
    for number in range(len(sets.first) - 1, -1, -1):
        first = int(sets.first[number])
        last = first + int(sets.count[number])
        value = 0.0
        for sequence in range(first, last):
            value += strategy[sequence] * values[sequence]
        total = 0.0
        for sequence in range(first, last):
            regret, before = values[sequence] - value, regrets[sequence]
            after = max(before * (positive if before > 0.0 else negative) + regret, least)
            regrets[sequence] = after
            expected = max(after + ahead * regret, 0.0)
            strategy[sequence] = expected
            total += expected
        values[sets.parent[number]] += value
        share(strategy, first, last, total)
    follow(sets, strategy, reach)
    return float(values[0])


@kernel
def value_sequences(payoffs: Any, reach: Any, values: Any) -> int:
    """Write what each sequence is worth where games end, against another who plays his sequences as `reach` says."""
    starts, others, worth = payoffs.starts, payoffs.others, payoffs.worth
    for sequence in range(len(values)):
        total = 0.0
        for entry in range(starts[sequence], starts[sequence + 1]):
            total += worth[entry] * reach[others[entry]]
        values[sequence] = total
    return len(values)


@kernel
def share(strategy: Any, first: int, last: int, total: float) -> int:
    """Make weights probabilities; where there is none, all actions are as likely."""
    if total > 0.0:
        factor = 1.0 / total
        for sequence in range(first, last):
            strategy[sequence] *= factor
    else:
        for sequence in range(first, last):
            strategy[sequence] = 1.0 / (last - first)
    return last - first


@kernel
def follow(sets: Any, strategy: Any, reach: Any) -> int:
    """Write how likely each sequence is played."""
    reach[0] = 1.0
    for number in range(len(sets.first)):
        before = reach[sets.parent[number]]
        for sequence in range(sets.first[number], sets.first[number] + sets.count[number]):
            reach[sequence] = before * strategy[sequence]
    return len(reach)


@kernel
def match_regrets(learner: Any) -> int:
    """Play each action as likely as its regret, if that is positive, is large."""
    sets = learner.sets
    for number in range(len(sets.first)):
        first = int(sets.first[number])
        last = first + int(sets.count[number])
        total = 0.0
        for sequence in range(first, last):
            learner.strategy[sequence] = max(float(learner.regrets[sequence]), 0.0)
            total += learner.strategy[sequence]
        share(learner.strategy, first, last, total)
    return follow(sets, learner.strategy, learner.reach)
