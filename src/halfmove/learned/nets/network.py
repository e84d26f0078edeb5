"""A network from a file, as a model for a tree search: states in, weights of their actions and values out.

The forward pass is that of ONNX Runtime where it is installed, and otherwise NumPy's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from halfmove.compiled import plain
from halfmove.core.network_view import find_view
from halfmove.core.rules import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.learned.fingerprint import unwrapped
from halfmove.learned.nets.fingerprint import fingerprint_of_view
from halfmove.learned.nets.forward import blocks_of, forward, value_of
from halfmove.learned.nets.inputs import Inputs, board_inputs, rows_of
from halfmove.learned.nets.onnx import runtime_forward
from halfmove.learned.weights_file import WeightsFile

KIND = "network"  # of weights, as the file says
WORDS, SHIFTS = "input.words", "input.shifts"  # where the inputs lie, in a file of a game without a board

Forward = Callable[[NDArray[np.float32]], tuple[NDArray[np.float32], NDArray[np.float32]]]


class Network:
    """A learned network; it is called with states as a model of `TreeSearch` is."""

    def __init__(self, game: Any, weights: WeightsFile, name: str) -> None:
        self.game, self.name = plain_throughout(unwrapped(game)), name
        self.view = plain(find_view(self.game))
        _require_rules(self.view, weights, name)
        self.inputs = _inputs(self.game, self.view, weights.arrays, name)
        tensors = {key: np.asarray(array, np.float32) for key, array in weights.arrays.items()}
        self.tensors = {key: array for key, array in tensors.items() if key not in (WORDS, SHIFTS)}
        self._threads = ThreadpoolController()
        self._try(name)
        runtime = runtime_forward(self.tensors, self.inputs.height, self.inputs.width)
        self.forward: Forward = runtime or self._numpy_forward

    def _numpy_forward(self, inputs: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        # Small matrices gain little by a second thread, and on a busy machine they wait for it most of the time.
        alone = self._threads.limit(limits=1, user_api="blas")
        with alone, np.errstate(over="ignore", invalid="ignore"):  # what comes of it is refused
            return forward(self.tensors, inputs, self.inputs.height, self.inputs.width)

    def _try(self, name: str) -> None:
        """Refuse tensors that do not fit together, or not the game."""
        for key, bias in self.tensors.items():
            weight = self.tensors.get(key.removesuffix("bias") + "weight")
            if key.endswith(".bias") and (weight is None or bias.shape != weight.shape[:1]):  # or it would be repeated
                raise MalformedText(f"{name}: the parts of the network do not fit together")
        try:
            logits, result = self._numpy_forward(self.inputs.of(rows_of(self.view, [self.game.initial])))
        except (KeyError, ValueError, IndexError):
            raise MalformedText(f"{name}: the parts of the network do not fit together") from None
        board = self.inputs.height * self.inputs.width * self.view.kinds + self.view.others
        if result.shape != (1, 3) or not logits.size or self.inputs.height and logits.shape != (1, board):
            raise MalformedText(f"{name}: the network answers something else than the game asks")

    @property
    def size(self) -> str:
        """How large the network is, in words."""
        return f"{blocks_of(self.tensors)} blocks of {len(self.tensors['stem.bias'])}"

    def evaluate(self, states: list[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return for each state the logits of the policy, and what it is worth to the mover, from -1 to 1."""
        logits, result = self.forward(self.inputs.of(rows_of(self.view, states)))
        if not (np.isfinite(logits).all() and np.isfinite(result).all()):
            raise MalformedText(f"{self.name}: the network answers what is not a number")
        return logits, value_of(result)

    def __call__(self, states: list[Any]) -> tuple[list[list[float]], list[float]]:
        """Return for each state the weights of its actions in their order, and its utility for the mover."""
        states = [bare_state(state, self.game) for state in states]
        policies, (low, high) = [], self.game.utilities
        logits, values = self.evaluate(states)
        for state, row in zip(states, logits, strict=True):
            places = [self.view.policy_index(state, action) for action in legal_actions(self.game, state)]
            chosen = row[np.minimum(places, len(row) - 1)].astype(np.float64)
            weights = np.exp(chosen - chosen.max())
            policies.append((weights / weights.sum()).tolist())
        return policies, [float(low + (high - low) * (1.0 + value) / 2.0) for value in values]


def bare_state(state: Any, game: Any) -> Any:
    """Return a state without its history, if it has one."""
    while not isinstance(state, type(game.initial)) and hasattr(state, "state"):
        state = state.state
    return state


def _require_rules(view: Any, weights: WeightsFile, name: str) -> None:
    rows, _, columns = weights.facts.get("board", "0x0").partition("x")
    if not (rows.isdecimal() and columns.isdecimal() and len(rows) < 3 and len(columns) < 3):
        raise MalformedText(f"{name}: no board has a size of '{weights.facts['board'][:20]}'")
    if weights.facts.get("kind") != KIND:
        raise HalfmoveError(f"{name}: there is no network in it, which a tree search could ask")
    game = view.resized(int(rows), int(columns)) if view.bits is not None else view.game
    if weights.facts.get("view") != fingerprint_of_view(game):
        made_for = "".join(letter if letter.isprintable() else "?" for letter in weights.facts["game"])[:80]
        raise HalfmoveError(f"{name}: the network was learned for other rules than these: {made_for}")


def _inputs(game: Any, view: Any, arrays: Mapping[str, NDArray[Any]], name: str) -> Inputs:
    if view.bits is not None:
        return board_inputs(view, game.initial)
    if WORDS not in arrays or SHIFTS not in arrays or arrays[WORDS].shape != arrays[SHIFTS].shape:
        raise MalformedText(f"{name}: it does not say which bits of a state the network sees")
    words, shifts = arrays[WORDS].astype(np.int64), arrays[SHIFTS].astype(np.int64)
    most = rows_of(view, [game.initial]).shape[1]
    if (
        words.ndim != 2
        or words.size
        and not (words.min() >= 0 and words.max() < most and shifts.min() >= 0 and shifts.max() < 64)
    ):
        raise MalformedText(f"{name}: the network sees bits that a state does not have")
    return Inputs(words, shifts, 0, 0)
