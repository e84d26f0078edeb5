"""`<<`, `2 **` and `>>` in a user's file: never a wrong number. Python's whole numbers grow, and machine words do not.

`wide | 1 << square` is as wide as what stands beside the shift, `x << n & mask` keeps what the mask keeps, and any
other shift that leaves a machine word is refused with its line. `2 ** n` is a shift. `x >> n` by 64 or more leaves
the sign alone, where a processor would shift by n modulo 64. Our own files are not checked: the tests that compare the
lanes cover their shifts, which stand in the innermost loops.
"""

from __future__ import annotations

import operator
from collections import Counter
from pathlib import Path
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.extending import intrinsic

from halfmove.compiled.native.numba_private import FunctionPass, ir, redefine, register_pass, signature
from halfmove.errors import TooWide

_OWN = Path(__file__).parent.parent.parent
_WORD = llvm.IntType(64)
_BESIDE = (operator.or_, operator.xor, operator.add, operator.and_, operator.ior, operator.ixor, operator.iadd)
_LEFT, _RIGHT = (operator.lshift, operator.ilshift), (operator.rshift, operator.irshift)
_MASKING = (operator.and_, operator.iand)
_REMEDY = (
    "a number of machine code has 63 bits, and `{}` leaves them: annotate the field `Annotated[int, Bits(n)]` and"
    " write the shift beside it, as in `board.squares | 1 << square`, or mask it, as in `x << n & MASK`"
)


@register_pass(mutates_CFG=False, analysis_only=False)
class CheckShifts(FunctionPass):
    """Let every shift to the left of a user's function be exact or refused."""

    _name = "halfmove_check_shifts"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        if Path(state.func_ir.loc.filename).resolve().is_relative_to(_OWN):
            return False
        blocks = state.func_ir.blocks
        uses = Counter(var.name for block in blocks.values() for each in block.body for var in each.list_vars())
        changed = [_rewritten(block, uses) for block in blocks.values()]
        if any(changed):
            redefine(state.func_ir)
            state.typingctx.refresh()  # so that it knows the intrinsics that were made here
            state.targetctx.refresh()
        return any(changed)


def _rewritten(block: ir.Block, uses: Counter[str]) -> bool:
    """Replace the shifts of a block by calls that know what stands beside them."""
    beside: dict[str, tuple[ir.Var, Any]] = {}  # by name of an operand: the other operand, and the operator
    for each in block.find_insts(ir.Assign):
        operation = _operation(each.value)
        if operation in (*_BESIDE, *_MASKING):
            left, right = each.value.lhs, each.value.rhs
            beside[left.name], beside[right.name] = (right, operation), (left, operation)
    body: list[Any] = []
    waiting: dict[str, Any] = {}
    twos = {each.target.name for each in block.find_insts(ir.Assign) if _is_two(each.value)}
    for each in block.body:
        value: Any = getattr(each, "value", None)
        done = _operation(value) if isinstance(each, ir.Assign) else None
        if done in _RIGHT:
            body += _assigned(each, _right_shift, [value.lhs, value.rhs])
            continue
        if done in _LEFT or done is operator.pow and value.lhs.name in twos:
            name = each.target.name
            if name in beside and uses[name] == 2:  # where it is made, and where it is used
                waiting[name] = each
            else:
                body += _call(each, None, None)
            continue
        if waiting and isinstance(each, ir.Assign) and _operation(value) is not None:
            for operand in (value.lhs, value.rhs):
                if operand.name in waiting:
                    assignment, (other, done) = waiting.pop(operand.name), beside[operand.name]
                    body += _call(assignment, None, None) if other.name in waiting else _call(assignment, other, done)
        body.append(each)
    changed = len(body) != len(block.body)
    block.body[:] = body
    return changed


def _is_two(value: Any) -> bool:
    return isinstance(value, (ir.Const, ir.Global, ir.FreeVar)) and type(value.value) is int and value.value == 2


def _operation(value: Any) -> Any:
    return value.fn if isinstance(value, ir.Expr) and value.op in ("binop", "inplace_binop") else None


def _call(shift: ir.Assign, beside: ir.Var | None, operation: Any) -> list[ir.Assign]:
    """Return the statements of a checked shift."""
    is_power = shift.value.fn is operator.pow
    place = f"{shift.loc.filename}:{shift.loc.line}: {_REMEDY.format('2 **' if is_power else '<<')}"
    operands = [shift.value.lhs, shift.value.rhs]
    operands.insert(0, operands[0] if beside is None else beside)
    checked = _checked(place, operation in _MASKING, beside is not None, is_power)
    return _assigned(shift, checked, operands)


def _assigned(shift: ir.Assign, function: Any, operands: list[ir.Var]) -> list[ir.Assign]:
    """Return the statements that call a function in place of a shift."""
    loc = shift.loc
    called = shift.target.scope.redefine("$checked_shift", loc)
    return [
        ir.Assign(ir.Global("checked_shift", function, loc), called, loc),
        ir.Assign(ir.Expr.call(called, operands, (), loc), shift.target, loc),
    ]


@intrinsic
def _right_shift(typing: Any, number: Any, count: Any) -> Any:
    """Shift to the right; by more than a word, only the sign is left."""
    whole = isinstance(number, types.Boolean) or isinstance(number, types.Integer) and number.signed
    if not whole or not isinstance(count, (types.Integer, types.Boolean)):
        call, build = _delegated(typing, operator.rshift, number, number, count)
        return signature(call.return_type, *call.args[1:]), lambda *about: build(*about[:-1], [None, *about[-1]])

    def shifted(context: Any, builder: Any, call: Any, args: Any) -> Any:
        value, places = args
        within = builder.icmp_unsigned("<", places, _WORD(64))
        return builder.ashr(value, builder.select(within, places, _WORD(63)))

    return signature(types.int64, types.int64, types.int64), shifted


def _checked(message: str, masked: bool, is_beside: bool, is_power: bool) -> Any:
    """Return an intrinsic for one shift: `beside`, what is shifted, and how far."""
    from halfmove.compiled.native.wide import BitsType  # not above: `wide` needs this pass

    @intrinsic
    def shift(typing: Any, beside: Any, number: Any, count: Any) -> Any:
        whole = isinstance(number, (types.Integer, types.Boolean)) and isinstance(count, (types.Integer, types.Boolean))
        if whole and is_beside and isinstance(beside, BitsType):
            return _delegated(typing, operator.lshift, beside, beside, count, is_power)
        if not whole or number is types.uint64:  # NumPy's numbers wrap in both lanes
            return _delegated(typing, operator.pow if is_power else operator.lshift, beside, number, count)

        def build(context: Any, builder: Any, call: Any, args: Any) -> Any:
            mask, value, places = args
            value = _WORD(1) if is_power else value
            within = builder.icmp_unsigned("<", places, _WORD(64))
            shifted = builder.select(within, builder.shl(value, places), _WORD(0))
            back = builder.ashr(shifted, places)
            lost = builder.or_(builder.not_(within), builder.icmp_signed("!=", back, value))
            lost = builder.and_(lost, builder.icmp_signed("!=", value, _WORD(0)))
            if masked and isinstance(beside, types.Integer):
                lost = builder.and_(lost, builder.icmp_signed("<", mask, _WORD(0)))
            lost = builder.or_(lost, builder.icmp_signed("<", places, _WORD(0)))
            with builder.if_then(lost, likely=False):
                context.call_conv.return_user_exc(builder, TooWide, (message,))
            return shifted

        mask_type = types.int64 if masked and isinstance(beside, types.Integer) else beside
        return signature(types.int64, mask_type, types.int64, types.int64), build

    return shift


def _delegated(typing: Any, operation: Any, beside: Any, number: Any, count: Any, of_one: bool = False) -> Any:
    """Return the operation as Numba has it for such types; `of_one` shifts 1, whatever the number is."""
    shift = typing.resolve_value_type(operation)
    call_type = shift.get_call_type(typing, (number, count), {})

    def build(context: Any, builder: Any, call: Any, args: Any) -> Any:
        function = context.get_function(shift, call_type)
        context.add_linking_libs(getattr(function, "libs", ()))
        shifted = context.cast(builder, _WORD(1), types.int64, call_type.args[0]) if of_one else args[1]
        return function(builder, [shifted, args[2]])

    return signature(call_type.return_type, beside, *call_type.args), build
