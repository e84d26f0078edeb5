"""A quick look at a game of a user's before it is used: the mistakes that would end in silence, or deep in a search.

It plays a few plies at random in the plain lane. `check.laws` looks longer and finds more.
"""

from __future__ import annotations

import copy
import inspect
import math
import time
from collections.abc import Iterator
from numbers import Integral, Real
from typing import Any

import numpy as np

from halfmove.compiled import plain
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.rules import same

_GAMES, _PLIES = 8, 60  # that are played at most
_SECONDS = 0.04  # after which no new ply is begun
_CALLS = {
    "to_move": ("state",),
    "actions": ("state",),
    "result": ("state", "action"),
    "is_terminal": ("state",),
    "utility": ("state", "player"),
}


def first_mistake(game: Game, seed: int = 0) -> str:
    """Return what is wrong with a game in one sentence, with its file and line; nothing if nothing was found."""
    return next(_mistakes(plain(game), seed), "")


def _mistakes(game: Game, seed: int) -> Iterator[str]:
    yield from _declarations(game)
    yield from _arity(game)
    numbers, start = random(seed), time.perf_counter()
    for _ in range(_GAMES):
        state = game.initial
        for _ in range(_PLIES):
            if time.perf_counter() - start > _SECONDS:
                return
            before = copy.deepcopy(state)
            yield from _turn(game, state)
            if not same(before, state):
                yield f"{_place(game, 'actions')}a question changed the state: {before} became {state}"
            if game.is_terminal(state):
                break
            actions = _options(game, state)
            action = actions[numbers.below(len(actions))]
            following = game.result(state, action)
            if not same(before, state):
                remedy = "make a new one, as with state._replace(...)"
                yield f"{_place(game, 'result')}result changes the state that it is given: {remedy}"
            yield from _kind(game, following)
            state = following


def _declarations(game: Game) -> Iterator[str]:
    """Yield what is wrong with `players` and `utilities`."""
    name, place = type(game).__name__, _place_of_class(game)
    if not _is_whole(game.players) or game.players < 1:
        yield f"{place}{name}.players is {game.players!r}: it is how many take part, 1 or more"
    bounds: Any = game.utilities
    is_pair = isinstance(bounds, (tuple, list)) and len(bounds) == 2 and all(isinstance(each, Real) for each in bounds)
    if not is_pair or not bounds[0] <= bounds[1]:
        yield f"{place}{name}.utilities is {bounds!r}: it is the least and the greatest utility, such as (-1.0, 1.0)"


def _arity(game: Game) -> Iterator[str]:
    """Yield which method does not take what it is called with."""
    for name, parameters in _CALLS.items():
        try:
            inspect.signature(getattr(game, name)).bind(*parameters)
        except TypeError:
            yield f"{_place(game, name)}{name} must take (self, {', '.join(parameters)})"
        except ValueError:  # it has no signature
            continue


def _turn(game: Game, state: Any) -> Iterator[str]:
    """Yield what is wrong with the answers about one state."""
    over: Any = game.is_terminal(state)
    if not isinstance(over, (bool, np.bool_)) and not _is_whole(over):
        yield f"{_place(game, 'is_terminal')}is_terminal returns {over!r}: it must return True or False"
    if over:
        yield from _utilities(game, state)
        return
    player = game.to_move(state)
    if not _is_whole(player) or not (player == CHANCE or 0 <= player < game.players):
        known = f"players are numbered from 0 to {game.players - 1}, and CHANCE is {CHANCE}"
        yield f"{_place(game, 'to_move')}to_move returns {player!r}: {known}"
    if player == CHANCE and not game.has_chance:
        yield f"{_place(game, 'to_move')}to_move returns CHANCE: the game has to declare has_chance = True"
    asked = "chances" if player == CHANCE else "actions"
    try:
        actions = _options(game, state)
    except (TypeError, ValueError) as error:
        if _raised_inside(error, getattr(type(game), asked)):
            raise
        kind = "pairs of an outcome and its probability" if player == CHANCE else "the legal actions"
        yield f"{_place(game, asked)}{asked} must yield {kind}"
        return
    if not actions:
        yield f"{_place(game, asked)}{asked} yields nothing in {state}, but is_terminal says that the game goes on"
    for action in actions:
        if not _is_whole(action):
            remedy = "number the actions, and let `name` return how they are written"
            yield f"{_place(game, asked)}{asked} yields {action!r}, and an action is a whole number: {remedy}"


def _utilities(game: Game, state: Any) -> Iterator[str]:
    low, high = game.utilities
    for player in range(game.players):
        value: Any = game.utility(state, player)
        if not isinstance(value, Real) or math.isnan(value):
            yield f"{_place(game, 'utility')}utility returns {value!r}: it must return a number, such as 1.0"
        elif not low <= float(value) <= high:
            remedy = f"declare `utilities = (least, greatest)`, which is {game.utilities} now"
            yield f"{_place(game, 'utility')}utility returns {value:g}, beyond its bounds: {remedy}"


def _kind(game: Game, state: Any) -> Iterator[str]:
    """Yield that `result` returns something else than a state."""
    expected, found = type(game.initial), type(state)
    if state is None or hasattr(expected, "_fields") and not issubclass(found, expected):
        what = "nothing" if state is None else f"a {found.__name__}"
        yield f"{_place(game, 'result')}result returns {what}, and the initial state is a {expected.__name__}"


def _options(game: Game, state: Any) -> list[Any]:
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return list(game.actions(state))


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _raised_inside(error: BaseException, method: Any) -> bool:
    """Tell whether an error arose in a method, and not where its answer was used."""
    code, trace = getattr(inspect.unwrap(method), "__code__", None), error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code is code:
            return True
        trace = trace.tb_next
    return False


def _place(game: Game, name: str) -> str:
    code = getattr(inspect.unwrap(getattr(type(game), name)), "__code__", None)
    return _place_of_class(game) if code is None else f"{code.co_filename}:{code.co_firstlineno}: "


def _place_of_class(game: Game) -> str:
    module = inspect.getmodule(type(game))
    return f"{module.__file__}: " if module is not None and getattr(module, "__file__", None) else ""
