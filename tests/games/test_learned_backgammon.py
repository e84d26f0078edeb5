"""What stands beside backgammon for learners: bear-offs, the cube, and the match equity table."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.core.encoding import find_encoding
from halfmove.games.backgammon import Backgammon, Position
from halfmove.games.backgammon.bear_off import POSITIONS, bear_off
from halfmove.games.backgammon.board import CHECKERS, NIBBLE, OFF
from halfmove.games.backgammon.cube import CENTRE, MINE, THEIRS, if_offered, with_cube
from halfmove.games.backgammon.encoding import GAMMONS, LOST_GAMMONS, WIN
from halfmove.games.backgammon.match_equity import after_crawford, match_equity

pytestmark = pytest.mark.one_lane
GAME = plain(Backgammon())


def side(*home: int) -> int:
    """Return a side with so many checkers on its ace point, its two point, ..., and all others off."""
    points = sum(count << NIBBLE * (OFF - point) for point, count in enumerate(home, 1))
    return points | CHECKERS - sum(home) << NIBBLE * OFF


@cache
def exact_win(mine: int, theirs: int) -> float:
    """Return the chance of the side to roll by looking to the end, each side as is best for it."""
    win = 0.0
    position = Position(mine, theirs)
    for roll, chance in GAME.chances(position):
        rolled = GAME.result(position, roll)
        children = [GAME.result(rolled, action) for action in GAME.actions(rolled)]
        win += chance * max(
            1.0 if GAME.is_terminal(child) else 1.0 - exact_win(child.mine, child.theirs) for child in children
        )
    return win


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [((0, 0, 0, 0, 0, 1), (1,)), ((0, 1, 0, 0, 0, 1), (0, 0, 1, 1)), ((0, 0, 0, 0, 1, 1), (1, 1, 1)), ((3,), (2, 1))],
)
def test_bear_offs_are_what_looking_to_the_end_finds(mine: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    encoding, outputs = plain(find_encoding(GAME)), np.zeros(5, np.float32)
    assert encoding.write_known(Position(side(*mine), side(*theirs)), outputs)
    assert outputs[WIN] == pytest.approx(exact_win(side(*mine), side(*theirs)), abs=1e-4)


def test_known_chances_of_bear_offs() -> None:
    table = plain(bear_off())
    done_next = {(0, 0, 0, 0, 0, 1): 27 / 36, (0, 0, 0, 0, 0, 2): 4 / 36, (0, 0, 0, 0, 1, 1): 6 / 36, (1, 1): 1.0}
    for home, chance in done_next.items():
        assert table.within[table.number(side(*home)), 1] == pytest.approx(chance)
    numbers = {table.number(side(*home)) for home in ((), (1,), (0, 1), (15,), (0, 0, 0, 0, 0, 15))}
    assert len(numbers) == 5
    assert max(numbers) < POSITIONS
    assert (np.diff(table.within, axis=1) >= -1e-6).all()
    assert table.within[:, -1] == pytest.approx(1.0, abs=1e-4)


def test_gammons_at_the_end() -> None:
    encoding, outputs = plain(find_encoding(GAME)), np.zeros(5, np.float32)
    assert encoding.write_known(Position(side(2), side(0, 0, 0, 0, 0, 15)), outputs)
    assert (outputs[WIN], outputs[GAMMONS], outputs[LOST_GAMMONS]) == (1.0, 1.0, 0.0)
    assert encoding.write_known(Position(side(0, 0, 0, 0, 0, 15), side(2)), outputs)
    assert outputs[LOST_GAMMONS] == pytest.approx(20 / 36)  # as many rolls bear off none if all are played for speed
    assert not encoding.write_known(GAME.initial, outputs)


def test_the_cube_between_dead_and_live() -> None:
    assert with_cube(0.5, 0.0, 0.0, CENTRE, 0.68) == pytest.approx(0.0)
    assert with_cube(0.6, 0.1, 0.0, CENTRE, 0.0) == pytest.approx(0.3)  # dead: as without a cube
    assert with_cube(0.2, 0.0, 0.0, MINE, 1.0) == pytest.approx(-0.5)  # live: one may just take with a chance in five
    assert with_cube(0.8, 0.0, 0.0, THEIRS, 1.0) == pytest.approx(0.5)
    assert if_offered(0.8, 0.0, 0.0, 1.0) == pytest.approx(1.0)
    assert if_offered(0.25, 0.0, 0.0, 0.0) == pytest.approx(-1.0)
    for owner in (MINE, CENTRE, THEIRS):
        values = [with_cube(win / 50, 0.2 * win / 50, 0.1, owner, 0.68) for win in range(51)]
        assert values == sorted(values)
    assert with_cube(0.6, 0.1, 0.1, MINE, 0.68) > with_cube(0.6, 0.1, 0.1, CENTRE, 0.68)
    assert with_cube(0.6, 0.1, 0.1, CENTRE, 0.68) > with_cube(0.6, 0.1, 0.1, THEIRS, 0.68)


# Woolsey and Heinrich, "New Ideas in Backgammon", 1996: chances in percent of the player who needs fewer points.
PUBLISHED = {(1, 2): 70, (1, 3): 75, (1, 4): 83, (1, 5): 85, (2, 3): 60, (2, 4): 68, (2, 5): 75, (3, 4): 59}
PUBLISHED |= {(3, 5): 66, (4, 5): 58, (4, 6): 64, (5, 6): 57, (5, 7): 63, (6, 7): 56}


def test_the_match_equity_table_is_near_the_published_one() -> None:
    for (mine, theirs), percent in PUBLISHED.items():
        assert 100 * match_equity(mine, theirs) == pytest.approx(percent, abs=2.0)
        assert match_equity(mine, theirs) + match_equity(theirs, mine) == pytest.approx(1.0)
    assert match_equity(7, 7) == pytest.approx(0.5)
    assert (after_crawford(1), after_crawford(2)) == (0.5, 0.5)
