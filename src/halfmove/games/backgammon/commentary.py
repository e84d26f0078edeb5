"""How plays of backgammon are read, and why one cannot be made."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from halfmove.core.commentary import Commentary
from halfmove.games.backgammon.board import BAR, DIE, OFF, OPENING, TO_ROLL
from halfmove.games.backgammon.text import PLAYERS, TO_DO, count


class BackgammonCommentary(Commentary):
    """Steps in any order; the step that is wrong, or the dice."""

    def read_action(self, state: Any, written: str) -> int:
        """Return the legal play of a name, or of steps in any order: `13/10 24/18`, `13/10, 24/20/18`, `8/5(2)`.

        Dice are read in any order too; of an opening roll the first is X's.
        """
        if state.roll >= 1 << DIE and (wanted := _moved(written)):
            plays = {action: _moved(self.game.name(action, state)) for action in self.game.actions(state)}
            meant = [action for action, moved in plays.items() if moved == wanted]
            meant = meant or [action for action, moved in plays.items() if moved and moved[0] == wanted[0]]
            if len(meant) == 1:
                return meant[0]
        dice = re.fullmatch(r"([1-6])-?([1-6])", written.strip())
        if dice and state.roll in (TO_ROLL, OPENING):
            starts = PLAYERS[dice[1] < dice[2]] if state.roll == OPENING else ""
            written = starts + max(dice.groups()) + min(dice.groups())
        return super().read_action(state, written)

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


def _moved(written: str) -> tuple[Counter[str], set[str]] | None:
    """Return how many checkers come to each place less those that leave it, and the places that are named."""
    change: Counter[str] = Counter()
    named: set[str] = set()
    for word in filter(None, re.split(r"[,\s]+", written.lower().replace("*", ""))):
        path = re.fullmatch(r"((?:bar|\d{1,2})(?:/\d{1,2})*/(?:off|\d{1,2}))(?:\(([1-4])\))?", word)
        if path is None:
            return None
        places = path[1].split("/")
        change[places[-1]] += int(path[2] or 1)
        change[places[0]] -= int(path[2] or 1)
        named.update(places)
    return Counter({place: count for place, count in change.items() if count}), named
