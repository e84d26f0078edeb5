"""One search of the engine: ever deeper, line by line, until it is proven, stopped, or out of time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Thread
from typing import Any

import numpy as np

from halfmove.compiled import Flag, plain
from halfmove.core.choice import ESTIMATE, EXACT, TO_THE_END, Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.naming import refusal
from halfmove.core.rules import legal_actions, mover
from halfmove.errors import IllegalAction, WrongGame
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.running.watch import Stopped
from halfmove.search.decide import Interrupted
from halfmove.search.engine.position import Position
from halfmove.search.engine.root import best_value
from halfmove.search.engine.table import NO_ACTION, Memory
from halfmove.search.engine.timing import Timekeeper
from halfmove.search.engine.worker import (
    AGE,
    DEEPEST,
    GRANTED,
    GUESSED,
    LEFT,
    MOST,
    PROVING,
    ROOT,
    SALT,
    VIEW,
    Desk,
    salt,
)
from halfmove.search.win_probability import win_probability

INFINITY = float("inf")

_NARROW_FROM = 4  # plies: shallower values say little about deeper ones
_NARROW = 0.3  # swings: half the width of the first window
_WIDER = 3.0  # times that a window grows when the value lies outside
_WIDEST = 8.0  # swings: half the width of the last window that has an end


@dataclass(frozen=True)
class Progress:
    """What a search knows so far."""

    depth: int  # plies that were searched completely
    deepest: int  # plies to the deepest state that was looked at
    lines: tuple[Choice, ...]  # the best actions, best first
    nodes: int
    seconds: float = field(compare=False)
    full: int = field(compare=False)  # of the table, in thousandths

    @property
    def best(self) -> Choice:
        return self.lines[0]

    @property
    def win_probability(self) -> float | None:
        """The probability that the player to move wins, a draw counted half; None where nobody knows."""
        return None if self.best.game is None else win_probability(self.best.game, self.best)


class Search:
    """A search from one state; `game` and `state` are what the user knows, `here` is what is searched."""

    def __init__(
        self,
        game: Game,
        state: Any,
        here: Position,
        desks: list[Desk],
        memory: Memory,
        age: int,
        limit: Limit,
        flag: Flag,
        timekeeper: Timekeeper,
        lines: int = 1,
        only: Collection[int] = (),
    ) -> None:
        self.lines, self.timekeeper = lines, timekeeper
        self.game, self.state, self.here, self.memory, self.limit, self.flag = game, state, here, memory, limit, flag
        self.age, self.deepest = age, 0
        self.act: Callable[..., float] | None = None  # the kernel, once it is ready
        self.depth, self.known = 1, list[Choice]()  # what helpers go by
        self.helpers_flag = Flag()
        actions = _wanted(here, only)
        if actions and here.game.to_move(here.state) == CHANCE:
            raise WrongGame("the engine does not average over chance: use expectiminimax, star1 or star2")
        roots = _arranged(here, actions, lines) if here.use.order else actions
        self.others = [action for action in actions if action not in roots]
        self.selected = bool(self.others) and not plain(here.game).is_threatened(here.state)
        view = here.game.to_move(here.state) if actions and sum(game.utilities) != 0 else 0
        nodes = np.iinfo(np.int64).max if limit.nodes is None else max(1, limit.nodes // len(desks))
        self.desks = []
        for number, each in enumerate(desks):
            path = np.zeros(len(here.numbers) + len(each.lengths), np.int64)
            path[: len(here.numbers)] = here.numbers
            each.cells.fill(0)
            each.cells[MOST], each.cells[VIEW], each.cells[AGE] = nodes, view, age
            each.cells[ROOT], each.cells[SALT] = len(here.numbers) - 1, salt(view)
            each.killers.fill(NO_ACTION)
            flag = self.flag if number == 0 else self.helpers_flag
            roots_here, values = np.array(roots, np.int64), np.zeros(len(roots))
            self.desks.append(replace(each, flag=flag, path=path, roots=roots_here, values=values))
        self.desk = self.desks[0]

    def prepared(self, desk: Desk, depth: int, alpha: float, beta: float, first: int) -> Callable[[], float]:
        """Return the search of one line, ready to run."""
        here = self.here
        arguments = here.game, here.state, depth, float(alpha), float(beta), first, desk, self.memory, here.use
        if self.act is None:
            self.act = best_value.ready(*arguments)
        return partial(self.act, *arguments)

    def deepen(self) -> Iterator[Progress]:
        """Yield what is known after each depth."""
        if not len(self.desk.roots):
            value = self.here.game.utility(self.here.state, mover(self.game, self.state))
            yield self._progress(0, [Choice(None, value, game=self.game, state=self.state)], Clock())
            return
        self.prepared(self.desk, 1, -INFINITY, INFINITY, 0)
        clock, player = Clock(), mover(self.game, self.state)
        plan = self.timekeeper.plan(self.limit, player)
        enough, most = plan
        helpers = [Thread(target=self._help, args=(each, i)) for i, each in enumerate(self.desks[1:])]
        for helper in helpers:
            helper.start()
        try:
            for depth in range(1, min(self.limit.depth or TO_THE_END, TO_THE_END) + 1):
                found: list[Choice] = []
                self.depth, known = depth, self.known
                try:
                    for first in range(min(self.lines, len(self.desk.roots))):
                        guess = known[first] if first < len(known) else None
                        found.append(self._line(depth, first, guess, clock, most))
                except Stopped:
                    yield self._progress(depth - 1, self._so_far(depth, found, known, clock), clock)
                    return
                except KeyboardInterrupt:
                    raise Interrupted(self._so_far(depth, found, known, clock)[0]) from None
                self.known = known = sorted(found, key=lambda choice: -choice.value)
                yield self._progress(depth, known, clock)
                if all(choice.exact for choice in known) or self.flag.is_set() or self._is_complete():
                    return
                if enough is not None and (clock.seconds > enough or len(self.desk.roots) == 1):
                    return
                self._plan_next()
        finally:
            self.helpers_flag.set()
            for helper in helpers:
                helper.join()
            self.timekeeper.answered(self.limit, player, plan, clock.seconds)

    def _is_complete(self) -> bool:
        """Tell whether nothing more can be found: everything was looked at, and the game ends before the plies do."""
        cells = self.desk.cells
        return bool(cells[PROVING]) and not cells[DEEPEST]

    def _plan_next(self) -> None:
        """Get ready to look further; if the game ended everywhere, look once more also at what was left out."""
        cells = self.desk.cells
        self.deepest = max(self.deepest, int(cells[DEEPEST]))
        if cells[DEEPEST]:
            cells[DEEPEST] = 0
            return
        cells[PROVING] = 1
        if self.others:
            roots = np.concatenate([self.desk.roots, np.array(self.others, np.int64)])
            self.desk = self.desks[0] = replace(self.desk, roots=roots, values=np.zeros(len(roots)))
            self.others, self.selected = [], False

    def _line(self, depth: int, first: int, guess: Choice | None, clock: Clock, most: float | None) -> Choice:
        """Return the best choice among the actions from place `first` on."""

        def act(alpha: float, beta: float) -> float:
            left = None if most is None else most - clock.seconds
            if left is not None and left <= 0.0:
                raise Stopped
            return run(self.prepared(self.desk, depth, alpha, beta, first), self.flag, left)

        return self._choice(first, self._value(act, self.desk, depth, guess), depth, clock)

    def _value(self, act: Callable[[float, float], float], desk: Desk, depth: int, guess: Choice | None) -> float:
        """Return the value that a search finds in a window around the guess, which is widened until it lies inside."""
        swing = self.here.game.swing
        half = _NARROW * swing
        narrow = self.here.use.aspiration and half > 0.0 and depth >= _NARROW_FROM and guess is not None
        if guess is not None and abs(guess.value) >= desk.bounds[2]:
            narrow = False  # a win or a loss: how far away it is, is not known here
        below = above = half if narrow else INFINITY
        while True:
            alpha = desk.shifted(guess.value, -below) if guess and below < swing * _WIDEST else -INFINITY
            beta = desk.shifted(guess.value, above) if guess and above < swing * _WIDEST else INFINITY
            desk.lengths[0] = 0
            value = act(alpha, beta)
            if value <= alpha:
                below *= _WIDER
            elif value >= beta:
                above *= _WIDER
            else:
                return value

    def _choice(self, first: int, value: float, depth: int, clock: Clock, stopped: bool = False) -> Choice:
        desk = self.desk
        wins = desk.is_decided(value) and value > 0.0  # whatever else there is
        exact = not stopped and not desk.cells[GUESSED] and (wins or not self.selected)
        return Choice(
            int(desk.roots[first]),
            float(desk.decoded(value)),
            desk.line(),
            depth,
            self._nodes(),
            clock.seconds,
            EXACT if exact else ESTIMATE,
            stopped,
            game=self.game,
            state=self.state,
        )

    def _so_far(self, depth: int, found: list[Choice], known: list[Choice], clock: Clock) -> list[Choice]:
        """Return what is known where a search of `depth` plies was stopped: what it found counts, as far as it went."""
        first = len(found)
        if self.desk.lengths[0] > 0:
            found = [*found, self._choice(first, float(self.desk.values[first]), depth, clock, stopped=True)]
        taken = {choice.action for choice in found}
        so_far = found + [choice for choice in known if choice.action not in taken]
        if not so_far:
            action = int(self.desk.roots[0])
            value = self.game.evaluate(self.state, mover(self.game, self.state))
            so_far = [Choice(action, value, (action,), kind=ESTIMATE, stopped=True, game=self.game, state=self.state)]
        return so_far[: max(1, len(known))]

    def _progress(self, depth: int, lines: list[Choice], clock: Clock) -> Progress:
        nodes, seconds = self._nodes(), clock.seconds
        told = tuple(replace(choice, nodes=nodes, seconds=seconds) for choice in lines)
        deepest = max(depth, self.deepest, int(self.desk.cells[DEEPEST]))
        return Progress(depth, deepest, told, nodes, seconds, self.memory.full(self.age))

    def _help(self, desk: Desk, number: int) -> None:
        """Search the same root with a desk of its own: what is found is shared in the table.

        Every other helper begins at the other end of the list, and meets the first thread in the middle; the rest look
        one ply further.
        """
        ahead, depth = number % 2, 0
        if not ahead:
            desk.roots[1:] = desk.roots[:0:-1].copy()
        while depth < TO_THE_END - 1:
            depth = max(depth + 1, self.depth + ahead)
            guess = self.known[0] if self.known else None

            def act(alpha: float, beta: float, depth: int = depth) -> float:
                return run(self.prepared(desk, depth, alpha, beta, 0), self.helpers_flag)

            try:
                self._value(act, desk, depth, guess)
            except Stopped:
                return

    def _nodes(self) -> int:
        return sum(int(each.cells[GRANTED] - each.cells[LEFT]) for each in self.desks)


def _wanted(here: Position, only: Collection[int]) -> list[int]:
    """Return the legal actions, or those of them that alone are to be thought of."""
    legal = legal_actions(here.game, here.state)
    illegal = [action for action in only if action not in legal]
    if illegal:
        raise IllegalAction(refusal(here.game, here.state, here.game.name(illegal[0], here.state)))
    return [action for action in legal if action in only] if only else legal


def _arranged(here: Position, actions: list[int], lines: int) -> list[int]:
    """Return the actions, most promising first; only those worth a look where there are as many as wanted."""
    game = plain(here.game)
    if here.use.selection:
        worth_a_look = game.worth_a_look(here.state)
        promises = {action: promise for action, promise, _ in worth_a_look if action in actions}
        if len(promises) >= lines:
            return sorted(promises, key=lambda action: -promises[action])
    return sorted(actions, key=lambda action: -game.order(here.state, action))
