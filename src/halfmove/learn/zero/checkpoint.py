"""What a training leaves behind: the network to play with, and a checkpoint to go on from.

A checkpoint holds the weights, the optimiser, the counts and the random numbers; the earlier networks, the positions
that are learned from and the games that are being played too, as long as all of it is small enough to carry. Where
positions are missing, self-play fills them up again before learning goes on.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from halfmove.errors import HalfmoveError, MalformedText
from halfmove.learn.training import Request
from halfmove.learn.zero.games import Games
from halfmove.learn.zero.settings import Settings
from halfmove.learn.zero.training import Training
from halfmove.learned.nets.fingerprint import fingerprint_of_view
from halfmove.learned.nets.network import KIND, SHIFTS, WORDS, Network
from halfmove.learned.weights_file import pack, unpack

LARGEST = 16 << 20  # bytes of a checkpoint
NAME = "the checkpoint"
STATE = ("leaf", "done", "depth", "used", "plies", "elder", "asks_elder")  # what a game is told by, beside its arrays


def network_arrays(training: Training) -> dict[str, NDArray[Any]]:
    """Return the tensors of the network in half precision, and which bits it sees where there is no board."""
    arrays = {key: tensor.detach().half().cpu().numpy() for key, tensor in training.nets.learner.state_dict().items()}
    inputs = training.task.inputs
    if not inputs.height:
        arrays |= {WORDS: inputs.words.astype(np.int32), SHIFTS: inputs.shifts.astype(np.int32)}
    return arrays


def file_facts(training: Training) -> dict[str, str]:
    """Return what the file says of the network, besides what every file says."""
    task, settings = training.task, training.settings
    return {
        "kind": KIND,
        "view": fingerprint_of_view(task.learned),
        "board": f"{task.inputs.height}x{task.inputs.width}",
        "settings": json.dumps(settings.to_dict()),
        "positions": str(training.counts["positions"]),
        "games": str(training.counts["games"]),
    }


def checkpoint(training: Training, request: Request, seconds: float) -> bytes:
    """Return the bytes of a checkpoint."""
    nets = training.nets
    arrays: dict[str, NDArray[Any]] = {}
    for number, parameter in enumerate(nets.parameters):
        arrays[f"weights.{number}"] = _array(parameter)
        for name, value in nets.optimiser.state.get(parameter, {}).items():
            arrays[f"optimiser.{number}.{name}"] = _array(value)
    for number, parameter in enumerate(nets.player.parameters()):
        if nets.device == "cpu":  # where it plays with all its digits
            arrays[f"player.{number}"] = _array(parameter)
    numbers = torch.get_rng_state().numpy()
    arrays["random"] = numbers.view(np.uint8)
    state = {
        "counts": training.counts,
        "owed": training.owed,
        "seconds": seconds,
        "draws": json.loads(json.dumps(training.draws.bit_generator.state, default=int)),
        "league": len(training.league),
        "elder": training.elder,
    }
    facts = {**request.facts(), **file_facts(training), "state": json.dumps(state)}
    for more in (_league(training), _positions(training), _games(training)):
        if _size(arrays) + _size(more) < LARGEST - (1 << 18):
            arrays |= more
    return pack(arrays, facts)


def _league(training: Training) -> dict[str, NDArray[Any]]:
    return {
        f"league.{k}.{number}": _array(tensor)
        for k, weights in enumerate(training.league)
        for number, tensor in enumerate(weights)
    }


def _positions(training: Training) -> dict[str, NDArray[Any]]:
    replay = training.replay
    order = (replay.head - replay.count + torch.arange(replay.count, device=replay.device)) % replay.size
    return {f"replay.{name}": _array(column[order]) for name, column in replay.columns().items()}


def _games(training: Training) -> dict[str, NDArray[Any]]:
    arrays = {}
    for number, group in enumerate(training.groups):
        for name in Games.__dataclass_fields__:
            arrays[f"games.{number}.{name}"] = np.asarray(getattr(group.games, name))
    for name, tensor in training.staging.tensors.items():
        arrays[f"staged.{name}"] = tensor[: training.staging.count].numpy()
    return arrays


def _size(arrays: dict[str, NDArray[Any]]) -> int:
    return sum(array.nbytes for array in arrays.values())


def _array(tensor: torch.Tensor) -> NDArray[Any]:
    return tensor.detach().cpu().contiguous().numpy()


def restore(training: Training, content: bytes, request: Request) -> float:
    """Go on from a checkpoint; return the seconds of work so far."""
    kept = unpack(content, NAME)
    if kept.facts.get("view") != fingerprint_of_view(training.task.learned):
        raise HalfmoveError(f"{NAME} was made for other rules than these")
    try:
        settings, state = json.loads(kept.facts["settings"]), json.loads(kept.facts["state"])
        wanted = training.settings.to_dict()
        if "positions" not in request.options:
            wanted["positions"] = settings["positions"]
        if settings != wanted:
            differ = [name for name in wanted if settings.get(name) != wanted[name]]
            raise HalfmoveError(f"{NAME} was made with other settings: {', '.join(differ)}")
        training.settings = Settings(**settings)
        _fill(training, kept.arrays, state)
        return float(state["seconds"])
    except (KeyError, ValueError, TypeError, IndexError, RuntimeError):
        raise MalformedText(f"{NAME} is damaged, or of another network") from None


def begin_with(training: Training, content: bytes) -> None:
    """Let a training begin with the network of a file."""
    network = Network(training.task.learned, unpack(content, "the weights"), "the weights")
    try:
        tensors = {name: torch.from_numpy(array) for name, array in network.tensors.items()}
        training.nets.learner.load_state_dict(tensors)
    except RuntimeError:
        raise HalfmoveError(f"the weights are of another network: {network.size}") from None
    training.nets.publish()
    training.league = [training.nets.weights()]
    training.nets.set_elder(training.league[0])


def _fill(training: Training, arrays: Any, state: dict[str, Any]) -> None:
    nets, tensors = training.nets, {name: torch.from_numpy(array) for name, array in arrays.items()}
    with torch.no_grad():
        for number, (parameter, player) in enumerate(zip(nets.parameters, nets.player.parameters(), strict=True)):
            parameter.copy_(tensors[f"weights.{number}"])
            player.copy_(tensors.get(f"player.{number}", tensors[f"weights.{number}"]))
            names = [name for name in tensors if name.startswith(f"optimiser.{number}.")]
            for name in names:
                key = name.rpartition(".")[2]
                nets.optimiser.state[parameter].setdefault(key, tensors[name].to(nets.device).clone())
                nets.optimiser.state[parameter][key].copy_(tensors[name])
    training.counts.update({name: int(state["counts"][name]) for name in training.counts})
    training.owed = float(state["owed"])
    training.draws.bit_generator.state = state["draws"]
    league = [[tensors.get(f"league.{k}.{i}") for i in range(len(nets.parameters))] for k in range(state["league"])]
    if league and all(tensor is not None for weights in league for tensor in weights):
        training.league = [[tensor.to(nets.device) for tensor in weights if tensor is not None] for weights in league]
        training.elder = int(state["elder"])
        nets.set_elder(training.league[training.elder])
    else:
        training.league = [nets.weights()]
        nets.set_elder(training.league[0])
    replay = training.replay
    if "replay.results" in tensors:
        count = len(tensors["replay.results"])
        for name, column in replay.columns().items():
            column[:count] = tensors[f"replay.{name}"].to(nets.device)
        replay.count, replay.head = count, count % replay.size
    else:
        training.owed = 0.0
    if "staged.counts" in tensors:
        for number, group in enumerate(training.groups):
            for name in Games.__dataclass_fields__:
                getattr(group.games, name)[...] = arrays[f"games.{number}.{name}"]
        staging = training.staging
        staging.count = len(tensors["staged.counts"])
        for name, tensor in staging.tensors.items():
            tensor[: staging.count] = tensors[f"staged.{name}"]
        training.underway = True
    torch.set_rng_state(tensors["random"])
    training.follow()
