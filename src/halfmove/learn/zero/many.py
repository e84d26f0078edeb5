"""A network that thinks about many positions at once, as an examination of it does: one call for all their leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from halfmove.compiled import plain
from halfmove.core.network_view import find_view
from halfmove.core.rules import legal_actions
from halfmove.learn.zero.games import IDLE, Shape, new_games
from halfmove.learn.zero.gumbel import halving_table
from halfmove.learn.zero.net import BoardNet, FlatNet, Unpack, played
from halfmove.learn.zero.selfplay import advance, begin_at, chances
from halfmove.learned.nets.forward import blocks_of
from halfmove.learned.nets.inputs import rows_of
from halfmove.learned.nets.network import Network

MOST_ACTIONS = 512


def torch_net(network: Network) -> BoardNet | FlatNet:
    """Return the same network in torch."""
    tensors, blocks = network.tensors, blocks_of(network.tensors)
    channels = len(tensors["stem.bias"])
    others = len(tensors["policy_other.bias"]) if "policy_other.bias" in tensors else 0
    net: BoardNet | FlatNet
    if network.inputs.height:
        planes, kinds = tensors["stem.weight"].shape[1] - 1, len(tensors["policy_cells.bias"])
        net = BoardNet(planes, blocks, channels, kinds, others, "owners.weight" in tensors)
    else:
        net = FlatNet(tensors["stem.weight"].shape[1], blocks, channels, others)
    net.load_state_dict({name: torch.from_numpy(array) for name, array in tensors.items()})
    return net.eval()


def torch_evaluator(network: Network, device: str) -> Callable[[NDArray[np.int64]], NDArray[np.float32]]:
    """Return the forward pass of a network on a device: from rows of words to logits and, last, values."""
    inputs = network.inputs
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    net, unpack = torch_net(network).to(device, kind), Unpack(inputs).to(device)

    @torch.no_grad()
    def evaluate(rows: NDArray[np.int64]) -> NDArray[np.float32]:
        bits = unpack(torch.from_numpy(rows).to(device))
        return np.asarray(played(net, bits, inputs.height, inputs.width).float().cpu().numpy())

    return evaluate


class ManyPositions:
    """Thinks about up to `count` positions at once; without simulations it takes the likeliest action."""

    def __init__(
        self,
        game: Any,
        evaluate: Callable[[NDArray[np.int64]], NDArray[np.float32]],
        simulations: int,
        count: int,
    ) -> None:
        self.game, self.view, self.evaluate, self.simulations = game, find_view(game), evaluate, simulations
        self.rules = plain(game)
        self.seen = plain(find_view(self.rules))
        self.evaluations = 0
        answers = evaluate(rows_of(self.seen, [self.rules.initial])).shape[1]
        actions = min(MOST_ACTIONS, answers - 1)
        shape = Shape(game, self.view, actions, 1)
        asked, self.answer = np.zeros((count, shape.seen), np.int64), np.zeros((count, answers), np.float32)
        self.games = new_games(shape, count, max(1, simulations), 0, asked, self.answer, plays=False)
        arguments = game, self.view, self.games, game.initial, halving_table(max(1, simulations)), max(1, simulations)
        self._advance = advance.prepare(*arguments, chances(), False, np.zeros(actions), 0, count)

    def choose(self, states: list[Any]) -> tuple[list[int], list[float]]:
        """Return for each state an action and what the mover may expect, from -1 to 1; no state is an end."""
        if self.simulations == 0:
            answers = self.evaluate(rows_of(self.seen, states))
            chosen = [self._likeliest(state, row) for state, row in zip(states, answers, strict=True)]
            return chosen, [float(row[-1]) for row in answers]
        games = self.games
        begin_at(games, self.seen, self.rules, states)
        while len(waiting := np.flatnonzero(games.leaf[: len(states)] != IDLE)):
            self.answer[waiting] = self.evaluate(games.asked[waiting])
            self.evaluations += len(waiting)
            self._advance()
        return [int(action) for action in games.chosen[: len(states)]], [float(v) for v in games.worth[: len(states)]]

    def _likeliest(self, state: Any, answers: NDArray[np.float32]) -> int:
        last = len(answers) - 2
        place = self.seen.policy_index
        return max(legal_actions(self.rules, state), key=lambda action: answers[min(place(state, action), last)])
