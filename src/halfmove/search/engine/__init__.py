"""The engine, in files of one idea each: techniques, worker, picker, node, root, deepening, timing, strength."""

from halfmove.search.engine.deepening import Progress
from halfmove.search.engine.engine import Engine
from halfmove.search.engine.techniques import HEURISTIC, NAMES, SOUND

__all__ = ["HEURISTIC", "NAMES", "SOUND", "Engine", "Progress"]
