"""`print` in machine code: what Python can show is shown by Python, the rest is refused when it is compiled."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.errors import TypingError

from halfmove.compiled.native.numba_private import Lower, _boxers, box_unsupported


class PrintingLower(Lower):
    """Lower a function that may print: Numba would report what it cannot show only when the code runs."""

    def lower_print(self, inst: Any) -> None:
        for argument in inst.args:
            check_shown(self.typeof(argument.name))
        super().lower_print(inst)


def check_shown(kind: Any) -> None:
    """Refuse a value that has no counterpart in Python, or a tuple that holds one."""
    if isinstance(kind, types.BaseTuple):
        for item in kind.types:
            check_shown(item)
    elif _boxers.lookup(type(kind), box_unsupported) is box_unsupported:
        raise TypingError(
            f"halfmove: machine code cannot print {kind}: print what is in it, or set HALFMOVE_JIT=0 to debug"
        )
