"""Weights of a game's features in a file, as `halfmove tune` writes them and `alphabeta:weights=FILE` reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from halfmove.core.evaluation import Weighted, weighted
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.play.foreign_text import read_file

LARGEST = 1 << 20  # bytes of a file
LARGEST_NUMBER = 1e12


def write_weights(game: str, weights: Sequence[float], scale: float) -> str:
    """Return the text of a file: the game that the weights were made for, the weights, and their scale."""
    return json.dumps({"game": game, "weights": list(map(float, weights)), "scale": float(scale)}, indent=2) + "\n"


def weighted_by_file(game: Game, path: str) -> Weighted:
    """Return advice with the features of a game weighted as a file says, or refuse the file in one sentence."""
    weights, scale = read_weights(Path(path))
    try:
        return weighted(game, *weights, scale=scale)
    except HalfmoveError as error:
        raise HalfmoveError(f"{path}: {error}") from None


def read_weights(path: Path) -> tuple[list[float], float]:
    """Return the weights and the scale of a file."""
    try:
        data: Any = json.loads(read_file(path, LARGEST))
    except OSError as error:
        raise HalfmoveError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise MalformedText(f"{path}: not JSON, as `halfmove tune` writes it") from None
    data = data if isinstance(data, dict) else {}
    weights, scale = data.get("weights"), data.get("scale", 0.0)
    if not isinstance(weights, list) or not weights or not all(map(_is_number, [*weights, scale])):
        raise MalformedText(f'{path}: no weights in it: it should hold "weights", numbers, and "scale", a number')
    return [float(weight) for weight in weights], float(scale)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= LARGEST_NUMBER  # which NaN is not
