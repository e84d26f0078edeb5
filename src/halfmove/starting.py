"""The first moments of the command line: Ctrl-C while modules are still imported ends it, and shows no traceback.

The package is imported before its command line can say so, hence it looks at how the process was started: as the
command `halfmove`, or as `python -m halfmove`, which Python calls "-m" until it has found the module.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType

_COMMANDS = ("halfmove", "-m")
_INTERRUPTED = 130  # exit code


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(_INTERRUPTED)


def end_at_ctrl_c() -> None:
    """Let Ctrl-C end the process at once, if it is the command line."""
    name = os.path.splitext(os.path.basename((getattr(sys, "argv", None) or [""])[0]))[0]
    in_main = threading.current_thread() is threading.main_thread()
    if name in _COMMANDS and in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def obey_ctrl_c_again() -> None:
    """Let Ctrl-C be an exception again, which commands catch."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
