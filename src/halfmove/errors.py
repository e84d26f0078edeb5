"""What can go wrong that a user can mend: one family, one clear sentence each."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class HalfmoveError(Exception):
    """A mistake the caller can mend; its text is one sentence that names what was wrong and where."""


class IllegalAction(HalfmoveError, ValueError):
    """An action that the rules do not allow in this state. The state is unchanged."""


class UnknownPlayer(HalfmoveError, ValueError):
    """A player who does not take part in this game."""


class MalformedText(HalfmoveError, ValueError):
    """A text that cannot be read as what it should be."""


class DamagedFile(HalfmoveError, ValueError):
    """A file that is not what was written, or never was what it claims to be."""


class WrongGame(HalfmoveError, TypeError):
    """A game that a search cannot handle: it has chance, a third player, no parents, ..."""


class NotCompilable(HalfmoveError, TypeError):
    """A decorated class that Numba cannot turn into machine code."""


class UnhashableState(HalfmoveError, TypeError):
    """A state that cannot be hashed, because it or a part of it can be changed."""


class TooWide(HalfmoveError, OverflowError):
    """A number that the field of a state, or a machine word, cannot hold."""


class PlainLaneWarning(UserWarning):
    """A compiled game runs as plain Python: the answers are the same, but they take longer."""


class CacheWarning(UserWarning):
    """Machine code cannot be kept on disk or loaded from it: everything works, but each start compiles again."""


def did_you_mean(word: str, known: Iterable[str], text: str = " (did you mean {}?)") -> str:
    """Return `text` with the known word that is most like `word`; an empty text if none is like it."""
    near = get_close_matches(word, list(known), 1)
    return text.format(near[0]) if near else ""
