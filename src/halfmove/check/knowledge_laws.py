"""The laws of what players know: keys that say the same, and guesses that fit, are fair and give nothing away."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from halfmove.check.state_laws import Sample, is_whole
from halfmove.core.game import CHANCE, Game
from halfmove.core.knowledge import MOST_PLAYERS, StateWithKeys, View, Viewer, WithKeys
from halfmove.core.naming import legal_actions
from halfmove.core.random import random
from halfmove.core.recall import recalled, recalls
from halfmove.core.rules import same
from halfmove.core.wrapper import Wrapper, plain_throughout
from halfmove.search.hidden.beliefs import Belief, TooManyStates
from halfmove.search.hidden.worlds import GuessedWorlds

STATES = 3000  # of the tree that are compared, and as many again of random games
SECONDS = 1.0  # of CPU for each of the two, after which no more states are looked at
GAMES, PLIES = 20, 300  # random games, and the most actions in each
TURNS = 8  # in which guesses are compared with beliefs
MOST_STATES = 1024  # of a belief that guesses are compared with
DRAWS = 40  # guesses for each state of a belief
UNLIKELY = 5.0  # standard deviations beyond which frequencies are not those of chance

ALL_IS_SEEN, REMEMBERED = "what a player sees tells all that he noticed", "players remember more than they see"


def equal_keys_show_the_same(game: Game, sample: Sample) -> Iterator[str]:
    """Where a player did and noticed the same, he has the same actions and sees the same."""
    if not _has_keys(game):
        return
    known: dict[tuple[int, int], Any] = {}
    for rules, state in _states_with_keys(game):
        player = rules.to_move(state)
        if player == CHANCE:
            continue
        other = known.setdefault((player, rules.information_key(state, player)), state)
        actions = [legal_actions(game, each.state) for each in (state, other)]
        seen = [game.observation(each.state, player) for each in (state, other)]
        if sorted(actions[0]) != sorted(actions[1]):
            yield (
                f"player {player} did and noticed the same on the way to {state.state} and to {other.state}, but his"
                f" actions are {actions[0]} and {actions[1]}: `percept` says too little"
            )
        elif not same(*seen):
            yield (
                f"player {player} did and noticed the same on the way to {state.state} and to {other.state}, but sees"
                f" {seen[0]} and {seen[1]}: `percept` says too little, or `observation` too much"
            )


def guesses_leak_nothing(game: Game, sample: Sample) -> Iterator[str]:
    """A guess follows from what the player sees: with the same random numbers it is the same for all that is hidden."""
    if not _guesses(game):
        return
    for seed, state in enumerate(sample.inner[:: max(1, len(sample.inner) // STATES)]):
        player = game.to_move(state)
        if player == CHANCE:
            continue
        seen = game.observation(state, player)
        guess, from_seen = game.guess(state, player, random(seed)), game.guess(seen, player, random(seed))
        if not same(guess, from_seen):
            yield f"guess({state}, {player}) is {guess}, but from what he sees of it, {seen}, it is {from_seen}"


def guesses_fit(game: Game, sample: Sample) -> Iterator[str]:
    """A guess is a state in which the player may be, as far as he knows, and as likely as chance makes it."""
    if not _guesses(game) and not recalls(game) or not _has_keys(game):
        return
    numbers, question = random(1), "recall" if recalls(game) else "guess"
    for turn in _turns(game):
        try:
            belief = Belief.of(game, turn.player, most=MOST_STATES)
            for event in turn.events:
                belief = belief.after(event.own, event.percept)
        except TooManyStates:
            continue
        worlds = belief.worlds()
        source: Any = recalled(game, View(turn.player, turn.seen, tuple(turn.events))) or GuessedWorlds(game)
        draws = [source.draw(turn.seen, turn.player, numbers) for _ in range(DRAWS * len(worlds))]
        drawn = Counter(draws)
        for guess in drawn:
            if not any(same(guess, state) for state, _ in worlds):
                yield f"{question}({turn.seen}, {turn.player}) draws {guess}, where he knows that he is not"
        square = sum((drawn[state] - share * len(draws)) ** 2 / (share * len(draws)) for state, share in worlds)
        freedom = len(worlds) - 1
        if square > freedom + UNLIKELY * math.sqrt(2 * freedom) + UNLIKELY:
            shares = ", ".join(
                f"{state} {drawn[state]} times, not {share * len(draws):.0f}" for state, share in worlds[:3]
            )
            yield f"{question}({turn.seen}, {turn.player}) does not draw as chance does: {shares}"


def recall(game: Game) -> str:
    """Say whether a player sees at his turn all that he noticed before, or has to remember it."""
    if not _has_keys(game):
        return REMEMBERED
    game = plain_throughout(game)
    keys: dict[tuple[int, int], int] = {}
    for rules, state in _states_with_keys(game):
        player = rules.to_move(state)
        if player != CHANCE:
            seen = game.state_hash(game.observation(state.state, player))
            key = rules.information_key(state, player)
            if keys.setdefault((player, seen), key) != key:
                return REMEMBERED
    return ALL_IS_SEEN


class _Turn(NamedTuple):
    player: int
    seen: Any
    events: tuple[Any, ...]


def _turns(game: Game) -> Iterator[_Turn]:
    """Yield some turns of random games, with all that the player noticed before."""
    numbers, found = random(2), 0
    for _ in range(GAMES):
        viewer = Viewer(game, game.initial)
        wanted = numbers.below(PLIES) % 8 + 1
        for _ in range(PLIES):
            state = viewer.states[-1]
            if game.is_terminal(state):
                break
            player = game.to_move(state)
            if player != CHANCE:
                wanted -= 1
                if wanted <= 0:
                    view = viewer.view(player)
                    yield _Turn(player, view.seen, view.events or ())
                    found += 1
                    break
            action = game.sample(state, numbers)
            viewer.follow(action, game.result(state, action))
        if found == TURNS:
            return


def _states_with_keys(game: Game) -> Iterator[tuple[WithKeys, StateWithKeys]]:
    """Yield states that are not over: the beginning of the tree, breadth first, and then random games."""
    rules = plain_throughout(WithKeys(game))
    todo, until = [rules.initial], time.process_time() + SECONDS
    for state in todo:
        if time.process_time() > until:
            break
        if rules.is_terminal(state):
            continue
        yield rules, state
        if len(todo) < STATES:
            for action in legal_actions(rules, state):
                todo.append(rules.result(state, action))
                _check_percepts(game, state.state, action, todo[-1].state)
    numbers, count, until = random(3), 0, time.process_time() + SECONDS
    while count < STATES and time.process_time() < until:
        state = rules.initial
        for _ in range(PLIES):
            if rules.is_terminal(state):
                break
            yield rules, state
            count += 1
            state = rules.result(state, rules.sample(state, numbers))


def _check_percepts(game: Game, state: Any, action: int, child: Any) -> None:
    for player in range(game.players):
        percept = game.percept(state, action, child, player)
        if not is_whole(percept):
            raise TypeError(f"percept({state}, {action}, {child}, {player}) is {percept!r}, not a whole number")


def _has_keys(game: Game) -> bool:
    return bool(game.has_secrets) and game.players <= MOST_PLAYERS


def _guesses(game: Any) -> bool:
    """Tell whether a game that hides something can guess."""
    inside = game
    while isinstance(inside, Wrapper) and type(inside).guess is Wrapper.guess:
        inside = inside.game
    return bool(game.has_secrets) and type(inside).guess is not Game.guess
