"""The networks as a graph of ONNX, which ONNX Runtime computes faster than NumPy, where it is installed.

The graph is that of `forward.py`, operation by operation. It is written as bytes without the library `onnx`; the
numbers of fields and types are those of `onnx.proto`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.learned.nets.forward import OWNED, POOL_EVERY, Array, Tensors, blocks_of
from halfmove.learned.nets.protobuf import message, number, text

FORMAT, OPERATORS = 8, 17  # versions of the file and of the operators: of 2022
FLOATS, WHOLE = 1, 7  # types of tensors
INTEGER, INTEGERS = 2, 7  # types of attributes
INPUTS, LOGITS, RESULT = "inputs", "logits", "result"
BOARD = (2, 3)  # axes of rows and columns


def runtime_forward(tensors: Tensors, height: int, width: int) -> Callable[[Array], tuple[Array, Array]] | None:
    """Return the forward pass by ONNX Runtime, or None where it is not installed."""
    try:
        import onnxruntime
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # the same sums in the same order, and no core that others use
    session = onnxruntime.InferenceSession(onnx_model(tensors, height, width), options, ["CPUExecutionProvider"])

    def run(inputs: Array) -> tuple[Array, Array]:
        logits, result = session.run([LOGITS, RESULT], {INPUTS: prepared(inputs, height, width)})
        return logits, result

    return run


def prepared(inputs: Array, height: int, width: int) -> Array:
    """Return inputs as the graph takes them: with a plane of ones, which shows where the board ends."""
    if not height:
        return np.ascontiguousarray(inputs.reshape(len(inputs), -1))
    ones = np.ones((len(inputs), 1, height * width), np.float32)
    return np.concatenate([inputs, ones], 1).reshape(len(inputs), -1, height, width)


def onnx_model(tensors: Tensors, height: int, width: int) -> bytes:
    """Return a network as a file of ONNX."""
    graph = _Graph(tensors)
    if height:
        _board(graph, blocks_of(tensors))
        shape = [tensors["stem.weight"].shape[1], height, width]
    else:
        _flat(graph, blocks_of(tensors))
        shape = [tensors["stem.weight"].shape[1]]
    operators = message(8, number(2, OPERATORS))
    return number(1, FORMAT) + text(2, "halfmove") + message(7, graph.written(shape)) + operators


class _Graph:
    """Nodes and constants as they are added; what a node makes is called by its number."""

    def __init__(self, tensors: Tensors) -> None:
        self.tensors, self.nodes, self.constants = tensors, list[bytes](), dict[str, bytes]()

    def add(self, operator: str, *inputs: str, to: str = "", **attributes: int | tuple[int, ...]) -> str:
        """Add a node, and return the name of what it makes."""
        to = to or f"{len(self.nodes)}"
        parts = [text(1, each) for each in inputs] + [text(2, to), text(4, operator)]
        for name, value in attributes.items():
            if isinstance(value, int):
                parts.append(message(5, text(1, name), number(3, value), number(20, INTEGER)))
            else:
                whole = b"".join(number(8, each) for each in value)
                parts.append(message(5, text(1, name), whole, number(20, INTEGERS)))
        self.nodes.append(message(1, *parts))
        return to

    def constant(self, name: str, array: NDArray[Any]) -> str:
        """Add an array that does not change, once."""
        kind = WHOLE if array.dtype == np.int64 else FLOATS
        shape = b"".join(number(1, size) for size in array.shape)
        raw = np.ascontiguousarray(array, np.int64 if kind == WHOLE else np.float32).tobytes()
        self.constants[name] = message(5, shape, number(2, kind), text(8, name), message(9, raw))
        return name

    def weights(self, layer: str) -> tuple[str, str]:
        """Add the weight and the bias of a layer."""
        weight, bias = f"{layer}.weight", f"{layer}.bias"
        return self.constant(weight, self.tensors[weight]), self.constant(bias, self.tensors[bias])

    def dense(self, layer: str, x: str, to: str = "") -> str:
        return self.add("Gemm", x, *self.weights(layer), to=to, transB=1)

    def convolve(self, layer: str, x: str) -> str:
        """Add a convolution with a border of zeros, so that the board keeps its size."""
        border = self.tensors[f"{layer}.weight"].shape[2] // 2
        return self.add("Conv", x, *self.weights(layer), pads=(border,) * 4)

    def pooled(self, x: str) -> str:
        """Add means and maxima over the board."""
        mean, most = (self.add(operator, x, axes=BOARD, keepdims=0) for operator in ("ReduceMean", "ReduceMax"))
        return self.add("Concat", mean, most, axis=1)

    def everywhere(self, x: str) -> str:
        """Add what makes a number for each channel one for each cell."""
        return self.add("Unsqueeze", x, self.constant("board", np.array(BOARD, np.int64)))

    def written(self, shape: list[int]) -> bytes:
        """Return the graph with its inputs, of which `shape` is that of one state, and its outputs."""
        states = message(1, text(2, "states"))
        sizes = message(2, states, *(message(1, number(1, size)) for size in shape))
        given = message(11, text(1, INPUTS), message(2, message(1, number(1, FLOATS), sizes)))
        found = [message(12, text(1, name), message(2, message(1, number(1, FLOATS)))) for name in (LOGITS, RESULT)]
        return b"".join([*self.nodes, text(2, "network"), *self.constants.values(), given, *found])


def _board(graph: _Graph, blocks: int) -> None:
    add = graph.add
    x = add("Relu", graph.convolve("stem", INPUTS))
    for i in range(blocks):
        y = graph.convolve(f"first.{i}", x)
        if i % POOL_EVERY == 1:
            y = add("Add", y, graph.everywhere(graph.dense(f"pool.{i // POOL_EVERY}", graph.pooled(x))))
        x = add("Relu", add("Add", x, graph.convolve(f"second.{i}", add("Relu", y))))
    p = graph.convolve("policy", x)
    pooled = graph.pooled(add("Relu", p))
    p = add("Relu", add("Add", p, graph.everywhere(graph.dense("policy_pool", pooled))))
    cells = add("Flatten", graph.convolve("policy_cells", p), axis=1)
    others = [graph.dense("policy_other", pooled)] if "policy_other.weight" in graph.tensors else []
    add("Concat", cells, *others, to=LOGITS, axis=1)
    v = add("Relu", graph.convolve("value", x))
    features = [graph.pooled(v)]
    if "owners.weight" in graph.tensors:
        owned = add("Tanh", graph.convolve("owners", v))
        total = add("ReduceSum", owned, graph.constant("board", np.array(BOARD, np.int64)), keepdims=0)
        features.append(add("Mul", total, graph.constant("owned", np.array([OWNED], np.float32))))
    hidden = add("Relu", graph.dense("value_hidden", add("Concat", *features, axis=1)))
    graph.dense("result", hidden, RESULT)


def _flat(graph: _Graph, blocks: int) -> None:
    add = graph.add
    x = add("Relu", graph.dense("stem", INPUTS))
    for i in range(blocks):
        inner = add("Relu", graph.dense(f"first.{i}", x))
        x = add("Relu", add("Add", x, graph.dense(f"second.{i}", inner)))
    graph.dense("policy_other", x, LOGITS)
    graph.dense("result", add("Relu", graph.dense("value_hidden", x)), RESULT)
