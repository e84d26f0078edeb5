"""A flag that one thread raises and a running kernel sees."""

from halfmove.compiled.cells import zeros_apart


class Flag:
    """One shared bit. Machine code reads it afresh from memory each time, so a search can be told to stop."""

    __compiled__ = True

    def __init__(self) -> None:
        self._cell = zeros_apart(1)  # for machine code: all threads read it, and nothing beside it is written
        self._is_set = False  # for Python, which takes long to read an array
        self.address = self._cell.__array_interface__["data"][0]  # faster than by ctypes

    def set(self) -> None:
        self._cell[0] = self._is_set = True

    def clear(self) -> None:
        self._cell[0] = self._is_set = False

    def is_set(self) -> bool:
        return self._is_set
