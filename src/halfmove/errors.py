"""What can go wrong that a user can mend: one family, one clear sentence each."""


class HalfmoveError(Exception):
    """A mistake the caller can mend; its text is one sentence that names what was wrong and where."""


class IllegalAction(HalfmoveError, ValueError):
    """An action that the rules do not allow in this state. The state is unchanged."""


class UnknownPlayer(HalfmoveError, ValueError):
    """A player who does not take part in this game."""


class MalformedText(HalfmoveError, ValueError):
    """A text that cannot be read as what it should be."""


class WrongGame(HalfmoveError, TypeError):
    """A game that a search cannot answer for: chance where none is handled, a third player, no parents, ..."""


class NotCompilable(HalfmoveError, TypeError):
    """A decorated class that Numba cannot turn into machine code."""


class UnhashableState(HalfmoveError, TypeError):
    """A state that cannot be told from others by a hash, because it or a part of it can be changed."""


class TooWide(HalfmoveError, OverflowError):
    """A number that the field of a state, or a machine word, cannot hold."""


class CacheWarning(UserWarning):
    """Machine code that cannot be kept, or loaded again: all works, but each start compiles."""
