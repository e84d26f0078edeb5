"""The network on its device: evaluations of leaves and steps of training, on a processor or captured as CUDA graphs.

On a GPU the weights that learn and those that play are apart: play has half the precision, and follows now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from halfmove.learn.zero.loss import Losses, images, losses
from halfmove.learn.zero.net import BoardNet, FlatNet, Unpack, played
from halfmove.learn.zero.replay import Replay
from halfmove.learn.zero.settings import Settings
from halfmove.learned.nets.inputs import Inputs

WARM_UPS = 3  # runs before a graph is captured
BETAS = (0.9, 0.98)  # of AdamW


class Nets:
    """The network that learns, the one that plays, and an earlier one, with the optimiser."""

    def __init__(self, make: Callable[[], BoardNet | FlatNet], inputs: Inputs, settings: Settings, device: str) -> None:
        self.cuda, self.device, self.inputs, self.settings = device == "cuda", device, inputs, settings
        torch.manual_seed(settings.seed)
        kind = torch.bfloat16 if self.cuda else torch.float32
        layout = torch.channels_last if inputs.height else torch.contiguous_format
        self.learner = make().to(device, memory_format=layout)
        self.player = make().to(device, kind, memory_format=layout).eval()
        self.elder = make().to(device, kind, memory_format=layout).eval()
        self.unpack = Unpack(inputs).to(device)
        self.parameters = list(self.learner.parameters())
        rate: Any = torch.tensor(settings.rate, device=device) if self.cuda else settings.rate
        self.optimiser = torch.optim.AdamW(
            self.parameters, lr=rate, betas=BETAS, weight_decay=settings.decay, fused=True, capturable=self.cuda
        )
        self.publish()
        self.set_elder(self.weights())

    @torch.no_grad()
    def publish(self) -> None:
        """Let the network that plays be the one that learned up to now."""
        torch._foreach_copy_(list(self.player.parameters()), self.parameters)

    @torch.no_grad()
    def set_elder(self, weights: list[Tensor]) -> None:
        """Let these weights be the earlier network."""
        torch._foreach_copy_(list(self.elder.parameters()), weights)

    def weights(self) -> list[Tensor]:
        """Return a copy of what was learned."""
        return [parameter.detach().clone() for parameter in self.parameters]

    def set_rate(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            if self.cuda:
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def evaluate(self, rows: Tensor, elders: Tensor | None) -> Tensor:
        """Return logits and values; the first rows, as many as `elders`, are the earlier network's where that is 1."""
        height, width = self.inputs.height, self.inputs.width
        bits = self.unpack(rows)
        answer = played(self.player, bits, height, width)
        if elders is None:
            return answer
        other = played(self.elder, bits[: len(elders)], height, width)
        mixed = torch.where(elders[:, None] > 0, other, answer[: len(elders)])
        return torch.cat([mixed, answer[len(elders) :]])


class Evaluator:
    """Leaves of one group of games, which are sent to the network and answered together."""

    def __init__(
        self, nets: Nets, run: Callable[..., Tensor], count: int, words: int, answers: int, elders: int
    ) -> None:
        self.nets, self._run_net, self.elders = nets, run, elders
        pinned = nets.cuda
        self.asked = torch.zeros(count, words, dtype=torch.int64, pin_memory=pinned)
        self.answer = torch.zeros(count, answers, pin_memory=pinned)
        self.asks_elder = torch.zeros(max(1, elders), dtype=torch.int8, pin_memory=pinned)
        self._asked = self.asked.to(nets.device)
        self._asks_elder = self.asks_elder.to(nets.device)
        if nets.cuda:
            self._capture()

    def _capture(self) -> None:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream), torch.no_grad():
            for _ in range(WARM_UPS):
                self._run()
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        self._graph, self._done = torch.cuda.CUDAGraph(), torch.cuda.Event()
        with torch.cuda.graph(self._graph), torch.no_grad():
            self._run()

    def _run(self) -> None:
        self._asked.copy_(self.asked, non_blocking=True)
        self._asks_elder.copy_(self.asks_elder, non_blocking=True)
        answer = self._run_net(self._asked, self._asks_elder if self.elders else None)
        self.answer.copy_(answer, non_blocking=True)

    def start(self) -> None:
        """Send the leaves."""
        if self.nets.cuda:
            self._graph.replay()
            self._done.record()
        else:
            with torch.no_grad():
                self._run()

    def wait(self) -> None:
        """Return when the answers have come."""
        if self.nets.cuda:
            self._done.synchronize()


class Stepper:
    """Steps of training, each on a batch drawn from the replay."""

    def __init__(self, nets: Nets, replay: Replay, cells: Tensor, places: Tensor) -> None:
        self.nets, self.replay, self.settings = nets, replay, nets.settings
        device = nets.device
        self.turns = list(zip(cells.to(device), places.to(device), strict=True))
        self.head = torch.zeros((), dtype=torch.int64, device=device)
        self.window = torch.ones((), device=device)
        self.search_share = torch.zeros((), device=device)
        self.sums = torch.zeros(len(Losses._fields) + 1, device=device)  # of the losses, and of steps
        self._losses: Callable[[Tensor], tuple[Tensor, ...]] = self._batch_losses
        self.stream: Any = None
        if nets.cuda:
            self._losses = torch.compile(self._batch_losses)
            self._capture()

    def _batch_losses(self, at: Tensor) -> tuple[Tensor, ...]:
        nets = self.nets
        batch = images(self.replay.draw(at, nets.unpack), self.turns)
        with torch.autocast(nets.device, torch.bfloat16, enabled=nets.cuda):
            return tuple(losses(nets.learner, batch, nets.inputs.height, nets.inputs.width, self.search_share))

    def _step(self) -> None:
        drawn = torch.rand(self.settings.batch, device=self.nets.device) * self.window
        at = (self.head - 1 - drawn.long()) % self.replay.size
        found = self._losses(at)
        self.nets.optimiser.zero_grad(set_to_none=True)
        found[0].backward()
        nn.utils.clip_grad_norm_(self.nets.parameters, self.settings.clip, foreach=True)
        self.nets.optimiser.step()
        with torch.no_grad():
            self.sums.add_(torch.stack([*found, torch.ones_like(found[0])]).detach())

    def _capture(self) -> None:
        """Capture a step; the weights and the optimiser are as before afterwards."""
        nets, before = self.nets, self.nets.weights()
        self.stream, self.done = torch.cuda.Stream(), torch.cuda.Event()
        self.head.fill_(self.settings.batch)
        self.window.fill_(float(self.settings.batch))
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(WARM_UPS + 1):
                self._step()
        torch.cuda.synchronize()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, stream=self.stream):
            self._step()
        torch.cuda.synchronize()
        with torch.no_grad():
            torch._foreach_copy_(nets.parameters, before)
            for state in nets.optimiser.state.values():
                for value in state.values():
                    value.zero_()
        self.sums.zero_()
        self.done.record(self.stream)

    def step(self) -> None:
        """Make one step."""
        if self.stream is None:
            self._step()
            return
        with torch.cuda.stream(self.stream):
            self._graph.replay()
            self.done.record(self.stream)

    def is_idle(self) -> bool:
        """Tell whether the last step is done."""
        return self.stream is None or bool(self.done.query())

    def wait(self) -> None:
        if self.stream is not None:
            self.done.synchronize()

    def let_play_wait(self) -> None:
        """Let what is begun next on the device wait for the last step, as when it reads what that step writes."""
        if self.stream is not None:
            torch.cuda.current_stream().wait_event(self.done)

    def let_steps_wait(self) -> None:
        """Let the next step wait for what was begun on the device."""
        if self.stream is not None:
            self.stream.wait_stream(torch.cuda.current_stream())

    def report(self) -> Losses | None:
        """Return the means of the losses since the last report, as numbers; None if there was no step."""
        *sums, steps = self.sums.tolist()
        self.sums.zero_()
        return Losses(*(each / steps for each in sums)) if steps else None
