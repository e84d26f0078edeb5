"""How well a network plays without any search, against actions at random: a first sign that it learns."""

from __future__ import annotations

from typing import Any

import torch

from halfmove.compiled import plain
from halfmove.core.network_view import find_view
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.learn.zero.training import Training
from halfmove.learned.nets.inputs import rows_of

PLIES = 1000  # after which a game is a draw


@torch.no_grad()
def strength(training: Training, games: int) -> float:
    """Return the share of the points of the policy in games against random play, both colours."""
    task, nets, numbers = training.task, training.nets, random(training.settings.seed)
    rules, view = task.rules, plain(find_view(task.rules))
    seats, states = {game: game % 2 for game in range(games)}, [rules.initial] * games
    points, (low, high) = 0.0, rules.utilities
    for _ in range(PLIES):
        for game in [each for each in seats if rules.is_terminal(states[each])]:
            points += (rules.utility(states[game], seats.pop(game)) - low) / (high - low)
        turn = [game for game, seat in seats.items() if rules.to_move(states[game]) == seat]
        others = [game for game in seats if game not in turn]
        if turn:
            bits = nets.unpack(torch.from_numpy(rows_of(view, [states[game] for game in turn])).to(nets.device))
            logits = nets.learner(bits, task.inputs.height, task.inputs.width)[0].float().cpu().numpy()
            for game, row in zip(turn, logits, strict=True):
                states[game] = rules.result(states[game], _likeliest(rules, view, states[game], row))
        for game in others:
            actions = legal_actions(rules, states[game])
            states[game] = rules.result(states[game], actions[numbers.below(len(actions))])
        if not seats:
            break
    return (points + len(seats) / 2) / games


def _likeliest(rules: Any, view: Any, state: Any, logits: Any) -> int:
    last = len(logits) - 1
    return max(legal_actions(rules, state), key=lambda action: logits[min(view.policy_index(state, action), last)])
