"""An evaluation counted from games: states fall into categories by their features, and each has what it brought.

"In 80 % of previous games ..." (AIMA, section 5.4): the expected value of a category is the average of the results of
games that passed through it. Few games tell little, so a category counts as if some drawn games were among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from halfmove.compiled import plain
from halfmove.core.advice import Advice, AdviceWrapper
from halfmove.core.game import CHANCE, Game

PRIOR = 2.0  # drawn games that each category is taken to have seen


@dataclass
class Category:
    """What happened in games that passed through states of one kind, seen by the player to move."""

    games: int = 0  #: that passed through
    wins: int = 0  #: above a draw
    draws: int = 0  #: neither
    total: float = 0.0  #: utilities, added up

    @property
    def losses(self) -> int:
        """How many ended below a draw."""
        return self.games - self.wins - self.draws


@dataclass
class Categories:
    """Categories by features, each rounded to multiples of `width`."""

    game: Game
    width: float = 1.0
    counts: dict[tuple[int, ...], Category] = field(default_factory=dict)

    def of(self, state: Any, player: int) -> tuple[int, ...]:
        """Return the category of a state as a player sees it."""
        features = plain(self.game).advice.features(state, player)
        return tuple(round(feature / self.width) for feature in features)

    def learn(self, games: Iterable[tuple[Any, Sequence[int], Sequence[float]]]) -> int:
        """Count games, each the state it began in, its actions, and what each player got; return how many."""
        rules, draw, count = plain(self.game), sum(self.game.utilities) / 2, 0
        for first, actions, utilities in games:
            count += 1
            state, seen = first, set[tuple[tuple[int, ...], int]]()
            for action in actions:
                player = rules.to_move(state)
                if player != CHANCE:
                    seen.add((self.of(state, player), player))
                state = rules.result(state, action)
            for key, player in seen:  # once for each game, however long it stays there
                category = self.counts.setdefault(key, Category())
                category.games += 1
                category.total += utilities[player]
                category.wins += utilities[player] > draw
                category.draws += utilities[player] == draw
        return count

    def value(self, state: Any, player: int) -> float:
        """Return what games of the same category brought, on average."""
        draw = sum(self.game.utilities) / 2
        category = self.counts.get(self.of(state, player), Category())
        return (category.total + PRIOR * draw) / (category.games + PRIOR)

    def advice(self) -> Advice:
        """Return the advice of the game with this evaluation; it runs as plain Python."""
        return CategoryAdvice(self.game, plain(self.game).advice, self)


class CategoryAdvice(AdviceWrapper):
    """Advice that evaluates by categories."""

    game: Game
    inner: Any
    categories: Categories

    def __init__(self, game: Game, inner: Any, categories: Categories) -> None:
        vars(self).update(game=game, inner=inner, categories=categories)

    def evaluate(self, state: Any, player: int) -> float:
        """Return the average of the category."""
        return self.categories.value(state, player)
