"""What a network learns from: the latest positions, kept on its device as words, and unpacked when they are drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from halfmove.compiled import compiled
from halfmove.learn.zero.games import Games, Shape
from halfmove.learn.zero.selfplay import collect
from halfmove.learned.nets.inputs import WORD, Inputs


@compiled
class Rows:
    """Positions on their way from the games to the replay."""

    seen: NDArray[np.int64]
    places: NDArray[np.int32]
    policy: NDArray[np.float32]
    counts: NDArray[np.int32]
    values: NDArray[np.float32]  # of the search, for the mover
    results: NDArray[np.float32]  # for the mover
    owners: NDArray[np.int64]
    same: NDArray[np.int8]  # 1 if the mover is also to move in the end, or -1


class Staging:
    """Room for positions that the next games bring, in memory that a device reads at once."""

    def __init__(self, shape: Shape, room: int, pinned: bool) -> None:
        kinds = {
            "seen": (torch.int64, (room, shape.seen)),
            "places": (torch.int32, (room, shape.actions)),
            "policy": (torch.float32, (room, shape.actions)),
            "counts": (torch.int32, (room,)),
            "values": (torch.float32, (room,)),
            "results": (torch.float32, (room,)),
            "owners": (torch.int64, (room, shape.owners)),
            "same": (torch.int8, (room,)),
        }
        self.tensors = {name: torch.zeros(size, dtype=kind, pin_memory=pinned) for name, (kind, size) in kinds.items()}
        self.rows = Rows(*(tensor.numpy() for tensor in self.tensors.values()))
        self.count = 0

    def take(self, games: Games) -> tuple[int, int]:
        """Take the positions of games that are over; return how many games, and how many the first player won."""
        self.count, played, wins = collect(games, self.rows, self.count)
        return int(played), int(wins)


class Batch(NamedTuple):
    """Positions as the loss takes them."""

    bits: Tensor  # [states, planes, cells]
    policy: Tensor  # [states, places]
    results: Tensor  # 1, 0 or -1 for the mover
    values: Tensor  # of the search
    owners: Tensor  # [states, cells]: 1, 0 or -1 for the mover; no cells where that is not known


class Replay:
    """A ring of positions."""

    def __init__(self, shape: Shape, inputs: Inputs, policy: int, size: int, device: str) -> None:
        self.size, self.device, self.policy_size = size, device, policy
        cells = inputs.height * inputs.width if shape.view.has_owners else 0
        self.seen = torch.zeros(size, shape.seen, dtype=torch.int64, device=device)
        self.policy = torch.zeros(size, policy, dtype=torch.float16, device=device)
        self.results = torch.zeros(size, device=device)
        self.values = torch.zeros(size, device=device)
        self.owners = torch.zeros(size, cells, dtype=torch.int8, device=device)
        bits = torch.from_numpy(np.asarray(shape.view.bits if cells else [], np.int64).ravel()).to(device)
        self._words, self._shifts, self._half = bits // WORD, bits % WORD, shape.owners // 2
        self.head = 0  # where the next position goes
        self.count = 0  # positions in it

    def columns(self) -> dict[str, Tensor]:
        """Return the tensors by their names, for a checkpoint."""
        names = ("seen", "policy", "results", "values", "owners")
        return {name: getattr(self, name) for name in names}

    def add(self, staging: Staging) -> int:
        """Take in what is staged; return how many positions."""
        count = staging.count
        rows = {name: tensor[:count].to(self.device, non_blocking=True) for name, tensor in staging.tensors.items()}
        at = (torch.arange(count, device=self.device) + self.head) % self.size
        self.seen[at], self.results[at], self.values[at] = rows["seen"], rows["results"], rows["values"]
        policy = torch.zeros(count, self.policy_size, device=self.device)
        self.policy[at] = policy.scatter_add_(1, rows["places"].long(), rows["policy"]).half()
        if self.owners.shape[1]:
            owners = self._bits(rows["owners"], 0) - self._bits(rows["owners"], self._half)
            self.owners[at] = (owners * rows["same"][:, None]).to(torch.int8)
        self.head = (self.head + count) % self.size
        self.count = min(self.count + count, self.size)
        staging.count = 0
        return count

    def _bits(self, words: Tensor, first: int) -> Tensor:
        return words[:, first + self._words] >> self._shifts & 1

    def draw(self, at: Tensor, unpack: Any) -> Batch:
        """Return the positions in these rows."""
        return Batch(
            unpack(self.seen[at]), self.policy[at].float(), self.results[at], self.values[at], self.owners[at].float()
        )
