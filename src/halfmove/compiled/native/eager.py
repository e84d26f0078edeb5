"""Generators that list their items at once, into a buffer in the caller's frame.

The source keeps its `yield`; here it becomes a function that fills a buffer and counts. That is six times faster where
a generator is long and costly to resume, as in chess.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, models, register_model

from halfmove.compiled.native.numba_private import RefType, cgutils, iternext_impl, lower_builtin
from halfmove.compiled.native.parts import bind_method
from halfmove.errors import HalfmoveError

_WORD = ir.IntType(64)
_POINTER = types.CPointer(types.int64)


def yields_numbers(method: Callable[..., Any]) -> bool:
    """Tell whether a generator may be listed: pairs (as `chances` yields them) and states stay lazy."""
    tree = _source(method)
    if tree is None:
        return False
    scope = {**method.__globals__, **inspect.getclosurevars(method).nonlocals}
    yields = [node for node in ast.walk(tree) if isinstance(node, (ast.Yield, ast.YieldFrom))]
    stated = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    return all(node in stated and isinstance(node, ast.Yield) and _may_be_number(node.value, scope) for node in yields)


def _may_be_number(item: ast.expr | None, scope: dict[str, Any]) -> bool:
    if isinstance(item, ast.Call) and isinstance(item.func, ast.Name):
        return not hasattr(scope.get(item.func.id), "_fields")
    return item is not None and not isinstance(item, ast.Tuple)


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
        text = "if _count >= _most:\n    raise _Error(_too_many)\n_put(_buffer, _count, 0)\n_count += 1"
        check, put, count = ast.parse(text).body
        assert isinstance(put, ast.Expr)
        assert isinstance(put.value, ast.Call)
        assert node.value.value is not None
        put.value.args[-1] = node.value.value
        return [ast.copy_location(statement, node) for statement in (check, put, count)]

    def visit_Return(self, node: ast.Return) -> ast.Return:
        return ast.copy_location(ast.Return(ast.Name("_count", ast.Load())), node)


def _filler(method: Callable[..., Any], most: int) -> Callable[..., Any]:
    """Return `method` as a function that fills a buffer and returns how many items there are."""
    function = _bare(method)
    function.args.args.insert(1, ast.arg("_buffer"))
    body = [_Fill().visit(statement) for statement in function.body]
    body = [inner for statement in body for inner in (statement if isinstance(statement, list) else [statement])]
    start = ast.parse("_count = 0").body
    function.body = [*start, *body, ast.Return(ast.Name("_count", ast.Load()))]
    message = f"{method.__qualname__} yields more than {most} items: raise `eager` in @compiled"
    return _function_from(function, method, _most=most, _too_many=message, _Error=HalfmoveError, _put=_put)


def _bare(method: Callable[..., Any]) -> ast.FunctionDef:
    """Return the source of a method without what only readers need: decorators and annotations."""
    function = _source(method)
    assert function is not None
    function.decorator_list, function.returns = [], None
    for parameter in function.args.args:
        parameter.annotation = None
    return function


def _function_from(function: ast.FunctionDef, method: Callable[..., Any], **names: Any) -> Callable[..., Any]:
    """Return the function of this source, in the place and the scope of `method`."""
    tree = ast.fix_missing_locations(ast.Module([function], []))
    ast.increment_lineno(tree, method.__code__.co_firstlineno - 1)
    scope = {**method.__globals__, **inspect.getclosurevars(method).nonlocals, **names}
    exec(compile(tree, inspect.getsourcefile(method) or "?", "exec"), scope)  # noqa: S102 - the class's own source
    rewritten: Callable[..., Any] = scope[function.name]
    rewritten.__defaults__ = method.__defaults__
    return rewritten


def bind(object_type: Any, name: str, method: Callable[..., Any], most: int) -> None:
    """Let `object.name(...)` iterate over a buffer of `most` items."""
    filler = _filler(method, most)
    fill_name = f"_fill_{name}"
    bind_method(object_type, fill_name, filler)
    function = _bare(method)
    myself, *others = [parameter.arg for parameter in function.args.args]
    text = f"_buffer = _room()\nreturn _over(_buffer, {myself}.{fill_name}({', '.join(['_buffer', *others])}))"
    function.body = ast.parse(f"def _():\n{textwrap.indent(text, '    ')}").body[0].body  # type: ignore[attr-defined]
    bind_method(
        object_type,
        name,
        _function_from(function, method, _room=_room_for(most), _over=_over_for(most)),
        inline="always",
    )


@intrinsic
def _put(typing: Any, buffer: Any, index: Any, item: Any) -> Any:
    """buffer[index] = item, which must be a whole number."""
    if not isinstance(item, (types.Integer, types.Boolean)):
        raise TypingError(f"halfmove: a generator of an eager class yields whole numbers, not {item}")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], builder.gep(args[0], [args[1]]))
        return context.get_dummy_value()

    return types.none(buffer, types.int64, types.int64), build


def _room_for(most: int) -> Any:
    """Return an intrinsic that reserves room for `most` items in the caller's frame, once a call."""

    @intrinsic
    def room(typing: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.bitcast(_place_for(builder, ir.ArrayType(_WORD, most)), _WORD.as_pointer())

        return _POINTER(), build

    return room


class BufferIterator(types.SimpleIteratorType):
    """An iterator over a buffer in some frame; a lazy generator copies the buffer when it is suspended."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"BufferIterator({most})", types.int64)


class _Words(types.Type):
    """Words in some frame, held by their address and copied wherever that frame may end."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"Words({count})")


@register_model(_Words)
class _WordsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, words: _Words) -> None:
        super().__init__(manager, words, _WORD.as_pointer())
        self.array = ir.ArrayType(_WORD, words.count)

    def get_data_type(self) -> ir.Type:
        return self.array

    def as_data(self, builder: Any, value: Any) -> Any:
        return builder.load(builder.bitcast(value, self.array.as_pointer()))

    def from_data(self, builder: Any, value: Any) -> Any:
        place = _place_for(builder, self.array)
        builder.store(value, place)
        return builder.bitcast(place, _WORD.as_pointer())

    def load_from_data_pointer(self, builder: Any, pointer: Any, align: Any = None) -> Any:
        return builder.bitcast(pointer, _WORD.as_pointer())


def _place_for(builder: Any, kind: ir.Type) -> Any:
    with builder.goto_entry_block():  # not alloca_once: that would clear the place each time
        return builder.alloca(kind)


@register_model(BufferIterator)
class _BufferIteratorModel(models.StructModel):
    def __init__(self, manager: Any, iterator: BufferIterator) -> None:
        members = [("items", _Words(iterator.most)), ("end", types.int64), ("cursor", _Words(1))]
        super().__init__(manager, iterator, members)


def _over_for(most: int) -> Any:
    """Return an intrinsic that makes an iterator over a buffer."""
    iterator_type = BufferIterator(most)

    @intrinsic
    def over(typing: Any, buffer: Any, end: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            iterator = cgutils.create_struct_proxy(iterator_type)(context, builder)
            iterator.items, iterator.end = args
            iterator.cursor = _place_for(builder, _WORD)
            builder.store(_WORD(0), iterator.cursor)
            return iterator._getvalue()

        return iterator_type(buffer, types.int64), build

    return over


@lower_builtin("getiter", BufferIterator)
def _(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return args[0]


@lower_builtin("iternext", BufferIterator)
@iternext_impl(RefType.UNTRACKED)
def _(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    iterator = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=args[0])
    index = builder.load(iterator.cursor)
    valid = builder.icmp_signed("<", index, iterator.end)
    result.set_valid(valid)
    with builder.if_then(valid):
        result.yield_(builder.load(builder.gep(iterator.items, [index])))
        builder.store(builder.add(index, _WORD(1)), iterator.cursor)
