"""Compiled objects in machine code: games, watches, tables and whatever else is decorated.

One Numba type class for each Python class; its scalar fields are part of the type, the other fields its members.
"""

from __future__ import annotations

import inspect
from dataclasses import is_dataclass
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import (
    NativeValue,
    intrinsic,
    lower_setattr,
    models,
    overload_attribute,
    register_jitable,
    register_model,
    unbox,
)

from halfmove.compiled.cells import cell
from halfmove.compiled.lane import KNOWN, OF_ONE_TYPE, WORD, field_names
from halfmove.compiled.native import eager, states
from halfmove.compiled.native.constants import with_marks
from halfmove.compiled.native.digest import digest_of
from halfmove.compiled.native.numba_private import cgutils, impl_ret_borrowed
from halfmove.compiled.native.parts import PART, bind_method
from halfmove.errors import NotCompilable

_CONSTANTS = (bool, int, float, str, tuple)


class ObjectType(types.Type):
    """The type of a compiled object: `rules` names its class and all that its source rests on."""

    class_rules: str

    def __init__(self, rules: str, constants: tuple[Any, ...], members: tuple[Any, ...]) -> None:
        self.rules, self.constants, self.members = rules, constants, members
        self.is_empty: bool = all(isinstance(kind, ObjectType) and kind.is_empty for _, kind in members)  # at run time
        super().__init__(f"{rules}({constants}, {members})")

    def __reduce__(self) -> Any:  # in a cached file: the class that has these rules now
        return _restore, (self.rules, self.constants, self.members)


_types: dict[type, type[ObjectType]] = {}
_by_rules: dict[str, type[ObjectType]] = {}


def _restore(rules: str, constants: tuple[Any, ...], members: tuple[Any, ...]) -> ObjectType:
    return _by_rules.get(rules, ObjectType)(rules, constants, members)


def type_of(value: Any) -> ObjectType:
    """Return the type of a compiled object, found once for each."""
    return _known(value).type


def _known(value: Any) -> _Known:
    known: _Known | None = value.__dict__.get(KNOWN)
    if known is None:
        items = [getattr(value, name) for name in field_names(type(value))]
        kind = (type(value), *map(_kind_of, items))
        known = _alike.get(kind)
        if known is None:
            inner = [_known(item).eager for item in items if _is_object(item)]
            known = _alike[kind] = _Known(_find_type(value), max(type(value).__compiled__.eager, *inner, 0))
        vars(value)[KNOWN] = known
    return known


_alike: dict[tuple[Any, ...], _Known] = {}


def _find_type(value: Any) -> ObjectType:
    cls = type(value)
    items = [(name, getattr(value, name)) for name in field_names(cls)]
    constants = tuple(item for item in items if _is_constant(item[1]))
    members = tuple((name, _typeof_member(cls, name, item)) for name, item in items if not _is_constant(item))
    object_type = _type_of_class(cls)
    return object_type(object_type.class_rules, constants, members)


def kind_of(value: Any) -> Any:
    """Return something that is equal only for values of the same type: Numba takes long to find a type."""
    kind = type(value)
    if kind is int:
        return int if value.bit_length() < WORD else (int, value > 0, value.bit_length())
    if kind in OF_ONE_TYPE:
        return kind
    if _is_object(value):
        return _known(value)
    if isinstance(value, tuple):
        return kind, *map(kind_of, value)
    if isinstance(value, np.ndarray):
        return value.dtype, value.ndim, value.flags.c_contiguous, value.flags.writeable, value.flags.aligned
    return kind


def _is_object(value: Any) -> bool:
    return "__compiled__" in type(value).__dict__ and is_dataclass(value)


def _kind_of(field: Any) -> Any:
    return repr(field) if _is_constant(field) else kind_of(field)


class _Known:
    """The type of an object, kept with it; forgotten where the object is copied or sent to another process.

    `eager` is the most items that one list of the object, or of an object in it, can hold.
    """

    def __init__(self, object_type: ObjectType, eager: int) -> None:
        self.type, self.eager = object_type, eager

    def __reduce__(self) -> Any:
        return type(None), ()


def _is_constant(value: Any) -> bool:
    """Tell whether a value can be part of a type: its `repr` differs from that of any other value."""
    return all(map(_is_constant, value)) if isinstance(value, tuple) else isinstance(value, _CONSTANTS)


def _typeof_member(cls: type, name: str, value: Any) -> Any:
    try:
        return states.machine_type(value)
    except Exception:  # noqa: BLE001 - Numba raises many kinds here
        raise NotCompilable(
            f"{cls.__qualname__}.{name}: a {type(value).__name__} has no counterpart in machine code"
        ) from None


def _type_of_class(cls: type) -> type[ObjectType]:
    if cls not in _types:
        rules = f"{cls.__module__}.{cls.__qualname__}:{digest_of(cls)}"
        object_type = type(cls.__name__, (ObjectType,), {"class_rules": rules})
        _types[cls] = _by_rules[rules] = object_type
        register_model(object_type)(_ObjectModel)
        unbox(object_type)(_unbox)
        for name, method in inspect.getmembers_static(cls, inspect.isfunction):
            if not name.startswith("__"):
                states.declare_mentioned(method)
                _bind_method(object_type, cls, name, method)
        every_field = getattr(cls, "__dataclass_fields__", {})
        for name in field_names(cls):
            _bind_field(object_type, name)
        for name, value in inspect.getmembers_static(cls):
            if not name.startswith("__") and name not in every_field and isinstance(value, _CONSTANTS):
                states.declare_value(value)
                if not hasattr(value, "_fields") and _is_constant(value):
                    _bind_constant(object_type, name, value)
            elif isinstance(value, cell):
                _bind_cell(object_type, name, value.place)
            elif isinstance(value, property):
                _bind_property(object_type, cls, name, value.fget)
            elif isinstance(value, staticmethod) and not name.startswith("__"):
                _bind_static(object_type, name, value.__func__)
    return _types[cls]


class _ObjectModel(models.StructModel):
    """A pointer to the members, or nothing where no member holds anything: small, for every node passes it on.

    The members are borrowed from the Python object, which outlives the call: no references are counted.
    """

    def __init__(self, manager: Any, object_type: ObjectType) -> None:
        super().__init__(manager, object_type, [] if object_type.is_empty else [("members", types.voidptr)])


def _members_struct(context: Any, object_type: ObjectType) -> ir.LiteralStructType:
    return ir.LiteralStructType([context.get_value_type(member_type) for _, member_type in object_type.members])


def _unbox(object_type: ObjectType, pointer: Any, c: Any) -> NativeValue:
    """Lay the members out in the frame of the call from Python."""
    struct = cgutils.create_struct_proxy(object_type)(c.context, c.builder)
    if not object_type.is_empty:
        place = cgutils.alloca_once(c.builder, _members_struct(c.context, object_type))
        for i, (name, member_type) in enumerate(object_type.members):
            member = c.pyapi.object_getattr_string(pointer, name)
            value = _borrowed(c, member_type, c.unbox(member_type, member).value)
            c.builder.store(value, cgutils.gep_inbounds(c.builder, place, 0, i))
            c.pyapi.decref(member)
        struct.members = c.builder.bitcast(place, cgutils.voidptr_t)
    return NativeValue(struct._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def _borrowed(c: Any, member_type: Any, value: Any) -> Any:
    """Return an array without its owner, so that copies of it cost nothing."""
    if isinstance(member_type, types.BaseTuple):
        for i, inner in enumerate(member_type.types):
            value = c.builder.insert_value(value, _borrowed(c, inner, c.builder.extract_value(value, i)), i)
    if not isinstance(member_type, types.Array):
        return value
    array = cgutils.create_struct_proxy(member_type)(c.context, c.builder, value=value)
    c.context.nrt.decref(c.builder, member_type, value)
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    return array._getvalue()


def _bind_method(object_type: type[ObjectType], cls: type, name: str, method: Any) -> None:
    most = vars(cls)["__compiled__"].eager if "__compiled__" in vars(cls) else 0
    if most and inspect.isgeneratorfunction(method) and eager.yields_numbers(method):
        eager.bind(object_type, name, method, most)
    elif _hands_on_a_generator(cls, name, method):
        bind_method(object_type, name, with_marks(method), inline="always")
    else:
        bind_method(object_type, name, method)


def _bind_static(object_type: type[ObjectType], name: str, function: Any) -> None:
    """Let `object.name(...)` call a function that is given no object."""
    states.declare_mentioned(function)
    parameters = ", ".join(inspect.signature(function).parameters)
    scope: dict[str, Any] = {"__name__": __name__, "function": register_jitable(**PART)(function)}
    exec(f"def call(self, {parameters}):\n    return function({parameters})", scope)  # noqa: S102 - names of parameters
    scope["call"].__defaults__ = function.__defaults__
    _bind_method(object_type, object, name, scope["call"])


def _hands_on_a_generator(cls: type, name: str, method: Any) -> bool:
    """Tell whether a wrapper's method returns the generator of the same name of the game inside.

    Such a method is copied into its caller, since a buffer of items lives in the caller's frame.
    """
    if inspect.isgeneratorfunction(method):
        return False
    return any(inspect.isgeneratorfunction(vars(base).get(name)) for base in cls.__mro__)


def _bind_field(object_type: type[ObjectType], name: str) -> None:
    def resolve(self: Any) -> Any:
        constants = dict(self.constants)
        if name in constants:
            constant = constants[name]
            return lambda self: constant
        return lambda self: _member(self, name)

    overload_attribute(object_type, name, strict=False, jit_options=PART)(resolve)


def _bind_constant(object_type: type[ObjectType], name: str, constant: Any) -> None:
    overload_attribute(object_type, name, strict=False, jit_options=PART)(lambda self: lambda self: constant)


def _bind_property(object_type: type[ObjectType], cls: type, name: str, getter: Any) -> None:
    getters = [getattr(vars(base).get(name), "fget", None) for base in cls.__mro__]
    instead = next((text for each in getters if (text := getattr(each, "python_only", None))), None)

    def resolve(self: Any) -> Any:
        if instead is not None:
            raise TypingError(f"halfmove: machine code cannot ask for `{name}` of a {cls.__name__}: {instead}")
        return getter

    overload_attribute(object_type, name, strict=False, jit_options=PART)(resolve)


def _bind_cell(object_type: type[ObjectType], name: str, place: int) -> None:
    overload_attribute(object_type, name, strict=False, jit_options=PART)(lambda self: lambda self: self.cells[place])

    @lower_setattr(object_type, name)
    def _(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value, kind = _load_member(context, builder, signature.args[0], args[0], "cells")
        data = cgutils.create_struct_proxy(kind)(context, builder, value=value).data
        builder.store(args[1], builder.gep(data, [ir.IntType(64)(place)], inbounds=True))


@intrinsic(prefer_literal=True)
def _member(typing: Any, self: Any, name: Any) -> Any:
    """The run-time value of the field `name`."""
    member_type = dict(self.members)[name.literal_value]

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value, _ = _load_member(context, builder, self, args[0], name.literal_value)
        return impl_ret_borrowed(context, builder, member_type, value)

    return member_type(self, name), build


def _load_member(context: Any, builder: Any, object_type: ObjectType, self: Any, name: str) -> tuple[Any, Any]:
    """Return the run-time value of the field `name`, and its type."""
    index = [member for member, _ in object_type.members].index(name)
    member_type = object_type.members[index][1]
    if object_type.is_empty:
        return cgutils.create_struct_proxy(member_type)(context, builder)._getvalue(), member_type
    struct = cgutils.create_struct_proxy(object_type)(context, builder, value=self)
    place = builder.bitcast(struct.members, _members_struct(context, object_type).as_pointer())
    value = builder.load(cgutils.gep_inbounds(builder, place, 0, index))
    value.set_metadata("invariant.load", builder.module.add_metadata([]))  # a compiled object is frozen
    return value, member_type
