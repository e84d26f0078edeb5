"""Backgammon against OpenSpiel, along random games: where each roll can lead to, and what the end is worth.

OpenSpiel plays doubles as two actions of two steps, lists some plays twice, and ends a game as a draw after a number
of turns. Its children are found here by doing what its actions say to two lists of counts.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from spiel_games import Tally

from halfmove.compiled import kernel, plain
from halfmove.core.chance import draw_action
from halfmove.core.random import random
from halfmove.games.backgammon import Backgammon
from halfmove.games.backgammon.board import DIE, OPENING, SECOND_STARTS

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

SAMPLE, GAMES, STATES = 6, 1_500, 150_000
PARTS = 2
MOST_PLAYS = 4000
DOUBLES = 8  # one in so many has all its plays compared, as OpenSpiel is slow there; of the others, one play
LOW = (1 << 63) - 1
POINTS, BAR, OFF = 24, 0, 25
COUNTS = 4  # numbers for each point in an observation: one, two, three, how many more
ON_BAR, PASS, RADIX = 24, 25, 26  # of an action


OUTCOMES: dict[bool, dict[tuple[str, int, int], list[int]]] = {}


@kernel
def plays(game: Any, state: Any, found: Any, words: Any) -> int:
    """Write down each play and what it leads to: two sides, in two words each."""
    count = 0
    for action in game.actions(state):
        child = game.result(state, action)
        found[count] = action
        words[count, 0], words[count, 1] = int(child.theirs & LOW), int(child.theirs >> 63)
        words[count, 2], words[count, 3] = int(child.mine & LOW), int(child.mine >> 63)
        count += 1
    return count


@kernel
def follow(game: Any, state: Any, action: int) -> Any:
    return game.result(state, action)


@kernel
def draw(game: Any, state: Any, numbers: Any) -> int:
    return draw_action(game, state, numbers)


def rolls(other: Any, opening: bool) -> dict[tuple[str, int, int], list[int]]:
    """Return which outcomes show a pair of dice and, in the beginning, let a player start."""
    if opening not in OUTCOMES:
        found: dict[tuple[str, int, int], list[int]] = {}
        for outcome, _ in other.chance_outcomes():
            words = re.fullmatch(r".*? ?([XO]?)(?: starts,)? \(roll: (\d)(\d)\)", other.action_to_string(outcome))
            assert words
            low, high = sorted(map(int, words.groups()[1:]))
            found.setdefault((words[1], low, high), []).append(outcome)
        OUTCOMES[opening] = found
    return OUTCOMES[opening]


def sides(other: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the counts of X and of O on the places that each of them passes, from the bar to off."""
    seen = other.observation_tensor(0)
    found = []
    for player in (0, 1):
        numbers = seen[player * COUNTS * POINTS :][: COUNTS * POINTS]
        points = [
            int(sum(index * flag for index, flag in enumerate(four[:3], 1)) + (four[3] + 3 if four[3] else 0))
            for four in zip(*[iter(numbers)] * COUNTS)
        ]
        bar, off = (int(number) for number in seen[2 * COUNTS * POINTS + 3 * player :][:2])
        found.append((bar, *(points if player == 0 else reversed(points)), off))
    return found[0], found[1]


def played(mine: int, theirs: int, player: int, dice: tuple[int, int], action: int) -> tuple[int, int]:
    """Do what an action of OpenSpiel says, to two sides of four bits a place."""
    low, high = dice
    order = (high, low) if action < RADIX * RADIX else (low, high)
    for digit, die in zip((action % RADIX, action // RADIX % RADIX), order):
        if digit != PASS:
            place = BAR if digit == ON_BAR else digit + 1 if player == 0 else POINTS - digit
            target = min(place + die, OFF)
            mine += (1 << 4 * target) - (1 << 4 * place)
            there = theirs >> 4 * (OFF - target) & 15
            if target < OFF and there:
                assert there == 1
                theirs -= (1 << 4 * (OFF - target)) - 1
    return mine, theirs


def children(other: Any, mine: int, theirs: int, dice: tuple[int, int]) -> set[tuple[int, int]]:
    """Return all positions after the roll is played, each side as one number."""
    found, player = set(), other.current_player()
    for action in other.legal_actions():
        after = played(mine, theirs, player, dice, action)
        child = other.child(action) if dice[0] == dice[1] else None
        if child is not None and not child.is_terminal() and child.current_player() == player:
            found |= children(child, *after, dice)
        else:
            found.add(after)
    return found


def packed(side: Any) -> int:
    return sum(number << 4 * place for place, number in enumerate(side))


def compare(game: Any, seed: int, games: int, states: int) -> Tally:
    theirs = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    numbers, seen, finished = random(seed), 0, 0
    found, words = np.zeros(MOST_PLAYS, np.int64), np.zeros((MOST_PLAYS, 4), np.int64)
    while finished < games or seen < states:
        state, other = game.initial, theirs.new_initial_state()
        finished += 1
        while not game.is_terminal(state) and not other.is_terminal():
            seen += 1
            roll = draw(game, state, numbers)
            low, high = sorted((roll >> DIE & 7, roll & 7))
            assert other.is_chance_node()
            starter = "" if state.roll != OPENING else "O" if roll >= SECOND_STARTS else "X"
            outcomes = rolls(other, state.roll == OPENING)[starter, low, high]
            other.apply_action(outcomes[numbers.below(len(outcomes))])
            state = follow(game, state, roll)
            seen += 1
            assert game.to_move(state) == other.current_player()
            after = tuple(packed(side) for side in (sides(other) if state.player == 0 else sides(other)[::-1]))
            assert (state.mine, state.theirs) == after, game.show(state)
            count = plays(game, state, found, words)
            ours = {
                (a | b << 63, c | d << 63): play
                for play, (a, b, c, d) in zip(found[:count].tolist(), words[:count].tolist())
            }
            assert len(ours) == count, game.show(state)
            if low < high or numbers.below(DOUBLES) == 0:
                assert ours.keys() == children(other, *after, (low, high)), game.show(state)
            player = other.current_player()
            while not other.is_terminal() and other.current_player() == player:
                legal = other.legal_actions()
                action = legal[numbers.below(len(legal))]
                after = played(*after, player, (low, high), action)
                other.apply_action(action)
            assert after in ours, game.show(state)
            state = follow(game, state, ours[after])
        if game.is_terminal(state):
            assert other.is_terminal()
            assert [game.utility(state, player) for player in (0, 1)] == other.returns()
        else:
            assert other.returns() == [0, 0]
    return Tally(finished, seen)


def test_games() -> None:
    compare(plain(Backgammon()), 1, SAMPLE, 0)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_many_games(part: int, compared: Any) -> None:
    compared("backgammon", *compare(Backgammon(), 2 + part, GAMES // PARTS, STATES // PARTS))
