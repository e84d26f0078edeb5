"""Best responses, and what they show: how much a policy can lose, and between what the value of a game lies."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel
from halfmove.core.game import Game
from halfmove.core.rules import check_player
from halfmove.search.equilibria.policy import Policy
from halfmove.search.equilibria.regret import follow, share, value_sequences
from halfmove.search.equilibria.sequence_form import SequenceForm


@kernel
def respond(sets: Any, payoffs: Any, reach: Any, values: Any, best: Any) -> float:
    """Return what the best response is worth to a player whose opponent plays his sequences as `reach` says.

    `best` is filled with 1 for the action to take in each information set and 0 for the others.
    """
    value_sequences(payoffs, reach, values)
    for number in range(len(sets.first) - 1, -1, -1):
        first = int(sets.first[number])
        chosen = first
        for sequence in range(first, first + int(sets.count[number])):
            best[sequence] = 0.0
            if values[sequence] > values[chosen]:
                chosen = sequence
        best[chosen] = 1.0
        values[sets.parent[number]] += values[chosen]
    return float(values[0])


@kernel
def behave(sets: Any, average: Any, strategy: Any) -> int:
    """Write the strategy that plays its sequences as often as an average says, and evenly where it never comes."""
    for number in range(len(sets.first)):
        first = int(sets.first[number])
        last = first + int(sets.count[number])
        total = 0.0
        for sequence in range(first, last):
            strategy[sequence] = average[sequence]
            total += average[sequence]
        share(strategy, first, last, total)
    return len(strategy)


def reach_of(form: SequenceForm, player: int, strategy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how likely each sequence is played by a strategy, which is a probability for each."""
    reach = np.zeros(len(strategy))
    follow(form.sets[player], strategy, reach)
    return reach


def response_to(form: SequenceForm, player: int, strategy: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Return what `player` gets at most against a strategy of the other, and a strategy that gets it."""
    sets, payoffs = form.sets[player], form.in_lane(form.payoffs[player])
    best, values = np.zeros(int(sets.size[1])), np.zeros(int(sets.size[1]))
    return respond(sets, payoffs, reach_of(form, 1 - player, strategy), values, best), best


def bracket(form: SequenceForm, strategies: tuple[NDArray[np.float64], NDArray[np.float64]]) -> tuple[float, float]:
    """Return what the first strategy is sure to get, and what the second one is sure to hold it to."""
    return -response_to(form, 1, strategies[0])[0], response_to(form, 0, strategies[1])[0]


def best_response(game: Game, policy: Policy, player: int) -> tuple[float, Policy]:
    """Return what `player` gets at most against somebody who follows a policy, and a policy that gets it."""
    form = SequenceForm(game)
    check_player(game, player)
    worth, best = response_to(form, player, policy.strategy(form, 1 - player))
    strategies = [policy.strategy(form, seat) for seat in range(2)]
    strategies[player] = best
    return worth, Policy.of(form, strategies)


def exploitability(game: Game | SequenceForm, policy: Policy) -> float:
    """Return what somebody who follows a policy loses, on average over the two seats, to who knows it.

    It is half of what both best responses win together, and 0 for an equilibrium.
    """
    form = game if isinstance(game, SequenceForm) else SequenceForm(game)
    low, high = bracket(form, (policy.strategy(form, 0), policy.strategy(form, 1)))
    return (high - low) / 2
