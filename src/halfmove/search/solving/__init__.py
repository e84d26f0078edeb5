"""Solving: exact values without estimates, for games with a score as for others.

A value is narrowed down by questions: is it at least so much? Each is a search with a null window, a table of bounds
and whatever is known of the game beside its rules (`Bounds`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import numpy as np

from halfmove.compiled import Bits, is_native, lane_of, layout, plain, store_state, words_of
from halfmove.core.advice import Bounds
from halfmove.core.choice import ESTIMATE, EXACT, TO_THE_END, Choice, Limit
from halfmove.core.game import ALLOWED, Game
from halfmove.core.history import with_history
from halfmove.core.rules import for_other, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.running.watch import Stopped
from halfmove.search.decide import Interrupted, first_action, meter_for
from halfmove.search.solving.proof import MAX, Proof, bisect, bisect_all, follow, room
from halfmove.search.solving.table import MOST_STEPS, ProofTable, proof_table

WORD = 64  # bits
LINE_WORK = 10  # to find the line, a tenth of the nodes of the search may be spent again
LINE_NODES = 100_000  # that may be spent in any case

Progress = Callable[[int, float, float], None]
_REPORT_INTERVAL = 1.0  # seconds between two reports


def prove(
    game: Game,
    state: Any = None,
    *,
    bounds: Bounds | None = None,
    megabytes: float = 64,
    limit: Limit | None = None,
    known: ProofTable | None = None,
    progress: Progress | None = None,
) -> Choice:
    """Choose an action whose value is proven, by a search to the end of the game.

    `bounds` is what the solver may use beside the rules. `known` is a table to use and to fill, instead of an empty
    one of `megabytes`. A search that is stopped before its value is proven returns the middle of what it may be, as an
    estimate. `progress` is called every second, and at the end, with how many nodes were searched, and with a lower
    and an upper bound on the value for the player to move.
    """
    limit = limit or Limit()
    if limit.depth is not None:
        raise HalfmoveError(f"to prove a value is to look to the end: it cannot be limited to {limit.depth} plies")
    state = game.initial if state is None else state
    most = _steps(game)
    searched, root = with_history(game, state)
    counter = meter_for(game, TO_THE_END, limit.nodes)
    proof = _proof(searched, bounds or searched.bounds, known or proof_table(megabytes), counter)
    limits = np.array([0, most])
    search = bisect.prepare(proof, root, 0, most, TO_THE_END, limits)
    follow.prepare(proof, root, 0, TO_THE_END, limits)
    clock = Clock(limit.share())

    def choice(line: tuple[int, ...], kind: str, seconds: float) -> Choice:
        value = sum(_utility(game, bound) for bound in limits.tolist()) / 2
        value = value if mover(game, state) == MAX else for_other(game, value)
        action = line[0] if line else first_action(searched, root)
        line = line or (() if action is None else (action,))
        done = (len(line), counter.nodes, seconds, kind, kind != EXACT)
        return Choice(action, value + 0.0, line, *done, game=game, state=state)

    def report() -> None:
        low, high = (_utility(game, bound) for bound in limits.tolist())
        if mover(game, state) != MAX:
            low, high = for_other(game, high), for_other(game, low)
        if progress:
            progress(counter.nodes, low, high)

    try:
        with _repeated(report):
            value = run(search, counter.flag, clock.left)
        seconds = clock.seconds  # of the search: the line is found afterwards
        return choice(_line(proof, root, value, counter.nodes), EXACT, seconds)
    except Stopped:
        return choice((), ESTIMATE, clock.seconds)
    except KeyboardInterrupt:
        raise Interrupted(choice((), ESTIMATE, clock.seconds)) from None


@contextmanager
def _repeated(report: Callable[[], None]) -> Iterator[None]:
    """Call `report` every second from another thread, and once at the end."""
    over = threading.Event()

    def repeat() -> None:
        while not over.wait(_REPORT_INTERVAL):
            report()

    thread = threading.Thread(target=repeat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        report()


def _line(proof: Proof, state: Any, value: int, nodes: int) -> tuple[int, ...]:
    """Return best play from a state of which the value is known: at least one action, more while they come easily."""
    line = np.full(TO_THE_END, -1)
    for plies, most in ((1, None), (TO_THE_END, LINE_NODES + nodes // LINE_WORK)):
        counter = meter_for(proof.game, TO_THE_END, most)
        with suppress(Stopped):
            watched = replace(proof, watch=counter)
            run(follow.prepare(watched, state, value, TO_THE_END, line[:plies]), counter.flag)
    return tuple(int(action) for action in line if action >= 0)


def prove_many(game: Game, states: Sequence[Any], *, megabytes: float = 64) -> list[float]:
    """Return what each of many states is worth to its player to move; each is solved by itself, all in one call."""
    most = _steps(game)
    if game.repetition != ALLOWED:
        raise WrongGame(f"{type(game).__name__}: what a state is worth depends on its past; solve states one by one")
    counter = meter_for(game, TO_THE_END)
    proof = _proof(game, game.bounds, proof_table(megabytes), counter)
    limits, answers = np.zeros(2, np.int64), np.zeros(len(states))
    if states:
        rows = packed(states) if lane_of(game) == "compiled" else list(states)
        run(bisect_all.prepare(proof, states[0], rows, most, TO_THE_END, limits, answers), counter.flag)
    return answers.tolist()


def packed(states: Sequence[Any]) -> np.ndarray:
    """Return states as rows of words."""
    state_class: Any = type(states[0])
    kinds = layout(state_class)
    if all(kind in (int, bool) for kind, _ in kinds):
        return np.array(states, np.int64)
    if all(kind in (bool, int, Bits(WORD)) for kind, _ in kinds) and all(min(state) >= 0 for state in states):
        return np.array(states, np.uint64).view(np.int64)
    words = np.zeros((len(states), words_of(state_class)), np.int64)
    for row, state in enumerate(states):
        store_state(words, row, state)
    return words


def _steps(game: Game) -> int:
    """Return how many steps there are from the least utility to the greatest, if the game can be solved at all."""
    require_no_secrets(game, "solving by proofs")
    if game.players != 2:
        raise WrongGame(f"{type(game).__name__} has {game.players} players: solving by proofs is for two")
    steps = round((game.utilities[1] - game.utilities[0]) / game.step)
    if not 1 <= steps <= MOST_STEPS:
        raise WrongGame(
            f"{type(game).__name__} has {steps} steps between its utilities: at most {MOST_STEPS} are solved"
        )
    return steps


def _utility(game: Game, steps: int) -> float:
    return game.utilities[0] + game.step * steps


def _proof(game: Game, bounds: Bounds, table: ProofTable, watch: Any) -> Proof:
    """Return what a search of `game` is given, for the lane that it takes."""
    if is_native(game):
        return Proof(game, bounds, table, room(), watch)
    return plain(Proof(game, bounds, plain(table), plain(room()), watch))
