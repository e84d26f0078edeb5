"""When a referee ends a game before its rules do: hopeless, level, known to a table, or too long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import Any

from halfmove.check.endless import LONGEST
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.play.endings import AGREED, LENGTH, RESIGNED, TABLE, Outcome, lost_by, undecided
from halfmove.play.game_in_progress import GameInProgress

MOST_PLIES = 10_000_000  # of a game, for there is room for all of them

Table = Callable[[Game, Any], tuple[float, ...] | None]  # what each player gets in a state that is known


@dataclass(frozen=True)
class Adjudication:
    """What a referee decides by himself. Values are the players' own, in units of the game's utility.

    A game is lost to a player who sees no more than `resign` in `resign_turns` turns of his, one after another; it is
    drawn when all players are within `draw` of the middle for `draw_turns` turns each, from ply `draw_from` on.
    """

    resign: float | None = None  #: the value at which a player has lost; None for never
    resign_turns: int = 3  #: turns of his in which he sees no more
    draw: float | None = None  #: how near to the middle all values are; None for never
    draw_turns: int = 8  #: turns of each player in which they are
    draw_from: int = 40  #: the ply from which on a draw is judged
    table: Table | None = None  #: what is known for certain, if anything is
    longest: int = LONGEST  #: plies after which a game is drawn

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
        resign, draw, middle = self.resign, self.draw, sum(game.utilities) / 2
        if resign is not None and _sees(ongoing, last, self.resign_turns, lambda value: value <= resign):
            return Outcome(RESIGNED, lost_by(game, last), f"{self.resign_turns} turns at {self.resign:g} or less")
        if draw is not None and len(ongoing.turns) >= self.draw_from:
            level = (
                _sees(ongoing, player, self.draw_turns, lambda value: abs(value - middle) <= draw)
                for player in range(game.players)
            )
            if all(level):
                return Outcome(AGREED, undecided(game), f"{self.draw_turns} turns within {draw:g} of the middle")
        return None


def _sees(ongoing: GameInProgress, player: int, count: int, is_so: Callable[[float], bool]) -> bool:
    """Tell whether a player has seen `count` values, and the last of them all are so."""
    values = list(islice((turn.value for turn in reversed(ongoing.turns) if turn.player == player), count))
    return len(values) == count and all(value is not None and is_so(value) for value in values)


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
    for name in ("resign", "draw"):
        if not isfinite(value := given.get(name, 0.0)):
            raise MalformedText(f"{name} of {value}: this is no value of a game")
    if longest > MOST_PLIES:
        raise HalfmoveError(f"games of {longest} plies: the longest must be {MOST_PLIES} at most")
    if any(given.get(turns, 1) < 1 for turns in ("resign_turns", "draw_turns")):
        raise HalfmoveError("a game is judged by at least one turn")
    return Adjudication(longest=longest, **given)  # type: ignore[arg-type]
