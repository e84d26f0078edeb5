"""Syzygy's tables of chess endings as a table, read by python-chess where that is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from halfmove.compiled import plain
from halfmove.core.choice import EXACT, Choice
from halfmove.core.game import Game
from halfmove.core.rules import legal_actions, mover
from halfmove.errors import DamagedFile, HalfmoveError, WrongGame
from halfmove.running.files import require_plain_file
from halfmove.tables.fingerprint import bare
from halfmove.tables.table import Entry

_BLESSED, _WON = 1, 2  # a win that the rule of 50 moves spoils, and one that it does not


class SyzygyTable:
    """Values and distances to the next capture or pawn's move, for positions of a folder of Syzygy's files."""

    def __init__(self, folder: Path, game: Game) -> None:
        if not hasattr(bare(game), "epd"):
            raise WrongGame(f"{folder}: Syzygy's tables are about chess")
        try:
            import chess.syzygy
        except ImportError:
            raise HalfmoveError(f"{folder}: to read Syzygy's tables, install the package `chess`") from None
        for file in (*folder.glob("*.rtbw"), *folder.glob("*.rtbz")):
            require_plain_file(file)
        self.game, self.path, self._chess = game, folder, chess
        self._tables = chess.syzygy.open_tablebase(str(folder))

    def probe(self, state: Any) -> Entry | None:
        """Return what is known of a state: a win that the rule of 50 moves spoils is a draw."""
        board = self._chess.Board(plain(self.game).fen(state))  # type: ignore[attr-defined]
        try:
            value, plies = self._tables.probe_wdl(board), abs(self._tables.probe_dtz(board))
        except (KeyError, self._chess.syzygy.MissingTableError):
            return None
        except Exception as error:  # noqa: BLE001 - python-chess trusts its files
            raise DamagedFile(f"{self.path}: a file of Syzygy's is damaged ({type(error).__name__})") from None
        if abs(value) <= _BLESSED:
            return Entry(0.0, None)
        return Entry(1.0 if value == _WON else -1.0, plies)

    def choice(self, state: Any) -> Choice | None:
        """Return an action that keeps the value, and makes progress as soon, or is forced to as late, as can be."""
        entry, rules = self.probe(state), plain(self.game)
        if entry is None:
            return None
        ranks: dict[int, tuple[float, float]] = {}
        for action in legal_actions(rules, state):
            child = rules.result(state, action)
            if rules.is_terminal(child):
                value, plies = float(rules.utility(child, mover(rules, state))), 0
            else:
                after = self.probe(child)
                if after is None:
                    return None
                zeroing = bare(rules).since_progress(getattr(child, "state", child)) == 0
                value, plies = 0.0 - after.value, 0 if zeroing else after.distance or 0
            ranks[action] = value, -plies * value
        best = max(ranks, key=lambda action: ranks[action])
        depth = entry.distance or 1
        return Choice(best, entry.value, (best,), depth, 1, kind=EXACT, distance=0, game=self.game, state=state)
