"""The C++ twin of Connect Four, built when it is first asked for."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BUILD = HERE / "build"

Search = Callable[[Any, int], tuple[float, int]]


def twin() -> Search | None:
    """Return a function from a board and a depth to a value and a count of nodes; None without a compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    BUILD.mkdir(exist_ok=True)
    library = BUILD / "connect_four.so"
    source = HERE / "twin" / "connect_four.cpp"
    flags = ("-std=c++17", "-O3", "-march=native", "-shared", "-fPIC")
    subprocess.run([compiler, *flags, "-o", str(library), str(source)], check=True)
    function = ctypes.CDLL(str(library)).search
    function.restype = ctypes.c_double
    function.argtypes = (*(ctypes.c_int64,) * 3, ctypes.c_int, ctypes.POINTER(ctypes.c_int64))

    def search(board: Any, depth: int) -> tuple[float, int]:
        nodes = ctypes.c_int64()
        return function(board.mine, board.mask, board.player, depth, ctypes.byref(nodes)), nodes.value

    return search
