"""States in machine code: the annotations of a NamedTuple are the types of its fields.

Numba types a NamedTuple by the values it happens to hold; a state typed so changes its type from one ply to the next.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, get_args, get_origin, get_type_hints
from weakref import WeakSet

import numpy as np
from numba import from_dtype, typeof, types
from numba.core.errors import TypingError
from numba.extending import box, models, register_model, typeof_impl, unbox

from halfmove.compiled.bits import Bits
from halfmove.compiled.lane import OF_ONE_TYPE, Kernel
from halfmove.compiled.native.digest import digest_of
from halfmove.compiled.native.numba_private import (
    AbstractTemplate,
    AttributeTemplate,
    TupleModel,
    bound_function,
    impl_ret_borrowed,
    infer_getattr,
    lower_builtin,
    namedtuple_constructor,
    pysignature,
    signature,
    unbox_tuple,
)
from halfmove.compiled.native.wide import BitsType, is_wide, type_of_wide
from halfmove.compiled.packing import no_counterpart, refuse_values
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
        with contextlib.suppress(NotCompilable):  # it may be mentioned only where text is made
            for hint in _hints(cls).values():
                if _is_state_class(hint):
                    declare(hint)


def _hints(cls: type) -> dict[str, Any]:
    try:
        return get_type_hints(cls, include_extras=True)
    except NameError as error:
        raise NotCompilable(f"{cls.__qualname__}: an annotation cannot be read: {error}") from None


_followed: WeakSet[Any] = WeakSet()  # functions whose names were looked at


def declare_mentioned(function: Any) -> None:
    """Declare the state classes that a function, or a kernel that it mentions, mentions by name.

    They must be declared before machine code that uses them is loaded.
    """
    if function in _followed:
        return
    _followed.add(function)
    names, scope = set(_all_names(function.__code__)), inspect.getclosurevars(inspect.unwrap(function)).nonlocals
    mentioned = [function.__globals__.get(name) for name in names] + list(scope.values())
    for module in filter(inspect.ismodule, list(mentioned)):
        mentioned += [vars(module).get(name) for name in names]  # `getattr` would warn of deprecated names
    for value in mentioned:
        declare_value(value)


def declare_value(value: Any) -> None:
    """Declare a state class, the class of a state, or what a kernel mentions."""
    if isinstance(value, Kernel):
        declare_mentioned(value.python)
    elif _is_state_class(value):
        declare(value)
    elif isinstance(value, tuple) and _is_state_class(type(value)):
        declare(type(value))


def declare_argument(state: Any) -> None:
    """Declare the class of a state that is handed to a kernel, which must have a counterpart in machine code."""
    for inner in state:  # those of wrappers, whose annotation is Any
        if isinstance(inner, tuple):
            declare_argument(inner)
    if type(state) not in _rules:
        declare_value(state)
        if type(state) in _rules:
            machine_type(state)


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
    hints = _hints(cls)
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
    raise NotCompilable(no_counterpart(cls, name, hint))


def machine_type(value: Any) -> Any:
    """Return the type of a value in our kernels: Numba's, but for states, state classes and wide numbers."""
    if type(value) is tuple and not is_wide(value):
        return types.BaseTuple.from_types([machine_type(item) for item in value])
    if is_wide(value):
        return type_of_wide(value)
    if isinstance(value, type) and value in _rules:
        return StateClassType(value)
    return _type_of_state(value) if type(value) in _rules else typeof(value)


def is_special(value: Any) -> bool:
    """Tell whether our kernels have a type of their own for a value."""
    if type(value) is tuple and not is_wide(value):
        return any(map(is_special, value))
    declare_value(value)
    return is_wide(value) or type(value) in _rules or isinstance(value, type) and value in _rules


class Constant:
    """A value with a type of ours, in the text of a kernel."""

    def __init__(self, value: Any) -> None:
        self.value, self.type = value, machine_type(value)

    def __int__(self) -> int:
        return int(self.value)

    def __iter__(self) -> Iterator[Any]:
        wide = is_wide(self.value)
        return (Constant(item) if wide or is_special(item) else item for item in self.value)


@typeof_impl.register(Constant)
def _(constant: Constant, context: Any) -> Any:
    return constant.type


def _is_fixed(hint: Any) -> bool:
    """Tell whether an annotation alone decides the type of a field."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return hint in _NUMBERS or _is_state_class(hint) and all(map(_is_fixed, _hints(hint).values()))


def _type_of_state(state: Any) -> StateType:
    cls = type(state)
    if _is_fixed(cls):
        OF_ONE_TYPE.add(cls)
    state_type = StateType(_field_types(cls, lambda i: machine_type(state[i])), cls)
    for name, value, field in zip(cls._fields, state, state_type.types, strict=True):
        if isinstance(field, types.Array):
            _check_array(cls, name, value, field)
    return state_type


def _check_array(cls: type, name: str, value: Any, field: types.Array) -> None:
    """Refuse an array that machine code would misread."""
    actual = typeof(value) if isinstance(value, np.ndarray) else None
    if not isinstance(actual, types.Array) or (actual.dtype, actual.ndim, actual.layout) != (field.dtype, 1, "C"):
        raise NotCompilable(
            f"{cls.__qualname__}.{name}: "
            f"its annotation says a whole array of {field.dtype}, one dimension, not {actual}"
        )


register_model(StateType)(TupleModel)


@unbox(StateType)
def _(state: StateType, value: Any, c: Any) -> Any:
    """Take a state apart; a number that its field cannot hold is named."""
    fields = unbox_tuple(state, value, c)
    with c.builder.if_then(fields.is_error, likely=False):
        c.pyapi.err_clear()
        c.pyapi.call_function_objargs(c.pyapi.unserialize(c.pyapi.serialize_object(refuse_values)), [value])
    return fields


@box(StateType)
def _(state: StateType, value: Any, c: Any) -> Any:
    """Build the state by its rules, not by a pickled class: a class in a function or a notebook has no address."""
    maker = c.pyapi.unserialize(c.pyapi.serialize_object(_Maker(_rules[state.instance_class])))
    items = [c.box(t, c.builder.extract_value(value, i)) for i, t in enumerate(state.types)]
    boxed = c.pyapi.call_function_objargs(maker, items)
    for item in (*items, maker):
        c.pyapi.decref(item)
    return boxed


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


@infer_getattr
class _StateClassCall(AttributeTemplate):
    key = StateClassType

    def resolve___call__(self, state_class: StateClassType) -> Any:
        cls = state_class.instance_class

        def generic(template: Any, args: Any, kws: Any) -> Any:
            """Type the arguments, defaults included, as the fields they fill."""
            try:
                given = inspect.signature(cls).bind(*args, **kws)
            except TypeError as error:
                raise TypingError(f"halfmove: {cls.__qualname__}: {error}") from None
            given.apply_defaults()
            values = [v if isinstance(v, types.Type) else machine_type(v) for v in given.arguments.values()]
            state_type = StateType(_field_types(cls, lambda i: values[i]), cls)
            for name, value, field in zip(cls._fields, values, state_type.types, strict=True):
                _check_given(cls, name, value, field)
            return signature(state_type, *state_type.types).replace(pysig=_with_defaults(state_type))

        return types.Function(type(cls.__name__, (AbstractTemplate,), {"key": self.key, "generic": generic}))


def _with_defaults(state_type: StateType) -> inspect.Signature:
    """Return the signature of a state class with its defaults in the types of the fields."""
    parameters = list(pysignature(state_type.instance_class).parameters.values())
    for i, (parameter, field) in enumerate(zip(parameters, state_type.types, strict=True)):
        if parameter.default is not parameter.empty:
            default = _as_field(field, parameter.default)
            parameters[i] = parameter.replace(default=Constant(default) if is_special(default) else default)
    return inspect.Signature(parameters)


def _as_field(field: Any, value: Any) -> Any:
    if isinstance(field, StateType):
        return type(value)(*map(_as_field, field.types, value))
    kinds = {types.Boolean: bool, types.Integer: int, types.Float: float, BitsType: int}
    return next((kind(value) for known, kind in kinds.items() if isinstance(field, known)), value)


def _check_given(cls: type, name: str, given: Any, field: Any) -> None:
    """Refuse a fraction for a whole number: it would be cut off here and kept in the plain lane."""
    if isinstance(given, types.Float) and not isinstance(field, types.Float):
        raise TypingError(f"halfmove: {cls.__qualname__}.{name} is given a fraction where its annotation says {field}")


lower_builtin(StateClassType, types.VarArg(types.Any))(namedtuple_constructor)


@infer_getattr
class _Replace(AttributeTemplate):
    """`state._replace(field=value)`: the same state but for some fields."""

    key = StateType

    @bound_function("state._replace")
    def resolve__replace(self, state: StateType, args: Any, kws: dict[str, Any]) -> Any:
        cls: Any = state.instance_class
        if args or not kws.keys() <= set(cls._fields):
            raise TypingError(f"halfmove: {cls.__qualname__}._replace takes fields by name: {', '.join(cls._fields)}")
        for name, field in zip(cls._fields, state.types, strict=True):
            _check_given(cls, name, kws.get(name), field)
        given = [field if name in kws else types.Omitted(None) for name, field in zip(cls._fields, state.types)]
        by_name = [
            inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None) for name in cls._fields
        ]
        return signature(state, *given).replace(pysig=inspect.Signature(by_name))


@lower_builtin("state._replace", StateType, types.VarArg(types.Any))
def _(context: Any, builder: Any, call: Any, args: Any) -> Any:
    state, *values = args
    for i, (given, value) in enumerate(zip(call.args[1:], values, strict=True)):
        if not isinstance(given, types.Omitted):
            state = builder.insert_value(state, value, i)
    return impl_ret_borrowed(context, builder, call.return_type, state)
