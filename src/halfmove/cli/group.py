"""Exit codes: 0 well, 1 a negative answer, 2 a mistake of the caller's in one sentence, 130 after Ctrl-C."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from errno import EDQUOT, EFBIG, EIO, ENOSPC, EROFS
from functools import partial
from typing import Any

import typer
from typer.core import TyperGroup

MISTAKE, INTERRUPTED = 2, 130
_OF_THE_MACHINE = (ENOSPC, EDQUOT, EFBIG, EROFS, EIO)  # mistakes that no file is named with: a full disk and the like


class Group(TyperGroup):
    """Commands whose mistakes end in one sentence on the error stream, not in a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.showwarning = partial(_show_warning, warnings.showwarning)
                return super().invoke(ctx)
        except typer.Exit:  # an answer, not a mistake
            raise
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except (Exception, SystemExit) as error:
            from halfmove.play.foreign_text import printable
            from halfmove.play.loading import as_typed

            sentence = _sentence(error)
            if sentence is None:
                raise
            print(f"halfmove: {printable(as_typed(sentence))}", file=sys.stderr)
            raise typer.Exit(MISTAKE) from None


def _show_warning(otherwise: Callable[..., None], message: Any, category: type[Warning], *about: Any) -> None:
    """Print a warning of ours as one sentence; where it arose means nothing to a user who typed a command."""
    from halfmove.errors import CacheWarning, PlainLaneWarning
    from halfmove.play.loading import as_typed

    if issubclass(category, (CacheWarning, PlainLaneWarning)):
        print(f"halfmove: {as_typed(str(message))}", file=sys.stderr)
    else:
        otherwise(message, category, *about)


def _sentence(error: BaseException) -> str | None:
    """Return what a caller should read of an error; None if it is no mistake of his."""
    from halfmove.check.finding import failure
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import rose_in_users_file, users_file

    if isinstance(error, HalfmoveError):
        return str(error)
    if isinstance(error, BrokenPipeError):
        return None
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    if rose_in_users_file(error):
        return failure(error)
    if isinstance(error, SystemExit):
        return None
    if isinstance(error, OSError) and error.errno in _OF_THE_MACHINE:
        return str(error.strerror)
    file = users_file()
    reason = str(error).strip().partition("\n")[0]
    return file and f"{file}: {type(error).__name__}: {reason}; `halfmove check {file}` looks closer"
