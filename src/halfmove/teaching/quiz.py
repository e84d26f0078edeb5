"""Questions about a tree, with answers and explanations: values, the best action, windows, and what is cut.

The inner nodes of the tree are named by letters and its leaves by numbers, where the user did not name all of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE
from halfmove.core.naming import player_name
from halfmove.errors import HalfmoveError
from halfmove.explain.numbers import interval, is_open, number, shortest, vector
from halfmove.explain.steps import ROOT, story_of
from halfmove.explain.tree import MAX, Node, Recorder
from halfmove.games.trees.explicit import ExplicitGame, Place
from halfmove.search.alphabeta import alphabeta
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.maxn import maxn
from halfmove.teaching.exercises import MOST_LEAVES, random_exercise

NUMBER, WINDOW, LEAVES, ACTION, VECTOR = "number", "window", "leaves", "action", "vector"
HOW = {  # to answer
    NUMBER: "a number",
    WINDOW: "two numbers, alpha and beta; inf for infinity",
    LEAVES: "the numbers of leaves, or none",
    ACTION: "a branch",
    VECTOR: "a number for each player",
}
QUESTIONS = 6
_TRIES = 50  # random trees until one has something to cut
_CLOSE = 0.0051  # answers may be rounded to two places
_NOTHING = {"", "none", "no", "nothing", "-", "0 leaves"}
_INFINITY = re.compile(r"(?P<sign>[+-]?)(?:inf(?:inity)?|∞|oo)", re.IGNORECASE)
_WORD = re.compile(r"[+-]?(?:∞|[\w./]+)")


@dataclass(frozen=True)
class Question:
    """A question, its answers, and why they are right."""

    form: str
    text: str
    accepted: tuple[str, ...]  # the first is shown
    why: str

    def is_right(self, written: str) -> bool:
        """Tell whether an answer is right, however it is written."""
        if self.form == ACTION:
            return written.strip().casefold() in (answer.casefold() for answer in self.accepted)
        if self.form == LEAVES:
            return _names(written) == _names(self.accepted[0])
        right, given = _numbers(self.accepted[0]), _numbers(written)
        return given is not None and right is not None and len(given) == len(right) and all(map(_same, given, right))


@dataclass(frozen=True)
class Quiz:
    """A tree, questions about it, and the tree of the search that answers them."""

    game: ExplicitGame
    search: str
    root: Node
    questions: tuple[Question, ...]

    @property
    def blank(self) -> Node:
        """The tree as it is asked about: the leaves have their values, the other nodes none."""
        return _blank(self.game, self.game.initial)


def quiz(text: str | None = None, *, seed: int = 0, count: int = QUESTIONS, depth: int = 3, width: int = 2) -> Quiz:
    """Return a quiz about a typed tree, or about a random one that has something to cut."""
    rng = Random(seed)
    game = _named(ExplicitGame.parse(text)) if text is not None else _random(rng, depth, width)
    search, name = _search(game)
    watch = Recorder(game)
    search(game, watch=watch)
    root = watch.root
    assert root is not None
    questions = list(_questions(game, root, name))
    first, others = questions[:3], questions[3:]
    rng.shuffle(others)
    return Quiz(game, name, root, tuple((first + others)[:count]))


def _search(game: ExplicitGame) -> tuple[Callable[..., Choice], str]:
    if game.players > 2:
        return maxn, "max^n"
    return (expectiminimax, "expectiminimax") if game.has_chance else (alphabeta, "alpha-beta")


def _random(rng: Random, depth: int, width: int) -> ExplicitGame:
    game = None
    for _ in range(_TRIES):
        game = _named(ExplicitGame.parse(str(random_exercise(rng, depth, width, ties=False))))
        watch = Recorder(game)
        alphabeta(game, watch=watch)
        leaves = int((game.count == 0).sum())
        if watch.root is not None and any(node.skipped for _, node in watch.root.walk()) and leaves > width**depth / 2:
            break
    assert game is not None
    return game


def _named(game: ExplicitGame) -> ExplicitGame:
    """Return a tree in which every branch has a name of its own."""
    if game.is_terminal(game.initial):
        raise HalfmoveError("a tree of one leaf has nothing to ask about")
    if sorted(game.children.tolist()) != list(range(1, len(game.movers))):
        raise HalfmoveError("a quiz is about a tree: no two branches may lead to one node")
    if int((game.count == 0).sum()) > MOST_LEAVES:
        raise HalfmoveError(f"a tree of more than {MOST_LEAVES} leaves is no exercise")
    given = [game.label(action, node) for node in range(len(game.movers)) for action in range(int(game.count[node]))]
    if all(given) and len(set(given)) == len(given):
        return game
    names = [""] * len(given)
    letters, leaves = _letters(), iter(range(1, len(game.movers)))

    def walk(place: Place) -> None:
        for action in game.actions(place):
            below = game.result(place, action)
            over = game.is_terminal(below)
            names[int(game.first[place.node]) + action] = str(next(leaves)) if over else next(letters)
            walk(below)

    walk(game.initial)
    return ExplicitGame.parse(game.to_text()).labelled(names)


def _letters() -> Iterator[str]:
    for prefix in ("", *"abcdefgh"):
        yield from (prefix + letter for letter in "abcdefghijklmnopqrstuvwxyz")


def _blank(game: ExplicitGame, place: Place, label: str = "", chance: float | None = None) -> Node:
    over = game.is_terminal(place)
    node = Node(label, "" if over else player_name(game, game.to_move(place)), probability=chance)
    if over:
        values = tuple(game.utility(place, player) for player in range(game.players))
        node.value, node.low, node.high = values[0], values[0], values[0]
        node.vector = values if game.players > 2 else ()
    chances = dict(game.chances(place)) if not over and game.to_move(place) == CHANCE else {}
    for action in game.actions(place):
        below = game.result(place, action)
        node.children.append(_blank(game, below, game.name(action, place), chances.get(action)))
    return node


def _questions(game: ExplicitGame, root: Node, search: str) -> Iterator[Question]:
    """Yield all questions that the tree of a search can answer, the most important first."""
    values = _values(game)
    yield _value_question(game, values, game.initial, ROOT)
    if root.mover != "CHANCE":
        best = [name for name, below in _below(game, game.initial) if _is_best(game, values, game.initial, below)]
        yield Question(
            ACTION,
            f"Which branch does {root.mover} take at the root?",
            tuple(best),
            _comparison(game, values, game.initial),
        )
    if search == "alpha-beta":
        yield _cut_question(game, root)
        yield _count_question(game, root)
        yield from _window_questions(root)
    for path, node in root.walk():
        if path and node.children:
            place = _place(game, root, path)
            yield _value_question(game, values, place, node.label)


def _values(game: ExplicitGame) -> dict[int, tuple[float, ...]]:
    """Return what every node is worth to each player, by looking at everything."""
    values: dict[int, tuple[float, ...]] = {}

    def visit(place: Place) -> tuple[float, ...]:
        if game.is_terminal(place):
            values[place.node] = tuple(game.utility(place, player) for player in range(game.players))
            return values[place.node]
        below = [visit(game.result(place, action)) for action in game.actions(place)]
        mover = game.to_move(place)
        if mover == CHANCE:
            chances = [chance for _, chance in game.chances(place)]
            parts = zip(*below)
            values[place.node] = tuple(sum(c * v for c, v in zip(chances, part)) for part in parts)
        else:
            values[place.node] = max(below, key=lambda worth: worth[mover])
        return values[place.node]

    visit(game.initial)
    return values


def _below(game: ExplicitGame, place: Place) -> Iterator[tuple[str, Place]]:
    for action in game.actions(place):
        yield game.name(action, place), game.result(place, action)


def _is_best(game: ExplicitGame, values: dict[int, tuple[float, ...]], place: Place, below: Place) -> bool:
    mover = game.to_move(place)
    return math.isclose(values[below.node][mover], values[place.node][mover], abs_tol=1e-9)


def _worth_text(game: ExplicitGame, worth: tuple[float, ...]) -> str:
    return vector(worth) if game.players > 2 else number(worth[0])


def _value_question(game: ExplicitGame, values: dict[int, tuple[float, ...]], place: Place, name: str) -> Question:
    worth = values[place.node]
    form = VECTOR if game.players > 2 else NUMBER
    what = "expected minimax value" if game.has_chance else "minimax value"
    text = f"What does each player get at {name}?" if form == VECTOR else f"What is the {what} of {name}?"
    return Question(form, text, (_worth_text(game, worth),), _comparison(game, values, place))


def _comparison(game: ExplicitGame, values: dict[int, tuple[float, ...]], place: Place) -> str:
    """Tell how the value of a node follows from those below."""
    mover = game.to_move(place)
    below = [(name, values[child.node]) for name, child in _below(game, place)]
    listed = ", ".join(f"{name} is worth {_worth_text(game, worth)}" for name, worth in below)
    if mover == CHANCE:
        terms = [f"{shortest(c)} x {_worth_text(game, w)}" for (_, c), (_, w) in zip(game.chances(place), below)]
        return f"The average is {' + '.join(terms)} = {_worth_text(game, values[place.node])}."
    name = player_name(game, mover)
    if game.players > 2:
        return f"{name} takes the vector with the greatest part of his own: {listed}."
    return f"{name} takes the {'greatest' if name == MAX else 'least'}: {listed}."


def _place(game: ExplicitGame, root: Node, path: str) -> Place:
    place = game.initial
    node = root
    for step in path.split("."):
        child = node.children[int(step)]
        action = next(a for a in game.actions(place) if game.name(a, place) == child.label)
        place, node = game.result(place, action), child
    return place


def _leaf_names(game: ExplicitGame, place: Place, name: str = "") -> Iterator[str]:
    if game.is_terminal(place):
        yield name
    for label, below in _below(game, place):
        yield from _leaf_names(game, below, label)


def _cut_question(game: ExplicitGame, root: Node) -> Question:
    seen = {node.label for _, node in root.walk() if not node.children and not node.skipped}
    unseen = [name for name in _leaf_names(game, game.initial) if name not in seen]
    why = [sentence for sentence in story_of(root).sentences if "cannot matter" in sentence]
    return Question(
        LEAVES,
        "Which leaves does alpha-beta not look at?",
        (" ".join(unseen) or "none",),
        " ".join(why) or "Nowhere is alpha >= beta while branches are left.",
    )


def _count_question(game: ExplicitGame, root: Node) -> Question:
    seen = sum(not node.children and not node.skipped for _, node in root.walk())
    every = sum(1 for _ in _leaf_names(game, game.initial))
    return Question(NUMBER, "How many leaves does alpha-beta look at?", (str(seen),), f"It looks at {seen} of {every}.")


def _window_questions(root: Node) -> Iterator[Question]:
    story = story_of(root)
    for path, node in root.walk():
        if path and (node.children or node.skipped) and not is_open(node.alpha, node.beta):
            before = story.sentences[story.lives[path].entered - 1]
            yield Question(
                WINDOW,
                f"With which window [alpha, beta] does alpha-beta enter {node.label}?",
                (interval(node.alpha, node.beta),),
                f"Alpha is the most that MAX has found on the way, beta the least that MIN has. Just before: {before}",
            )


def _same(one: float, other: float) -> bool:
    return one == other or abs(one - other) < _CLOSE


def _numbers(written: str) -> list[float] | None:
    """Read the numbers of an answer, as in [3, +inf] or (1, 2, 6); None if something else stands there."""
    numbers = []
    for word in _WORD.findall(written.replace(",", " ")):
        infinite = _INFINITY.fullmatch(word)
        try:
            numbers.append(
                -math.inf if infinite and infinite["sign"] == "-" else math.inf if infinite else float(Fraction(word))
            )
        except (ValueError, ZeroDivisionError, OverflowError):
            return None
    return numbers


def _names(written: str) -> set[str]:
    plain = written.strip().casefold()
    return set() if plain in _NOTHING else set(re.findall(r"[\w]+", plain))


def solution(question: Question) -> str:
    """Write an answer, and where there are several, all of them."""
    return " or ".join(question.accepted)
