"""What a position of backgammon is worth: shots and escapes as players count them, and plays that all agree on."""

from __future__ import annotations

import numpy as np
import pytest
from playing import random_states

from halfmove.compiled import kernel, plain
from halfmove.core.game import CHANCE
from halfmove.core.rules import action_named
from halfmove.errors import MalformedText
from halfmove.games.backgammon import Backgammon, Position
from halfmove.games.backgammon.board import CHECKERS, DIE, OFF, START
from halfmove.games.backgammon.evaluation import OUTPUTS, STAGES, TERMS, read_weights, write_weights
from halfmove.games.backgammon.shots import count_shots, escapes
from halfmove.games.backgammon.side import look_at

pytestmark = pytest.mark.one_lane

GAME = plain(Backgammon())
# Rolls of 36 that hit a blot so many points away from one checker, with nothing in between.
SHOTS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3, 13: 0, 15: 1, 16: 1, 20: 1}
PLAYS = {"31": "8/5,6/5", "42": "8/4,6/4", "61": "13/7,8/7", "65": "24/13"}


def side(**points: int) -> int:
    """Return a side with checkers on points such as p6=2, and the others off."""
    number = sum(count << 4 * (OFF - int(name[1:])) for name, count in points.items())
    return number + (CHECKERS - sum(points.values()) << 4 * OFF)


@pytest.mark.parametrize(("distance", "rolls"), SHOTS.items())
def test_shots_are_those_of_the_books(distance, rolls):
    hitter = look_at(side(p24=1))
    blot = 1 + distance
    shots, cost, doubles = count_shots(hitter, 0, 1 << blot)
    assert shots * 36 == pytest.approx(rolls)
    assert cost * 36 == pytest.approx(rolls * (OFF - blot))
    assert doubles == 0


def test_shots_past_a_block_and_from_the_bar():
    assert count_shots(look_at(side(p24=1)), 1 << 4 | 1 << 5, 1 << 8)[0] * 36 == 4  # 7 away: 61 and 52, not 43
    assert count_shots(look_at(side(p25=1)), 0, 1 << 3)[0] * 36 == 14  # 3, 21 and 11
    assert count_shots(look_at(side(p25=2, p13=1)), 0, 1 << 18)[0] * 36 == 2  # 66 and 33: other dice only enter


def test_escapes():
    chances = escapes()
    assert chances[0b111111] == 0
    assert chances[0b011111] * 36 == pytest.approx(11)  # any six, and on
    assert chances[0] > chances[0b1000] > chances[0b11000]


@pytest.mark.parametrize(("roll", "play"), PLAYS.items())
def test_openings_that_everybody_plays(roll, play):
    position = Position(START, START, int(roll[0]) << DIE | int(roll[1]))
    best = max(GAME.actions(position), key=lambda action: GAME.advice.evaluate(GAME.result(position, action), 0))
    assert best == action_named(GAME, position, play)


def test_clear_positions():
    def equity(mine, theirs):
        return GAME.advice.evaluate(Position(mine, theirs), 0)

    ahead = equity(side(p1=2), side(p6=5, p5=5))
    assert ahead > 0.9
    assert equity(side(p6=5, p5=5), side(p1=2)) < -0.9
    far, saved = side(p12=5, p8=5, p6=5), side(p12=5, p8=5, p6=4)
    assert equity(side(p2=2, p1=2), far) > equity(side(p2=2, p1=2), saved) > 0.9  # a gammon is likely, or cannot be
    closed = side(p6=2, p5=2, p4=2, p3=2, p2=2, p1=2, p8=3)
    assert equity(closed, side(p25=2, p6=5, p8=4, p13=4)) > 1
    assert -0.2 < equity(START, START) < 0.2
    doubled = Position(START, START, cube=4)
    assert GAME.advice.evaluate(doubled, 0) == pytest.approx(4 * equity(START, START))
    assert GAME.advice.evaluate(doubled, 1) == -GAME.advice.evaluate(doubled, 0)


@kernel
def value(advice, position, player):
    return advice.evaluate(position, player)


@pytest.mark.usefixtures("native")
def test_both_lanes_evaluate_alike():
    advice, count = Backgammon().advice, 0
    for state in random_states(GAME, 2):
        if not GAME.is_terminal(state) and GAME.to_move(state) == CHANCE:
            assert value(advice, state, 0) == GAME.advice.evaluate(state, 0)
            count += 1
    assert count > 20


def test_weights_in_a_file():
    weights = np.zeros((STAGES, TERMS, OUTPUTS))
    weights[1, 2] = 0.5
    assert (read_weights(write_weights(weights)) == weights).all()
    for broken in (b"", b"no file", write_weights(weights)[:100], write_weights(weights[:1])):
        with pytest.raises(MalformedText, match="weights of backgammon"):
            read_weights(broken)
