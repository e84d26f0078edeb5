"""From a kernel that values a state to a Choice: what every depth-first search has in common."""

from __future__ import annotations

from numbers import Integral
from typing import Any, TypedDict

from halfmove.compiled import Kernel, is_native, plain, stack_of
from halfmove.core.advice import Advice
from halfmove.core.choice import ESTIMATE, EXACT, TO_THE_END, Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.history import advice_for, with_history
from halfmove.core.rules import legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.running.watch import Meter, Stopped, WatchPair, keep_meter, spare_meter

NO_LIMIT = Limit()


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `choice` is the best so far."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(str(choice))
        self.choice = choice


class Options(TypedDict, total=False):
    """What every depth-first search takes: advice other than the game's own, limits, and a watch."""

    advice: Advice | None
    limit: Limit | None
    watch: Any


def decide(
    value_of: Kernel[..., Any],
    game: Game,
    state: Any,
    depth: int | None,
    *extra_arguments: Any,
    beyond: int = 0,
    most_players: int = 2,
    bounds_prove: bool = True,
    advice: Advice | None = None,
    limit: Limit | None = None,
    watch: Any = None,
) -> Choice:
    """Choose an action by the value that `value_of(game, advice, state, player, depth, *extra_arguments, watch)` finds.

    The action is the one that last improved the root: it was searched to its end. It is not, as the books print it,
    any action whose value equals that of the root - a child that was cut off may report the same number.
    `beyond` is how many plies a search may go past its depth. `bounds_prove` says that no estimate matters once the
    value is the best, or the worst, that there is.
    """
    limit = limit or NO_LIMIT
    plies = plies_within(depth, limit)
    require_no_secrets(game, "a search")
    if game.players > most_players:
        raise WrongGame(f"{type(game).__name__} has {game.players} players: use maxn or paranoid")
    state = game.initial if state is None else state
    player = mover(game, state)
    counter = meter_for(game, plies + beyond, limit.nodes, advice, watch)
    whole_watch = counter if watch is None else WatchPair(counter, watch)
    searched, root = with_history(game, state)
    if is_native(searched) and not is_native(counter):  # so that nothing that the search calls is compiled
        searched = plain_throughout(searched)
    advice = searched.advice if advice is None else advice_for(searched, advice)
    arguments = (searched, advice, root, player, plies + beyond, *extra_arguments, whole_watch)
    search = value_of.prepare(*arguments)
    clock = Clock(limit.share())

    def choice(value: float, kind: str, stopped: bool) -> Choice:
        line = counter.line(plies + beyond)
        action = line[0] if line else None
        if stopped and action is None:
            action = first_action(searched, root)
        elif stopped:
            value = float(counter.values[plies + beyond])
        if action is not None and not line:
            line = (action,)
        seen = plies if plies < TO_THE_END else plies + beyond - counter.deepest()
        value += 0.0  # there is no -0.0 for people
        return Choice(action, value, line, seen, counter.nodes, clock.seconds, kind, stopped, game=game, state=state)

    try:
        value = run(search, counter.flag, clock.left, stack_of(search, plies + beyond))
    except Stopped:
        return choice(advice.evaluate(root, player), ESTIMATE, True)
    except KeyboardInterrupt:
        raise Interrupted(choice(advice.evaluate(root, player), ESTIMATE, True)) from None
    finished = choice(value, EXACT if counter.proves(value, bounds_prove) else ESTIMATE, False)
    keep_meter(game, counter)
    return finished


def with_advice(game: Game, state: Any, advice: Advice | None) -> tuple[Game, Advice, Any]:
    """Return what a search begins with: the game that keeps its rule of repetition, its advice, and the root."""
    searched, root = with_history(game, state)
    return searched, advice_for(searched, advice or game.advice), root


def meter_for(game: Game, plies: int, nodes: int | None = None, *given: Any) -> Meter:
    """Return a meter for the lane that a search of `game` takes: plain if the game is, or anything `given` to it."""
    counter = spare_meter(game, plies, nodes)
    for each in (game, *given):
        if each is not None and not is_native(each):
            return plain(counter)
    return counter


def first_action(game: Game, state: Any) -> int | None:
    """Return the action to fall back on when a search was stopped before it finished any."""
    actions = legal_actions(game, state)
    return actions[0] if actions and game.to_move(state) != CHANCE else None


def plies_within(depth: int | None, limit: Limit | None) -> int:
    """Return how many plies a search may look ahead."""
    limit = limit or NO_LIMIT
    if not isinstance(depth, Integral | None):
        raise HalfmoveError(f"the depth is a number of plies, not {depth!r}; a limit is given by name: limit=...")
    plies = min(TO_THE_END if depth is None else depth, TO_THE_END if limit.depth is None else limit.depth)
    if not 1 <= plies <= TO_THE_END:
        raise HalfmoveError(f"a search of {plies} plies: the depth must be from 1 to {TO_THE_END}")
    return plies
