"""The networks in torch; `learned/nets/forward.py` is the same in NumPy and says what they are made of.

There is no normalisation, which would differ between training and play: a block begins as the identity, for its second
layer begins at 0, and its first is scaled down by the number of blocks (Zhang et al., "Fixup initialization", 2019).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from halfmove.learned.nets.forward import OWNED, POOL_EVERY
from halfmove.learned.nets.inputs import Inputs

SMALL = 0.1  # how large the last layers begin


class Unpack(nn.Module):
    """From the words that a view writes to the inputs of a net, on whatever device."""

    def __init__(self, inputs: Inputs) -> None:
        super().__init__()
        self.register_buffer("words", torch.from_numpy(inputs.words.ravel()), persistent=False)
        self.register_buffer("shifts", torch.from_numpy(inputs.shifts.ravel()), persistent=False)
        self.shape = inputs.words.shape

    def forward(self, rows: Tensor) -> Tensor:
        """Return bits: [states, planes, cells]."""
        bits = rows[:, self.words] >> self.shifts & 1
        return bits.view(-1, *self.shape)


class BoardNet(nn.Module):
    """A residual tower with global pooling and heads for the policy, the result, and who owns each cell."""

    def __init__(
        self, planes: int, blocks: int, channels: int, kinds: int, others: int, owners: bool, head: int = 32
    ) -> None:
        super().__init__()

        def near(inputs: int) -> nn.Conv2d:
            return nn.Conv2d(inputs, channels, 3, padding=1)

        self.stem = near(planes + 1)  # the last plane is all ones, so that the edge can be seen
        self.first = nn.ModuleList(near(channels) for _ in range(blocks))
        self.second = nn.ModuleList(near(channels) for _ in range(blocks))
        pools = (blocks + POOL_EVERY - 2) // POOL_EVERY
        self.pool = nn.ModuleList(nn.Linear(2 * channels, channels) for _ in range(pools))
        self.policy, self.policy_pool = nn.Conv2d(channels, head, 1), nn.Linear(2 * head, head)
        self.policy_cells = nn.Conv2d(head, kinds, 1)
        self.policy_other = nn.Linear(2 * head, others) if others else None
        self.value = nn.Conv2d(channels, head, 1)
        self.owners = nn.Conv2d(head, 1, 1) if owners else None
        self.value_hidden, self.result = nn.Linear(2 * head + owners, 64), nn.Linear(64, 3)
        _begin(self)

    def forward(self, bits: Tensor, height: int, width: int) -> tuple[Tensor, Tensor, Tensor | None]:
        """Return logits of the policy, of win, draw and loss, and of who owns each cell; `bits` as of `Unpack`."""
        ones = torch.ones_like(bits[:, :1])
        x = torch.cat([bits, ones], 1).view(len(bits), -1, height, width)
        x = x.to(self.stem.weight.dtype).contiguous(memory_format=torch.channels_last)
        x = functional.relu(self.stem(x))
        for i, (first, second) in enumerate(zip(self.first, self.second, strict=True)):
            y = first(x)
            if i % POOL_EVERY == 1:
                y = y + self.pool[i // POOL_EVERY](_pooled(x))[:, :, None, None]
            x = functional.relu(x + second(functional.relu(y)))
        p = self.policy(x)
        pooled = _pooled(functional.relu(p))
        p = functional.relu(p + self.policy_pool(pooled)[:, :, None, None])
        logits = self.policy_cells(p).flatten(1)
        if self.policy_other is not None:
            logits = torch.cat([logits, self.policy_other(pooled)], 1)
        v = functional.relu(self.value(x))
        features, owners = [_pooled(v)], None
        if self.owners is not None:
            owners = self.owners(v).flatten(1)
            features.append(torch.tanh(owners).sum(1, keepdim=True) * OWNED)
            owners = owners.float()
        hidden = functional.relu(self.value_hidden(torch.cat(features, 1)))
        return logits.float(), self.result(hidden).float(), owners


class FlatNet(nn.Module):
    """The same for states without a board: all layers are fully connected."""

    def __init__(self, bits: int, blocks: int, channels: int, others: int) -> None:
        super().__init__()
        self.stem = nn.Linear(bits, channels)
        self.first = nn.ModuleList(nn.Linear(channels, channels) for _ in range(blocks))
        self.second = nn.ModuleList(nn.Linear(channels, channels) for _ in range(blocks))
        self.policy_other = nn.Linear(channels, others)
        self.value_hidden, self.result = nn.Linear(channels, 64), nn.Linear(64, 3)
        _begin(self)

    def forward(self, bits: Tensor, height: int, width: int) -> tuple[Tensor, Tensor, Tensor | None]:
        x = functional.relu(self.stem(bits.flatten(1).to(self.stem.weight.dtype)))
        for first, second in zip(self.first, self.second, strict=True):
            x = functional.relu(x + second(functional.relu(first(x))))
        hidden = functional.relu(self.value_hidden(x))
        return self.policy_other(x).float(), self.result(hidden).float(), None


def _pooled(x: Tensor) -> Tensor:
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


@torch.no_grad()
def _begin(net: BoardNet | FlatNet) -> None:
    for module in net.modules():
        if isinstance(module, nn.Conv2d | nn.Linear):
            nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
            nn.init.zeros_(module.bias)
    for module in net.first:
        module.weight.mul_(len(net.first) ** -0.5)
    for module in net.second:
        module.weight.zero_()
    for name in ("pool", "policy_cells", "policy_other", "owners", "result"):
        last = getattr(net, name, None)
        for module in last if isinstance(last, nn.ModuleList) else [last] if last is not None else []:
            module.weight.mul_(SMALL)


def played(net: nn.Module, bits: Tensor, height: int, width: int) -> Tensor:
    """Return what the tree asks for: the logits of the policy, and last the value from -1 to 1."""
    logits, result, _ = net(bits, height, width)
    chances = torch.softmax(result, 1)
    return torch.cat([logits, chances[:, :1] - chances[:, 2:]], 1)
