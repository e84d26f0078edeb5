"""A game that knows a table: where the table has an entry, the game counts as over, and is worth what the entry says.

So every search stops there with a value that is certain. A search is not asked about a state that the table itself
knows: whoever plays asks the table first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled
from halfmove.core.game import Game
from halfmove.core.history import WithHistory
from halfmove.core.wrapper import Wrapper
from halfmove.errors import HalfmoveError
from halfmove.tables.table import Table


@compiled
class WithTable(Wrapper):
    """A game in which the states of a table are leaves."""

    game: Game  #: the game inside
    index: Any  #: finds the entry of a state
    entries: NDArray[Any]  #: a code for each number
    entry_values: NDArray[np.float64]  #: of each code, to the player to move
    entry_plies: NDArray[np.int64]  #: of each code, -1 for none

    def known(self, state: Any) -> int:
        """Return the code of a state that is not over, -1 where the table knows nothing."""
        number = self.index.find(state)
        if number < 0:
            return -1
        code = int(self.entries[number])
        return code if self.index.counts(state, int(self.entry_plies[code])) else -1

    def is_terminal(self, state: Any) -> bool:
        return self.game.is_terminal(state) or self.known(state) >= 0

    def utility(self, state: Any, player: int) -> float:
        if self.game.is_terminal(state):
            return self.game.utility(state, player)
        value = float(self.entry_values[self.known(state)])
        if self.game.to_move(state) == player:
            return value
        return self.game.utilities[0] + self.game.utilities[1] - value

    def __getattr__(self, name: str) -> Any:
        """Answer as the game inside does also what only games of its kind are asked, as for a FEN."""
        if name.startswith("_") or name == "game":
            raise AttributeError(name)
        return getattr(self.game, name)


def with_table(game: Game, table: Table) -> Game:
    """Return a game that knows a table; one that keeps its path still does."""
    if isinstance(game, WithHistory):
        return replace(game, game=with_table(game.game, table))
    if not len(table.values):
        raise HalfmoveError(f"{table.path}: a table of averages is asked by players alone, not by searches")
    loaded = table.loaded()
    return WithTable(game, loaded.index, np.asarray(loaded.entries), loaded.values, loaded.plies)
