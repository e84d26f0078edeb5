"""When a referee ends a game before its rules do: hopeless, level, known to a table, or too long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from halfmove.check.endless import LONGEST
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.play.endings import AGREED, LENGTH, RESIGNED, TABLE, Outcome, lost_by, undecided
from halfmove.play.game_in_progress import GameInProgress

Table = Callable[[Game, Any], tuple[float, ...] | None]  # what each player gets in a state that is known


@dataclass(frozen=True)
class Adjudication:
    """What a referee decides by himself. Values are the players' own, in units of the game's utility.

    A game is lost to a player who sees no more than `resign` in `resign_turns` turns of his, one after another; it is
    drawn when all players are within `draw` of the middle for `draw_turns` turns each, from ply `draw_from` on.
    """

    resign: float | None = None
    resign_turns: int = 3
    draw: float | None = None
    draw_turns: int = 8
    draw_from: int = 40  # plies
    table: Table | None = None
    longest: int = LONGEST  # plies

    def look(self, ongoing: GameInProgress) -> Outcome | None:
        """Return how the game ends now, if it does."""
        game = ongoing.rules
        if self.table is not None:
            known = self.table(ongoing.game, ongoing.state)
            if known is not None:
                return Outcome(TABLE, tuple(map(float, known)))
        if len(ongoing.turns) >= self.longest:
            return Outcome(LENGTH, undecided(game), f"{self.longest:,} plies")
        if not ongoing.turns or ongoing.turns[-1].player == CHANCE:
            return None
        last = ongoing.turns[-1].player
        if self.resign is not None and self._sees(ongoing, last, self.resign_turns, self._hopeless):
            return Outcome(RESIGNED, lost_by(game, last), f"{self.resign_turns} turns at {self.resign:g} or less")
        drawn = self.draw is not None and len(ongoing.turns) >= self.draw_from
        if drawn and all(self._sees(ongoing, player, self.draw_turns, self._level) for player in range(game.players)):
            return Outcome(AGREED, undecided(game), f"{self.draw_turns} turns within {self.draw:g} of the middle")
        return None

    def _hopeless(self, value: float, middle: float) -> bool:
        return self.resign is not None and value <= self.resign

    def _level(self, value: float, middle: float) -> bool:
        return self.draw is not None and abs(value - middle) <= self.draw

    def _sees(self, ongoing: GameInProgress, player: int, count: int, is_so: Callable[[float, float], bool]) -> bool:
        """Tell whether the last `count` values that a player saw all are so."""
        middle, found = sum(ongoing.rules.utilities) / 2, 0
        for turn in reversed(ongoing.turns):
            if turn.player != player:
                continue
            if turn.value is None or not is_so(turn.value, middle):
                return False
            found += 1
            if found == count:
                return True
        return False


BY_THE_RULES = Adjudication()


def parse_adjudication(resign: str = "", draw: str = "", longest: int = LONGEST) -> Adjudication:
    """Read `VALUE,TURNS` for resigning and `VALUE,TURNS,PLY` for draws; an empty text means never."""
    given: dict[str, float | int] = {}
    for name, text, fields in (
        ("resign", resign, ("resign", "resign_turns")),
        ("draw", draw, ("draw", "draw_turns", "draw_from")),
    ):
        numbers = [number.strip() for number in text.split(",")] if text else []
        if len(numbers) > len(fields):
            raise MalformedText(f"{name} '{text}': {len(numbers)} numbers where {len(fields)} are understood")
        for field, number in zip(fields, numbers):
            try:
                given[field] = float(number) if field == name else int(number)
            except ValueError:
                raise MalformedText(f"{name} '{text}': '{number}' is not a number that can stand there") from None
    if any(given.get(turns, 1) < 1 for turns in ("resign_turns", "draw_turns")):
        raise HalfmoveError("a game is judged by at least one turn")
    return Adjudication(longest=longest, **given)  # type: ignore[arg-type]
