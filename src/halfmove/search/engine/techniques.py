"""The techniques of the engine, each of which can be switched off by its name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, TypeVar

from halfmove.compiled import compiled
from halfmove.errors import HalfmoveError, did_you_mean

Kind = TypeVar("Kind", bound=Any)


@compiled
class Techniques:
    """What a search makes use of: constants of its machine code, so that a technique that is off costs nothing.

    Those of the first part are sound: whichever are on, the value is that of minimax. The others trade some of that
    for depth.
    """

    table: bool = True  # remember states
    null_window: bool = True  # after the first action, only ask whether another is better (Pearl's Scout)
    aspiration: bool = True  # begin with a narrow window around the value that was found last
    order: bool = True  # ask the game which actions look promising
    killers: bool = True  # try what refuted a sibling
    countermoves: bool = True  # try what refuted the same action of the other player
    history: bool = True  # try what refuted anything

    quiescence: bool = True  # do not evaluate in the middle of an exchange
    null_move: bool = True  # let the other player act twice: if that does not help him, the state is good enough
    futility: bool = True  # near the horizon, leave out what an evaluation says cannot matter
    selection: bool = True  # look only at the selective moves of the advice
    late_reductions: bool = True  # search actions that come late less deeply, unless they surprise
    late_pruning: bool = True  # near the horizon, leave out quiet actions that come very late
    extensions: bool = True  # look one ply further under a threat
    internal_reduction: bool = True  # look less far where the table knows no action yet
    deeper_entries: bool = True  # believe what the table knows from a deeper search than was asked for
    short_memory: bool = True  # search states without their path; one that comes back during the search is a draw


NAMES = tuple(field.name for field in fields(Techniques))
HEURISTIC = NAMES[NAMES.index("quiescence") :]
SOUND = NAMES[: NAMES.index("quiescence")]


def techniques(off: Iterable[str] = ()) -> Techniques:
    """Return all techniques but those that are named."""
    return all_but(Techniques, off)


def all_but(kind: type[Kind], off: Iterable[str]) -> Kind:
    """Return techniques of some kind, all but those that are named."""
    off, names = tuple(off), tuple(field.name for field in fields(kind))
    for name in off:
        if name not in names:
            raise HalfmoveError(
                f"there is no technique '{name}'{did_you_mean(name, names)}; there are {', '.join(names)}"
            )
    return kind(**dict.fromkeys(off, False))
