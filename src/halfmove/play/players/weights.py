"""Weights in a file, as `halfmove tune` and `halfmove train` write them and `alphabeta:weights=FILE` reads them.

`tune` writes weights of a game's features as JSON, `train` whatever it learned as safetensors.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.evaluation import weighted
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import game_named
from halfmove.learned import weights_file
from halfmove.learned.advice import read_learned
from halfmove.learned.fingerprint import unwrapped
from halfmove.learned.nets.network import KIND, Network
from halfmove.play.foreign_text import read_file

LARGEST = 1 << 20  # bytes of a file
LARGEST_NUMBER = 1e12
LEARNED = "learned"  # in place of a file: the weights that come with the game
NETWORK = "network"  # the file of the network that comes with a game, for a tree search


def write_weights(game: str, weights: Sequence[float], scale: float) -> str:
    """Return the text of a file: the game that the weights were made for, the weights, and their scale."""
    return json.dumps({"game": game, "weights": list(map(float, weights)), "scale": float(scale)}, indent=2) + "\n"


def weighted_by_file(game: Game, path: str) -> Advice:
    """Return the advice of a game with the evaluation that a file holds, or refuse the file in one sentence."""
    if path == LEARNED:
        return read_learned(game, _that_come_with(game), path)
    if path.endswith(weights_file.SUFFIX):
        return read_learned(game, _content(Path(path), weights_file.LARGEST), path)
    weights, scale = read_weights(Path(path))
    try:
        return weighted(game, *weights, scale=scale)
    except HalfmoveError as error:
        raise HalfmoveError(f"{path}: {error}") from None


def network_by_file(game: Game, path: str) -> Network | None:
    """Return the network that a file holds, which a tree search asks; None if it holds another evaluation."""
    if path == LEARNED:
        content = _beside(game, NETWORK)
    else:
        content = _content(Path(path), weights_file.LARGEST) if path.endswith(weights_file.SUFFIX) else None
    if content is None:
        return None
    weights = weights_file.unpack(content, path)
    return Network(game, weights, path) if weights.facts["kind"] == KIND else None


def comes_with_network(game: Game) -> bool:
    """Tell whether a network comes with a game that was learned by just these rules: this board, this komi."""
    content = _beside(game, NETWORK)
    if content is None:
        return False
    learned = game_named(weights_file.unpack(content, NETWORK).facts["game"])
    return repr(plain(unwrapped(learned))) == repr(plain(unwrapped(game)))


def comes_with_weights(game: Game) -> bool:
    """Tell whether weights come with a game that are the better evaluation, and were learned by just these rules."""
    if not game.advice.learned_is_better:
        return False
    try:
        weighted_by_file(game, LEARNED)
    except HalfmoveError:
        return False
    return True


def read_weights(path: Path) -> tuple[list[float], float]:
    """Return the weights and the scale of a file."""
    content = _content(path, LARGEST)
    try:
        data: Any = json.loads(content)
    except (ValueError, RecursionError):
        raise MalformedText(f"{path}: not JSON, as `halfmove tune` writes it") from None
    data = data if isinstance(data, dict) else {}
    weights, scale = data.get("weights"), data.get("scale", 0.0)
    if not isinstance(weights, list) or not weights or not all(map(_is_number, [*weights, scale])):
        raise MalformedText(f'{path}: no weights in it: it should hold "weights", numbers, and "scale", a number')
    return [float(weight) for weight in weights], float(scale)


def _that_come_with(game: Game) -> bytes:
    """Return the learned weights that come with a game of the package."""
    content = _beside(game, LEARNED)
    if content is None:
        raise HalfmoveError(
            f"weights={LEARNED}: no weights come with {type(game).__name__}; `halfmove train` makes some"
        )
    return content


def _beside(game: Game, name: str) -> bytes | None:
    """Return the content of a file of weights that stands beside the rules of a game of the package."""
    package = type(unwrapped(game)).__module__.rpartition(".")[0]
    if package.startswith("halfmove.games."):
        file = files(package).joinpath(name + weights_file.SUFFIX)
        if file.is_file():
            return file.read_bytes()
    return None


def _content(path: Path, largest: int) -> bytes:
    try:
        return read_file(path, largest)
    except OSError as error:
        raise HalfmoveError(f"{path}: {error.strerror}") from None


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= LARGEST_NUMBER  # which NaN is not
