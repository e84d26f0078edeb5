"""The fit of a layer of hidden units to after-states, in torch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from halfmove.learn.rollouts.selfplay import AfterStates
from halfmove.learned.models import EDGE, Layer

NAMES = ("first", "first_bias", "second", "second_bias")  # the arrays of a layer


class LayerNet(nn.Module):
    """A `Layer` of the kernel as a module of torch: the same curve, and weights of its own for each stage."""

    def __init__(self, layer: Layer) -> None:
        super().__init__()
        for name in NAMES:
            self.register_parameter(name, nn.Parameter(torch.from_numpy(getattr(layer, name).copy())))

    def forward(self, inputs: Tensor, stages: Tensor) -> Tensor:
        """Return the logits of the outputs; `inputs` has a row of all inputs for each stage, zeros but for one."""
        sums = inputs @ self.first.flatten(0, 1) + self.first_bias[stages]
        bent = sums.clamp(-EDGE, EDGE)
        active = bent * (27 + bent * bent) / (27 + 9 * bent * bent)
        each = torch.einsum("bh,soh->bso", active, self.second)
        return each[torch.arange(len(stages), device=stages.device), stages] + self.second_bias[stages]

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights as the kernel takes them."""
        return {name: getattr(self, name).detach().float().cpu().numpy() for name in NAMES}


class Batch(NamedTuple):
    """After-states that are learned from at once."""

    numbers: Tensor
    values: Tensor
    stages: Tensor
    targets: Tensor


class Replay:
    """The after-states of the last rounds, on a device."""

    def __init__(self, rounds: int, device: str) -> None:
        self.rounds, self.device, self.kept = rounds, device, list[Batch]()

    def add(self, parts: list[AfterStates]) -> None:
        """Keep the after-states of a round in place of the oldest."""

        def column(name: str) -> Tensor:
            return torch.from_numpy(np.concatenate([getattr(part, name) for part in parts])).to(self.device)

        self.kept = [*self.kept, Batch(*map(column, Batch._fields))][-self.rounds :]

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(len(batch.stages) for batch in self.kept)

    def draw(self, size: int, numbers: torch.Generator) -> Batch:
        """Return after-states of one round, drawn evenly; rounds are about equally long."""
        which = int(torch.randint(len(self.kept), (), generator=numbers, device=self.device))
        batch = self.kept[which]
        at = torch.randint(len(batch.stages), (size,), generator=numbers, device=self.device)
        return Batch(*(column[at] for column in batch))


def fit(net: LayerNet, replay: Replay, optimiser: Any, steps: int, size: int, seed: int) -> Iterator[float]:
    """Go down the gradient of the cross-entropy; yield the mean of the squared errors of the first output."""
    numbers = torch.Generator(device=replay.device).manual_seed(seed)
    stages, inputs = net.first.shape[:2]
    for _ in range(steps):
        batch = replay.draw(size, numbers)
        seen = torch.zeros(size, stages * inputs, device=replay.device)
        seen.scatter_add_(1, batch.numbers.long() + inputs * batch.stages[:, None], batch.values)
        logits = net(seen, batch.stages)
        # not torch's own function: targets without luck may lie a little beyond 0 and 1
        loss = (nn.functional.softplus(logits) - batch.targets * logits).sum(1).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            yield float(((torch.sigmoid(logits[:, 0]) - batch.targets[:, 0]) ** 2).mean())


def without_padding(part: AfterStates, count: int) -> AfterStates:
    """Return a copy of the first after-states; inputs that a state has not are of value 0."""
    kept = AfterStates(*(np.array(getattr(part, each.name)[:count]) for each in fields(AfterStates)))
    beyond = np.arange(kept.numbers.shape[1]) >= kept.counts[:, None]
    kept.numbers[beyond], kept.values[beyond] = 0, 0.0
    return kept
