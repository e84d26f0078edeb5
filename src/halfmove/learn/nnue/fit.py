"""The fit of an efficiently updated network to positions, in torch, and the same network in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from halfmove.learned.nnue import LARGEST_OUT, ONE, OUT, STEEPNESS

WORD = 64
RESULT_SHARE = 0.3  # of a label; the rest is what the search thought
CLEAR = 0.995  # values beyond are those of wins
LARGEST = 1.98  # of a weight, so that whole numbers hold it
REPORT, REPORTS = 1000, 20  # steps from one report to the next at most, and how many there are at least
FEWEST_STEPS = 16  # for each time that all positions are learned from: few positions make small batches
HELD_OUT = 64  # of so many positions one is kept apart, by its content, to measure the loss


class Net(nn.Module):
    """(inputs -> units) x 2 -> 1, with the squares of what lies between 0 and 1 between the layers."""

    def __init__(self, inputs: int, units: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, units)
        self.second = nn.Linear(2 * units, 1)
        nn.init.uniform_(self.first.weight, -0.1, 0.1)
        nn.init.zeros_(self.first.bias)

    def forward(self, mine: Tensor, theirs: Tensor) -> Tensor:
        """Return the logit of a win; the inputs are as the mover sees the board, and as the other does."""
        both = torch.cat([self.first(mine), self.first(theirs)], 1).clamp(0, 1)
        return self.second(both * both).squeeze(1)


class Data:
    """Positions on a device, each `sets` sets of cells."""

    def __init__(self, parts: list[Any], sets: int, mirror: tuple[int, ...], device: str) -> None:
        words = np.concatenate([part.words for part in parts])
        held_out = _hashes(words) % HELD_OUT == 0
        order = np.concatenate([np.flatnonzero(held_out), np.flatnonzero(~held_out)])
        self.held_out, self.count, self.device = int(held_out.sum()), len(words), device

        def column(name: str) -> Tensor:
            return torch.from_numpy(np.concatenate([getattr(part, name) for part in parts])[order]).to(device)

        self.words = torch.from_numpy(words[order]).to(device)
        self.movers, self.results, values = column("movers"), column("results"), column("values")
        values = values.clamp(-CLEAR, CLEAR)
        thought = torch.sigmoid(STEEPNESS * values / (1 - values.abs()))
        self.targets = RESULT_SHARE * (1 + self.results) / 2 + (1 - RESULT_SHARE) * thought
        cells = len(mirror)
        cell = torch.arange(cells, device=device)
        per_set = words.shape[1] // sets  # words; a set may be wider than its cells
        first = torch.arange(sets, device=device)[:, None] * per_set
        self._word = (first + cell // WORD).flatten()
        self._shift = (cell % WORD).repeat(sets)
        other = (torch.arange(sets, device=device) + sets // 2) % sets * cells
        # as player 1 sees it: what is on a cell of a set is what is on the mirrored cell of the other player's set
        self._other = (other[:, None] + torch.tensor(mirror, device=device)).flatten()
        self.inputs = sets * cells

    def draw(self, at: Tensor, kind: torch.dtype) -> tuple[Tensor, Tensor, Tensor]:
        """Return the inputs of both players, that of the mover first, and the targets."""
        bits = (self.words[at][:, self._word] >> self._shift & 1).to(kind)
        turned = bits[:, self._other]
        second = (self.movers[at] == 1)[:, None]
        return torch.where(second, turned, bits), torch.where(second, bits, turned), self.targets[at]


def _hashes(words: NDArray[np.int64]) -> NDArray[np.uint64]:
    mixed = np.zeros(len(words), np.uint64)
    for column in words.view(np.uint64).T:
        mixed = (mixed ^ column) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


class FitProgress(NamedTuple):
    """How far a fit is."""

    step: int
    steps: int
    loss: float
    held_out: float  # the loss of positions that are not learned from; not a number if there are none


def fit(net: Net, data: Data, batch: int, epochs: float, rate: float, seed: int) -> Iterator[FitProgress]:
    """Fit a net, and tell from time to time how far it is."""
    cuda, kept = data.device == "cuda", data.held_out
    kind = torch.bfloat16 if cuda else torch.float32
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01, fused=cuda)
    numbers = torch.Generator(device=data.device).manual_seed(seed)
    batch = max(1, min(batch, (data.count - kept) // FEWEST_STEPS))
    steps = max(1, int(epochs * (data.count - kept) / batch))
    every = min(REPORT, -(-steps // REPORTS))
    total, since = torch.zeros((), device=data.device), 0

    def loss_of(at: Tensor) -> Tensor:
        mine, theirs, target = data.draw(at, kind)
        with torch.autocast(data.device, torch.bfloat16, enabled=cuda):
            logits = net(mine, theirs)
        return ((torch.sigmoid(logits.float()) - target) ** 2).mean()

    fast = torch.compile(loss_of) if cuda else loss_of
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * max(0.01, 0.5 * (1 + cos(pi * step / steps)))
        at = torch.randint(kept, data.count, (batch,), generator=numbers, device=data.device)
        loss = fast(at)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            for weight in (net.first.weight, net.second.weight):
                weight.clamp_(-LARGEST, LARGEST)
            total += loss.detach()
        since += 1
        if since == every or step + 1 == steps:
            with torch.no_grad():
                shares = torch.arange(kept, device=data.device).split(batch)
                apart = [loss_of(share) for share in shares if len(share)]
            held_out = float(torch.stack(apart).mean()) if apart else float("nan")
            yield FitProgress(step + 1, steps, float(total) / since, held_out)
            total.zero_()
            since = 0


def whole_numbers(net: Net) -> dict[str, NDArray[Any]]:
    """Return the weights of a net in whole numbers, as `learned.nnue` takes them."""
    first, bias = net.first.weight.detach().float().cpu().numpy().T, net.first.bias.detach().float().cpu().numpy()
    second = net.second.weight.detach().float().cpu().numpy().reshape(2, -1)
    return {
        "first": np.rint(first * ONE).astype(np.int16),
        "bias": np.rint(bias * ONE).astype(np.int16),
        "second": np.clip(np.rint(second * OUT), -LARGEST_OUT, LARGEST_OUT).astype(np.int16),
        "out": np.array([net.second.bias.item() * ONE * ONE * OUT, ONE * ONE * OUT * STEEPNESS]),
    }


def take_whole_numbers(net: Net, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Let a net have the weights that `whole_numbers` returned of one of the same size."""
    parts = {
        "first.weight": arrays["first"].T / ONE,
        "first.bias": arrays["bias"] / ONE,
        "second.weight": arrays["second"].reshape(1, -1) / OUT,
        "second.bias": arrays["out"][:1] / (ONE * ONE * OUT),
    }
    net.load_state_dict({name: torch.from_numpy(np.asarray(part, np.float32)) for name, part in parts.items()})
