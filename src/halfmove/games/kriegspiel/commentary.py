"""What the umpire of Kriegspiel reads and says."""

from __future__ import annotations

import re
from typing import Any

from halfmove.compiled import plain
from halfmove.core.commentary import Commentary
from halfmove.core.naming import legal_actions
from halfmove.games.kriegspiel import positions as umpire
from halfmove.games.kriegspiel.positions import Position
from halfmove.games.kriegspiel.text import ENDINGS, PAWN_ANSWERS, announcement


class KriegspielCommentary(Commentary):
    """He refuses tries and answers questions, and both players hear what he announces."""

    def read_action(self, state: Any, written: str) -> int:
        """Return the try that is written as programs write moves; a promotion is to a queen unless it says more."""
        wanted = written.strip().casefold().replace("-", "").replace("=", "")
        names = {self.game.name(action, state): action for action in legal_actions(plain(self.game), state)}
        for word in (wanted, f"{wanted}q"):
            if word in names:
                return names[word]
        return super().read_action(state, written)

    def why_illegal(self, state: Any, written: str) -> str:
        """Say why a try makes no sense."""
        if re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?", written.strip().casefold()):
            return "your own pieces do not allow this, or you know that it must fail"
        return "write a try as the squares from and to, such as e2e4"

    def how_ended(self, position: Any) -> str:
        return ENDINGS[position.announced >> umpire.ENDING & 7]

    def announce(self, percept: int, seen: Any) -> str:
        """Return what the umpire says to a player who notices this."""
        if percept == 0:
            return "refused"
        if percept in (2, 4):
            return PAWN_ANSWERS[umpire.SOME if percept == 2 else umpire.NONE]
        if self.game.tells_tries != umpire.SQUARES:
            return announcement(Position(None, percept))  # type: ignore[arg-type]
        announced = percept & (1 << umpire.TRIES) - 1
        return announcement(seen if seen.announced == announced else Position(None, announced))  # type: ignore[arg-type]
