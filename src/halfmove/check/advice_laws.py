"""The laws of advice: what a search trusts without looking, compared with brute force on small states.

A search believes the bounds, the moves of the solver, the replies to a threat, the keys, the canonical states, the
futures and the counts of a game: a lie there is a wrong value that is called exact. `order`, `child_order`,
`next_target`, `is_quiet`, `may_be_zugzwang`, `plies_left`, `quiet_gain` and `prior` only guide it: a bad one costs
time, so nothing but their form is a law.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from halfmove.check.state_laws import Sample
from halfmove.core.advice import Advice, Bounds
from halfmove.core.game import ALLOWED, CHANCE, Game
from halfmove.core.naming import legal_actions
from halfmove.core.random import random
from halfmove.core.rules import for_other, mover, same
from halfmove.running.table import NO_ACTION

STATES = 300  # of random play that are asked
GUIDED = 5  # of these that are asked how promising an action is
NODES = 400  # that the exact value of a state may take
ALL_NODES = 6_000  # that all of them may take together
FAILURES = 4  # states in a row that were too large, after which no more are tried
DEEPEST = 40  # plies from a state whose value is found to the ends
BACK = 8  # plies before an end that are looked at
DRAWS, MOST_DRAWN = 40, 8  # draws for each action, in states of so many actions at most
UNEVEN = 6.0  # standard deviations by which a count of draws may be off


class Exact(NamedTuple):
    """A state that is not over, its value for player 0, and that of each action; all by brute force."""

    state: Any
    value: float
    actions: dict[int, float]


class _TooLarge(Exception):
    """A state has more below it than may be looked at."""


def exact_states(game: Game, sample: Sample) -> list[Exact]:
    """Return states near the ends of random games with their exact values; none where values are averages."""
    if game.players != 2 or game.repetition != ALLOWED:
        return []
    if _latest and _latest[0][0] is sample:  # every law asks for the same
        return _latest[0][1]
    exact: list[Exact] = []
    spent = failures = 0
    for end in _last_states(game, sample):
        for state in reversed(end[-BACK:]):
            if spent >= ALL_NODES or failures >= FAILURES:
                break
            below: list[Exact] = []
            budget = [NODES]
            try:
                _value(game, state, 0, budget, below)
            except _TooLarge:
                failures += 1
                spent += NODES
                break
            failures = 0
            spent += NODES - budget[0]
            exact += below
    _latest[:] = [(sample, exact)]
    return exact


_latest: list[tuple[Sample, list[Exact]]] = []


def _last_states(game: Game, sample: Sample) -> Iterator[list[Any]]:
    """Yield the states of each random game that came to its end, in order."""
    played: list[Any] = []
    for state in sample.inner:
        if played and same(state, game.initial):
            yield played
            played = []
        played.append(state)
    yield played


def _value(game: Game, state: Any, depth: int, budget: list[int], below: list[Exact]) -> float:
    """Return the value for player 0, and note that of every state on the way."""
    budget[0] -= 1
    if budget[0] < 0 or depth > DEEPEST:
        raise _TooLarge
    if game.is_terminal(state):
        return float(game.utility(state, 0))
    if game.to_move(state) == CHANCE:
        raise _TooLarge
    values = {
        action: _value(game, game.result(state, action), depth + 1, budget, below) for action in game.actions(state)
    }
    if not values:  # another law reports it
        raise _TooLarge
    value = (max if game.to_move(state) == 0 else min)(values.values())
    below.append(Exact(state, value, values))
    return value


def _targets(game: Game, value: float) -> list[float]:
    """Return what a solver may ask of a value: the bounds, the value itself and its neighbours."""
    low, high = game.utilities
    targets = (low, value - game.step, value, value + game.step, high)
    return [target for target in targets if low <= target <= high]


def bounds_hold(game: Game, sample: Sample) -> Iterator[str]:
    """The value of a state lies between its `value_bounds`."""
    bounds = game.bounds
    if type(bounds).value_bounds is Bounds.value_bounds:
        return
    for state, value, _ in exact_states(game, sample):
        for player in (0, 1):
            worth = value if player == 0 else for_other(game, value)
            for target in _targets(game, worth):
                low, high = bounds.value_bounds(state, player, target)
                if not low <= worth <= high:
                    yield (
                        f"value_bounds({state}, {player}, {target:g}) is ({low:g}, {high:g}),"
                        f" but the state is worth {worth:g} to player {player}"
                    )


def solver_moves_suffice(game: Game, sample: Sample) -> Iterator[str]:
    """The `solver_moves` are actions, and what they leave out is worth no more than `value_bounds` grants."""
    bounds = game.bounds
    if type(bounds).solver_moves is Bounds.solver_moves:
        return
    for state in _inner(sample):
        extra = set(bounds.solver_moves(state)) - set(legal_actions(game, state))
        if extra:
            yield f"solver_moves({state}) yields {min(extra)}, which is not a legal action"
    for state, value, actions in exact_states(game, sample):
        is_max = game.to_move(state) == 0
        target = value if is_max else min(value + game.step, game.utilities[1])
        low, high = bounds.value_bounds(state, 0, target)
        kept = [actions[action] for action in bounds.solver_moves(state) if action in actions]
        best = max([low, *kept]) if is_max else min([high, *kept])
        if best < value if is_max else best > value:
            chosen = next(action for action, worth in actions.items() if worth == value)
            yield f"solver_moves({state}) leaves out {chosen}, which alone is worth {value:g} to player 0"


def threats_are_answered(game: Game, sample: Sample) -> Iterator[str]:
    """What `selective_moves` yields are actions; where the mover `is_threatened`, it leaves out nothing better."""
    advice = game.advice
    if type(advice).selective_moves is Advice.selective_moves:
        return
    for state in _inner(sample):
        legal = legal_actions(game, state)
        for action, order, _ in advice.selective_moves(state):
            if action not in legal:
                yield f"selective_moves({state}) yields {action}, which is not a legal action"
            if not math.isfinite(order):
                yield f"selective_moves({state}) yields the order {order} for {action}"
    for state, value, actions in exact_states(game, sample):
        looked_at = [actions[action] for action, _, _ in advice.selective_moves(state) if action in actions]
        if not looked_at or not advice.is_threatened(state):
            continue
        if value != (max if game.to_move(state) == 0 else min)(looked_at):
            chosen = next(action for action, worth in actions.items() if worth == value)
            yield (
                f"selective_moves({state}) leaves out {chosen}, which alone is worth {value:g} to player 0,"
                " although the mover is threatened"
            )


def tactics_are_actions(game: Game, sample: Sample) -> Iterator[str]:
    """The `tactics` are legal actions."""
    advice = game.advice
    if type(advice).tactics is Advice.tactics:
        return
    for state in _inner(sample):
        extra = set(advice.tactics(state)) - set(legal_actions(game, state))
        if extra:
            yield f"tactics({state}) yields {min(extra)}, which is not a legal action"


def guides_are_numbers(game: Game, sample: Sample) -> Iterator[str]:
    """What orders actions, and `next_target`, `plies_left`, `quiet_gain` and `prior`, are finite numbers."""
    advice, bounds = game.advice, game.bounds
    if not 0 <= advice.quiet_gain < math.inf:
        yield f"quiet_gain is {advice.quiet_gain}, not a share of 0 or more"
    low, high = game.utilities
    for state in _inner(sample)[:: STATES // GUIDED]:  # a closer look may take long in plain Python
        for action in legal_actions(game, state)[:1]:
            for name, number in (
                ("order", advice.order(state, action)),
                ("child_order", bounds.child_order(state, action, game.result(state, action))),
                ("next_target", bounds.next_target(state, low, high)),
                ("plies_left", bounds.plies_left(state)),
                ("prior", advice.prior(state, NO_ACTION, action)),
            ):
                if not math.isfinite(number) or name == "prior" and number < 0:
                    yield f"{name} of {state} is {number}"


def passing_changes_the_mover(game: Game, sample: Sample) -> Iterator[str]:
    """`pass_turn` returns the state itself, or a state in which the other player is to move."""
    advice = game.advice
    if type(advice).pass_turn is Advice.pass_turn or game.players != 2:
        return
    for state in _inner(sample):
        passed = advice.pass_turn(state)
        if type(passed) is not type(state):
            yield f"pass_turn({state}) returns a {type(passed).__name__}, not a state"
        elif not same(passed, state) and game.to_move(passed) != 1 - mover(game, state):
            yield f"pass_turn({state}) is another state, but the other player is not to move there"


def progress_is_counted(game: Game, sample: Sample) -> Iterator[str]:
    """A state that comes back lies no more than `since_progress` plies ago."""
    if type(game).since_progress is Game.since_progress:
        return
    for played in _last_states(game, sample):
        seen: dict[int, int] = {}
        for ply, state in enumerate(played[:STATES]):
            key = game.repetition_key(state)
            if key in seen and game.since_progress(state) < ply - seen[key]:
                plies = ply - seen[key]
                yield f"since_progress({state}) is {game.since_progress(state)}, but it was there {plies} plies ago"
            seen[key] = ply


def equal_keys_are_worth_the_same(game: Game, sample: Sample) -> Iterator[str]:
    """States with one `key` are worth the same, and with one `state_hash` they are one state."""
    known: dict[int, Exact] = {}
    for each in exact_states(game, sample):
        other = known.setdefault(game.key(each.state), each)
        if other.value != each.value:
            yield (
                f"{other.state} and {each.state} have one key,"
                f" but they are worth {other.value:g} and {each.value:g} to player 0"
            )
    if type(game).state_hash is Game.state_hash:
        return
    states: dict[int, Any] = {}
    for state in _inner(sample):
        other_state = states.setdefault(game.state_hash(state), state)
        if not same(state, other_state):
            yield f"{other_state} and {state} are two states, but they have one state_hash"


def canonical_states_are_symmetric(game: Game, sample: Sample) -> Iterator[str]:
    """What follows the `canonical` state is, in canonical form, what follows the state itself."""
    canonical = game.bounds.canonical
    if type(game.bounds).canonical is Bounds.canonical:
        return
    for state in sample.ends:
        if game.utility(canonical(state), 0) != game.utility(state, 0):
            yield f"canonical({state}) has another utility"
    for state in _inner(sample):
        other = canonical(state)
        if same(other, state):
            continue
        if game.is_terminal(other) or game.to_move(other) != game.to_move(state):
            yield f"canonical({state}) is {other}, in which another player is to move, or none"
            continue
        theirs, own = (
            {canonical(game.result(each, action)) for action in legal_actions(game, each)} for each in (other, state)
        )
        if theirs != own:
            yield f"canonical({state}) is {other}, which something else may follow"


def futures_are_the_same(game: Game, sample: Sample) -> Iterator[str]:
    """What follows the `future` of a state follows the state itself, and ends with so much less."""
    bounds = game.bounds
    if type(bounds).future is Bounds.future or game.players != 2:
        return
    for state in _inner(sample):
        other, gain = bounds.future(state)
        if same(other, state) and gain == 0:
            continue
        if game.is_terminal(other) or game.to_move(other) != game.to_move(state):
            yield f"future({state}) is {other}, in which another player is to move, or none"
            continue
        if set(legal_actions(game, other)) != set(legal_actions(game, state)):
            yield f"future({state}) is {other}, in which there are other actions"
            continue
        for action in legal_actions(game, state):
            child, others = game.result(state, action), game.result(other, action)
            if game.is_terminal(child) != game.is_terminal(others):
                yield f"future({state}) is {other}, but after action {action} only one of them is over"
            elif game.is_terminal(child):
                more = game.utility(child, 0) - game.utility(others, 0)
                if not math.isclose(more, gain, abs_tol=1e-9):
                    yield f"future({state}) is said to be worth {gain:g} less, but after action {action} it is {more:g}"
            else:
                (same_child, more), (same_others, less) = bounds.future(child), bounds.future(others)
                if not same(same_child, same_others) or not math.isclose(more - less, gain, abs_tol=1e-9):
                    yield f"future({state}) is {other}, but after action {action} they have other futures"


def actions_are_counted(game: Game, sample: Sample) -> Iterator[str]:
    """`count_actions` is how many actions there are."""
    bounds = game.bounds
    if type(bounds).count_actions is Bounds.count_actions:
        return
    for state in _inner(sample):
        counted, listed = bounds.count_actions(state), len(list(game.actions(state)))
        if counted != listed:
            yield f"count_actions({state}) is {counted}, but there are {listed} actions"


def utilities_are_whole_steps(game: Game, sample: Sample) -> Iterator[str]:
    """Where a game declares its `step`, every utility is a whole number of steps above the least."""
    if game.step == Game.step:
        return
    if not game.step > 0:
        yield f"step is {game.step}, not the distance between two utilities"
        return
    for state in sample.ends:
        steps = (game.utility(state, 0) - game.utilities[0]) / game.step
        if not math.isclose(steps, round(steps), abs_tol=1e-9):
            yield f"utility({state}, 0) is {steps:g} steps of {game.step:g} above the least, not a whole number"


def draws_are_fair(game: Game, sample: Sample) -> Iterator[str]:
    """`sample` draws legal actions, evenly; outcomes of chance by their probabilities."""
    if type(game).sample is Game.sample:
        return
    numbers = random(0)
    for state in _inner(sample):
        drawn = game.sample(state, numbers)
        if drawn not in legal_actions(game, state):
            yield f"sample({state}) draws {drawn}, which is not possible there"
    for state in _inner(sample)[:: max(1, len(sample.inner) // 3)]:
        legal = legal_actions(game, state)
        if len(legal) > MOST_DRAWN:
            continue
        even = dict.fromkeys(legal, 1 / len(legal))
        shares = dict(game.chances(state)) if game.to_move(state) == CHANCE else even
        draws = [game.sample(state, numbers) for _ in range(DRAWS * len(legal))]
        for action, share in shares.items():
            expected = share * len(draws)
            off = abs(draws.count(action) - expected)
            if off > UNEVEN * math.sqrt(expected * (1 - share)) + 1:
                yield f"sample({state}) draws {action} {draws.count(action)} times of {len(draws)}, not {expected:.0f}"


def playouts_are_legal(game: Game, sample: Sample) -> Iterator[str]:
    """`playout_action` draws legal actions."""
    advice, numbers = game.advice, random(0)
    if type(advice).playout_action is Advice.playout_action:
        return
    for state in _inner(sample):
        if game.to_move(state) != CHANCE:
            drawn = advice.playout_action(state, NO_ACTION, numbers)
            if drawn not in legal_actions(game, state):
                yield f"playout_action({state}) draws {drawn}, which is not a legal action"


def _inner(sample: Sample) -> list[Any]:
    """Return some of the states that are not over, from all parts of the games."""
    return sample.inner[:: max(1, len(sample.inner) // STATES)]


ADVICE_LAWS = (
    bounds_hold,
    solver_moves_suffice,
    threats_are_answered,
    tactics_are_actions,
    guides_are_numbers,
    passing_changes_the_mover,
    progress_is_counted,
    equal_keys_are_worth_the_same,
    canonical_states_are_symmetric,
    futures_are_the_same,
    actions_are_counted,
    utilities_are_whole_steps,
    draws_are_fair,
    playouts_are_legal,
)
