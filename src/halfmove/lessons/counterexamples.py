"""The smallest game in which a printed algorithm is wrong, found by trying games of growing size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.lessons import printed

_TRIES = 10_000  # random games of each size
_LARGEST = 12  # nodes
_VALUES = (-1.0, 0.0, 1.0)
_DEPTH = 3  # plies: a state can be 1 and 3 plies down, with the same player to move


class Counterexample(NamedTuple):
    """A game, what the printed form says of it, what is true."""

    lesson: str
    game: Any
    printed: Any
    truth: Any

    def __str__(self) -> str:
        return f"{self.lesson}: {self.game.to_text()} - printed {self.printed}, true {self.truth}"


class _Lesson(NamedTuple):
    """What the printed form answers, what is true of it, whether the two agree, and in which games to look."""

    answer: Callable[[Game], Any]
    truth: Callable[[Game], Any]
    agree: Callable[[Any, Any], bool]
    chance: bool = False
    shared: bool = False  # states that can be reached by more than one way
    estimates: bool = False  # evaluations of states that are not terminal


def _same(answer: Any, truth: Any) -> bool:
    return isinstance(answer, float) and abs(answer - truth) < 1e-9


def _value(game: Game) -> float:
    return printed.minimax(game, game.initial)


def _best(game: Game) -> list[int]:
    actions, value = list(game.actions(game.initial)), _value(game)
    return [action for action in actions if printed.minimax(game, game.result(game.initial, action)) == value]


def _moves_at_all(game: Game) -> Any:
    return printed.make_a_move(game, game.initial)


def _solved(game: Game) -> Any:
    """The value that the printed dynamic programming has stored for the root, which it is asked about."""
    try:
        return printed.dynamic_programming(game, game.initial).get(game.initial)
    except KeyError as missing:
        return f"no value yet for {missing}"


def _dynamic_agrees(answer: Any, truth: float) -> bool:
    """Only the look-up of a child that is not solved counts here; that the root is not stored is always so."""
    return not isinstance(answer, str)


_LESSONS = {
    "Chapter 9, algorithm 27": _Lesson(_moves_at_all, _best, lambda answer, truth: answer in truth),
    "Chapter 9, algorithm 29": _Lesson(
        lambda game: printed.chance_alphabeta(game, game.initial), _value, _same, chance=True
    ),
    "Chapter 9, algorithms 30 and 31": _Lesson(
        lambda game: printed.memoised_alphabeta(game, game.initial), _value, _same, shared=True
    ),
    "Chapter 9, algorithms 30 and 31, with a depth": _Lesson(
        lambda game: printed.memoised_alphabeta(game, game.initial, max_depth=_DEPTH),
        lambda game: printed.minimax(game, game.initial, _DEPTH),
        _same,
        shared=True,
        estimates=True,
    ),
    "Chapter 9, algorithm 32": _Lesson(_solved, _value, _dynamic_agrees),
    "Lecture 5, MIN-VALUE": _Lesson(lambda game: printed.max_value(game, game.initial), _value, _same),
    "Zell and Kraetzschmar, ALPHA-BETA-SEARCH": _Lesson(
        lambda game: printed.actions_with_value(game, game.initial),
        _best,
        lambda answer, truth: set(answer) <= set(truth),
    ),
}

LESSONS = tuple(_LESSONS)


def counterexample(lesson: str) -> Counterexample:
    """Return the smallest game found in which the printed form of `lesson` is wrong."""
    if lesson not in _LESSONS:
        raise HalfmoveError(f"there is no lesson '{lesson}'; there are {', '.join(LESSONS)}")
    answer, truth, agree, *kinds = _LESSONS[lesson]
    for nodes in range(2, _LARGEST + 1):
        for game in _games(nodes, *kinds):
            answered, true = answer(game), truth(game)
            if not agree(answered, true):
                return Counterexample(lesson, game, answered, true)
    raise HalfmoveError(f"{lesson}: no counterexample with up to {_LARGEST} nodes")


def _games(nodes: int, chance: bool, shared: bool, estimates: bool) -> Iterator[ExplicitGame]:
    """Yield games of `nodes` nodes in which every node can be reached; MAX moves first, then the players alternate."""
    rng = Random(nodes)
    for _ in range(_TRIES):
        parents = [-1] + [rng.randrange(node) for node in range(1, nodes)]
        children = [[node for node in range(1, nodes) if parents[node] == parent] for parent in range(nodes)]
        plies = [0] * nodes
        for node in range(1, nodes):
            plies[node] = plies[parents[node]] + 1
        if shared:
            _share(rng, children, plies)
        movers = [ply % 2 for ply in plies]
        if chance:
            movers = [CHANCE if node and rng.random() < 1 / 3 else mover for node, mover in enumerate(movers)]
        values = [0.0 if below and not estimates else rng.choice(_VALUES) for below in children]
        yield ExplicitGame.graph(movers, children, values)


def _share(rng: Random, children: list[list[int]], plies: list[int]) -> None:
    """Add an edge to a node that has a parent already, two plies of the same player apart at most."""
    edges = [
        (node, child)
        for node, child in product(range(len(plies)), repeat=2)
        if children[node]
        and child not in children[node]
        and plies[child] > plies[node]
        and (plies[child] - plies[node]) % 2
    ]
    if edges:
        node, child = rng.choice(edges)
        children[node].append(child)


class Deals(NamedTuple):
    """What the printed average over deals makes of a sample in which each deal comes up as often as it should."""

    deals: tuple[float, ...]
    probabilities: tuple[float, ...]
    printed: float
    truth: float


def wrong_average() -> Deals:
    """Return the smallest case in which weighing sampled deals by their probability again is wrong.

    The sample is perfect: a deal of probability k/n comes up k times in n.
    """
    for size in range(2, 6):
        for often in range(1, size):
            for deals in product(_VALUES, repeat=2):
                sample = [0] * often + [1] * (size - often)
                probabilities = (often / size, 1 - often / size)
                answered = printed.average_over_deals(deals, probabilities, sample)
                true = sum(deal * probability for deal, probability in zip(deals, probabilities, strict=True))
                if abs(answered - true) > 1e-9:
                    return Deals(deals, probabilities, answered, true)
    raise AssertionError("unreachable: two equal deals are halved")
