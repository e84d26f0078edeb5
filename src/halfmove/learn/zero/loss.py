"""What is minimised: cross-entropies of the policy, of win, draw and loss, and of who owns each cell.

A value head with tanh and squared error can die at +1, where it has no gradient; win, draw and loss cannot.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from halfmove.learn.zero.replay import Batch

VALUE_WEIGHT = 1.5
TINY = 1e-9
DEAD = 1.01  # times the loss of a guess: a value that is worse for so long has learned nothing
PATIENCE = 3  # reports in a row


class Losses(NamedTuple):
    """The parts of the loss, each the mean over a batch."""

    total: Tensor
    policy: Tensor
    value: Tensor
    mean_value: Tensor  # what the value loss would be if every position got the mean
    owners: Tensor
    entropy: Tensor  # of the policies that are learned, below which no loss can be


def images(batch: Batch, turns: list[tuple[Tensor, Tensor]]) -> Batch:
    """Return a batch of which each part is turned by another symmetry: cells, policy and owners together."""
    parts, size = [], -(-len(batch.bits) // len(turns))
    for i, (turn, move) in enumerate(turns):
        part = slice(i * size, (i + 1) * size)
        owners = batch.owners[part]
        owners = owners[:, turn] if owners.shape[1] else owners
        parts.append((batch.bits[part][:, :, turn], batch.policy[part][:, move], owners))
    bits, policy, owners = (torch.cat(part) for part in zip(*parts, strict=True))
    return batch._replace(bits=bits, policy=policy, owners=owners)


def losses(net: Any, batch: Batch, height: int, width: int, search_share: Tensor | float) -> Losses:
    """Return the losses of a net; `search_share` is how much of a value's target is what the search thought."""
    logits, result, owners = net(batch.bits, height, width)
    z, q = batch.results, batch.values
    hard = torch.stack([z > 0, z == 0, z < 0], 1).float()
    soft = torch.stack([(1 + q) / 2, torch.zeros_like(q), (1 - q) / 2], 1)
    target = (1 - search_share) * hard + search_share * soft
    policy = -(batch.policy * functional.log_softmax(logits, 1)).sum(1).mean()
    value = -(target * functional.log_softmax(result, 1)).sum(1).mean()
    owned = torch.zeros_like(value)
    if owners is not None:  # tanh(x) = 2 sigmoid(2 x) - 1
        owned = functional.binary_cross_entropy_with_logits(2 * owners, (batch.owners + 1) / 2)
    with torch.no_grad():
        mean = target.mean(0)
        guess = -(mean * torch.log(mean + TINY)).sum()
        entropy = -(batch.policy * torch.log(batch.policy + TINY)).sum(1).mean()
    return Losses(policy + VALUE_WEIGHT * value + owned, policy, value, guess, owned, entropy)


class Alarm:
    """Notices that the value of a network tells no more than a guess would, report after report."""

    def __init__(self) -> None:
        self.bad = 0

    def notice(self, value: float, guess: float) -> bool:
        """Take in the losses of a report; tell whether training is to stop."""
        self.bad = self.bad + 1 if not value <= DEAD * guess else 0  # NaN is bad too
        return self.bad >= PATIENCE
