"""Check a bear-off by the rules alone: what a roll and the best play after it bring, for positions drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from halfmove.compiled import plain
from halfmove.core.rules import legal_actions
from halfmove.games.backgammon.board import CHECKERS, NIBBLE, OFF, TO_ROLL, Position
from halfmove.games.backgammon.endings import ONE_SIDED, home_of, positions
from halfmove.tables.bearoff.rolls import MOST_ROLLS
from halfmove.tables.bearoff.table import BearoffTable
from halfmove.tables.fingerprint import bare
from halfmove.tables.reached import Verdict

_SAMPLE = 100  # positions
_ROUNDING = 1e-9
_LAST = (1, 0, 0, 0, 0, 0)  # a position of the other player, of whom nothing is asked


def verify_bearoff(table: BearoffTable, progress: Callable[[int, int], None] | None = None) -> Verdict:
    """Check some positions; the table knows more of them."""
    rng, listed = Random(1), positions(table.checkers)[1:]
    for done in range(_SAMPLE):
        one, other = rng.choice(listed), rng.choice(listed)
        is_right = _rolls_are_right(table, one) if table.what == ONE_SIDED else _equity_is_right(table, one, other)
        if not is_right:
            return Verdict(done, 0, Position(_side(one), _side(_LAST if table.what == ONE_SIDED else other)))
        if progress:
            progress(done + 1, _SAMPLE)
    return Verdict(_SAMPLE, 0, None, is_sample=True)


def _side(points: tuple[int, ...]) -> int:
    """Return a side with these checkers at home, and all others off."""
    off = CHECKERS - sum(points)
    return sum(count << NIBBLE * (OFF - place) for place, count in enumerate((off, *points)))


def _equity_is_right(table: BearoffTable, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Compare the equity without a cube with the mean of what the best plays bring; an owned cube is worth more."""
    rules: Any = plain(bare(table.game))
    state, expected = Position(_side(one), _side(other), TO_ROLL, 0), 0.0
    for roll, chance in rules.chances(state):
        expected += chance * max(entry.value for entry in table.actions(rules.result(state, roll)).values())
    none, own, centred, others = (table.equity(one, other, cube) for cube in range(4))
    ordered = others <= none + _ROUNDING and others <= centred + _ROUNDING and centred <= own + _ROUNDING
    return ordered and abs(none - expected) <= _ROUNDING


def _rolls_are_right(table: BearoffTable, points: tuple[int, ...]) -> bool:
    """Compare the chances with the mean of those after the plays that need the fewest rolls."""
    rules: Any = plain(bare(table.game))
    state, expected = Position(_side(points), _side(_LAST), TO_ROLL, 0), [0.0] * (MOST_ROLLS + 1)
    for roll, chance in rules.chances(state):
        rolled = rules.result(state, roll)
        after = [table.rolls(_left(rules.result(rolled, play))) for play in legal_actions(rules, rolled)]
        fewest = min(after, key=lambda chances: sum(rolls * each for rolls, each in enumerate(chances)))
        for rolls, each in enumerate(fewest):
            expected[rolls + 1] += chance * each
    return all(abs(one - other) <= _ROUNDING for one, other in zip(table.rolls(points), expected, strict=False))


def _left(position: Any) -> tuple[int, ...]:
    """Return the checkers of the player who has just played."""
    found = home_of(position.theirs)
    assert found is not None
    return found
