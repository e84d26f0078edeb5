"""Does the compiled lane say what the plain one says? Each method is asked by itself, so that a finding names it."""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from halfmove.check.laws import GAMES, TOLERANCE, Finding, Sample, play_at_random, same
from halfmove.compiled import Kernel, compiled, kernel, lane_of, plain, why_plain
from halfmove.core.advice import Advice
from halfmove.core.game import CHANCE, Game
from halfmove.core.naming import legal_actions
from halfmove.core.random import random
from halfmove.errors import NotCompilable

Object = TypeVar("Object")

MOST_ACTIONS = 4096  # that are compared in one state
MOST_STATES = 300  # in which the lanes are compared


def disagreements(game: Game, seed: int = 0, games: int = GAMES) -> Iterator[Finding]:
    """Yield what does not compile, and where the lanes differ; the game keeps the laws of `check.laws`."""
    native = in_compiled_lane(game)
    if lane_of(native) != "compiled":
        return
    why = why_plain(type(game.initial))
    if why:
        yield Finding("states", why)
        return
    sample = Sample([], [])
    play_at_random(plain(game), random(seed), games, sample)
    for question, text in _compared(native, sample):
        yield Finding(question, text)


def in_compiled_lane(given: Object) -> Object:
    """Return the same game or advice for the compiled lane, as if its class were decorated."""
    cls = type(given)
    if "__compiled__" in vars(cls):
        return given
    names = {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    twin: Object = object.__new__(compiled(type(cls.__name__, (cls,), names)))
    vars(twin).update(vars(given))
    return twin


def _compared(native: Game, sample: Sample) -> Iterator[tuple[str, str]]:
    """Yield one sentence for each question that the lanes do not answer alike."""
    twin = plain(native)
    native_advice, advice = in_compiled_lane(native.advice), twin.advice
    inner, ends = sample.inner[:MOST_STATES], sample.ends[:MOST_STATES]
    decided = [state for state in inner if twin.to_move(state) != CHANCE]
    drawn = [state for state in inner if twin.to_move(state) == CHANCE]
    players = range(native.players)
    questions: list[tuple[Kernel[..., Any], list[tuple[Any, ...]]]] = [
        (_is_terminal, [(state,) for state in (*inner, *ends)]),
        (_to_move, [(state,) for state in inner]),
        (_actions, [(state, np.zeros(MOST_ACTIONS, np.int64)) for state in decided]),
        (_chances, [(state, np.zeros(MOST_ACTIONS, np.int64), np.zeros(MOST_ACTIONS)) for state in drawn]),
        (_result, [(state, int(action)) for state in decided for action in twin.actions(state)][:MOST_STATES]),
        (_result, [(state, int(outcome)) for state in drawn for outcome, _ in twin.chances(state)][:MOST_STATES]),
        (_utility, [(state, player) for state in ends for player in players]),
        (_evaluate, [(state, player) for state in inner for player in players]),
        (_order, [(state, int(action)) for state in decided for action in twin.actions(state)][:MOST_STATES]),
        (_is_quiet, [(state,) for state in inner]),
        (_key, [(state,) for state in (*inner, *ends)]),
    ]
    if native.has_secrets:
        questions += _about_secrets(twin, inner, decided)
    for question, cases in questions:
        name = question.__name__.removeprefix("_")  # type: ignore[attr-defined]
        one: Any = twin
        other: Any = native
        if question in (_evaluate, _order, _is_quiet) and getattr(type(advice), name) is not getattr(Advice, name):
            one, other = advice, native_advice
        elif question in (_order, _is_quiet):
            continue  # the advice has the default
        try:
            text = next(_differences(name, question, other, one, cases), "")
        except NotCompilable as error:
            text = _placed(str(error), getattr(type(one), name))
        except Exception as error:  # noqa: BLE001 - the compiler fails in many ways
            text = f"{_place(getattr(type(one), name))}: {type(error).__name__}: {str(error).partition(chr(10))[0]}"
        if text:
            yield name, text


def _about_secrets(
    twin: Game, inner: list[Any], decided: list[Any]
) -> list[tuple[Kernel[..., Any], list[tuple[Any, ...]]]]:
    """Return the questions about what is hidden, each with its cases."""
    players = range(twin.players)
    steps = [(state, int(action)) for state in inner for action in legal_actions(twin, state)][:MOST_STATES]
    noticed = [(*step, twin.result(*step), player) for step in steps for player in players]
    return [
        (_observation, [(state, player) for state in inner for player in players]),
        (_percept, noticed),
        (_guess, [(state, int(twin.to_move(state)), random(0)) for state in decided]),
    ]


def _placed(text: str, method: Any) -> str:
    """Return a sentence about what does not compile, with the place of the method if it names only a file of ours."""
    place, _, rest = text.partition(": ")
    ours = Path(__file__).name in place
    return f"{_place(method)}: {rest}" if ours else text


def _place(method: Any) -> str:
    return f"{inspect.getsourcefile(method)}:{method.__code__.co_firstlineno}"


def _differences(
    name: str, question: Kernel[..., Any], native: Any, twin: Any, cases: list[tuple[Any, ...]]
) -> Iterator[str]:
    for case in cases:
        one, other = _answer(question, twin, case), _answer(question, native, case)
        if not _alike(one, other):
            shown = ", ".join(str(argument) for argument in case if not isinstance(argument, np.ndarray))
            yield f"{name}({shown}) is {one} in plain Python and {other} compiled"


def _answer(question: Kernel[..., Any], game: Any, case: tuple[Any, ...]) -> Any:
    """Return what a game answers, with what it wrote into the arrays of the case."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the compiler about a game that it will refuse
        answer = question(game, *case)
    arrays = [argument[:answer].tolist() for argument in case if isinstance(argument, np.ndarray)]
    return arrays or answer


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return same(one, other)


@kernel
def _is_terminal(game: Game, state: Any) -> bool:
    return game.is_terminal(state)


@kernel
def _to_move(game: Game, state: Any) -> int:
    return game.to_move(state)


@kernel
def _actions(game: Game, state: Any, actions: Any) -> int:
    count = 0
    for action in game.actions(state):
        if count < len(actions):
            actions[count] = action
            count += 1
    return count


@kernel
def _chances(game: Game, state: Any, outcomes: Any, probabilities: Any) -> int:
    count = 0
    for outcome, probability in game.chances(state):
        if count < len(outcomes):
            outcomes[count], probabilities[count] = outcome, probability
            count += 1
    return count


@kernel
def _result(game: Game, state: Any, action: int) -> Any:
    return game.result(state, action)


@kernel
def _utility(game: Game, state: Any, player: int) -> float:
    return game.utility(state, player)


@kernel
def _evaluate(advice: Game | Advice, state: Any, player: int) -> float:
    return advice.evaluate(state, player)


@kernel
def _order(advice: Advice, state: Any, action: int) -> float:
    return advice.order(state, action)


@kernel
def _is_quiet(advice: Advice, state: Any) -> bool:
    return advice.is_quiet(state)


@kernel
def _key(game: Game, state: Any) -> int:
    return game.key(state)


@kernel
def _observation(game: Game, state: Any, player: int) -> Any:
    return game.observation(state, player)


@kernel
def _percept(game: Game, state: Any, action: int, child: Any, player: int) -> int:
    return game.percept(state, action, child, player)


@kernel
def _guess(game: Game, state: Any, player: int, rng: Any) -> Any:
    rng.counter[0] = 0  # the same numbers for both lanes
    return game.guess(state, player, rng)
