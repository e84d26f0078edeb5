"""What it costs to be watched by nobody: alpha-beta against the same text with every mention of the watch removed."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import sys
from collections.abc import Iterator
from typing import Any

from bench.cpp import BUILD
from bench.games import BareConnectFour
from bench.measure import Row, at_least, side_by_side
from halfmove.running.watch import NoWatch
from halfmove.search import alphabeta
from halfmove.search.alphabeta import CutEqual

DEPTH = 13  # plies
ROUNDS = 15
NOISE = 0.03  # a difference that this machine does not measure
MILLION = 1e6
WINDOW = (-float("inf"), float("inf"), CutEqual())
NAME = "unwatched"


class Unwatch(ast.NodeTransformer):
    """`watch.leave(value, reason)` becomes `value`; other calls of the watch, and the parameter, disappear."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if tells(node.value) else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if tells(node):
            return node.args[0]
        node.args = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id == "watch")]
        return self.generic_visit(node)

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        node.args = [arg for arg in node.args if arg.arg != "watch"]
        return node


def tells(node: ast.AST) -> bool:
    """Tell whether a node is a call of the watch."""
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("watch.")


def unwatched() -> Any:
    """Return alpha-beta's kernel without its watch, from a module written for the purpose: kernels need a source."""
    tree = ast.parse(inspect.getsource(alphabeta))
    wanted = (ast.Import, ast.ImportFrom, ast.Assign)
    tree.body = [node for node in tree.body if isinstance(node, wanted) or getattr(node, "name", "") == "value_of"]
    BUILD.mkdir(exist_ok=True)
    path = BUILD / f"{NAME}.py"
    path.write_text(ast.unparse(ast.fix_missing_locations(Unwatch().visit(tree))) + "\n")
    spec = importlib.util.spec_from_file_location(NAME, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module  # where Numba looks for a function that calls itself
    spec.loader.exec_module(module)
    if "watch." in inspect.getsource(module.value_of.python):
        raise AssertionError(f"{path} still mentions the watch")
    return module.value_of


def rows() -> Iterator[Row]:
    game, bare = BareConnectFour(), unwatched()
    board = game.initial
    nodes = alphabeta.alphabeta(game, board, DEPTH).nodes
    bare(game, game.advice, board, 0, 1, *WINDOW)
    times = side_by_side(
        lambda: alphabeta.value_of(game, game.advice, board, 0, DEPTH, *WINDOW, NoWatch()),
        lambda: bare(game, game.advice, board, 0, DEPTH, *WINDOW),
        ROUNDS,
    )
    what = "the do-nothing watch, against the text without it"
    yield at_least(what, "M nodes/s", times, 1 - NOISE, -nodes / MILLION, f"depth {DEPTH}; ratio 1 means no cost")
