"""States and actions as one line and one word, for programs that talk to one another."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import quote, unquote

from halfmove.compiled import plain
from halfmove.core.game import Game
from halfmove.core.history import StateWithHistory, WithHistory
from halfmove.core.rules import action_named, same
from halfmove.errors import HalfmoveError

_AS_THEY_ARE = "!\"#$&'()*+,/:;<=>?@[\\]^`{|}"  # besides letters, digits and _.-~: all of ASCII but % and blanks


def word_of(game: Game, state: Any, action: int) -> str:
    """Return an action as one word: chess as UCI writes it, others by name, blanks and % as in a web address."""
    uci = getattr(game, "uci", None)
    name: str = uci(action, state) if uci else game.name(action, state)
    return quote(name, safe=_AS_THEY_ARE)


def action_of(game: Game, state: Any, word: str) -> int:
    """Return the legal action that `word_of` writes so."""
    return action_named(game, state, unquote(word))


def line_of(game: Game, state: Any) -> str:
    """Return a state as one line that `state_of` reads as the same state."""
    bare, game = bare_state(state), plain(game)
    if isinstance(game, WithHistory) and not hasattr(game, "fen"):  # the path is not written; what it leads to may be
        game, state = game.game, bare
    for line in _candidates(game, state):
        with suppress(HalfmoveError):
            if same(bare_state(state_of(game, line)), bare):
                return line
    raise HalfmoveError(f"{type(game).__name__} cannot write this state in one line: send its actions from the start")


def _candidates(game: Game, state: Any) -> list[str]:
    """Return how a state may be written, the most usual way first: pictures as in a web address."""
    lines = [write(state) for write in (getattr(game, name, None) for name in ("fen", "obf")) if write]
    shown = game.show(state)
    return [*lines, " ".join(shown.split()), "/".join(shown.splitlines()), quote(shown, safe=_AS_THEY_ARE)]


def state_of(game: Game, line: str) -> Any:
    """Return the state that a line describes."""
    return game.read(unquote(line))


def bare_state(state: Any) -> Any:
    """Return a state without the path that led to it."""
    return state.state if isinstance(state, StateWithHistory) else state


def is_initial(game: Game, state: Any) -> bool:
    """Tell whether a game begins here."""
    return same(bare_state(state), bare_state(game.initial))
