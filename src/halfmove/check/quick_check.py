"""A quick look at a game of a user's before it is used: the mistakes that would end in silence, or deep in a search.

It plays a few plies at random in the plain lane and asks the first laws of every state on the way, simplest first, so
that the sentence is about the mistake and not about what follows from it. `check.laws` looks longer and finds more.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator

from halfmove.check import question_laws as question
from halfmove.check.class_laws import declarations, signatures, unanswered
from halfmove.check.finding import Finding, failure, with_place
from halfmove.check.state_laws import Sample, copies_are_equal, states_can_be_hashed, states_keep_their_types
from halfmove.compiled import plain
from halfmove.core.game import Game
from halfmove.core.random import random
from halfmove.errors import HalfmoveError

_GAMES, _PLIES = 8, 60  # that are played at most
_SECONDS = 0.1  # of CPU, after which no new ply is begun

_OF_CLASSES = (unanswered, declarations, signatures)
_OF_ANY_STATE = (states_keep_their_types, copies_are_equal, states_can_be_hashed, question.ends_are_told)
_OF_ANSWERS = (
    question.turns,
    question.chance_is_declared,
    question.chances_are_probabilities,
    question.actions_are_numbers,
    question.actions_until_the_end,
    question.utilities_are_bounds,
)
_OF_THE_FIRST_GAME = (  # what takes longer
    question.questions_change_nothing,
    question.answers_are_repeatable,
    question.pictures_are_texts,
    question.names_tell_actions_apart,
)
_LAST = (question.utilities_add_up,)

Law = Callable[[Game, Sample], Iterator[str]]
QUICK_LAWS: tuple[Law, ...] = (*_OF_CLASSES, *_OF_ANY_STATE, *_OF_ANSWERS, *_OF_THE_FIRST_GAME, *_LAST)


def first_mistake(game: Game, seed: int = 0) -> Finding | None:
    """Return the first mistake that shows in a moment; None if none does."""
    return next(_mistakes(plain(game), seed), None)


def broken_by(law: Law, game: Game, sample: Sample) -> Finding | None:
    """Return how a game breaks a law, as a sentence with its place; also an error that it raises."""
    try:
        text = next(law(game, sample), "")
    except HalfmoveError as error:
        return Finding(question.answers.__name__, with_place(game, str(error)))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a game may fail in any way
        return Finding(question.answers.__name__, failure(error))
    return Finding(law.__name__, with_place(game, text)) if text else None


def _mistakes(game: Game, seed: int) -> Iterator[Finding]:
    yield from _all_broken(_OF_CLASSES, game, Sample([], []))
    numbers, start = random(seed), time.process_time()
    for number in range(_GAMES):
        laws = (*_OF_ANSWERS, *(() if number else _OF_THE_FIRST_GAME), *_LAST)
        state = copy.deepcopy(game.initial)
        for _ in range(_PLIES):
            if time.process_time() - start > _SECONDS:
                return
            yield from _all_broken(_OF_ANY_STATE, game, Sample([state], []))
            over = game.is_terminal(state)
            yield from _all_broken(laws, game, Sample([], [state]) if over else Sample([state], []))
            if over:
                break
            actions = question.options(game, state)
            state = game.result(state, actions[numbers.below(len(actions))])


def _all_broken(laws: tuple[Law, ...], game: Game, sample: Sample) -> Iterator[Finding]:
    for law in laws:
        breach = broken_by(law, game, sample)
        if breach:
            yield breach
