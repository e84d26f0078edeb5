"""The past of a state as an array that no state shares with a later one."""

from __future__ import annotations

from typing import Any

import numpy as np


def appended(path: Any, last: int) -> Any:
    """Return a copy of an array of int64 with one more number at its end."""
    return np.append(path, np.int64(last))
