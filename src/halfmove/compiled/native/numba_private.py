"""What we use of Numba that its manual does not promise, and the versions of Numba that were tested with it.

No other file names such a thing, so a new version of Numba is tried by reading one page: `missing()` says what is gone.
"""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Iterable
from importlib import import_module
from types import FunctionType
from typing import Any

import numba

from halfmove.errors import NotCompilable

FIRST, LAST, CEILING = "0.61", "0.68", "0.69"  # the versions that were tried, and the first that was not

NAMES: dict[str, str] = {  # by the module that they stand in
    "numba._dynfunc": "make_function",
    "numba.core": "cgutils compiler generators ir",
    "numba.core.boxing": "box_unsupported unbox_tuple",
    "numba.core.caching": "CompileResultCacheImpl NullCache",
    "numba.core.codegen": "JITCodeLibrary RuntimeLinker",
    "numba.core.compiler": "Compiler _LowerResult",
    "numba.core.compiler_machinery": "FunctionPass register_pass",
    "numba.core.datamodel.models": "GeneratorModel TupleModel",
    "numba.core.environment": "lookup_environment",
    "numba.core.funcdesc": "PythonFunctionDescriptor",
    "numba.core.imputils": "RefType impl_ret_borrowed impl_ret_new_ref iternext_impl lower_builtin lower_cast"
    " lower_constant",
    "numba.core.ir_utils": "build_definitions dead_code_elimination find_potential_aliases",
    "numba.core.lowering": "Lower",
    "numba.core.pythonapi": "_boxers",
    "numba.core.serialize": "dumps",
    "numba.core.typeconv": "Conversion",
    "numba.core.typed_passes": "InlineOverloads NativeLowering NopythonTypeInference fallback_context",
    "numba.core.typing.templates": "AbstractTemplate AttributeTemplate bound_function infer_getattr signature",
    "numba.core.utils": "pysignature",
    "numba.cpython.tupleobj": "namedtuple_constructor",
    "numba.np.arrayobj": "_empty_nd_impl make_array",
}
ATTRIBUTES: dict[str, str] = {  # by the class that has them
    "numba.core.codegen.JITCodeLibrary": "_final_module _finalize_dynamic_globals _finalized _get_module_for_linking"
    " _linking_libraries _optimize_final_module _raise_if_finalized _reload_init",
    "numba.core.dispatcher.Dispatcher": "_cache _compiler typingctx",
    "numba.core.dispatcher._FunctionCompiler": "fold_argument_types",
    "numba.core.generators.LowerYield": "gen_state_ptr live_var_indices resume_index_ptr",
    "numba.core.ir.FunctionIR": "_definitions",
    "numba.core.lowering.Lower": "_alloca_var delvar genlower lower_assign lower_print lower_yield",
    "numba.core.typeinfer.TypeInferer": "return_types_from_partial",
}


def __getattr__(name: str) -> Any:
    for module, names in NAMES.items():
        if name in names.split():
            return find(module, name)
    raise AttributeError(name)


def find(module: str, name: str) -> Any:
    """Return a private name of Numba's; one that is gone is named in one sentence."""
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError):
        raise NotCompilable(_gone(f"{module}.{name}")) from None


def missing() -> list[str]:
    """Return a sentence for each private name that this version of Numba has no longer."""
    gone = []
    for module, names in NAMES.items():
        for name in names.split():
            try:
                find(module, name)
            except NotCompilable as error:
                gone.append(str(error))
    for cls, names in ATTRIBUTES.items():
        known = set(_words_of_class(find(*cls.rsplit(".", 1))))
        gone += [_gone(f"{cls}.{name}") for name in names.split() if name not in known]
    return gone


def _words_of_class(cls: type) -> Iterable[str]:
    for base in cls.__mro__[:-1]:
        if base.__module__.startswith("numba."):
            yield from re.findall(r"\w+", inspect.getsource(base))


def _gone(name: str) -> str:
    return f"{name} is not in Numba {numba.__version__}: {_REMEDY}"


_REMEDY = f"install a version that halfmove was tested with, from {FIRST} to {LAST}"


def untested(version: str) -> str:
    """Say that a version of Numba was not tested; nothing if it was."""
    number = [int(part) for part in version.split(".")[:2]]
    first, ceiling = ([int(part) for part in bound.split(".")] for bound in (FIRST, CEILING))
    return "" if first <= number < ceiling else f"Numba {version} was not tested with halfmove: {_REMEDY}"


if _untested := untested(numba.__version__):
    warnings.warn(_untested, RuntimeWarning, stacklevel=2)


def final_module(library: Any) -> Any:
    """Return the finished code of a library, as LLVM holds it."""
    return library._final_module


def module_to_link(library: Any) -> Any:
    """Return the code of a library for another to link."""
    return library._get_module_for_linking()


def modules_to_link(library: Any) -> dict[Any, Any]:
    """Return the code of each library that one calls."""
    return {other: module_to_link(other) for other in library._linking_libraries}


def link(library: Any, others: dict[Any, Any], most_blocks: int) -> None:
    """Finish a library with the code of others in it, optimised if it is short; no instructions are made from it."""
    library._raise_if_finalized()
    for other, module in others.items():
        library._reload_init.update(other._reload_init)
        library._final_module.link_in(module, preserve=True)
    if sum(1 for function in library._final_module.functions for _ in function.blocks) <= most_blocks:
        library._optimize_final_module()
    library._finalize_dynamic_globals()
    library._finalized = True


def load_first(library: Any, loaded: Any) -> None:
    """Let a library load others before it is itself loaded from a file."""
    library._reload_init.update(loaded)


def redefine(function_ir: Any) -> None:
    """Let a function find the definitions of its variables after its statements were changed."""
    function_ir._definitions = find("numba.core.ir_utils", "build_definitions")(function_ir.blocks)


def run_keeping_stores(inliner: Any, state: Any) -> bool:
    """Run Numba's pass that copies functions into their callers, but let it remove no store into an array.

    It loses sight of an array that was an item of a tuple, takes it for a local one, and drops what is written to it.
    """

    def remove_dead_code(function_ir: Any, typemap: Any) -> None:
        blocks, names = function_ir.blocks, function_ir.arg_names
        aliases, kept = find("numba.core.ir_utils", "find_potential_aliases")(blocks, names, typemap, function_ir)
        set_item = find("numba.core", "ir").SetItem
        kept |= {each.target.name for block in blocks.values() for each in block.find_insts(set_item)}
        find("numba.core.ir_utils", "dead_code_elimination")(function_ir, typemap, aliases, kept)

    run = find("numba.core.typed_passes", "InlineOverloads").run_pass
    scope = {**run.__globals__, "dead_code_elimination": remove_dead_code}
    return bool(FunctionType(run.__code__, scope)(inliner, state))


def reserve(lower: Any, name: str) -> None:
    """Make room for a variable in the frame of a function."""
    lower._alloca_var(name, lower.typeof(name))


def set_cache(dispatcher: Any, cache: Any) -> None:
    """Let a function keep its machine code in a cache."""
    dispatcher._cache = cache


def cache_of(dispatcher: Any) -> Any:
    """Return the cache of a function."""
    return dispatcher._cache


def compiler_of(dispatcher: Any) -> Any:
    """Return what finds the types of a function's arguments and compiles it."""
    return dispatcher._compiler
