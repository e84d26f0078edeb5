"""Bear-off tables on disk: the rolls that one player needs, and the equity of two."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import lane_of, plain
from halfmove.core.choice import EXACT, Choice
from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.errors import DamagedFile, HalfmoveError
from halfmove.games.backgammon.board import CHECKERS, SIDES
from halfmove.games.backgammon.endings import FEW, ONE_SIDED, home_of, number_of, positions
from halfmove.tables.bearoff.rolls import CUBES, MOST_ROLLS, NO_CUBE, ROOM, STEPS, homes, one_sided, two_sided
from halfmove.tables.blocks import BlockFile, section, write_blocks
from halfmove.tables.fingerprint import bare_state
from halfmove.tables.table import Entry


def write_bearoff(game: Game, what: str, checkers: int, path: Path, header: dict[str, Any]) -> dict[str, Any]:
    """Solve a bear-off, write its table, and return the header."""
    listed = positions(checkers)
    native = lane_of(game) == "compiled"
    known = homes(listed) if native else plain(homes(listed))
    work = np.zeros(SIDES, np.int64), np.zeros(STEPS, np.int64), np.zeros(ROOM, np.int64)
    if what == ONE_SIDED:
        values = np.zeros((len(listed), MOST_ROLLS))
        one_sided(known, values, np.zeros(len(listed)), *work)
    else:
        values = np.zeros((len(listed), len(listed), CUBES))
        pips = known.points @ np.arange(1, SIDES + 1)
        two_sided(known, pips, values, *work)
    header = {
        **header,
        "kind": "bearoff",
        "what": what,
        "checkers": checkers,
        "states": values.size // values.shape[-1],
        "method": "all rolls, fewest pips first",
    }
    flat = values.reshape(-1)
    write_blocks(path, header, [section("entries", np.float64, len(flat), "planes")], [[flat]])
    return header


class BearoffTable:
    """What is known of bear-offs."""

    values: NDArray[Any] = np.zeros(0)  # codes, of which there are none: entries are values

    def __init__(self, game: Game, file: BlockFile) -> None:
        self.game, self.header, self.file, self.path = game, file.header, file, file.path
        self.what, checkers = file.header.get("what"), file.header.get("checkers")
        if checkers != (CHECKERS if self.what == ONE_SIDED else FEW):
            raise DamagedFile(f"{file.path}: the file is damaged: its header names no bear-off")
        self.checkers = int(checkers)
        self._count = len(positions(self.checkers))
        self._entries = file.array("entries")
        width = MOST_ROLLS if self.what == ONE_SIDED else self._count * CUBES
        if len(self._entries) != self._count * width:
            raise DamagedFile(f"{file.path}: the file is damaged: it has another number of entries")

    def __len__(self) -> int:
        return self._count if self.what == ONE_SIDED else self._count**2

    def rolls(self, points: tuple[int, ...]) -> list[float]:
        """Return the chance that a player needs 0, 1, 2, ... rolls, who plays for the fewest on average."""
        if self.what != ONE_SIDED or sum(points) > self.checkers:
            raise HalfmoveError(f"{self.path}: this table does not tell the rolls of {points}")
        first = number_of(points) * MOST_ROLLS
        return [float(self._entries[first + rolls]) for rolls in range(MOST_ROLLS)]

    def equity(self, mine: tuple[int, ...], theirs: tuple[int, ...], cube: int = NO_CUBE) -> float:
        """Return what a player on roll can expect; `cube` tells who owns the cube."""
        if self.what == ONE_SIDED or max(sum(mine), sum(theirs)) > self.checkers:
            raise HalfmoveError(f"{self.path}: this table does not tell the equity of {mine} against {theirs}")
        return float(self._entries[(number_of(mine) * self._count + number_of(theirs)) * CUBES + cube])

    def probe(self, state: Any) -> Entry | None:
        """Return the equity of a state in which dice are to be thrown, and both players have few checkers left."""
        position = bare_state(self.game, state)
        if self.what == ONE_SIDED or self.game.is_terminal(state) or self.game.to_move(state) != CHANCE:
            return None
        sides = home_of(position.mine), home_of(position.theirs)
        if sides[0] is None or sides[1] is None or max(map(sum, sides)) > self.checkers:  # type: ignore[arg-type]
            return None
        if position.cube > 1 or getattr(self.game, "cube", 1) > 1:
            return None
        value = self.equity(sides[0], sides[1])
        return Entry(value if position.player == 0 else for_other(self.game, value), None)

    def actions(self, state: Any) -> dict[int, Entry]:
        """Return what each play is worth to the player who makes it; nothing if one leads out of the table."""
        rules, found = plain(self.game), {}
        if rules.is_terminal(state) or rules.to_move(state) == CHANCE:
            return {}
        player = mover(rules, state)
        for action in legal_actions(rules, state):
            child = rules.result(state, action)
            if rules.is_terminal(child):
                found[action] = Entry(float(rules.utility(child, player)), None)
                continue
            entry = self.probe(child)
            if entry is None:
                return {}
            found[action] = entry if player == 0 else Entry(for_other(self.game, entry.value), None)
        return found

    def best(self, state: Any) -> list[int]:
        """Return the best plays."""
        after = self.actions(state)
        best = max((entry.value for entry in after.values()), default=0.0)
        return [action for action, entry in after.items() if entry.value == best]

    def choice(self, state: Any) -> Choice | None:
        """Return the best play; None where the table does not know all plays."""
        best = self.best(state)
        if not best:
            return None
        value = self.actions(state)[best[0]].value
        return Choice(best[0], value, (best[0],), 1, 1, 0.0, EXACT, game=self.game, state=state)
