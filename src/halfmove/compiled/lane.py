"""`@compiled` for classes, `@kernel` for algorithms, and the choice between the lanes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial, update_wrapper
from types import FunctionType
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar, dataclass_transform, overload

import numpy as np

from halfmove.compiled.cells import cell
from halfmove.compiled.direct import direct
from halfmove.compiled.flag import Flag
from halfmove.errors import NotCompilable, PlainLaneWarning

JIT = os.environ.get("HALFMOVE_JIT", "1") != "0"  # HALFMOVE_JIT=0 turns the compiled lane off everywhere
DEBUG = os.environ.get("HALFMOVE_DEBUG", "0") != "0"  # HALFMOVE_DEBUG=1 shows Numba's own text for what is not compiled

KNOWN = "_machine_type"  # where a compiled object keeps its type for machine code
OF_ONE_TYPE: set[type] = {bool, float, str}  # classes whose objects all have the same type for machine code
COMPILED: set[type] = {Flag}  # all classes that are decorated: plain Python finds out sooner that it is given none
WORD = 64  # bits

#: Metadata of a field that only Python asks for, as a text: objects that differ in it alone share their machine code.
PYTHON_ONLY = {"python_only": True}

_PLAIN_VALUES = (bool, int, float, tuple, np.generic, np.ndarray)  # mean the same in both lanes

Class = TypeVar("Class", bound=type)
Getter = TypeVar("Getter", bound=Callable[..., Any])
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Object = TypeVar("Object")


class Options(NamedTuple):
    """How a class is compiled. `eager` is the most items one of its generators yields, or 0 to leave them lazy."""

    eager: int = 0


@overload
@dataclass_transform(frozen_default=True, eq_default=False)
def compiled(cls: Class) -> Class: ...
@overload
@dataclass_transform(frozen_default=True, eq_default=False)
def compiled(*, eager: int = 0) -> Callable[[Class], Class]: ...
def compiled(cls: Class | None = None, *, eager: int = 0) -> Class | Callable[[Class], Class]:
    """Let the methods of a class run as machine code inside kernels.

    The class becomes a frozen dataclass. A field that is a number, a text or a tuple is a constant of the machine
    code; an array or another compiled object is passed at run time; one with the metadata PYTHON_ONLY is left out. A
    subclass is compiled only when decorated too.
    Whatever else a class or a module holds keeps the value of the first call: make it a field if it is to vary.

    `eager=n` lists what a generator yields at once, n items at most, instead of one by one: faster for generators
    that are long and costly to resume (chess), slower for short ones (Connect Four).
    """

    def decorate(cls: Class) -> Class:
        if "__dataclass_fields__" not in vars(cls):
            dataclass(frozen=True, eq=False)(cls)
        elif not cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            raise NotCompilable(f"{cls.__qualname__} is a dataclass that can be changed: write @dataclass(frozen=True)")
        if any(isinstance(getattr(cls, name, None), cell) for name in dir(cls)):
            cls.__setattr__ = object.__setattr__  # type: ignore[assignment]
        cls.__compiled__ = Options(eager)  # type: ignore[attr-defined]
        COMPILED.add(cls)
        cls._numba_type_ = property(_machine_type)  # type: ignore[attr-defined]
        return cls

    return decorate if cls is None else decorate(cls)


def _machine_type(self: Any) -> Any:
    from halfmove.compiled.native.objects import type_of

    return type_of(self)


class Kernel(Generic[Parameters, Result]):
    """An algorithm in both lanes."""

    def __init__(self, function: Callable[Parameters, Result], inline: bool) -> None:
        if function.__defaults__ or function.__kwdefaults__:
            raise NotCompilable(f"{function.__qualname__}: a kernel takes arguments by position, without defaults")
        self.python, self.inline = function, inline
        self._native: Any = None
        self._plain: Callable[..., Result] | None = None
        self._meanings: list[tuple[dict[str, Any], str, Any]] = []  # as long as they hold, `_plain` is right
        update_wrapper(self, function)

    @property
    def native(self) -> Any:
        """The machine code, made at the first use."""
        if self._native is None:
            from halfmove.compiled.native.kernels import build

            self._native = build(self)
        return self._native

    @property
    def plain(self) -> Callable[..., Result]:
        """The text as plain Python runs it: the kernels that it calls are not asked for their lane again."""
        for module, name, meaning in self._meanings:
            if module.get(name) is not meaning:  # a kernel is defined again, as in a notebook
                self._plain = None
                break
        if self._plain is None:
            self._plain, self._meanings = direct(self)
        return self._plain

    def prepare(self, *args: Any) -> partial[Result]:
        """Return the call with these arguments, ready to run: no clock runs while the machine code is made."""
        return partial(self.ready(*args), *args)

    def ready(self, *args: Any) -> Callable[..., Result]:
        """Return the function for arguments of these types, ready to be called many times."""
        prepared: Callable[..., Result] | None = None
        if self._native is not None:
            prepared = self._native.prepared.get(_quick_kinds(args))
        if prepared is None:
            prepared = self.native.prepare(*args) if _runs_native(args) else self.plain
        return prepared

    def __call__(self, *args: Parameters.args, **named: Parameters.kwargs) -> Result:
        if named:
            raise NotCompilable(f"{self.python.__qualname__}: a kernel takes arguments by position")
        if self._native is None and not _runs_native(args):  # plain Python comes by at each call by a method
            return self.plain(*args)
        return self.ready(*args)(*args)


@overload
def kernel(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]: ...
@overload
def kernel(*, inline: bool) -> Callable[[Callable[Parameters, Result]], Kernel[Parameters, Result]]: ...
def kernel(function: Any = None, *, inline: bool = True) -> Any:
    """Let an algorithm run as machine code when an argument is compiled, and as plain Python otherwise.

    One argument at least must be a compiled object, and each other one such an object or a plain value. The kernels
    that a kernel calls run in its lane. A return annotation `int` or `float` decides the machine type of the result:
    write one on a kernel that calls itself, or its type is found anew at each call. `inline=False` keeps a kernel that
    is run rarely apart from its callers, so that its code does not crowd theirs.
    """
    return partial(Kernel, inline=inline) if function is None else Kernel(function, inline)


def python_only(instead: str) -> Callable[[Getter], Getter]:
    """Mark the function of a property that machine code cannot answer; `instead` says what a kernel does.

    It holds for the properties of the same name in subclasses.
    """

    def mark(getter: Getter) -> Getter:
        getter.python_only = instead  # type: ignore[attr-defined]
        return getter

    return mark


def _quick_kinds(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return `native.objects.kind_of` of each argument; an empty tuple if it takes long to find for one of them."""
    kinds = []
    for arg in args:
        kind = type(arg)
        if kind is int:
            if arg.bit_length() >= WORD:
                return ()
        elif kind not in OF_ONE_TYPE:
            if "__compiled__" not in kind.__dict__ or KNOWN not in arg.__dict__:
                return ()
            kind = arg.__dict__[KNOWN]
        kinds.append(kind)
    return tuple(kinds)


def _runs_native(args: tuple[Any, ...]) -> bool:
    """Tell whether a call runs as machine code: one argument at least is compiled, and machine code takes them all."""
    if not JIT or COMPILED.isdisjoint(map(type, args)):
        return False
    if all(map(is_native, args)):
        return True
    for arg in args:
        if type(arg) in COMPILED:
            _warn_of_states(arg, args)
    return False


def _warn_of_states(game: Any, args: tuple[Any, ...]) -> None:
    """Warn that a compiled game runs as plain Python because of its states."""
    state = getattr(type(game), "initial", None)
    if is_dataclass(state) and any(type(arg) is type(state) for arg in args):
        name, kind = type(game).__qualname__, type(state).__qualname__
        warnings.warn(
            f"{name} runs as plain Python: its state {kind} is a dataclass, and machine code needs a NamedTuple",
            PlainLaneWarning,
            stacklevel=2,
        )


def is_native(value: Any) -> bool:
    """Tell whether `value` can be handed to machine code: a plain value, or a compiled object of such values."""
    cls = type(value)
    if "__compiled__" not in cls.__dict__:
        return isinstance(value, _PLAIN_VALUES)
    if KNOWN in value.__dict__:  # its type was found before
        return True
    return not is_dataclass(value) or all(
        isinstance(member, str) or is_native(member) for member in (getattr(value, name) for name in field_names(cls))
    )


def field_names(cls: Any) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass that machine code asks for, found once for each."""
    if cls not in _field_names:
        _field_names[cls] = tuple(field.name for field in fields(cls) if field.metadata != PYTHON_ONLY)
    return _field_names[cls]


_field_names: dict[type, tuple[str, ...]] = {}


def lane_of(game: Any) -> str:
    """Name the lane that kernels take for `game`: 'compiled' or 'plain'."""
    return "compiled" if JIT and "__compiled__" in vars(type(game)) and is_native(game) else "plain"


def plain(value: Object) -> Object:
    """Return the same object for the plain lane: to watch it, to check one lane against the other, to debug."""
    if "__compiled__" not in vars(type(value)):
        return value
    twin: Object = object.__new__(_plain_class(type(value)))  # type: ignore[arg-type]
    for name, part in vars(value).items():
        object.__setattr__(twin, name, part)  # each by itself: Python calls methods sooner of objects without a dict
    return twin


@cache
def _plain_class(cls: type) -> type:
    names = {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    return type(cls.__name__, (cls,), names)


_FRAME = 4096  # bytes of stack that one call of a kernel takes, apart from lists
_LISTS = 4  # eager lists that one call may have in use
_ITEM = 8  # bytes of one item in a list


def stack_of(call: Any, depth: int) -> int | None:
    """Return how many bytes of stack a call takes that recurs `depth` deep; None if it is not machine code."""
    if isinstance(call.func, FunctionType):
        return None
    most = 0
    for arg in call.args:
        if "__compiled__" in type(arg).__dict__ and KNOWN in arg.__dict__:
            most = max(most, arg.__dict__[KNOWN].eager)
    return (depth + 2) * (_FRAME + _LISTS * _ITEM * most)
