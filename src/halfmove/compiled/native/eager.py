"""Generators that list their items at once, into a buffer in the caller's frame.

The source keeps its `yield`; here it becomes a function that fills a buffer and counts. Six times faster where a list
is long and costly to resume, as in chess.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, overload_method, register_model

from halfmove.errors import HalfmoveError

_WORD = ir.IntType(64)
_POINTER = types.CPointer(types.int64)


def yields_numbers(method: Callable[..., Any]) -> bool:
    """Tell whether a generator yields single values; pairs, as `chances` yields them, stay lazy."""
    tree = _source(method)
    if tree is None:
        return False
    yields = [node for node in ast.walk(tree) if isinstance(node, (ast.Yield, ast.YieldFrom))]
    return not any(isinstance(node, ast.YieldFrom) or isinstance(node.value, ast.Tuple) for node in yields)


def _source(method: Callable[..., Any]) -> ast.FunctionDef | None:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    except (OSError, TypeError, SyntaxError):  # typed at a prompt that keeps no source
        return None
    function = tree.body[0]
    return function if isinstance(function, ast.FunctionDef) else None


class _Fill(ast.NodeTransformer):
    """`yield x` becomes: check that there is room, put x into the buffer, count it."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield):
            return node
        text = "if _count >= _most:\n    raise _Error(_too_many)\n_buffer[_count] = 0\n_count += 1"
        check, put, count = ast.parse(text).body
        assert isinstance(put, ast.Assign)
        put.value = node.value.value or ast.Constant(None)
        return [ast.copy_location(statement, node) for statement in (check, put, count)]

    def visit_Return(self, node: ast.Return) -> ast.Return:
        return ast.copy_location(ast.Return(ast.Name("_count", ast.Load())), node)


def _filler(method: Callable[..., Any], most: int) -> Callable[..., Any]:
    """Return `method` as a function that fills a buffer and returns how many items there are."""
    function = _source(method)
    assert function is not None
    function.decorator_list = []
    function.args.args.append(ast.arg("_buffer"))
    body = [_Fill().visit(statement) for statement in function.body]
    body = [inner for statement in body for inner in (statement if isinstance(statement, list) else [statement])]
    start = ast.parse("_count = 0").body
    function.body = [*start, *body, ast.Return(ast.Name("_count", ast.Load()))]
    tree = ast.fix_missing_locations(ast.Module([function], []))
    ast.increment_lineno(tree, method.__code__.co_firstlineno - 1)
    message = f"{method.__qualname__} yields more than {most} items: raise `eager` in @compiled"
    scope: dict[str, Any] = dict(inspect.getclosurevars(method).nonlocals)
    scope = {**method.__globals__, **scope, "_most": most, "_too_many": message, "_Error": HalfmoveError}
    exec(compile(tree, inspect.getsourcefile(method) or "?", "exec"), scope)  # noqa: S102 - the class's own source
    filler: Callable[..., Any] = scope[method.__name__]
    return filler


def bind(made: Any, name: str, method: Callable[..., Any], most: int) -> None:
    """Let `object.name(...)` iterate over a buffer of `most` items."""
    filler = _filler(method, most)
    fill_name = f"_fill_{name}"

    def resolve(self: Any, *args: Any) -> Any:
        return filler

    resolve.__signature__ = inspect.signature(filler)  # type: ignore[attr-defined]
    overload_method(made, fill_name, strict=False, jit_options={"forceinline": True})(resolve)

    parameters = ", ".join(list(inspect.signature(method).parameters)[1:])
    text = (
        f"def listed(self, {parameters}):\n"
        f"    buffer = room()\n"
        f"    return over(buffer, self.{fill_name}({parameters}, buffer))\n"
    )
    scope: dict[str, Any] = {"room": _room_for(most), "over": _over}
    exec(text, scope)  # noqa: S102 - parameter names of the class's own method
    listed = scope["listed"]

    def resolve_listed(self: Any, *args: Any) -> Any:
        return listed

    resolve_listed.__signature__ = inspect.signature(method)  # type: ignore[attr-defined]
    overload_method(made, name, strict=False, inline="always")(resolve_listed)


def _room_for(most: int) -> Any:
    """Return an intrinsic that reserves room for `most` items in the caller's frame, once a call."""

    @intrinsic
    def room(typing: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            with builder.goto_entry_block():  # not alloca_once: that would clear the room each time
                pointer = builder.alloca(ir.ArrayType(_WORD, most))
            return builder.bitcast(pointer, _WORD.as_pointer())

        return _POINTER(), build

    return room


class BufferIterator(types.SimpleIteratorType):
    def __init__(self) -> None:
        super().__init__("BufferIterator", types.int64)


@register_model(BufferIterator)
class _BufferIteratorModel(models.StructModel):
    def __init__(self, manager: Any, iterator: BufferIterator) -> None:
        super().__init__(manager, iterator, [("items", _POINTER), ("end", types.int64), ("cursor", _POINTER)])


@intrinsic
def _over(typing: Any, buffer: Any, end: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        iterator = cgutils.create_struct_proxy(BufferIterator())(context, builder)
        iterator.items, iterator.end = args
        iterator.cursor = cgutils.alloca_once(builder, _WORD)
        builder.store(_WORD(0), iterator.cursor)
        return iterator._getvalue()

    return BufferIterator()(buffer, types.int64), build


@lower_builtin("getiter", BufferIterator)
def _(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return args[0]


@lower_builtin("iternext", BufferIterator)
@iternext_impl(RefType.UNTRACKED)
def _(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    iterator = cgutils.create_struct_proxy(BufferIterator())(context, builder, value=args[0])
    index = builder.load(iterator.cursor)
    valid = builder.icmp_signed("<", index, iterator.end)
    result.set_valid(valid)
    with builder.if_then(valid):
        result.yield_(builder.load(builder.gep(iterator.items, [index])))
        builder.store(builder.add(index, _WORD(1)), iterator.cursor)
