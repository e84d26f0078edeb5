"""Learned weights in a file: arrays with names in the format safetensors, and a few facts about how they were made.

A file is not trusted: it holds numbers and texts only, and what is damaged, too large or made for other rules is
refused in one sentence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.learned.fingerprint import fingerprint

SUFFIX = ".safetensors"
FORMAT = "1"  # of the facts
KEY = "halfmove"  # under which they stand
HEADER, LENGTH = 1 << 20, 8  # bytes at most of what comes before the arrays, and of the number that tells how many
LARGEST = 1 << 31  # bytes of a file

Arrays = Mapping[str, NDArray[Any]]


class WeightsFile(NamedTuple):
    """What a file holds."""

    arrays: Arrays  #: by their names
    facts: Mapping[str, str]  #: game, rules, method, kind, command, seed, version, ...


def pack(arrays: Arrays, facts: Mapping[str, str]) -> bytes:
    """Return the bytes of a file: the same for the same arrays and facts."""
    from safetensors.numpy import save

    ordered = {name: np.ascontiguousarray(arrays[name]) for name in sorted(arrays)}
    written = json.dumps({"format": FORMAT, **facts}, sort_keys=True)
    return save(ordered, metadata={KEY: written})  # one entry: the library writes several in any order


def unpack(content: bytes, name: str) -> WeightsFile:
    """Return what the bytes of a file hold; `name` is what messages call it."""
    from safetensors import SafetensorError, deserialize

    try:
        header = _metadata(content)
        parts: Any = deserialize(content)  # type: ignore[no-untyped-call]
        arrays = {key: _array(part) for key, part in parts}
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise MalformedText(f"{name}: this is no file of learned weights, or it is damaged") from None
    if header.get("format") != FORMAT or not {"game", "rules", "kind"} <= set(header):
        raise MalformedText(f"{name}: these are not weights that `halfmove train` wrote")
    for key, array in arrays.items():
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise MalformedText(f"{name}: {key} holds what is not a number")
    return WeightsFile(arrays, header)


def require_rules(weights: WeightsFile, game: Game, name: str) -> None:
    """Refuse weights that were learned under other rules, or with other inputs."""
    if weights.facts.get("rules") != fingerprint(game):
        made_for = weights.facts["game"]
        raise HalfmoveError(f"{name}: the weights were learned for other rules than these: {_short(made_for)}")


def _metadata(content: bytes) -> dict[str, str]:
    length = int.from_bytes(content[:LENGTH], "little")
    if not 0 < length <= min(len(content) - LENGTH, HEADER):
        raise ValueError
    metadata: Any = json.loads(json.loads(content[LENGTH : LENGTH + length])["__metadata__"][KEY])
    return {str(key): str(value) for key, value in metadata.items()}


def _array(part: Any) -> NDArray[Any]:
    kind = {"F32": np.float32, "F64": np.float64, "F16": np.float16, "I64": np.int64, "I32": np.int32}
    kind |= {"I16": np.int16, "I8": np.int8, "U8": np.uint8}
    return np.frombuffer(part["data"], kind[part["dtype"]]).reshape(part["shape"]).copy()


def _short(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:80]
