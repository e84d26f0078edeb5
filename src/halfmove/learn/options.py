"""What can be set by `--set NAME=VALUE`, read into a dataclass of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from halfmove.errors import HalfmoveError, MalformedText, did_you_mean

T = TypeVar("T")
TOO_LARGE = 1e12


def read_options(options: type[T], given: Mapping[str, Any]) -> T:
    """Return the options that were given as texts, and the defaults of all others."""
    kinds: dict[str, Any] = {each.name: type(each.default) for each in fields(options)}  # type: ignore[arg-type]
    read: dict[str, Any] = {}
    for name, value in given.items():
        if name not in kinds:
            hint = did_you_mean(name, kinds)
            raise HalfmoveError(f"--set {name}: there is no such option{hint}; there are {', '.join(kinds)}")
        try:
            read[name] = kinds[name](float(value))
        except (ValueError, OverflowError):
            raise MalformedText(f"--set {name}={value}: this is not a number") from None
        if not 0 <= read[name] < TOO_LARGE:
            raise HalfmoveError(f"--set {name}={value}: it must not be negative, nor too large")
    return options(**read)
