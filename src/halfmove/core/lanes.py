"""Does the compiled lane say the same as the plain one? Question by question, so that an answer names its method."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import compiled, kernel, plain
from halfmove.core.game import CHANCE, Game
from halfmove.core.laws import Sample, _same, play_at_random
from halfmove.core.random import random
from halfmove.errors import NotCompilable

MOST_ACTIONS = 4096  # in one state, for the buffers here
STATES = 200  # compared at most
