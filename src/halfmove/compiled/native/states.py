"""States in machine code: the annotations of a NamedTuple are the types of its fields.

Numba types a NamedTuple by the values it happens to hold; a state typed so changes its type from one ply to the next.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numba import from_dtype, types
from numba.core import utils
from numba.core.datamodel import models as numba_models
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AttributeTemplate, infer_getattr, make_callable_template
from numba.core.typing.typeof import _typeof_type, typeof_impl
from numba.cpython.tupleobj import namedtuple_constructor
from numba.extending import box, models, register_model

from halfmove.compiled.bits import Bits
from halfmove.compiled.native.digest import digest_of
from halfmove.compiled.native.wide import BitsType
from halfmove.errors import NotCompilable


class StateType(types.NamedTuple):
    """The type of a state: a NamedTuple with declared field types."""

    def __init__(self, field_types: tuple[Any, ...], cls: type) -> None:
        super().__init__(field_types, cls)
        self.name = f"{_rules[cls]}{field_types}"

    def __reduce__(self) -> Any:  # in a cached file: the class that has these rules now
        return _restore, (_rules[self.instance_class], self.types)


_rules: dict[type, str] = {}  # declared class -> its name and the digest of its source
_classes: dict[str, type] = {}


def _restore(rules: str, field_types: tuple[Any, ...]) -> StateType:
    return StateType(field_types, _classes[rules])


def declare(cls: type) -> None:
    """Take the field types of a state class from its annotations."""
    if cls not in _rules:
        rules = f"{cls.__module__}.{cls.__qualname__}:{digest_of(cls)}"
        _rules[cls], _classes[rules] = rules, cls
        hints = get_type_hints(cls, include_extras=True)
        for hint in hints.values():
            if _is_state_class(hint):
                declare(hint)
        typeof_impl.register(cls)(_typeof_state)


def declare_mentioned(function: Any) -> None:
    """Declare the state classes that a function mentions by name."""
    names, scope = set(_all_names(function.__code__)), inspect.getclosurevars(inspect.unwrap(function)).nonlocals
    for name in names:
        declare_value(function.__globals__.get(name))
    for value in scope.values():
        declare_value(value)


def declare_value(value: Any) -> None:
    """Declare a state class, or the class of a state."""
    if _is_state_class(value):
        declare(value)
    elif isinstance(value, tuple) and _is_state_class(type(value)):
        declare(type(value))


def _all_names(code: Any) -> Any:
    yield from code.co_names
    for constant in code.co_consts:
        if inspect.iscode(constant):
            yield from _all_names(constant)


def _is_state_class(thing: Any) -> bool:
    return (
        isinstance(thing, type)
        and issubclass(thing, tuple)
        and hasattr(thing, "_fields")
        and bool(thing.__annotations__)
    )


def _field_types(cls: Any, given: Callable[[int], Any]) -> tuple[Any, ...]:
    hints = get_type_hints(cls, include_extras=True)
    return tuple(_field_type(cls, name, hints[name], partial(given, i)) for i, name in enumerate(cls._fields))


_NUMBERS = {int: types.int64, float: types.float64, bool: types.boolean}


def _field_type(cls: type, name: str, hint: Any, given: Callable[[], Any]) -> Any:
    """Return the type of a field; `given()` is that of the value at hand, which decides where the annotation is Any."""
    if get_origin(hint) is Annotated:
        for note in get_args(hint)[1:]:
            if isinstance(note, Bits):
                return BitsType(note.width)
        hint = get_args(hint)[0]
    if hint in _NUMBERS:
        return _NUMBERS[hint]
    if hint is Any:
        return types.unliteral(given())
    if isinstance(hint, type) and issubclass(hint, np.generic):
        return from_dtype(np.dtype(hint))
    if get_origin(hint) is np.ndarray:  # NDArray[np.int8]: one dimension, whole
        return types.Array(from_dtype(np.dtype(get_args(get_args(hint)[1])[0])), 1, "C")
    if _is_state_class(hint):
        declare(hint)
        return StateType(_field_types(hint, lambda i: given().types[i]), hint)
    raise NotCompilable(f"{cls.__qualname__}.{name}: the annotation {hint!r} has no counterpart in machine code")


def _typeof_state(state: Any, context: Any) -> StateType:
    cls = type(state)
    return StateType(_field_types(cls, lambda i: typeof_impl(state[i], context)), cls)


register_model(StateType)(numba_models.TupleModel)


@box(StateType)
def _(state: StateType, value: Any, c: Any) -> Any:
    """Build the state by its rules, not by a pickled class: a class in a function or a notebook has no address."""
    maker = c.pyapi.unserialize(c.pyapi.serialize_object(_Maker(_rules[state.instance_class])))
    items = [c.box(t, c.builder.extract_value(value, i)) for i, t in enumerate(state.types)]
    made = c.pyapi.call_function_objargs(maker, items)
    for item in (*items, maker):
        c.pyapi.decref(item)
    return made


class _Maker:
    """A state class, found by its rules when a cached file is read."""

    def __init__(self, rules: str) -> None:
        self.rules = rules

    def __reduce__(self) -> Any:
        return _class_with, (self.rules,)


def _class_with(rules: str) -> type:
    return _classes[rules]


class StateClassType(types.NamedTupleClass):
    """The type of a state class: calling it makes a state with the declared types."""


register_model(StateClassType)(models.OpaqueModel)


@typeof_impl.register(type)
def _(value: type, context: Any) -> Any:
    return StateClassType(value) if value in _rules else _typeof_type(value, context)


@infer_getattr
class _StateClassCall(AttributeTemplate):
    key = StateClassType

    def resolve___call__(self, made: StateClassType) -> Any:
        cls = made.instance_class

        def typer(*args: Any, **kws: Any) -> StateType:
            given = inspect.signature(cls).bind(*args, **kws)
            given.apply_defaults()
            return StateType(_field_types(cls, lambda i: tuple(given.arguments.values())[i]), cls)

        typer.pysig = utils.pysignature(cls)  # type: ignore[attr-defined]
        return types.Function(make_callable_template(self.key, typer))


lower_builtin(StateClassType, types.VarArg(types.Any))(namedtuple_constructor)
