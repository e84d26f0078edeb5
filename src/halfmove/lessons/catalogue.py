"""The lessons by name: what a source prints, what is wrong with it, the smallest game that shows it, and a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

from halfmove.core.evaluation import Transformed
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.explain.numbers import number
from halfmove.explain.tree import Node, Recorder
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.games.trees.figures import figure
from halfmove.lessons.clairvoyance import never_bluffs, never_looks
from halfmove.lessons.counterexamples import Counterexample, counterexample, wrong_average
from halfmove.lessons.errors_in_leaves import left_is_better
from halfmove.lessons.finding import Finding
from halfmove.lessons.memoisation import memoisation_pays
from halfmove.lessons.min_errs import expectations
from halfmove.lessons.pacman_findings import assumptions, depth_matters, smart_ghosts, starving
from halfmove.lessons.umpire import a_try_that_fails
from halfmove.search.expectiminimax import expectiminimax

# By what the code cites a source; each is a row of docs/references.md.
SOURCES = {
    "CS 188": (
        "CS 188: Artificial Intelligence. Adversarial Search; slides, University of California, Berkeley, Fall 2025"
    ),
    "AIMA": "Stuart Russell and Peter Norvig, Artificial Intelligence: A Modern Approach, 3rd edition, 2010",
    "Chapter 9": "9 Adversarial Search; a chapter of a book, without an author's name",
    "Kraetzschmar": "Gerhard K. Kraetzschmar, Planning and Scheduling: Adversarial Search, 2009",
    "Lecture 5": "Lecture 5: Adversarial Search; notes without an author's name",
    "Zell": "Andreas Zell, Artificial Intelligence, Chapter 5: Adversarial Search",
}

_SAMPLES = 200_000  # enough for two digits


class Lesson(NamedTuple):
    """Something that is printed, and what is wrong with it, or why it is so."""

    title: str
    sources: tuple[str, ...]  # keys of SOURCES
    where: str
    printed: str
    wrong: str
    instead: str  # what to do, and where it is done here
    find: Callable[[], Finding]
    holds: bool = False  # whether what is printed is right, and `wrong` says why


def lesson_named(name: str) -> tuple[str, Lesson]:
    """Return a lesson by its name or by its number from 1."""
    if name.isdecimal() and 1 <= int(name) <= len(LESSONS):
        name = list(LESSONS)[int(name) - 1]
    if name not in LESSONS:
        near = did_you_mean(name, LESSONS)
        raise HalfmoveError(f"there is no lesson '{name}'{near}; there are 1 to {len(LESSONS)}: {', '.join(LESSONS)}")
    return name, LESSONS[name]


def exact_tree(game: ExplicitGame) -> Node:
    """Return the tree of a search that looks at everything, and is right."""
    watch = Recorder(game)
    expectiminimax(game, watch=watch)
    assert watch.root is not None
    return watch.root


@cache
def _counterexample(lesson: str) -> Counterexample:
    return counterexample(lesson)


def _differs(lesson: str, what: str) -> Callable[[], Finding]:
    """Return how to find the smallest game in which a printed form answers something else."""

    def find() -> Finding:
        found = _counterexample(lesson)
        said, true = _answer(found.game, found.printed), _answer(found.game, found.truth)
        return Finding(found.game, (f"{what}, as printed: {said}.", f"True is: {true}."), exact_tree(found.game), True)

    return find


def _answer(game: ExplicitGame, answer: Any) -> str:
    """Write an answer for people: actions by their names, numbers briefly."""
    if answer is None:
        return "nothing at all"
    if isinstance(answer, list):
        return " or ".join(f"action {game.name(action, game.initial)}" for action in answer)
    if isinstance(answer, float):
        return number(answer)
    return str(answer)


def _average() -> Finding:
    found = wrong_average()
    chances = ", ".join(f"{p:g}: {number(deal)}" for p, deal in zip(found.probabilities, found.deals))
    game = ExplicitGame.parse(f"chance({chances})")
    drawn = f"Two deals, worth {number(found.deals[0])} and {number(found.deals[1])}, come up as often as they should."
    sentences = (drawn, f"The average, as printed: {number(found.printed)}.", f"True is: {number(found.truth)}.")
    return Finding(game, sentences, exact_tree(game))


def _errors() -> Finding:
    game = figure("doubtful")
    shares = [f"{left_is_better(deviation, _SAMPLES):.0%} for a deviation of {deviation:g}" for deviation in (5.0, 2.0)]
    sentences = (
        "Minimax takes the right branch, for 100 is more than 99.",
        f"If every leaf has an error of its own, left is truly better in {' and in '.join(shares)}.",
    )
    return Finding(game, sentences, exact_tree(game))


def _scale() -> Finding:
    plain_leaves, changed = figure("scale-matters"), figure("scale-matters-changed")
    sentences = (
        f"With the leaves 1 2 3 4 {_best_of_two(plain_leaves)}.",
        f"With 1 20 30 400, which are in the same order, {_best_of_two(changed)}.",
        f"With 3 v + 5 for each leaf v, a positive linear transformation, {_best_of_two(_linear(plain_leaves))}.",
    )
    return Finding(changed, sentences, exact_tree(changed))


def _linear(game: ExplicitGame) -> Game:
    return Transformed(game, 1.0, 3.0, 5.0)


def _best_of_two(game: Game) -> str:
    """Tell which of the two actions is best, and what both are worth."""
    best = expectiminimax(game)
    values = [expectiminimax(game, game.result(game.initial, action)).value for action in (0, 1)]
    return f"action {best.name} is best: {number(best.value)} against {number(min(values))}"


def _errs() -> Finding:
    game = ExplicitGame.parse("max(left=min(1 1) right=min(1 3))")
    got = expectations()
    sentences = [
        "Minimax may take left as well as right: both are worth 1. Only right gets more from a MIN who errs.",
        "In tic-tac-toe O gets, from an X who is perfect, random, or wins where he can and is random otherwise:",
    ]
    for assumed in ("perfect", "random", "greedy"):
        values = ", ".join(f"{got[assumed, played]:.3f}" for played in ("perfect", "random", "greedy"))
        sentences.append(f"by the best strategy against the {assumed} one: {values}.")
    return Finding(game, tuple(sentences), exact_tree(game))


LESSONS = {
    "no-move": Lesson(
        "No move at all",
        ("Chapter 9",),
        "algorithm 27",
        "Start from the least score there is, and take an action whose score is greater.",
        "If every action has the least score, none is greater, and no action is taken.",
        "Start from the first action: search/best_successor.py.",
        _differs("Chapter 9, algorithm 27", "The action"),
    ),
    "chance-window": Lesson(
        "Windows and chance",
        ("Chapter 9",),
        "algorithm 29",
        "Pass alpha and beta of the parent unchanged through a chance node, and return values clipped to them.",
        "An average may lie inside the window although each of its parts lies outside: parts must not be clipped.",
        "Each outcome gets a window of its own, from the bounds of utility: search/star.py.",
        _differs("Chapter 9, algorithm 29", "The value"),
    ),
    "memory": Lesson(
        "A memory of bounds",
        ("Chapter 9",),
        "algorithms 30-31",
        "Store what alpha-beta returned for a state, and return it when the state comes up again.",
        "A search that was cut off returned a bound, and elsewhere the bound is taken for a value.",
        "Store what kind of bound it is, and use it only where it answers the question: search/memo.py.",
        _differs("Chapter 9, algorithms 30 and 31", "The value"),
    ),
    "memory-depth": Lesson(
        "A memory without depths",
        ("Chapter 9",),
        "algorithms 30-31; with a depth",
        "Store values by the state alone, in a search that looks only some plies ahead.",
        "A value that was found near the horizon is taken where the search should look further.",
        "Store how many plies were left: search/memo.py.",
        _differs("Chapter 9, algorithms 30 and 31, with a depth", "The value three plies deep"),
    ),
    "unsolved-child": Lesson(
        "Looked up too early",
        ("Chapter 9",),
        "algorithm 32",
        "Take all parents of the solved states as the next level, and look up the values of their children.",
        "A parent may have another child that is not solved yet.",
        "Count the children that are not solved; a state is ready when none is left: search/solving/.",
        _differs("Chapter 9, algorithm 32", "The value"),
    ),
    "min-calls-min": Lesson(
        "MIN-VALUE calls itself",
        ("Lecture 5",),
        "MIN-VALUE; of alpha-beta",
        "MIN-VALUE takes the least of the MIN-VALUEs of the successors.",
        "After MIN it is MAX's turn; as printed, MAX never moves again.",
        "MIN-VALUE calls MAX-VALUE: search/alphabeta.py.",
        _differs("Lecture 5, MIN-VALUE", "The value"),
    ),
    "action-with-value": Lesson(
        "The action with value v",
        ("Zell", "Kraetzschmar"),
        "ALPHA-BETA-SEARCH",
        "Find the value v by alpha-beta, and return the action in ACTIONS(state) with value v.",
        "A branch that was cut off may report v although it is worth less; it may be returned.",
        "Keep the action that raised alpha: search/alphabeta.py.",
        _differs("Zell and Kraetzschmar, ALPHA-BETA-SEARCH", "Returned may be"),
    ),
    "average": Lesson(
        "Averaging over deals",
        ("Zell",),
        "section 5.6",
        "Draw deals by their probability P, and average P times the value of each.",
        "A likely deal is drawn more often already; so it is weighed twice.",
        "Average the values alone, as search/montecarlo.py does.",
        _average,
    ),
    "errors-in-leaves": Lesson(
        "Errors in the leaves",
        ("Zell", "AIMA"),
        "section 5.8; AIMA, figure 5.14",
        "Minimax takes its leaves for exact.",
        "Where leaves are estimates, the branch with the greatest minimax value need not be the best one.",
        "Treat values as uncertain: lessons/errors_in_leaves.py; search/metareasoning.py.",
        _errors,
    ),
    "scale": Lesson(
        "Only the order matters?",
        ("AIMA", "Zell"),
        "figure 5.12; Zell, section 5.5",
        "Play is the same after any change of the values that keeps their order.",
        "That is true without chance; an average depends on the values themselves.",
        "With chance, only a positive linear transformation is safe: core/evaluation.py; search/dice/ keeps values as "
        "they are.",
        _scale,
    ),
    "min-errs": Lesson(
        "When MIN errs",
        ("Zell",),
        "section 5.2",
        "Other strategies may be better if MIN plays suboptimally, but will always be worse against a perfect MIN.",
        "They are never better against a perfect MIN; but one of them may be as good, and still better against others.",
        "Give a search a model of the others: expectiminimax:model=random; core/opponents.py.",
        _errs,
    ),
    "never-looks": Lesson(
        "Nothing to see or hide",
        ("AIMA", "Zell"),
        "section 5.6",
        "Average what an action is worth over all deals, as if each could be seen.",
        "The average believes that everybody will see the deal: it pays for no look, and has no secrets to keep.",
        "Postpone that (clairvoyance:ahead=2), or look for an equilibrium: search/hidden/, search/equilibria/.",
        never_looks,
        holds=True,
    ),
    "a-try-that-fails": Lesson(
        "A try that fails",
        ("AIMA",),
        "section 5.6",
        "In Kriegspiel a checkmate can be guaranteed though the other pieces are never seen.",
        "The moves that bring it about are not those of chess: the best may be a try that the umpire has to refuse.",
        "Search beliefs, in which tries that are refused cost nothing: halfmove plan, search/hidden/guaranteed.py.",
        a_try_that_fails,
        holds=True,
    ),
    "never-bluffs": Lesson(
        "Nobody to bluff",
        ("AIMA", "Zell"),
        "section 5.6",
        "Average what an action is worth over all deals, as if each could be seen.",
        "A bet on the lowest card cannot win against somebody who sees it; against others it has to be made at times.",
        "Look for an equilibrium: `halfmove equilibrium kuhn-poker --table`.",
        never_bluffs,
        holds=True,
    ),
    "memoisation": Lesson(
        "Memoisation or dynamic programming",
        ("Chapter 9",),
        "section 9.6",
        "If you have the memory for it, I'd do memoization.",
        "To value one state it keeps a part of all states; dynamic programming knows them all, and their distances.",
        "For one state: search/memo.py, or `prove`. For all: `halfmove solve GAME --output FILE`.",
        memoisation_pays,
        holds=True,
    ),
    "starving": Lesson(
        "Why Pacman starves",
        ("CS 188",),
        "Why Pacman Starves",
        "To Pacman, who looks two steps ahead, waiting seems just as good as eating: he goes back and forth.",
        "By the score, to eat now or a step later is the same, and of equal actions he takes the first: to turn round.",
        "Count the way to the nearest food: games/pacman/advice.py.",
        starving,
        holds=True,
    ),
    "depth": Lesson(
        "Depth matters",
        ("CS 188",),
        "Depth Matters; Limited Depth (2) and (10)",
        "The deeper in the tree the evaluation is buried, the less its quality matters.",
        "Two rounds ahead food is near, and the ghost far; ten rounds ahead the dead end is one, and is left for last.",
        "Look deeper: more plies for the same evaluation.",
        depth_matters,
        holds=True,
    ),
    "smart-ghosts": Lesson(
        "Ghosts work together",
        ("CS 188",),
        "Smart Ghosts",
        "Ghosts coordinate although nobody told them to.",
        "All ghosts are MIN: one search moves them all, and finds that he cannot escape two at once.",
        "Let one player have several moves in turn: games/pacman/rules.py.",
        smart_ghosts,
        holds=True,
    ),
    "too-bold": Lesson(
        "Perfect, taken for random",
        ("CS 188",),
        "Minimax; Expectimax of the same course",
        "An expectimax Pacman loses against adversarial ghosts.",
        "He counts on a ghost that errs, goes where it could catch him, and it does.",
        "Say what the others are assumed to do, and be right: core/opponents.py.",
        partial(assumptions, "court"),
        holds=True,
    ),
    "too-cautious": Lesson(
        "Random, taken for perfect",
        ("CS 188",),
        "Minimax; Expectimax of the same course",
        "A minimax Pacman is too cautious with random ghosts; where he cannot escape, he rushes to his death.",
        "Perfect ghosts would catch him anyway, and each step costs a point; random ghosts may let him go.",
        "Say what the others are assumed to do, and be right: core/opponents.py.",
        partial(assumptions, "trap"),
        holds=True,
    ),
}
