"""Adversarial search: tell a game the way a textbook does, and play it, solve it and see a search think."""

from halfmove.compiled import Bits, bit_count, compiled, kernel, lowest_bit, mix, plain, swap_bytes
from halfmove.core.choice import Choice, Limit
from halfmove.core.evaluation import Transformed, Weighted, weighted
from halfmove.core.game import ALLOWED, CHANCE, DRAW, ILLEGAL, Game
from halfmove.core.rules import act, action_named, after, legal_actions
from halfmove.core.wrapper import Wrapper
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText, NotCompilable, UnknownPlayer, WrongGame
from halfmove.explain.tree import Node, Recorder
from halfmove.games import game_named
from halfmove.search.agent import agent
from halfmove.search.alphabeta import alphabeta, best_actions
from halfmove.search.beam import beam
from halfmove.search.decide import Interrupted
from halfmove.search.engine import Engine, Progress
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.iterative_deepening import deepen, deepest
from halfmove.search.maxn import maxn
from halfmove.search.memo import memoised
from halfmove.search.metareasoning import metareason
from halfmove.search.minimax import minimax
from halfmove.search.montecarlo import montecarlo, playouts
from halfmove.search.paranoid import paranoid
from halfmove.search.perft import perft
from halfmove.search.quiescence import quiescence
from halfmove.search.solving.levels import by_levels
from halfmove.search.solving.retrograde import Solution, solve
from halfmove.search.star import star1, star2
from halfmove.search.strategy import Strategy, strategy

__version__ = "0.1.0"

__all__ = [
    "ALLOWED",
    "CHANCE",
    "DRAW",
    "ILLEGAL",
    "Bits",
    "Choice",
    "Engine",
    "Game",
    "HalfmoveError",
    "IllegalAction",
    "Interrupted",
    "Limit",
    "MalformedText",
    "Node",
    "NotCompilable",
    "Progress",
    "Recorder",
    "Solution",
    "Strategy",
    "Transformed",
    "UnknownPlayer",
    "Weighted",
    "Wrapper",
    "WrongGame",
    "act",
    "action_named",
    "after",
    "agent",
    "alphabeta",
    "beam",
    "best_actions",
    "bit_count",
    "by_levels",
    "compiled",
    "deepen",
    "deepest",
    "expectiminimax",
    "game_named",
    "kernel",
    "legal_actions",
    "lowest_bit",
    "maxn",
    "memoised",
    "metareason",
    "minimax",
    "mix",
    "montecarlo",
    "paranoid",
    "perft",
    "plain",
    "playouts",
    "quiescence",
    "solve",
    "star1",
    "star2",
    "strategy",
    "swap_bytes",
    "weighted",
]
