"""HALFMOVE_JIT=0: everything runs as plain Python, and Numba is never imported."""

from __future__ import annotations

EVERYTHING = """
import sys
import numpy as np
from halfmove.compiled import Flag, compiled, hash_state, kernel, lane_of, mix, plain
from halfmove.core.chance import draw_action
from halfmove.core.random import random
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.search.alphabeta import alphabeta
from halfmove.search.minimax import minimax

game = ConnectFour(4, 4)
print(lane_of(game), alphabeta(game, depth=5).value, minimax(game, depth=4).nodes)
print(draw_action(game, game.initial, random(3)), hash_state(game.initial))
print([name for name in ("numba", "llvmlite") if name in sys.modules])
"""


def test_numba_is_not_imported(script):
    off = script(main=EVERYTHING, env={"HALFMOVE_JIT": "0"}).stdout.splitlines()
    assert off[0].startswith("plain ")
    assert off[-1] == "[]"


def test_lanes_answer_alike(script, native, shared_cache):
    off, on = (script(main=EVERYTHING, env={"HALFMOVE_JIT": jit, **shared_cache}).stdout.splitlines() for jit in "01")
    assert on[0] == off[0].replace("plain", "compiled")
    assert on[1] == off[1]


def test_numba_is_not_imported_before_it_is_needed(script, native):
    """Help, listings and plain games start fast."""
    text = """
import sys
import halfmove.core.game, halfmove.running.watch, halfmove.explain.tree, halfmove.core.history, halfmove.core.random
import halfmove.search.alphabeta, halfmove.games.connect_four.rules
from halfmove.compiled import plain
halfmove.search.alphabeta.alphabeta(plain(halfmove.games.connect_four.rules.ConnectFour(3, 3)), depth=2)
print("numba" in sys.modules)
"""
    assert script(main=text).stdout == "False\n"
