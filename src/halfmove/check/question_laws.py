"""The laws of the answers of a game: whose turn it is, what can be done, what it is worth, and that asking is safe."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import is_dataclass
from itertools import islice
from numbers import Real
from typing import Any

from halfmove.check.finding import NEW_STATE
from halfmove.check.state_laws import Sample, is_whole
from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import same

TOLERANCE = 1e-9  # by which sums of floats may be off
LARGEST_ACTION = (1 << 62) - 1  # that tables and trees can hold
MOST_ACTIONS = 100_000  # in one state, after which a loop counts as one that does not end
ORDERED = 8  # actions of each state whose order is asked for: it may take as long as an evaluation


def options(game: Game, state: Any) -> list[int]:
    """Return the actions of a player, or the outcomes of chance."""
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in islice(game.chances(state), MOST_ACTIONS)]
    return list(islice(game.actions(state), MOST_ACTIONS))


def ends_are_told(game: Game, sample: Sample) -> Iterator[str]:
    """Whether the game is over: True or False."""
    for state in (*sample.inner, *sample.ends):
        over: Any = game.is_terminal(state)
        if not is_whole(over) and str(over) not in ("True", "False"):  # NumPy has its own truth values
            yield f"is_terminal({state}) returns {over!r}: it must return True or False"


def turns(game: Game, sample: Sample) -> Iterator[str]:
    """Whose turn it is: a player who takes part, or CHANCE."""
    for state in sample.inner:
        player = game.to_move(state)
        if not is_whole(player) or not (player == CHANCE or 0 <= player < game.players):
            known = f"players are numbered from 0 to {game.players - 1}, and CHANCE is {CHANCE}"
            yield f"to_move({state}) returns {player!r}: {known}"


def chance_is_declared(game: Game, sample: Sample) -> Iterator[str]:
    """A game in which CHANCE is ever to move declares it: `has_chance = True`."""
    chance = next((state for state in sample.inner if game.to_move(state) == CHANCE), None)
    if chance is not None and not game.has_chance:
        yield f"to_move({chance}) returns CHANCE: declare `has_chance = True` in the class"


def chances_are_probabilities(game: Game, sample: Sample) -> Iterator[str]:
    """Where CHANCE is to move, the probabilities of the outcomes add up to 1."""
    for state in sample.inner:
        if game.to_move(state) != CHANCE:
            continue
        pairs: Any = game.chances(state)
        pairs = list(islice(pairs, MOST_ACTIONS)) if isinstance(pairs, Iterable) else pairs
        if not isinstance(pairs, list) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
            yield f"chances({state}) must yield pairs of an outcome and its probability, as in `yield 6, 1 / 6`"
            return
        chances = [probability for _, probability in pairs]
        if any(not 0 < probability <= 1 for probability in chances):
            yield f"chances({state}) yields a probability that is not between 0 and 1: {chances}"
        elif chances and not math.isclose(math.fsum(chances), 1, abs_tol=TOLERANCE):
            yield f"chances({state}) must add up to 1, and add up to {math.fsum(chances):.12g}"


def actions_are_numbers(game: Game, sample: Sample) -> Iterator[str]:
    """An action is a whole number, comes once, and comes again when it is asked for again."""
    for state in sample.inner:
        listed: Any = game.actions(state)
        if not isinstance(listed, Iterable):
            yield f"actions({state}) returns {listed!r}: `yield` each legal action, or return a list of them"
            return
        actions = options(game, state)
        if actions and not options(game, state):
            remedy = "a generator can be read only once, so make a new one each time, or return a list"
            yield f"actions({state}) yields {len(actions)} actions at first and then none: {remedy}"
            return
        if len(actions) == MOST_ACTIONS:
            yield f"actions({state}) yields {MOST_ACTIONS:,} actions and more: see to it that its loop ends"
            return
        for action in actions:
            if not is_whole(action):
                remedy = "yield numbers, and let `name(self, action, state)` return how they are written"
                yield f"actions({state}) yields {action!r}, and an action is a whole number: {remedy}"
                return
            if not -LARGEST_ACTION <= action <= LARGEST_ACTION:
                yield f"actions({state}) yields {action}, and an action has {LARGEST_ACTION.bit_length()} bits at most"
                return
        if len(set(actions)) < len(actions):
            twice = next(action for action in actions if actions.count(action) > 1)
            yield f"actions({state}) yields {twice} more than once: yield each action once"


def actions_until_the_end(game: Game, sample: Sample) -> Iterator[str]:
    """There is something to do until the game is over."""
    for state in sample.inner:
        if not options(game, state):
            name = "chances" if game.to_move(state) == CHANCE else "actions"
            yield (
                f"{name}({state}) yields nothing, although is_terminal says that the game goes on:"
                " yield an action, or return True from is_terminal there"
            )


def utilities_are_bounds(game: Game, sample: Sample) -> Iterator[str]:
    """A utility is a number between the bounds that the game declares; so is an estimate of one."""
    low, high = game.utilities
    for name, state, player, value in _values(game, sample):
        if isinstance(value, bool) or not isinstance(value, Real) or math.isnan(value):
            yield f"{name}({state}, {player}) returns {value!r}: it must return a number, such as 1.0"
        elif not low <= float(value) <= high:
            remedy = f"declare `utilities = (least, greatest)`, which is {game.utilities} now"
            yield f"{name}({state}, {player}) returns {value:g}, beyond its bounds: {remedy}"


def utilities_add_up(game: Game, sample: Sample) -> Iterator[str]:
    """What one of two players wins the other loses, at the end as in an estimate."""
    if game.players != 2:
        return
    expected = float(sum(game.utilities))  # what the two players share
    for name, state, player, value in _values(game, sample):
        if player == 0:
            mine = value
        elif not math.isclose(mine + value, expected, abs_tol=TOLERANCE):
            yield (
                f"{name} of {state} is {mine:g} for player 0 and {value:g} for player 1:"
                f" what one wins the other loses, so they must add up to {expected:g}"
            )


def _values(game: Game, sample: Sample) -> Iterator[tuple[str, Any, int, Any]]:
    """Yield what ends are worth, and what other states seem to be worth, to each player."""
    for name, states in (("utility", sample.ends), ("evaluate", sample.inner)):
        for state in states:
            for player in range(game.players):
                yield name, state, player, getattr(game, name)(state, player)


def names_tell_actions_apart(game: Game, sample: Sample) -> Iterator[str]:
    """Legal actions have different names, each one word."""
    for state in sample.inner:
        names: list[Any] = [game.name(action, state) for action in options(game, state)]
        for name in names:
            if not isinstance(name, str) or len(name.split()) != 1:
                yield f"name of an action in {state} returns {name!r}: it must return one word, without a space"
                return
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            yield f"name returns {twice!r} for two actions in {state}: give each another name"


def pictures_are_texts(game: Game, sample: Sample) -> Iterator[str]:
    """The picture of a state is a text."""
    for state in (*sample.inner, *sample.ends):
        picture: Any = game.show(state)
        if not isinstance(picture, str):
            yield f"show({state}) returns {picture!r}: return the text, and let the caller print it"


def questions_change_nothing(game: Game, sample: Sample) -> Iterator[str]:
    """No answer changes a state or the game."""
    before, initial = _snapshot(game), copy.deepcopy(game.initial)
    for state in (*sample.inner, *sample.ends):
        copied = copy.deepcopy(state)
        for question, ask in questions(game, copied):
            ask()
            if not same(state, copied):
                yield f"{question} changes the state that it is given: {NEW_STATE}"
                return
    if not same(before, _snapshot(game)):
        yield "an answer changes the game itself: its parameters are not what they were"
    if not same(initial, game.initial):
        yield f"an answer changes the initial state: {NEW_STATE}"


def answers(game: Game, sample: Sample) -> Iterator[str]:
    """Every question has an answer: none raises an error."""
    for state in (*sample.inner, *sample.ends):
        for _, ask in questions(game, state):
            ask()
    yield from ()


def answers_are_repeatable(game: Game, sample: Sample) -> Iterator[str]:
    """The same question has the same answer."""
    for state in (*sample.inner, *sample.ends):
        for question, ask in questions(game, state):
            first, second = ask(), ask()
            if not same(first, second):
                yield f"{question} of {state} is {first} at first and then {second}: leave chance to `chances`"


def questions(game: Game, state: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield every question that can be asked about a state, with its name."""
    advice = game.advice
    yield "is_terminal", lambda: game.is_terminal(state)
    yield "key", lambda: game.key(state)
    yield "show", lambda: game.show(state)
    players = range(game.players)
    if game.is_terminal(state):
        yield "utility", lambda: [game.utility(state, player) for player in players]
        return
    yield "to_move", lambda: game.to_move(state)
    yield "actions", lambda: options(game, state)
    yield "result", lambda: [game.result(state, action) for action in options(game, state)]
    yield "evaluate", lambda: [advice.evaluate(state, player) for player in players]
    yield "order", lambda: [advice.order(state, action) for action in options(game, state)[:ORDERED]]
    yield "is_quiet", lambda: advice.is_quiet(state)
    if game.to_move(state) == CHANCE:
        yield "chances", lambda: list(game.chances(state))
    yield "observation", lambda: [game.observation(state, player) for player in players]
    if game.has_secrets:
        children = [(action, game.result(state, action)) for action in options(game, state)]
        yield "percept", lambda: [game.percept(state, *each, player) for each in children for player in players]
    yield "name", lambda: [game.name(action, state) for action in options(game, state)]


def _snapshot(thing: Any) -> Any:
    """Return a copy of the parameters of a game, with those of a game or another object inside it."""
    if isinstance(thing, Game) or is_dataclass(thing):
        return [_snapshot(value) for name, value in sorted(vars(thing).items()) if not name.startswith("_")]
    return copy.deepcopy(thing)
