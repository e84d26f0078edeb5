"""Networks by ONNX Runtime, where it is installed, and the bytes that it is given."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import halfmove.games
from halfmove.core.random import random
from halfmove.games import game_named
from halfmove.learned.nets.forward import forward
from halfmove.learned.nets.inputs import rows_of
from halfmove.learned.nets.network import Network
from halfmove.learned.nets.onnx import onnx_model, runtime_forward
from halfmove.learned.nets.protobuf import message, number, text
from halfmove.learned.weights_file import unpack

pytestmark = pytest.mark.one_lane
FOLDER = Path(halfmove.games.__file__).parent
NEAR = 1e-3  # of logits, which go up to about 20


def network(name: str) -> Network:
    content = (FOLDER / name.replace("-", "_") / "network.safetensors").read_bytes()
    return Network(game_named(name), unpack(content, name), name)


def flat_tensors(inputs: int, units: int, places: int) -> dict[str, Any]:
    numbers, tensors = np.random.default_rng(2), dict[str, Any]()
    shapes = {"stem": (units, inputs), "first.0": (units, units), "second.0": (units, units)}
    shapes |= {"policy_other": (places, units), "value_hidden": (units, units), "result": (3, units)}
    for layer, shape in shapes.items():
        tensors[f"{layer}.weight"] = numbers.normal(size=shape).astype(np.float32) / 4
        tensors[f"{layer}.bias"] = numbers.normal(size=shape[0]).astype(np.float32) / 4
    return tensors


@pytest.mark.parametrize("name", ["connect-four", "othello", "go"])  # with and without owners and a pass
def test_the_runtime_answers_what_numpy_does(name: str) -> None:
    pytest.importorskip("onnxruntime")
    net, numbers, states = network(name), random(3), []
    state = net.game.initial
    for _ in range(8):
        states.append(state)
        state = net.game.result(state, net.game.sample(state, numbers))
    inputs = net.inputs.of(rows_of(net.view, states))
    wanted = forward(net.tensors, inputs, net.inputs.height, net.inputs.width)
    for found, expected in zip(net.forward(inputs), wanted, strict=True):
        assert found.shape == expected.shape
        assert np.abs(found - expected).max() < NEAR


def test_the_runtime_answers_the_same_without_a_board() -> None:
    pytest.importorskip("onnxruntime")
    tensors = flat_tensors(19, 16, 9)
    run = runtime_forward(tensors, 0, 0)
    assert run is not None
    inputs = np.random.default_rng(1).integers(0, 2, (5, 1, 19)).astype(np.float32)
    for found, expected in zip(run(inputs), forward(tensors, inputs, 0, 0), strict=True):
        assert np.abs(found - expected).max() < NEAR


def test_without_the_runtime_numpy_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert runtime_forward(flat_tensors(4, 4, 2), 0, 0) is None
    net = network("connect-four")
    (weights,), (value,) = net([net.game.initial])
    assert max(range(7), key=weights.__getitem__) == 3  # the middle, which alone wins
    assert value > 0


def test_the_wire_format_is_that_of_its_documentation() -> None:
    assert number(1, 150) == bytes.fromhex("089601")
    assert text(2, "testing") == bytes.fromhex("120774657374696e67")
    assert message(3, number(1, 150)) == bytes.fromhex("1a03089601")


def test_a_model_names_its_layers_and_holds_its_weights() -> None:
    tensors = flat_tensors(4, 4, 2)
    written = onnx_model(tensors, 0, 0)
    for name, array in tensors.items():
        assert text(8, name) + message(9, array.tobytes()) in written
