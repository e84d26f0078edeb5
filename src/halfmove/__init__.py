"""Adversarial search: define a game the way a textbook does, then play it, solve it and watch a search think."""

# ruff: noqa: E402 - before everything else, which takes a second to import
from halfmove.starting import end_at_ctrl_c

end_at_ctrl_c()

from importlib import import_module
from typing import TYPE_CHECKING, Any

from halfmove.compiled import Bits, bit_count, compiled, kernel, lowest_bit, mix, plain, swap_bytes
from halfmove.core.advice import Advice, Bounds
from halfmove.core.choice import Choice, Limit
from halfmove.core.commentary import Commentary
from halfmove.core.encoding import Encoding
from halfmove.core.evaluation import Transformed, Weighted, weighted
from halfmove.core.game import ALLOWED, CHANCE, DRAW, ILLEGAL, NOTHING, Game
from halfmove.core.knowledge import View
from halfmove.core.opponents import GreedyModel, Modelled, OpponentModel
from halfmove.core.rules import action_named, apply_action, legal_actions, state_after
from halfmove.core.wrapper import Wrapper
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText, NotCompilable, UnknownPlayer, WrongGame
from halfmove.games import game_named
from halfmove.games.trees.explicit import ExplicitGame

if TYPE_CHECKING:
    from halfmove.explain.boards import BoardDrawing, draw
    from halfmove.explain.notebook import draw_states
    from halfmove.explain.tree import Node, Recorder
    from halfmove.games.tricks.double_dummy.solver import double_dummy
    from halfmove.play.loading import load_game
    from halfmove.play.match.match import Match
    from halfmove.play.match.plan import Plan
    from halfmove.play.match.store import Store
    from halfmove.search.alphabeta import alphabeta, best_actions
    from halfmove.search.beam import beam
    from halfmove.search.best_successor import best_successor
    from halfmove.search.decide import Interrupted
    from halfmove.search.dice import DiceEngine
    from halfmove.search.engine import Engine, Progress
    from halfmove.search.equilibria.equilibrium import Equilibrium, equilibrium
    from halfmove.search.equilibria.matrix import solve_matrix
    from halfmove.search.equilibria.policy import Policy
    from halfmove.search.equilibria.response import best_response, exploitability
    from halfmove.search.expectiminimax import expectiminimax
    from halfmove.search.hidden.accidental import accidental
    from halfmove.search.hidden.almost_sure import almost_sure
    from halfmove.search.hidden.beliefs import Belief
    from halfmove.search.hidden.clairvoyance import clairvoyance
    from halfmove.search.hidden.guaranteed import guaranteed
    from halfmove.search.iterative_deepening import deepen, deepest
    from halfmove.search.maxn import maxn
    from halfmove.search.mcts import TreeSearch, mcts
    from halfmove.search.mcts.hidden import ismcts
    from halfmove.search.memo import memoised
    from halfmove.search.metareasoning import metareason
    from halfmove.search.minimax import minimax
    from halfmove.search.montecarlo import montecarlo
    from halfmove.search.paranoid import paranoid
    from halfmove.search.perft import perft
    from halfmove.search.playouts import playout_evaluation, playouts
    from halfmove.search.proof_number import proof_number
    from halfmove.search.quiescence import quiescence
    from halfmove.search.rollout import Rollout, rollout
    from halfmove.search.solving import prove, prove_many
    from halfmove.search.solving.levels import solve_by_levels
    from halfmove.search.solving.retrograde import Solution, solve
    from halfmove.search.star import star1, star2
    from halfmove.search.strategy import Strategy, strategy
    from halfmove.tables.books.book import Book, Move, open_book
    from halfmove.tables.books.wrapper import WithBook
    from halfmove.tables.build import Built, build_table
    from halfmove.tables.opening import open_table
    from halfmove.tables.table import Entry, Table
    from halfmove.tables.wrapper import WithTable, with_table

__version__ = "0.1.0"

__all__ = [
    "ALLOWED",
    "CHANCE",
    "DRAW",
    "ILLEGAL",
    "NOTHING",
    "Advice",
    "Belief",
    "Bits",
    "BoardDrawing",
    "Book",
    "Bounds",
    "Built",
    "Choice",
    "Commentary",
    "DiceEngine",
    "Encoding",
    "Engine",
    "Entry",
    "Equilibrium",
    "ExplicitGame",
    "Game",
    "GreedyModel",
    "HalfmoveError",
    "IllegalAction",
    "Interrupted",
    "Limit",
    "MalformedText",
    "Match",
    "Modelled",
    "Move",
    "Node",
    "NotCompilable",
    "OpponentModel",
    "Plan",
    "Policy",
    "Progress",
    "Recorder",
    "Rollout",
    "Solution",
    "Store",
    "Strategy",
    "Table",
    "Transformed",
    "TreeSearch",
    "UnknownPlayer",
    "View",
    "Weighted",
    "WithBook",
    "WithTable",
    "Wrapper",
    "WrongGame",
    "accidental",
    "action_named",
    "almost_sure",
    "alphabeta",
    "apply_action",
    "beam",
    "best_actions",
    "best_response",
    "best_successor",
    "bit_count",
    "build_table",
    "clairvoyance",
    "compiled",
    "deepen",
    "deepest",
    "double_dummy",
    "draw",
    "draw_states",
    "equilibrium",
    "expectiminimax",
    "exploitability",
    "game_named",
    "guaranteed",
    "ismcts",
    "kernel",
    "legal_actions",
    "load_game",
    "lowest_bit",
    "maxn",
    "mcts",
    "memoised",
    "metareason",
    "minimax",
    "mix",
    "montecarlo",
    "open_book",
    "open_table",
    "paranoid",
    "perft",
    "plain",
    "playout_evaluation",
    "playouts",
    "proof_number",
    "prove",
    "prove_many",
    "quiescence",
    "rollout",
    "solve",
    "solve_by_levels",
    "solve_matrix",
    "star1",
    "star2",
    "state_after",
    "strategy",
    "swap_bytes",
    "weighted",
    "with_table",
]

# Imported when they are first used: a page of the studio needs no search, a search no database and no compressor.
_IMPORTED_LATE = {
    "Belief": "halfmove.search.hidden.beliefs",
    "BoardDrawing": "halfmove.explain.boards",
    "Book": "halfmove.tables.books.book",
    "Built": "halfmove.tables.build",
    "DiceEngine": "halfmove.search.dice.engine",
    "Engine": "halfmove.search.engine.engine",
    "Entry": "halfmove.tables.table",
    "Equilibrium": "halfmove.search.equilibria.equilibrium",
    "Interrupted": "halfmove.search.decide",
    "Match": "halfmove.play.match.match",
    "Move": "halfmove.tables.books.book",
    "Node": "halfmove.explain.tree",
    "Plan": "halfmove.play.match.plan",
    "Policy": "halfmove.search.equilibria.policy",
    "Progress": "halfmove.search.engine.deepening",
    "Recorder": "halfmove.explain.tree",
    "Rollout": "halfmove.search.rollout",
    "Solution": "halfmove.search.solving.retrograde",
    "Store": "halfmove.play.match.store",
    "Strategy": "halfmove.search.strategy",
    "Table": "halfmove.tables.table",
    "TreeSearch": "halfmove.search.mcts.tree_search",
    "WithBook": "halfmove.tables.books.wrapper",
    "WithTable": "halfmove.tables.wrapper",
    "accidental": "halfmove.search.hidden.accidental",
    "almost_sure": "halfmove.search.hidden.almost_sure",
    "alphabeta": "halfmove.search.alphabeta",
    "beam": "halfmove.search.beam",
    "best_actions": "halfmove.search.alphabeta",
    "best_response": "halfmove.search.equilibria.response",
    "best_successor": "halfmove.search.best_successor",
    "build_table": "halfmove.tables.build",
    "clairvoyance": "halfmove.search.hidden.clairvoyance",
    "deepen": "halfmove.search.iterative_deepening",
    "deepest": "halfmove.search.iterative_deepening",
    "double_dummy": "halfmove.games.tricks.double_dummy.solver",
    "draw": "halfmove.explain.boards",
    "draw_states": "halfmove.explain.notebook",
    "equilibrium": "halfmove.search.equilibria.equilibrium",
    "expectiminimax": "halfmove.search.expectiminimax",
    "exploitability": "halfmove.search.equilibria.response",
    "guaranteed": "halfmove.search.hidden.guaranteed",
    "ismcts": "halfmove.search.mcts.hidden",
    "load_game": "halfmove.play.loading",
    "maxn": "halfmove.search.maxn",
    "mcts": "halfmove.search.mcts.tree_search",
    "memoised": "halfmove.search.memo",
    "metareason": "halfmove.search.metareasoning",
    "minimax": "halfmove.search.minimax",
    "montecarlo": "halfmove.search.montecarlo",
    "open_book": "halfmove.tables.books.book",
    "open_table": "halfmove.tables.opening",
    "paranoid": "halfmove.search.paranoid",
    "perft": "halfmove.search.perft",
    "playout_evaluation": "halfmove.search.playouts",
    "playouts": "halfmove.search.playouts",
    "proof_number": "halfmove.search.proof_number.inquiry",
    "prove": "halfmove.search.solving",
    "prove_many": "halfmove.search.solving",
    "quiescence": "halfmove.search.quiescence",
    "rollout": "halfmove.search.rollout",
    "solve": "halfmove.search.solving.retrograde",
    "solve_by_levels": "halfmove.search.solving.levels",
    "solve_matrix": "halfmove.search.equilibria.matrix",
    "star1": "halfmove.search.star",
    "star2": "halfmove.search.star",
    "strategy": "halfmove.search.strategy",
    "with_table": "halfmove.tables.wrapper",
}


def __getattr__(name: str) -> Any:
    if name not in _IMPORTED_LATE:
        raise AttributeError(f"module 'halfmove' has no attribute '{name}'")
    found = globals()[name] = getattr(import_module(_IMPORTED_LATE[name]), name)
    return found
