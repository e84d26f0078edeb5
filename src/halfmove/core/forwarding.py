"""Objects that answer as another one does: the methods that their class does not define are generated here."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)

_STATES = ("state", "child")  # what parameters that are states are called


def forwards(questions: type, to: str, state: str = "state") -> Callable[[Class], Class]:
    """Let a class pass on to its field `to` each method of the class `questions` that it does not define itself.

    `state` is the expression that is passed on where the parameter is a state, and `child` is treated alike. The
    generated functions and properties look like those that a person would write, so the compiled lane reads them so.
    """

    def decorate(cls: Class) -> Class:
        own = {*vars(cls), *getattr(cls, "__dataclass_fields__", ())}
        for name in _names(questions):
            if name not in own:
                setattr(cls, name, _forward(name, inspect.getattr_static(questions, name, None), to, state))
        return cls

    return decorate


def _names(questions: type) -> list[str]:
    """Return the public names of a class: its methods and constants, and what it only annotates."""
    return [name for name in (*vars(questions), *questions.__annotations__) if not name.startswith("_")]


def _forward(name: str, original: Any, to: str, state: str) -> Any:
    if not inspect.isfunction(original):
        return property(_method(name, "", f"self.{to}.{name}"))
    parameters = list(inspect.signature(original).parameters)[1:]
    handed = ", ".join(state.replace("state", each, 1) if each in _STATES else each for each in parameters)
    method = _method(name, ", " + ", ".join(parameters), f"self.{to}.{name}({handed})")
    method.__defaults__, method.__doc__ = original.__defaults__, original.__doc__
    return method


def _method(name: str, parameters: str, answer: str) -> Any:
    scope: dict[str, Any] = {"__name__": __name__}
    exec(f"def {name}(self{parameters}):\n    return {answer}", scope)  # noqa: S102 - a text made of names alone
    return scope[name]
