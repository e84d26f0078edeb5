"""Why a play of backgammon cannot be made."""

from __future__ import annotations

import re
from typing import Any

from halfmove.core.commentary import Commentary
from halfmove.games.backgammon.board import BAR, DIE, OFF
from halfmove.games.backgammon.text import PLAYERS, TO_DO, count


class BackgammonCommentary(Commentary):
    """The step that is wrong, or the dice."""

    def why_illegal(self, position: Any, written: str) -> str:
        """Say why a play cannot be made."""
        if position.roll < 1 << DIE:
            return TO_DO[position.roll]
        dice = {position.roll >> DIE, position.roll & (1 << DIE) - 1}
        for step in re.findall(r"(\d+|bar)\*?/(\d+|off)", written.lower()):
            place, target = (BAR if word == "bar" else OFF if word == "off" else OFF - int(word) for word in step)
            if not BAR <= place < OFF or not BAR < target <= OFF or target <= place:
                return f"{'/'.join(step)} is not a step forward on the board"
            if target - place in dice and not count(position.mine, place) and f"/{step[0]}" not in written:
                return f"there is no checker of {PLAYERS[position.player]} on {step[0]}"
            if target < OFF and count(position.theirs, OFF - target) > 1:
                return f"point {step[1]} is held by {count(position.theirs, OFF - target)} checkers"
            if count(position.mine, BAR) and not written.lower().startswith("bar"):
                return "a checker on the bar moves first"
        return "the dice do not allow it; a player must play as many of them as he can"
