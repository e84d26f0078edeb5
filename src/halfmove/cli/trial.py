"""A small kernel, to see whether compiling works here."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel
from halfmove.compiled.lane import JIT
from halfmove.core.random import random

NUMBERS = 3  # drawn in each lane


@kernel
def _last(numbers: Any, count: int) -> int:
    number = 0
    for _ in range(count):
        number = numbers.word()
    return number


def agrees() -> bool:
    """Tell whether both lanes draw the same random numbers."""
    return bool(_last(random(), NUMBERS) == _last.python(random(), NUMBERS))


def trouble() -> str:
    """Return why the machine code that was just made would not be loaded by another process, or an empty text."""
    from halfmove.compiled.native.cache import trouble_of

    return trouble_of(_last) if JIT else ""
