"""The forward pass of the networks in NumPy, tensor by tensor; `learn/zero/net.py` is the same in torch.

A board net is a residual tower of 3 x 3 convolutions without normalisation. Global pooling (means and maxima over the
board) lets far parts of the board matter, and a net play boards of other sizes. A flat net has the same heads on
layers that are fully connected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Tensors = Mapping[str, Array]

POOL_EVERY = 3  # blocks: the second of each three looks at the whole board
OWNED = 0.1  # how much the sum of who owns what counts as an input of the value


def forward(tensors: Tensors, inputs: Array, height: int, width: int) -> tuple[Array, Array]:
    """Return the logits of the policy, and of a win, a draw and a loss of the mover; `inputs` is as `Inputs.of`."""
    return _board(tensors, inputs, height, width) if height else _flat(tensors, inputs)


def value_of(logits: Array) -> Array:
    """Return what win, draw and loss are worth together, from -1 to 1."""
    chances = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray((chances[:, 0] - chances[:, 2]) / chances.sum(1), np.float32)


def blocks_of(tensors: Tensors) -> int:
    """Return how many residual blocks a net has."""
    return sum(name.startswith("first.") and name.endswith(".weight") for name in tensors)


def _board(tensors: Tensors, inputs: Array, height: int, width: int) -> tuple[Array, Array]:
    states = len(inputs)
    ones = np.ones((states, 1, height * width), inputs.dtype)
    x = np.concatenate([inputs, ones], 1).reshape(states, -1, height, width).transpose(0, 2, 3, 1)  # channels last
    x = _relu(_convolve(tensors, "stem", x))
    for i in range(blocks_of(tensors)):
        y = _convolve(tensors, f"first.{i}", x)
        if i % POOL_EVERY == 1:
            y += _dense(tensors, f"pool.{i // POOL_EVERY}", _pooled(x))[:, None, None]
        x = _relu(x + _convolve(tensors, f"second.{i}", _relu(y)))
    p = _point(tensors, "policy", x)
    pooled = _pooled(np.maximum(p, 0.0))
    p = _relu(p + _dense(tensors, "policy_pool", pooled)[:, None, None])
    logits = _point(tensors, "policy_cells", p).transpose(0, 3, 1, 2).reshape(states, -1)
    if "policy_other.weight" in tensors:
        logits = np.concatenate([logits, _dense(tensors, "policy_other", pooled)], 1)
    v = _relu(_point(tensors, "value", x))
    features = [_pooled(v)]
    if "owners.weight" in tensors:
        features.append(np.tanh(_point(tensors, "owners", v)).sum((1, 2)) * OWNED)
    hidden = _relu(_dense(tensors, "value_hidden", np.concatenate(features, 1)))
    return logits, _dense(tensors, "result", hidden)


def _flat(tensors: Tensors, inputs: Array) -> tuple[Array, Array]:
    x = _relu(_dense(tensors, "stem", inputs.reshape(len(inputs), -1)))
    for i in range(blocks_of(tensors)):
        x = _relu(x + _dense(tensors, f"second.{i}", _relu(_dense(tensors, f"first.{i}", x))))
    hidden = _relu(_dense(tensors, "value_hidden", x))
    return _dense(tensors, "policy_other", x), _dense(tensors, "result", hidden)


def _relu(x: Any) -> Any:
    """Return what is positive; what was there before is overwritten."""
    return np.maximum(x, 0.0, out=x)


def _dense(tensors: Tensors, name: str, x: Any) -> Any:
    return x @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]


def _point(tensors: Tensors, name: str, x: Any) -> Any:
    """Return a convolution of 1 x 1."""
    return x @ tensors[f"{name}.weight"][:, :, 0, 0].T + tensors[f"{name}.bias"]


def _convolve(tensors: Tensors, name: str, x: Any) -> Any:
    """Return a convolution of 3 x 3 with a border of zeros: one product of matrices over all nine neighbours."""
    weight = tensors[f"{name}.weight"]  # [out, in, 3, 3]
    states, height, width, channels = x.shape
    padded = np.zeros((states, height + 2, width + 2, channels), x.dtype)
    padded[:, 1:-1, 1:-1] = x
    near = [padded[:, i : i + height, j : j + width] for i in range(3) for j in range(3)]
    columns = np.concatenate(near, 3).reshape(-1, 9 * channels)
    matrix = weight.transpose(2, 3, 1, 0).reshape(9 * channels, -1)
    return (columns @ matrix).reshape(states, height, width, -1) + tensors[f"{name}.bias"]


def _pooled(x: Any) -> Any:
    return np.concatenate([x.mean((1, 2)), x.max((1, 2))], 1)
