"""One search of the engine: ever deeper, line by line, until it is proven, stopped, or out of time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np

from halfmove.compiled import Flag, Kernel, mix
from halfmove.core.advice import with_own_memory
from halfmove.core.choice import ESTIMATE, EXACT, TO_THE_END, Choice, Limit
from halfmove.core.drawing import html
from halfmove.core.game import CHANCE
from halfmove.core.rules import legal_among, mover
from halfmove.core.win_probability import win_probability
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import WrongGame
from halfmove.explain.notebook import table
from halfmove.running.clock import Clock
from halfmove.running.node_counter import Stopped, allowed_nodes
from halfmove.running.run import run
from halfmove.running.table import NO_ACTION
from halfmove.search.decide import Interrupted
from halfmove.search.engine.position import Position
from halfmove.search.engine.root import search_root
from halfmove.search.engine.worker import PROVEN, Worker

if TYPE_CHECKING:
    from halfmove.search.engine.engine import Engine

INFINITY = float("inf")

_NARROW = 0.3  # quiet gains: half the width of the first window
_WIDER = 3.0  # times that a window grows when the value lies outside
_WIDEST = 8.0  # quiet gains: half the width of the last window that has an end


@dataclass(frozen=True)
class Progress:
    """What a search knows so far."""

    depth: int  #: plies that were searched completely
    deepest: int  #: plies to the deepest state that was looked at
    lines: tuple[Choice, ...]  #: the best actions, best first
    nodes: int  #: states that were looked at
    seconds: float = field(compare=False)  #: since the search began
    full: int = field(compare=False)  #: of the table, in thousandths
    own_advice: bool = True  #: whether the game's own evaluation was asked

    @property
    def best(self) -> Choice:
        """The best action."""
        return self.lines[0]

    @property
    def win_probability(self) -> float | None:
        """The probability that the player to move wins, a draw counted half; None where nobody knows."""
        return self.win_probability_of(self.best)

    def win_probability_of(self, choice: Choice) -> float | None:
        """Return this probability for one of the lines."""
        if choice.game is None or not (self.own_advice or choice.exact):
            return None
        return win_probability(choice.game, choice)

    def _repr_html_(self) -> str:
        heading = f"depth {self.depth}, {self.deepest} at the deepest; {self.nodes:,} nodes"
        best = self.best
        rows = [(choice.worth(), " ".join(choice.names())) for choice in self.lines]
        return html(str(best), heading, best.game, best.state, best.action) + table(("worth", "line"), rows)


class Search:
    """A search from one state; `game` and `state` are what the user knows, `here` is what is searched."""

    kernel: Kernel[..., float] = search_root
    narrow_from = 4  # plies: shallower values say little about deeper ones

    def __init__(
        self, engine: Engine, state: Any, here: Position, limit: Limit, lines: int, only: Collection[int]
    ) -> None:
        self.game, self.state, self.here, self.limit, self.lines = engine.game, state, here, limit, lines
        self.advice, self.table, self.flag = engine.advice, engine.table, engine.flag
        self.timekeeper = engine.timekeeper
        self.deepest = 0
        self.act: Callable[..., float] | None = None  # the kernel, once it is ready
        self.depth, self.known = 1, list[Choice]()  # read by the other threads
        self.helpers_flag = Flag()
        self.gain = here.advice.quiet_gain  # the unit of windows
        actions = self._wanted(only)
        roots = self._arranged(actions)
        self.others = [action for action in actions if action not in roots]
        self.selected = bool(self.others) and not plain_throughout(here.advice).is_threatened(here.state)
        perspective = mover(here.game, here.state) if actions and sum(self.game.utilities) != 0 else 0
        nodes = max(1, allowed_nodes(limit.nodes) // len(engine.workers))
        self.workers = [self._begun(each, roots, nodes) for each in engine.workers]
        for worker in self.workers:
            worker.perspective, worker.age = perspective, engine.age
            worker.salt = mix(perspective) if perspective else 0  # tells keys of the two perspectives apart
        self.worker = self.workers[0] = replace(self.workers[0], flag=self.flag)

    def _begun(self, worker: Worker, roots: list[int], nodes: int) -> Worker:
        """Return a worker that begins a search, with what it has learned from earlier ones."""
        path = np.concatenate([self.here.path, np.zeros(len(worker.lengths), np.int64)])
        worker.cells.fill(0)
        worker.allowed, worker.root = nodes, len(self.here.path) - 1
        worker.killers.fill(NO_ACTION)
        return replace(
            worker,
            game=self.here.game,
            advice=with_own_memory(self.here.advice),
            use=self.here.use,
            flag=self.helpers_flag,
            path=path,
            root_actions=np.array(roots, np.int64),
            root_values=np.zeros(len(roots)),
        )

    def prepared(self, worker: Worker, depth: int, alpha: float, beta: float, first: int) -> Callable[[], float]:
        """Return the search of one line, ready to run."""
        arguments = worker, self.here.state, depth, float(alpha), float(beta), first
        if self.act is None:
            self.act = self.kernel.ready(*arguments)
        return partial(self.act, *arguments)

    def deepen(self) -> Iterator[Progress]:
        """Yield what is known after each depth."""
        if not len(self.worker.root_actions):
            value = self.here.game.utility(self.here.state, mover(self.game, self.state))
            yield self._progress(0, [Choice(None, value, game=self.game, state=self.state)], Clock())
            return
        self.prepared(self.worker, 1, -INFINITY, INFINITY, 0)
        clock, player = Clock(), mover(self.game, self.state)
        plan = self.timekeeper.plan(self.limit, player)
        enough, most = plan
        helpers = [Thread(target=self._help, args=(each, i)) for i, each in enumerate(self.workers[1:])]
        for helper in helpers:
            helper.start()
        try:
            for depth in range(1, min(self.limit.depth or TO_THE_END, TO_THE_END) + 1):
                choices: list[Choice] = []
                self.depth, known = depth, self.known
                try:
                    for first in range(min(self.lines, len(self.worker.root_actions))):
                        guess = known[first] if first < len(known) else None
                        choices.append(self._line(depth, first, guess, clock, most))
                except Stopped:
                    yield self._progress(depth - 1, self._so_far(depth, choices, known, clock), clock)
                    return
                except KeyboardInterrupt:
                    raise Interrupted(self._so_far(depth, choices, known, clock)[0]) from None
                self.known = known = sorted(choices, key=lambda choice: -choice.value)
                yield self._progress(depth, known, clock)
                if all(choice.exact for choice in known) or self.flag.is_set() or self._is_complete():
                    return
                if enough is not None and (clock.seconds > enough or len(self.worker.root_actions) == 1):
                    return
                self._plan_next()
        finally:
            self.helpers_flag.set()
            for helper in helpers:
                helper.join()
            self.timekeeper.answered(self.limit, player, plan, clock.seconds)

    def _is_complete(self) -> bool:
        """Tell whether nothing more can be found: everything was looked at, and the game ends before the plies do."""
        return bool(self.worker.proving) and not self.worker.deepest

    def _plan_next(self) -> None:
        """Get ready to look further; if the game ended everywhere, look once more also at what was left out."""
        worker = self.worker
        self.deepest = max(self.deepest, worker.deepest)
        if worker.deepest:
            worker.deepest = 0
            return
        worker.proving = True
        if self.others:
            roots = np.concatenate([worker.root_actions, np.array(self.others, np.int64)])
            self.worker = self.workers[0] = replace(worker, root_actions=roots, root_values=np.zeros(len(roots)))
            self.others, self.selected = [], False

    def _line(self, depth: int, first: int, guess: Choice | None, clock: Clock, most: float | None) -> Choice:
        """Return the best choice among the actions from place `first` on."""

        def act(alpha: float, beta: float) -> float:
            left = None if most is None else most - clock.seconds
            if left is not None and left <= 0.0:
                raise Stopped
            return run(self.prepared(self.worker, depth, alpha, beta, first), self.flag, left)

        return self._choice(first, self._value(act, self.worker, depth, guess), depth, clock)

    def _value(self, act: Callable[[float, float], float], worker: Worker, depth: int, guess: Choice | None) -> float:
        """Return the value that a search finds in a window around the guess, which is widened until it lies inside."""
        gain = self.gain
        half = _NARROW * gain
        narrow = self.here.use.aspiration and half > 0.0 and depth >= self.narrow_from and guess is not None
        if guess is not None and abs(guess.value) >= worker.most:
            narrow = False  # a win or a loss: the guess does not say how far away it is
        below = above = half if narrow else INFINITY
        while True:
            alpha = worker.shifted(guess.value, -below) if guess and below < gain * _WIDEST else -INFINITY
            beta = worker.shifted(guess.value, above) if guess and above < gain * _WIDEST else INFINITY
            worker.lengths[0] = 0
            value = act(alpha, beta)
            if value <= alpha:
                below *= _WIDER
            elif value >= beta:
                above *= _WIDER
            else:
                return value

    def _choice(self, first: int, value: float, depth: int, clock: Clock, stopped: bool = False) -> Choice:
        worker = self.worker
        wins = worker.is_decided(value) and value > 0.0  # whatever else there is
        exact = not stopped and worker.outcome == PROVEN and (wins or not self.selected)
        return Choice(
            self._action(first),
            float(worker.decoded(value)),
            worker.line(),
            depth,
            self._nodes(),
            clock.seconds,
            EXACT if exact else ESTIMATE,
            stopped,
            game=self.game,
            state=self.state,
        )

    def _so_far(self, depth: int, choices: list[Choice], known: list[Choice], clock: Clock) -> list[Choice]:
        """Return what is known where a search of `depth` plies was stopped: what it found counts, as far as it went."""
        first = len(choices)
        if self.worker.lengths[0] > 0:
            choices = [*choices, self._choice(first, float(self.worker.root_values[first]), depth, clock, stopped=True)]
        taken = {choice.action for choice in choices}
        so_far = choices + [choice for choice in known if choice.action not in taken]
        if not so_far:
            action = self._action(0)
            line = () if action is None else (action,)
            value = self.advice.evaluate(self.state, mover(self.game, self.state))
            so_far = [Choice(action, value, line, kind=ESTIMATE, stopped=True, game=self.game, state=self.state)]
        return so_far[: max(1, len(known))]

    def _progress(self, depth: int, lines: list[Choice], clock: Clock) -> Progress:
        nodes, seconds = self._nodes(), clock.seconds
        choices = tuple(replace(choice, nodes=nodes, seconds=seconds) for choice in lines)
        deepest = max(depth, self.deepest, self.worker.deepest)
        own_advice = type(self.advice) is type(self.game.advice)
        return Progress(depth, deepest, choices, nodes, seconds, self.table.full(self.worker.age), own_advice)

    def _help(self, worker: Worker, number: int) -> None:
        """Search the same root with a worker of its own: what is found is shared in the table.

        Every other helper begins at the other end of the list, and meets the first thread in the middle; the rest look
        one ply further.
        """
        ahead, depth = number % 2, 0
        if not ahead:
            worker.root_actions[1:] = worker.root_actions[:0:-1].copy()
        while depth < TO_THE_END - 1:
            depth = max(depth + 1, self.depth + ahead)
            guess = self.known[0] if self.known else None

            def act(alpha: float, beta: float, depth: int = depth) -> float:
                return run(self.prepared(worker, depth, alpha, beta, 0), self.helpers_flag)

            try:
                self._value(act, worker, depth, guess)
            except Stopped:
                return

    def _nodes(self) -> int:
        return sum(each.nodes for each in self.workers)

    def _action(self, place: int) -> int | None:
        """Return an action at the root; None where it is chance that acts."""
        action = int(self.worker.root_actions[place])
        return None if action == NO_ACTION else action

    def _wanted(self, only: Collection[int]) -> list[int]:
        """Return the legal actions, or those that `only` names."""
        here = self.here
        if not here.game.is_terminal(here.state) and here.game.to_move(here.state) == CHANCE:
            raise WrongGame("the engine does not average over chance: use dice, expectiminimax or star2")
        return legal_among(here.game, here.state, only)

    def _arranged(self, actions: list[int]) -> list[int]:
        """Return the actions, most promising first; only the selective moves where there are as many as wanted."""
        here = self.here
        if not here.use.order:
            return actions
        advice = plain_throughout(here.advice)
        if here.use.selection:
            selected = advice.selective_moves(here.state)
            orders = {action: order for action, order, _ in selected if action in actions}
            if len(orders) >= self.lines:
                return sorted(orders, key=lambda action: -orders[action])
        return sorted(actions, key=lambda action: -advice.order(here.state, action))
