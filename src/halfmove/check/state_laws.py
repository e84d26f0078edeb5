"""The laws of the states of a game: values that can be compared and hashed, and what machine code asks of them."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from numbers import Integral
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

from halfmove.compiled import Bits, compared_by_identity, unfit, unhashable_because
from halfmove.core.game import Game
from halfmove.core.rules import same


class Sample(NamedTuple):
    """States that random play came to."""

    inner: list[Any]
    ends: list[Any]


def is_whole(value: Any) -> bool:
    """Tell whether a value is a whole number, and no truth value."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def copies_are_equal(game: Game, sample: Sample) -> Iterator[str]:
    """A state is a value: a copy of it equals it."""
    for state in (*sample.inner, *sample.ends):
        if compared_by_identity(state):
            yield compared_by_identity(state)
        elif not same(state, copy.deepcopy(state)):
            yield f"a copy of {state} does not equal it"


def states_can_be_hashed(game: Game, sample: Sample) -> Iterator[str]:
    """A state can be hashed, unless the game defines `key` or `state_hash`."""
    for state in (*sample.inner, *sample.ends):
        wrong = unhashable(game, state)
        if wrong:
            yield wrong


def unhashable(game: Game, state: Any) -> str:
    """Say why a state cannot be hashed; nothing if it can be, or need not because the game numbers its states."""
    if type(game).state_hash is not Game.state_hash or type(game).key is not Game.key:
        return ""
    try:
        hash(state)
    except TypeError:
        return unhashable_because(state, type(game))
    return ""


def states_keep_their_types(game: Game, sample: Sample) -> Iterator[str]:
    """States are of one class, and their fields are what their annotations say."""
    state_class, is_compiled = type(game.initial), hasattr(type(game), "__compiled__")
    is_named = issubclass(state_class, tuple) and hasattr(state_class, "_fields")
    hints = get_type_hints(state_class, include_extras=True) if is_named else {}
    for state in (*sample.inner, *sample.ends):
        if state is None or is_named and not isinstance(state, state_class):
            name = state_class.__name__
            yield f"result returns {state!r}, which is no {name}: write `return {name}(...)`"
            return
        for field, value in zip(state._fields, state, strict=True) if is_named else ():
            wrong = _misfit(hints.get(field, Any), value, is_compiled)
            if wrong:
                origin = "initial is" if same(state, game.initial) else "result returns"
                yield f"{origin} {state}, and {state_class.__name__}.{field} {wrong}"


def _misfit(hint: Any, value: Any, is_compiled: bool) -> str:
    """Say what is wrong with the value of a field; only machine code has a width."""
    bits: Any = int
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        bits = next((note for note in notes if isinstance(note, Bits)), int)
    if hint is int:
        if not is_whole(value):
            remedy = ": divide by `//`" if isinstance(value, float) else ""
            return f"is annotated int and holds {value!r}{remedy}"
        return unfit(bits, int(value)) if is_compiled or bits is not int else ""
    if hint in (bool, float) and not isinstance(value, (hint, getattr(np, f"{hint.__name__}_", np.floating))):
        return f"is annotated {hint.__name__} and holds {value!r}"
    return ""
