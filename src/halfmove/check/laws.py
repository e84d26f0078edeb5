"""The laws of a game: what every search takes for granted, checked by random play.

Each law is a generator of sentences that say what is wrong; none if all is well. `broken` asks them all of a game in
the plain lane, `check.lanes` asks whether the compiled lane says the same.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from halfmove.check.advice_laws import ADVICE_LAWS
from halfmove.check.secret_laws import players_see_their_actions, secrets_are_declared
from halfmove.check.state_laws import Sample as Sample
from halfmove.check.state_laws import copies_are_equal, states_can_be_hashed, states_keep_their_types
from halfmove.check.state_laws import is_whole as _is_whole
from halfmove.compiled import SIGNED_BITS, plain
from halfmove.core.advice import Bounds
from halfmove.core.game import ANY_NUMBER, CHANCE, Game
from halfmove.core.random import Random, random
from halfmove.core.rules import same as same
from halfmove.errors import HalfmoveError

TOLERANCE = 1e-9  # by which sums of floats may be off
GAMES, PLIES = 20, 200  # random games that are played, and the most actions in each
ORDERED = 8  # actions of each state whose order is asked for: it may take as long as an evaluation
COLLIDING = 200  # pairs of states with one key that are looked into
LOOKAHEAD, LEAVES = 3, 20_000  # plies that states with one key must agree for, if there are no more leaves than these
FIRST = ("to_move", "actions", "result", "is_terminal", "utility")  # what every game answers


class Finding(NamedTuple):
    """A law that a game breaks, and how."""

    law: str
    text: str


Law = Callable[[Game, Sample], Iterator[str]]


def broken(game: Game, seed: int = 0, games: int = GAMES) -> list[Finding]:
    """Return what is wrong with a game, one finding for each law that it breaks."""
    missing = [Finding(unanswered.__name__, text) for text in unanswered(game)]
    if missing:
        return missing
    game, sample = plain(game), Sample([], [])
    found = [_asked(lambda: play_at_random(game, random(seed), games, sample))]
    for law in (copies_are_equal, states_can_be_hashed, questions_change_nothing):
        first = _asked(partial(_first, law, game, sample))
        if first:
            return [first]  # what the other laws would say of it means nothing
    found += [_asked(partial(_first, law, game, sample)) for law in LAWS]
    return list(dict.fromkeys(finding for finding in found if finding))  # one error may show under many laws


def _first(law: Law, game: Game, sample: Sample) -> Finding | None:
    text = next(law(game, sample), "")
    return Finding(law.__name__, text) if text else None


def _asked(ask: Callable[[], Finding | None]) -> Finding | None:
    try:
        return ask()
    except Exception as error:  # noqa: BLE001 - a game may fail in any way
        return Finding(answers.__name__, _failure(error))


def answers(game: Game, sample: Sample) -> Iterator[str]:
    """Every question has an answer: none raises an error."""
    for state in (*sample.inner, *sample.ends):
        for _, ask in _questions(game, state):
            ask()
    yield from ()


def _failure(error: Exception) -> str:
    """Say in one sentence where a game raised an error."""
    where, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename != __file__ and not trace.tb_frame.f_globals.get("__name__", "").startswith(
            ("halfmove.core", "halfmove.check")
        ):
            where = f"{code.co_filename}:{trace.tb_lineno}: {code.co_name} "
        trace = trace.tb_next
    return f"{where}raises {type(error).__name__}: {error}"


def play_at_random(game: Game, numbers: Random, games: int, sample: Sample) -> None:
    """Fill `sample` with the states of random games; whoever's turn it is, each action is as likely as another."""
    for _ in range(games):
        state = copy.deepcopy(game.initial)
        for _ in range(PLIES):
            kept = copy.deepcopy(state)  # a game may change what it is asked about
            if game.is_terminal(state):
                sample.ends.append(kept)
                break
            sample.inner.append(kept)
            actions = _options(game, state)
            if not actions:
                break
            state = game.result(state, actions[numbers.below(len(actions))])


def _options(game: Game, state: Any) -> list[int]:
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return list(game.actions(state))


def unanswered(game: Game) -> Iterator[str]:
    """Every game answers the first six questions."""
    name = type(game).__name__
    for question in FIRST:
        if getattr(type(game), question) is getattr(Game, question):
            yield f"{name} does not answer `{question}`"
    if not hasattr(game, "initial"):
        yield f"{name} does not say which state is `initial`"


def turns(game: Game, sample: Sample) -> Iterator[str]:
    """Whose turn it is: a player who takes part, or CHANCE."""
    for state in sample.inner:
        player = game.to_move(state)
        if not _is_whole(player) or not (player == CHANCE or 0 <= player < game.players):
            yield f"to_move({state}) is {player!r}; players are 0 to {game.players - 1}, and CHANCE is {CHANCE}"


def actions_until_the_end(game: Game, sample: Sample) -> Iterator[str]:
    """There is something to do until the game is over."""
    for state in sample.inner:
        if not _options(game, state):
            yield f"actions({state}) yields nothing, but is_terminal says that the game is not over"


def actions_are_numbers(game: Game, sample: Sample) -> Iterator[str]:
    """An action is a whole number, and comes once."""
    for state in sample.inner:
        actions = _options(game, state)
        for action in actions:
            if not _is_whole(action):
                yield f"actions({state}) yields {action!r}, which is not a whole number"
        if len(set(actions)) < len(actions):
            yield f"actions({state}) yields an action twice: {actions}"


def actions_matter(game: Game, sample: Sample) -> Iterator[str]:
    """What a player does makes a difference somewhere."""
    chosen = [(state, actions) for state in sample.inner if len(actions := _options(game, state)) > 1]
    if chosen and all(_all_equal([game.result(state, action) for action in actions]) for state, actions in chosen):
        yield f"result ignores the action: from {chosen[0][0]} every action leads to the same state"


def _all_equal(states: list[Any]) -> bool:
    return all(same(states[0], state) for state in states[1:])


def questions_change_nothing(game: Game, sample: Sample) -> Iterator[str]:
    """No answer changes a state or the game."""
    before, initial = _snapshot(game), copy.deepcopy(game.initial)
    for state in (*sample.inner, *sample.ends):
        asked = copy.deepcopy(state)
        for question, ask in _questions(game, asked):
            ask()
            if not same(state, asked):
                yield f"{question} changes the state it is asked about: from {state} to {asked}"
                return
    if not same(before, _snapshot(game)):
        yield "an answer changes the game itself: its parameters are not what they were"
    if not same(initial, game.initial):
        yield f"an answer changes the initial state: from {initial} to {game.initial}"


def answers_are_repeatable(game: Game, sample: Sample) -> Iterator[str]:
    """The same question has the same answer."""
    for state in (*sample.inner, *sample.ends):
        for question, ask in _questions(game, state):
            first, second = ask(), ask()
            if not same(first, second):
                yield f"{question} of {state} is {first} at first and then {second}"


def _questions(game: Game, state: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield every question that can be asked about a state, with its name."""
    advice = game.advice
    yield "is_terminal", lambda: game.is_terminal(state)
    yield "key", lambda: game.key(state)
    players = range(game.players)
    if game.is_terminal(state):
        yield "utility", lambda: [game.utility(state, player) for player in players]
        return
    yield "to_move", lambda: game.to_move(state)
    yield "actions", lambda: _options(game, state)
    yield "result", lambda: [game.result(state, action) for action in _options(game, state)]
    yield "evaluate", lambda: [advice.evaluate(state, player) for player in players]
    yield "order", lambda: [advice.order(state, action) for action in _options(game, state)[:ORDERED]]
    yield "is_quiet", lambda: advice.is_quiet(state)
    if game.to_move(state) == CHANCE:
        yield "chances", lambda: list(game.chances(state))
    yield "observation", lambda: [game.observation(state, player) for player in players]
    yield "show", lambda: game.show(state)
    yield "name", lambda: [game.name(action, state) for action in _options(game, state)]


def _snapshot(thing: Any) -> Any:
    """Return what the parameters of a game were, and of a game or another object inside it."""
    if isinstance(thing, Game) or is_dataclass(thing):
        return [_snapshot(value) for name, value in sorted(vars(thing).items()) if not name.startswith("_")]
    return copy.deepcopy(thing)


def utilities_are_bounds(game: Game, sample: Sample) -> Iterator[str]:
    """A utility is a float between the bounds that the game declares; so is an estimate of one."""
    low, high = game.utilities
    for name, states in (("utility", sample.ends), ("evaluate", sample.inner)):
        for state in states:
            for player in range(game.players):
                value = getattr(game, name)(state, player)
                if not isinstance(value, (float, np.floating)):
                    yield f"{name}({state}, {player}) is {value!r}, which is not a float"
                elif not low <= value <= high:
                    yield f"{name}({state}, {player}) is {value:g}, but utilities are declared from {low:g} to {high:g}"


def utilities_add_up(game: Game, sample: Sample) -> Iterator[str]:
    """What one of two players wins the other loses, at the end as in an estimate."""
    if game.players != 2:
        return
    expected = float(sum(game.utilities))  # what the two players share
    for name, states in (("utility", sample.ends), ("evaluate", sample.inner)):
        sums: dict[float, Any] = {}
        for state in states:
            mine, yours = (getattr(game, name)(state, player) for player in (0, 1))
            total = round(mine + yours, 9)
            if not math.isclose(total, expected, abs_tol=TOLERANCE):
                yield f"{name} of {state} is {mine:g} for player 0 and {yours:g} for player 1: one has the wrong sign"
            sums.setdefault(total, state)
        if len(sums) > 1:
            yield f"{name} of both players adds up to {' and to '.join(f'{total:g}' for total in sums)}, not to one sum"


def keys_tell_states_apart(game: Game, sample: Sample) -> Iterator[str]:
    """A key is a number from 0 to 2 ** 63 - 1, and states with one key are worth the same."""
    known: dict[int, Any] = {}
    pairs = 0
    for state in (*sample.inner, *sample.ends):
        key = game.key(state)
        if not _is_whole(key) or not 0 <= key < 1 << SIGNED_BITS:
            yield f"key({state}) is {key!r}, not a whole number from 0 to 2 ** {SIGNED_BITS} - 1"
            return
        twin = copy.deepcopy(state)
        if game.key(twin) != key:
            yield f"key({state}) depends on more than the state: an equal state has another key"
        other = known.setdefault(int(key), state)
        if not same(state, other) and pairs < COLLIDING:
            pairs += 1
            difference = _difference(game, state, other)
            if difference:
                yield f"{state} and {other} have one key, but {difference}"


def _difference(game: Game, one: Any, other: Any) -> str:
    """Say how two states that should be worth the same are not."""
    if game.is_terminal(one) != game.is_terminal(other):
        return "only one of them is the end"
    if game.is_terminal(one):
        utilities = [[game.utility(state, player) for player in range(game.players)] for state in (one, other)]
        return "" if utilities[0] == utilities[1] else f"their utilities are {utilities[0]} and {utilities[1]}"
    counts = [len(_options(game, state)) for state in (one, other)]
    if counts[0] != counts[1]:
        return f"they have {counts[0]} and {counts[1]} actions"
    if game.players > 2:
        return ""
    plies = max(1, min(LOOKAHEAD, int(math.log(LEAVES, max(2, counts[0])))))
    values = [_value(game, state, plies) for state in (one, other)]
    if math.isclose(*values, abs_tol=TOLERANCE):
        return ""
    return f"by ply {plies} they are worth {values[0]:g} and {values[1]:g} to player 0"


def _value(game: Game, state: Any, depth: int) -> float:
    """Return the value for player 0 as far as `depth` plies show it; what lies beyond counts as halfway."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if depth == 0:
        return sum(game.utilities) / 2
    if game.to_move(state) == CHANCE:
        return sum(p * _value(game, game.result(state, outcome), depth - 1) for outcome, p in game.chances(state))
    values = (_value(game, game.result(state, action), depth - 1) for action in game.actions(state))
    return max(values) if game.to_move(state) == 0 else min(values)


def chances_are_probabilities(game: Game, sample: Sample) -> Iterator[str]:
    """Where CHANCE is to move, the probabilities of the outcomes add up to 1."""
    for state in sample.inner:
        if game.to_move(state) == CHANCE:
            chances = [probability for _, probability in game.chances(state)]
            if any(not 0 < probability <= 1 for probability in chances):
                yield f"chances({state}) yields a probability that is not between 0 and 1: {chances}"
            elif not math.isclose(math.fsum(chances), 1, abs_tol=TOLERANCE):
                yield f"chances({state}) add up to {math.fsum(chances):.12g}, not to 1"


def chance_is_declared(game: Game, sample: Sample) -> Iterator[str]:
    """A game in which CHANCE is ever to move declares it: `has_chance = True`."""
    chance = next((state for state in sample.inner if game.to_move(state) == CHANCE), None)
    if chance is not None and not game.has_chance:
        yield f"CHANCE is to move in {chance}, and the game does not declare has_chance = True"


def games_end_as_declared(game: Game, sample: Sample) -> Iterator[str]:
    """No game lasts more plies than it declares by `longest`."""
    numbers = random()
    for _ in range(GAMES if game.longest < ANY_NUMBER else 0):
        state = copy.deepcopy(game.initial)
        for _ in range(game.longest):
            if game.is_terminal(state):
                break
            actions = _options(game, state)
            state = game.result(state, actions[numbers.below(len(actions))])
        if not game.is_terminal(state):
            yield f"a random game is not over after {game.longest:,} plies, the longest that the game declares: {state}"


def names_tell_actions_apart(game: Game, sample: Sample) -> Iterator[str]:
    """Legal actions have different names, each one word."""
    for state in sample.inner:
        names = [game.name(action, state) for action in _options(game, state)]
        if any(not isinstance(name, str) or len(name.split()) != 1 for name in names):
            yield f"the names of the actions in {state} are not one word each: {names}"
        elif len(set(names)) < len(names):
            yield f"two actions in {state} have one name: {names}"


def parents_lead_here(game: Game, sample: Sample) -> Iterator[str]:
    """Where the bounds of a game name the parents of a state, the states that lead there are among them."""
    bounds = game.bounds
    if type(bounds).parents is Bounds.parents:
        return
    for state in sample.inner:
        for action in _options(game, state):
            child = game.result(state, action)
            if not any(same(parent, state) for parent in bounds.parents(child)):
                yield f"parents({child}) leaves out {state}, from which action {action} leads there"


LAWS: tuple[Law, ...] = (
    copies_are_equal,
    states_can_be_hashed,
    questions_change_nothing,
    answers,
    turns,
    actions_until_the_end,
    actions_are_numbers,
    actions_matter,
    states_keep_their_types,
    answers_are_repeatable,
    utilities_are_bounds,
    utilities_add_up,
    keys_tell_states_apart,
    chances_are_probabilities,
    chance_is_declared,
    games_end_as_declared,
    names_tell_actions_apart,
    parents_lead_here,
    secrets_are_declared,
    players_see_their_actions,
    *ADVICE_LAWS,
)


def summary(law: str) -> str:
    """Return a law in the words in which it is written above."""
    for known in (unanswered, *LAWS):
        if known.__name__ == law:
            return (known.__doc__ or "").strip()
    raise HalfmoveError(f"there is no law '{law}'")
