"""Clocks under the engine's plan: on a machine that is late at random, by numbers that are drawn, not by time."""

from __future__ import annotations

from random import Random

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.games import game_named
from halfmove.protocols.go_command import parse_go
from halfmove.search.engine import Engine
from halfmove.search.engine.timing import Budget, Timekeeper, budget

GAMES, ACTIONS = 50, 200
HARD = 0.3  # of all choices take as long as they may

# Seconds that pass on the clock beyond what was planned: the times that a busy machine lets a thread wait.
LATE = {
    "idle": (0.001, 0.002),
    "busy": (0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.005, 0.008, 0.016, 0.03),
    "as late as the increment": (0.001, 0.004, 0.009, 0.014, 0.02),
    "late from time to time": (*(0.002,) * 49, 0.08),
}


def left_over(seed: int, late: tuple[float, ...], total: float, increment: float) -> float:
    """Return the least that a clock shows in a game of many actions; less than 0 if it is overdrawn."""
    rng, timekeeper = Random(seed), Timekeeper()
    clock = least = total
    for _ in range(ACTIONS):
        limit = Limit(remaining=clock, increment=increment)
        plan = timekeeper.plan(limit, 0)
        thought = plan.most if rng.random() < HARD else min(plan.enough, plan.most)
        stopped, answered = rng.choice(late) / 2, rng.choice(late) / 2
        timekeeper.answered(limit, 0, plan, thought + stopped)
        least = min(least, clock - thought - stopped - answered)
        if least < 0.0:
            break
        clock += increment - thought - stopped - answered
    return least


@pytest.mark.parametrize("late", LATE)
@pytest.mark.parametrize(("total", "increment"), [(1.0, 0.01), (10.0, 0.1), (60.0, 0.0)])
def test_a_clock_is_not_overdrawn_on_a_busy_machine(late, total, increment):
    assert min(left_over(seed, LATE[late], total, increment) for seed in range(GAMES)) >= 0.0


def test_most_of_a_clock_is_used():
    total = 1.0
    assert left_over(0, LATE["idle"], total, 0.01) < 0.3 * total


def test_a_fixed_time_is_used():
    assert budget(Limit(seconds=0.1)).most >= 0.095
    asked = parse_go(["movetime", "100"], ["movetime"], [], "").limit("wtime", "winc", overhead=20)
    assert asked == Limit(seconds=0.1)
    on_a_clock = parse_go(["wtime", "100"], ["wtime"], [], "").limit("wtime", "winc", overhead=20)
    assert on_a_clock == Limit(remaining=0.08)


def test_an_answer_that_came_late_takes_time_from_the_next():
    timekeeper, limit = Timekeeper(), Limit(seconds=1.0)
    first = timekeeper.plan(limit, 0)
    timekeeper.answered(limit, 0, first, first.most + 0.05)
    assert timekeeper.plan(limit, 0).most == pytest.approx(0.95)


def test_the_clock_of_one_player_says_nothing_of_the_other():
    timekeeper = Timekeeper()
    limit = Limit(remaining=10.0)
    timekeeper.answered(limit, 0, Budget(0.1, 0.2), 0.1)
    timekeeper.plan(Limit(remaining=9.5), 1)
    assert timekeeper.lag.worst == 0.0
    timekeeper.plan(Limit(remaining=9.5), 0)
    assert timekeeper.lag.worst == pytest.approx(0.4)


def test_another_game_is_not_late():
    timekeeper = Timekeeper()
    timekeeper.answered(Limit(remaining=10.0), 0, Budget(0.1, 0.2), 0.1)
    timekeeper.forget()
    timekeeper.plan(Limit(remaining=9.5), 0)
    assert timekeeper.lag.worst == 0.0


def test_the_engine_learns_from_the_clock_that_it_is_told():
    game = plain(game_named("tic-tac-toe"))
    engine = Engine(game, megabytes=1)
    engine.choose(limit=Limit(depth=1, remaining=60.0))
    engine.choose(limit=Limit(depth=1, remaining=59.5))
    assert 0.3 < engine.timekeeper.lag.worst <= 0.5
