"""Drawing an action: with every random number there can be, each action comes up as often as it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core import chance
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.games import GAMES, game_named

pytestmark = pytest.mark.one_lane

TOO_LARGE = ("holdem", "battleship")  # three cards at once, or many places that are tried again: too many to try all
VARIANTS = [
    *(name for name in GAMES if name not in TOO_LARGE),
    "holdem:ranks=4",
    "battleship:width=3,height=3,ships=1-2,shots=4",
    "battleship:width=3,height=2,ships=2,shots=4,repeats=no",
    "pig:goal=12",
    "kalah:holes=6,seeds=4",
    "mnk:width=4,height=3",
    "pente:width=6,height=5",
    "go:size=3",
    "go:size=3,superko=true",
    "go:size=3,superko=true,suicide=true",
    "hex:size=3,swap=true",
    "y:size=4",
]
DRAWS = 3  # random numbers after which an attempt is given up: a sampler that tries again is then even already
ENOUGH = 1000  # actions of all states of a game that are looked into


class TooMany(Exception):
    """A sampler wants another random number."""


class Every:
    """A stand-in for random numbers, which takes every value in turn, and knows how likely that was."""

    def __init__(self, most: int = DRAWS) -> None:
        self.most = most
        self.drawn: list[tuple[int, int]] = []  # a number, and of how many
        self.at = 0
        self.room = [0] * chance.ROOM

    def below(self, n: int) -> int:
        if self.at == self.most:
            raise TooMany
        if self.at == len(self.drawn):
            self.drawn.append((0, n))
        value, limit = self.drawn[self.at]
        assert limit == n
        self.at += 1
        return value

    def outcomes(self, draw: Callable[[Any], int]) -> Iterator[tuple[int, Fraction]]:
        """Yield what is drawn with all possible numbers, and the probability of these numbers."""
        while True:
            self.at, probability = 0, Fraction(1)
            try:
                action = draw(self)
            except TooMany:
                pass
            else:
                for _, limit in self.drawn[: self.at]:
                    probability /= limit
                yield action, probability
            while self.drawn and self.drawn[-1][0] + 1 == self.drawn[-1][1]:
                self.drawn.pop()
            if not self.drawn:
                return
            self.drawn[-1] = (self.drawn[-1][0] + 1, self.drawn[-1][1])


def shares(draws: Iterator[tuple[int, Fraction]]) -> dict[int, Fraction]:
    """Return how likely each action is, if one is drawn at all."""
    found: Counter[int] = Counter()
    for action, probability in draws:
        found[action] += probability  # type: ignore[assignment]
    return {action: Fraction(share) / Fraction(sum(found.values())) for action, share in found.items()}


def expected(game: Game, state: Any) -> dict[int, Fraction]:
    if game.to_move(state) == CHANCE:
        return {outcome: Fraction(p).limit_denominator(100_000) for outcome, p in game.chances(state)}
    actions = list(game.actions(state))
    return {action: Fraction(1, len(actions)) for action in actions}


@pytest.mark.parametrize("name", VARIANTS)
def test_samples_are_even(name: str) -> None:
    """Where chance draws a fraction there is nothing to enumerate: `tests/core` counts those."""
    game, numbers, seen = plain(game_named(name)), random(5), 0
    own = type(game).sample is not Game.sample
    state = game.initial
    while seen < ENOUGH:
        if game.is_terminal(state):
            state = game.initial
        if own or game.to_move(state) != CHANCE:
            evenly = expected(game, state)
            assert shares(Every().outcomes(partial(game.sample, state))) == evenly, state
            seen += len(evenly)
        state = game.result(state, chance.draw_action(game, state, numbers))
        seen += 1


def test_more_actions_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "ROOM", 3)
    game = SimpleNamespace(to_move=lambda state: 0, actions=lambda state: range(state))
    for count in range(1, 7):
        drawn = shares(Every(most=4).outcomes(partial(chance.draw_action, game, count)))
        assert drawn == {action: Fraction(1, count) for action in range(count)}
