"""The engine for games with dice, in files of one idea each: techniques, worker, outcomes, node, root, engine."""

from halfmove.search.dice.engine import DiceEngine
from halfmove.search.dice.techniques import HEURISTIC, NAMES, SOUND

__all__ = ["HEURISTIC", "NAMES", "SOUND", "DiceEngine"]
