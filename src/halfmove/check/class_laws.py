"""The laws of the class of a game: what it answers, what it declares, and what its methods take."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from numbers import Real
from typing import Any

from halfmove.check.finding import place_of
from halfmove.check.state_laws import Sample, is_whole
from halfmove.core.commentary import Commentary
from halfmove.core.game import ALLOWED, DRAW, ILLEGAL, LARGEST_UTILITY, Game
from halfmove.errors import did_you_mean

FIRST = ("to_move", "actions", "result", "is_terminal", "utility")  # what every game answers
_QUESTIONS = {
    name: tuple(inspect.signature(method).parameters.values())
    for name, method in vars(Game).items()
    if inspect.isfunction(method) and not name.startswith("_")
}
_COMMENTS = [name for name, method in vars(Commentary).items() if inspect.isfunction(method) and name[0] != "_"]


def unanswered(game: Game, sample: Sample | None = None) -> Iterator[str]:
    """Every game answers the first six questions."""
    cls = type(game)
    for question in FIRST:
        if getattr(cls, question) is getattr(Game, question):
            remedy = did_you_mean(question, _own_methods(cls), "`{}` may be meant, so rename it")
            yield f"{cls.__name__} does not define `{question}`: {remedy or f'add `{_head(question)}`'}"
    if not hasattr(game, "initial"):
        yield f"{cls.__name__} does not say which state is `initial`: add `initial = ...`"


def declarations(game: Game, sample: Sample) -> Iterator[str]:
    """What a game declares (`initial`, `players`, `utilities`, `repetition`) is what it should be."""
    name, initial = type(game).__name__, game.initial
    if inspect.isroutine(initial):
        yield "initial is a method, and must be a state: write `initial = ...`, or put @property above it"
    elif initial is None or isinstance(initial, type):
        what = "None" if initial is None else f"the class {initial.__name__}, not a state of it"
        yield f"{name}.initial is {what}: write `initial = ...` with the state in which a game begins"
    if not is_whole(game.players) or game.players < 1:
        yield f"{name}.players is {game.players!r}: it must be how many take part, as in `players = 2`"
    bounds: Any = game.utilities
    is_pair = isinstance(bounds, (tuple, list)) and len(bounds) == 2 and all(isinstance(each, Real) for each in bounds)
    if not is_pair or not bounds[0] <= bounds[1]:
        yield f"{name}.utilities is {bounds!r}: it must be the least and the greatest utility, such as (-1.0, 1.0)"
    elif not all(abs(bound) <= LARGEST_UTILITY for bound in bounds):
        yield f"{name}.utilities is {bounds!r}: utilities are from {-LARGEST_UTILITY:g} to {LARGEST_UTILITY:g}"
    step: Any = game.step
    if not isinstance(step, Real) or not 0 < float(step) <= LARGEST_UTILITY:
        yield f"{name}.step is {step!r}: it must be the distance between two utilities, such as 1.0"
    if not is_whole(game.longest) or game.longest < 0:
        yield f"{name}.longest is {game.longest!r}: it must be the plies of the longest game there can be"
    if game.repetition not in (ALLOWED, DRAW, ILLEGAL):
        yield f"{name}.repetition is {game.repetition!r}: import ALLOWED, DRAW or ILLEGAL from halfmove"


def signatures(game: Game, sample: Sample) -> Iterator[str]:
    """Every method takes what it is called with."""
    cls = type(game)
    for question, parameters in _QUESTIONS.items():
        if getattr(cls, question) is getattr(Game, question):
            continue
        try:
            inspect.signature(getattr(game, question)).bind(*parameters[1:])
        except TypeError:
            yield f"{question} is called with other arguments: write `{_head(question)}`"
        except ValueError:  # it has no signature
            continue


def _head(question: str) -> str:
    """Return the line that a method begins with."""
    named = (each.name + ("" if each.default is each.empty else f"={each.default}") for each in _QUESTIONS[question])
    return f"def {question}({', '.join(named)})"


def misspelt(game: Game) -> Iterator[str]:
    """Yield each method that nothing calls and that may be meant as another: by its name, or where it stands."""
    cls = type(game)
    called = {name for each in _own_methods(cls).values() for name in each.__code__.co_names}
    for name in _own_methods(cls):
        if name in _COMMENTS and name not in called:
            beside = f"`class {cls.__name__}Commentary(Commentary)`"
            yield f"{place_of(cls, name)}nothing calls `{name}` of a game: move it to {beside} beside it"
        near = did_you_mean(name, _QUESTIONS, "{}")
        if near and name not in _QUESTIONS and name not in called and getattr(cls, near) is getattr(Game, near):
            yield f"{place_of(cls, name)}nothing calls `{name}`: if `{near}` is meant, rename it"


def _own_methods(cls: type) -> dict[str, Any]:
    """Return the methods that a user wrote: what is neither of `Game` nor of object."""
    return {
        name: method
        for name, method in inspect.getmembers_static(cls, inspect.isfunction)
        if not name.startswith("_") and getattr(Game, name, None) is not method
    }
