"""Constants in the text of a kernel: wide numbers, states and state classes have types of ours there, and only there.

Numba asks a value for its type by the class of the value. To answer for `int` or `type` would retype every Numba
function in the process; so a pass over our own functions puts such a value, wherever a name or a literal stands for
it, into an object of ours.
"""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any

from halfmove.compiled.native.numba_private import FunctionPass, ir, redefine, register_pass
from halfmove.compiled.native.parts import BEFORE_TYPES
from halfmove.compiled.native.states import Constant, is_special

REPLACED: dict[Any, Any] = {}  # a function of Python -> the function that kernels call in its place


def marked(value: Any) -> Any:
    """Return what stands for a constant in our functions: mostly the value itself."""
    if inspect.isbuiltin(value) or isinstance(value, type):
        value = REPLACED.get(value, value)
    return Constant(value) if is_special(value) else value


def with_marks(function: Any) -> Any:
    """Return a function with marked constants in its globals: no pass runs over one that is copied into its caller."""
    code, scope = function.__code__, dict(function.__globals__)
    scope.update({name: marked(scope[name]) for name in code.co_names if name in scope})
    return FunctionType(code, scope, function.__name__, function.__defaults__, function.__closure__)


@register_pass(mutates_CFG=False, analysis_only=False)
class MarkConstants(FunctionPass):
    """Give the constants of a function the types that they have in kernels."""

    _name = "halfmove_mark_constants"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        blocks = state.func_ir.blocks
        modules: dict[str, Any] = {}  # by the name of the variable that holds it
        changed = False
        for block in blocks.values():
            for each in block.find_insts(ir.Assign):
                value = each.value
                if isinstance(value, (ir.Global, ir.FreeVar, ir.Const)):
                    original = value.value
                elif isinstance(value, ir.Expr) and value.op == "getattr" and value.value.name in modules:
                    original = getattr(modules[value.value.name], value.attr, None)
                else:
                    continue
                if inspect.ismodule(original):
                    modules[each.target.name] = original
                elif (constant := marked(original)) is not original:
                    each.value = ir.Global("constant", constant, value.loc)
                    changed = True
        if changed:
            redefine(state.func_ir)
        return changed


BEFORE_TYPES.append((MarkConstants, "constants have the types of kernels"))
