"""A student's search beside ours: the same value, a best action, the same leaves in the same order.

The function runs in a process of its own (`student.py`), which is ended when it takes too long. A leaf counts as
visited when its utility is asked for. If a tree shows a mistake, it is made smaller until nothing can be left out.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.explain.numbers import number
from halfmove.explain.tree import Node, Recorder
from halfmove.games.trees.explicit import ExplicitGame, Place
from halfmove.play.players.external.errors import EngineFailed
from halfmove.play.players.external.process import Process
from halfmove.search.alphabeta import alphabeta
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.minimax import minimax
from halfmove.teaching.exercises import FIXED, FIXED_WITH_CHANCE, Tree, random_exercise, smaller, tree_of

SEARCHES: dict[str, Callable[..., Choice]] = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "expectiminimax": expectiminimax,
}
_SPELLINGS = {"minmax": "minimax", "expectiminmax": "expectiminimax", "expectminmax": "expectiminimax"}
SECONDS = 2.0  # that a function may take for one tree
TREES = 60  # random ones
_START = 30.0  # seconds for the file to be imported
_MOST_LATE = 3  # trees that may take too long before the others are left out
_SHRINKING = 20.0  # seconds
_CLOSE = 1e-9
_PROGRAM = Path(__file__).with_name("student.py")


@dataclass
class Answer:
    """What a function did with a tree; leaves are numbers of nodes."""

    value: float | None = None
    action: str | None = None
    leaves: list[int] = field(default_factory=list)
    error: str = ""
    printed: str = ""


@dataclass
class Expected:
    """What is right: the value, every best action, and the leaves of our search; with the tree that it saw."""

    value: float
    actions: list[str]
    leaves: list[int]
    root: Node


@dataclass
class Mistake:
    """A tree that a function does not get right, and what is wrong."""

    tree: Tree
    game: ExplicitGame
    expected: Expected
    answer: Answer
    reasons: list[str]


@dataclass
class Report:
    """How a function did."""

    name: str
    right: int = 0
    tried: int = 0
    left_out: int = 0  # trees that were not tried, because others took too long
    without_value: bool = False  # it returns an action alone
    without_action: bool = False
    mistake: Mistake | None = None
    hint: str = ""


def search_named(name: str) -> str:
    """Return which search a function should be, by its name."""
    plain = name.casefold().replace("_", "")
    for spelling in (*SEARCHES, *_SPELLINGS):
        if plain.startswith(spelling):
            return _SPELLINGS.get(spelling, spelling)
    near = did_you_mean(plain, SEARCHES)
    raise HalfmoveError(f"'{name}' is not the name of a search{near}; say which it is, as --search alphabeta")


def grade(
    file: Path,
    name: str,
    search: str,
    *,
    cut_equal: bool = True,
    trees: int = TREES,
    seed: int = 0,
    seconds: float = SECONDS,
    typed: Iterable[str] = (),
) -> Report:
    """Try a function on typed trees, on fixed ones and on random ones; the first mistake is made smaller."""
    ours = partial(alphabeta, cut_equal=cut_equal) if search == "alphabeta" else SEARCHES[search]
    with _Student(file, name, seconds) as student:
        report = Report(f"{file.name}:{name}")
        failing, answers = _try_all(student, _trees(search, trees, seed, typed), ours, report)
        if failing is not None:
            report.mistake = _smallest(student, ours, failing)
            report.hint = _hint(search, cut_equal, answers)
        return report


def _try_all(
    student: _Student, trees: list[Tree], ours: Callable[..., Choice], report: Report
) -> tuple[Mistake | None, list[tuple[Tree, Answer]]]:
    failing: Mistake | None = None
    answers: list[tuple[Tree, Answer]] = []
    late = 0
    for tree in trees:
        if late >= _MOST_LATE:
            report.left_out += 1
            continue
        mistake, answer = _compared(student, ours, tree)
        answers.append((tree, answer))
        report.tried += 1
        report.without_value |= answer.value is None and not answer.error
        report.without_action |= answer.action is None and not answer.error
        late += student.was_late
        if mistake is None:
            report.right += 1
        elif failing is None or tree.size < failing.tree.size:
            failing = mistake
    return failing, answers


def _trees(search: str, count: int, seed: int, typed: Iterable[str]) -> list[Tree]:
    """Return the trees to try: those that were typed alone, or else the fixed and the random ones."""
    given = [_typed(text) for text in typed]
    if given:
        return given
    chance = search == "expectiminimax"
    fixed = [*FIXED, *(FIXED_WITH_CHANCE if chance else ())]
    rng = Random(seed)
    shapes = [(2, 3), (3, 3), (4, 2), (4, 3), (6, 2)]
    random = [random_exercise(rng, *shapes[i % len(shapes)], chance=chance and i % 2 == 0) for i in range(count)]
    return [*(tree_of(ExplicitGame.parse(text)) for text in fixed), *random]


def _typed(text: str) -> Tree:
    game = ExplicitGame.parse(text)
    if game.players != 2 or game.is_terminal(game.initial) or game.to_move(game.initial) != 0:
        raise HalfmoveError(
            f"'{text}': a tree to grade with begins with max, and has no other players than max and min"
        )
    return tree_of(game)


def _compared(student: _Student, ours: Callable[..., Choice], tree: Tree) -> tuple[Mistake | None, Answer]:
    """Return what is wrong with a function on one tree, if anything is, and its answer."""
    game = ExplicitGame.parse(str(tree))
    expected, answer = _expected(ours, game), student.answer(game)
    reasons = _differences(game, expected, answer)
    return (Mistake(tree, game, expected, answer, reasons) if reasons else None), answer


def _expected(ours: Callable[..., Choice], game: ExplicitGame) -> Expected:
    watch = Recorder(game)
    value = ours(game, watch=watch).value
    root = watch.root
    assert root is not None
    leaves = [game.read(node.picture).node for _, node in root.walk() if not node.children and not node.skipped]
    worth = {action: _value(game, game.result(game.initial, action)) for action in game.actions(game.initial)}
    best = [game.name(action, game.initial) for action in worth if math.isclose(worth[action], value, abs_tol=_CLOSE)]
    return Expected(value, best, leaves, root)


def _value(game: ExplicitGame, place: Place) -> float:
    """Return the true value of a node, by looking at everything."""
    if game.is_terminal(place):
        return game.utility(place, 0)
    below = [_value(game, game.result(place, action)) for action in game.actions(place)]
    if game.to_move(place) == CHANCE:
        return sum(value * chance for value, (_, chance) in zip(below, game.chances(place)))
    return max(below) if game.to_move(place) == 0 else min(below)


def _differences(game: ExplicitGame, expected: Expected, answer: Answer) -> list[str]:
    """Return what is wrong with an answer, a sentence for each."""
    if answer.error:
        return [answer.error]
    reasons = []
    if answer.value is not None and not math.isclose(answer.value, expected.value, abs_tol=_CLOSE):
        reasons.append(f"the value is {number(expected.value)}, and not {number(answer.value)}")
    if answer.action is not None and answer.action not in expected.actions:
        action = next(
            action for action in game.actions(game.initial) if game.name(action, game.initial) == answer.action
        )
        worth = number(_value(game, game.result(game.initial, action)))
        reasons.append(f"action {answer.action} is worth {worth}; best is {' or '.join(expected.actions)}")
    if answer.leaves != expected.leaves:
        reasons.append(_leaf_difference(game, expected.leaves, answer.leaves))
    return reasons


def _leaf_difference(game: ExplicitGame, right: list[int], theirs: list[int]) -> str:
    for i, (one, other) in enumerate(zip(right, theirs)):
        if one != other:
            return f"leaf {i + 1} to look at is {leaf_name(game, one)}, and not {leaf_name(game, other)}"
    if len(theirs) > len(right):
        return f"leaf {leaf_name(game, theirs[len(right)])} cannot matter, and was looked at"
    return f"leaf {leaf_name(game, right[len(theirs)])} matters, and was not looked at"


def leaf_name(game: ExplicitGame, leaf: int) -> str:
    """Name a leaf by the branches that lead to it, and by its value: 2.1 (=4)."""

    def path(place: Place) -> list[str] | None:
        if place.node == leaf:
            return []
        for action in game.actions(place):
            below = path(game.result(place, action))
            if below is not None:
                return [game.name(action, place), *below]
        return None

    return f"{'.'.join(path(game.initial) or [])} (={number(game.utility(Place(leaf), 0))})"


def _smallest(student: _Student, ours: Callable[..., Choice], mistake: Mistake) -> Mistake:
    """Return the mistake on the smallest tree that shows one, as far as leaving parts out finds it."""
    until = time.monotonic() + _SHRINKING
    while True:
        for tree in smaller(mistake.tree):
            if time.monotonic() > until:
                return mistake
            smaller_one, _ = _compared(student, ours, tree)
            if smaller_one is not None:
                mistake = smaller_one
                break
        else:
            return mistake


def _hint(search: str, cut_equal: bool, answers: list[tuple[Tree, Answer]]) -> str:
    """Tell if a function is right by another way to prune: both are taught."""
    if search != "alphabeta":
        return ""
    other = partial(alphabeta, cut_equal=not cut_equal)
    for tree, answer in answers:
        game = ExplicitGame.parse(str(tree))
        if _differences(game, _expected(other, game), answer):
            return ""
    if cut_equal:
        return "it prunes only on alpha > beta, which is right too: grade it with --beyond"
    return "it prunes on alpha >= beta, as AIMA does, which is right too: grade it without --beyond"


class _Student:
    """The process of a student's function; it is started again when it had to be ended."""

    def __init__(self, file: Path, name: str, seconds: float) -> None:
        if not file.is_file():
            raise HalfmoveError(f"{file}: there is no such file")
        self.file, self.name, self.seconds = file, name, seconds
        self.was_late = False
        self._process: Process | None = None

    def __enter__(self) -> _Student:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.kill()

    def _start(self) -> Process:
        process = Process(f"{self.file}:{self.name}", [sys.executable, "-P", str(_PROGRAM)])
        answer = self._exchange(process, {"file": str(self.file), "name": self.name}, _START)
        if answer is None or "failed" in answer:
            process.kill()
            why = f"it was not imported within {_START:g} s" if answer is None else answer["failed"]
            raise HalfmoveError(f"{self.file}: {why}")
        self._process = process
        return process

    def answer(self, game: ExplicitGame) -> Answer:
        """Return what the function does with a tree."""
        process = self._process or self._start()
        self.was_late = False
        try:
            answer = self._exchange(process, {"nodes": nodes_of(game)}, self.seconds)
        except EngineFailed as failure:
            self._end(process)
            return Answer(error=f"the process ended: {failure.reason}")
        if answer is None:
            self._end(process)
            self.was_late = True
            return Answer(error=f"there was no answer within {self.seconds:g} s: does it end at all?")
        return Answer(
            answer.get("value"),
            answer.get("action"),
            answer.get("leaves", []),
            answer.get("error", ""),
            answer.get("printed", ""),
        )

    def _end(self, process: Process) -> None:
        process.kill()
        self._process = None

    def _exchange(self, process: Process, message: dict[str, Any], seconds: float) -> dict[str, Any] | None:
        """Send a message and return the answer; None if there is none in time."""
        until = time.monotonic() + seconds
        process.send(json.dumps(message), "grading", seconds)
        line = process.receive("grading", until)
        answer = None if line is None else json.loads(line)
        return answer if isinstance(answer, dict) else None


def nodes_of(game: ExplicitGame) -> list[Any]:
    """Return a tree as it is sent to a student's process: for each node its mover, its children and its value."""

    def name(place: Place) -> str | None:
        return None if game.is_terminal(place) else "CHANCE" if game.to_move(place) == CHANCE else _side(game, place)

    nodes = []
    for node in range(len(game.movers)):
        place = Place(node)
        chances = dict(game.chances(place)) if name(place) == "CHANCE" else {}
        below = [
            [game.name(action, place), game.result(place, action).node, chances.get(action, 0.0)]
            for action in game.actions(place)
        ]
        nodes.append([name(place), below, game.utility(place, 0) if not below else None])
    return nodes


def _side(game: Game, place: Place) -> str:
    return "MAX" if game.to_move(place) == 0 else "MIN"
