"""The laws of a game: what every search takes for granted, checked by random play.

Each law is a generator of sentences that say what is wrong; none if all is well. `broken` asks them all of a game in
the plain lane, `check.lanes` asks whether the compiled lane says the same.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from typing import Any

from halfmove.check.advice_laws import ADVICE_LAWS
from halfmove.check.encoding_laws import ENCODING_LAWS
from halfmove.check.finding import Finding as Finding
from halfmove.check.knowledge_laws import equal_keys_show_the_same, guesses_fit, guesses_leak_nothing
from halfmove.check.question_laws import TOLERANCE as TOLERANCE
from halfmove.check.question_laws import answers, options
from halfmove.check.question_laws import questions_change_nothing as questions_change_nothing
from halfmove.check.quick_check import QUICK_LAWS, Law, broken_by, first_mistake
from halfmove.check.secret_laws import players_see_their_actions, secrets_are_declared
from halfmove.check.state_laws import Sample as Sample
from halfmove.check.state_laws import is_whole
from halfmove.check.view_laws import VIEW_LAWS
from halfmove.compiled import SIGNED_BITS, plain
from halfmove.core.advice import Bounds
from halfmove.core.game import ANY_NUMBER, CHANCE, Game
from halfmove.core.random import Random, random
from halfmove.core.rules import same as same
from halfmove.errors import HalfmoveError

GAMES, PLIES = 20, 200  # random games that are played, and the most actions in each
COLLIDING = 200  # pairs of states with one key that are looked into
LOOKAHEAD, LEAVES = 3, 20_000  # plies that states with one key must agree for, if there are no more leaves than these


def broken(game: Game, seed: int = 0, games: int = GAMES) -> list[Finding]:
    """Return what is wrong with a game: a simple mistake alone, or one finding for each law that it breaks."""
    mistake = first_mistake(game, seed)
    if mistake:
        return [mistake]  # what the other laws would say of it means nothing
    game, sample = plain(game), Sample([], [])

    def played(game: Game, sample: Sample) -> Iterator[str]:
        play_at_random(game, random(seed), games, sample)
        yield from ()

    for law in (played, *QUICK_LAWS):
        mistake = broken_by(law, game, sample)
        if mistake:
            return [mistake]
    findings = [broken_by(law, game, sample) for law in LAWS]
    return list(dict.fromkeys(finding for finding in findings if finding))  # one error may show under many laws


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
            actions = options(game, state)
            if not actions:
                break
            state = game.result(state, actions[numbers.below(len(actions))])


def actions_matter(game: Game, sample: Sample) -> Iterator[str]:
    """What a player does makes a difference somewhere."""
    chosen = [(state, actions) for state in sample.inner if len(actions := options(game, state)) > 1]
    if chosen and all(_all_equal([game.result(state, action) for action in actions]) for state, actions in chosen):
        yield f"result ignores the action: from {chosen[0][0]} every action leads to the same state"


def _all_equal(states: list[Any]) -> bool:
    return all(same(states[0], state) for state in states[1:])


def keys_tell_states_apart(game: Game, sample: Sample) -> Iterator[str]:
    """A key is a number from 0 to 2 ** 63 - 1, and states with one key are worth the same."""
    known: dict[int, Any] = {}
    pairs = 0
    for state in (*sample.inner, *sample.ends):
        key = game.key(state)
        if not is_whole(key) or not 0 <= key < 1 << SIGNED_BITS:
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
    counts = [len(options(game, state)) for state in (one, other)]
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


def games_end_as_declared(game: Game, sample: Sample) -> Iterator[str]:
    """No game lasts more plies than it declares by `longest`."""
    numbers = random()
    for _ in range(GAMES if game.longest < ANY_NUMBER else 0):
        state = copy.deepcopy(game.initial)
        for _ in range(game.longest):
            if game.is_terminal(state):
                break
            actions = options(game, state)
            state = game.result(state, actions[numbers.below(len(actions))])
        if not game.is_terminal(state):
            yield f"a random game is not over after {game.longest:,} plies, the longest that the game declares: {state}"


def parents_lead_here(game: Game, sample: Sample) -> Iterator[str]:
    """Where the bounds of a game name the parents of a state, the states that lead there are among them."""
    bounds = game.bounds
    if type(bounds).parents is Bounds.parents:
        return
    for state in sample.inner:
        for action in options(game, state):
            child = game.result(state, action)
            if not any(same(parent, state) for parent in bounds.parents(child)):
                yield f"parents({child}) leaves out {state}, from which action {action} leads there"


LAWS: tuple[Law, ...] = (
    answers,
    actions_matter,
    keys_tell_states_apart,
    games_end_as_declared,
    parents_lead_here,
    secrets_are_declared,
    players_see_their_actions,
    equal_keys_show_the_same,
    guesses_leak_nothing,
    guesses_fit,
    *ADVICE_LAWS,
    *ENCODING_LAWS,
    *VIEW_LAWS,
)


def summary(law: str) -> str:
    """Return a law in the words in which it is written above."""
    for known in (*QUICK_LAWS, *LAWS):
        if known.__name__ == law:
            return (known.__doc__ or "").strip()
    raise HalfmoveError(f"there is no law '{law}'")
