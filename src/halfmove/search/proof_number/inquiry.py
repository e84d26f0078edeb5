"""One question after another: does the mover get at least so much? The answers narrow the value of a state down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import Any

import numpy as np

from halfmove.compiled import is_native, mix, plain
from halfmove.core.advice import ANY_NUMBER, Bounds
from halfmove.core.choice import ESTIMATE, EXACT, Choice, Limit
from halfmove.core.game import ALLOWED, ILLEGAL, Game
from halfmove.core.history import StateWithHistory, WithHistory, with_history
from halfmove.core.rules import mover
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.clock import Clock
from halfmove.running.node_counter import Stopped
from halfmove.running.run import run
from halfmove.running.table import transposition_table
from halfmove.search.decide import Interrupted, first_action, plies_within
from halfmove.search.proof_number.dfpn import NO_CHANCE, solve
from halfmove.search.proof_number.line import line_after, nearest
from halfmove.search.proof_number.search import NEVER, Search, counter_for, new_search

YES, NO, UNKNOWN = 1, -1, 0  # answers
_ROUNDING = 1e-9  # of a step


def proof_number(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    target: float | None = None,
    megabytes: float = 64,
    bounds: Bounds | None = None,
    limit: Limit | None = None,
) -> Choice:
    """Choose an action whose value is proven, by questions of the kind: does the mover get at least so much?

    The first question is whether he wins; with a `target` it is whether he gets as much, and there is no other.
    `bounds` is what the solver may use beside the rules. A search that is stopped, or may not look far enough, returns
    the middle of what the value may be, as an estimate, and the action that is nearest to a proof.
    """
    limit = limit or Limit()
    require_no_secrets(game, "proof-number search")
    if game.players != 2:
        raise WrongGame(f"{type(game).__name__} has {game.players} players: proof-number search is for two")
    if game.has_chance:
        raise WrongGame(NO_CHANCE)
    state = game.initial if state is None else state
    inquiry = Inquiry(game, state, plies_within(depth, limit), limit, megabytes, bounds)
    try:
        inquiry.narrow(target)
    except Stopped:
        pass
    except KeyboardInterrupt:
        raise Interrupted(inquiry.choice()) from None
    return inquiry.choice()


class Inquiry:
    """One question after another about what a state is worth to its mover, in steps above the least utility."""

    def __init__(
        self, game: Game, state: Any, plies: int, limit: Limit, megabytes: float, bounds: Bounds | None
    ) -> None:
        self.game, self.state, self.plies, self.bounds = game, state, plies, bounds
        self.mover = mover(game, state)
        self.step = _step(game)
        self.low, self.high = 0, self._steps(game.utilities[1])
        self.table = transposition_table(megabytes)
        self.counter = counter_for(limit.nodes, game, bounds)
        self.clock = Clock(limit.share())
        self.line: tuple[int, ...] = ()
        self.root = with_history(game, state)

    def games(self) -> Iterator[tuple[Game, Any]]:
        """Yield the game with its root, and games with other states that may help: simpler ones, or with their path.

        What is proven without a state that comes back holds whatever that means. A line without an end is a draw, as
        in `solve`.
        """
        simplified = self.game.bounds.simplified(self.state) if self.bounds is None else None
        if simplified is not None:
            game, root = simplified
            yield game if is_native(self.game) else plain(game), root
        if self.game.repetition != ILLEGAL:
            yield self.game, self.state
        if self.game.repetition != ALLOWED:
            yield self.root
        elif self.game.longest >= ANY_NUMBER:
            path = np.array([self.game.repetition_key(self.state)])
            yield WithHistory(self.game), StateWithHistory(self.state, path)

    def narrow(self, target: float | None) -> None:
        """Ask until the value is known, or once for `target`."""
        game, root = self.root
        if game.is_terminal(root):
            self.low = self.high = self._steps(game.utility(root, self.mover))
            return
        least, greatest = self.game.utilities
        if target is not None and not least < target <= greatest:
            raise HalfmoveError(f"a target of {target}: it must be more than {least} and at most {greatest}")
        wanted = self.high if target is None else self._steps(target)
        while self.low < self.high:
            answer = self._ask(wanted)
            if answer == YES:
                self.low = wanted
            elif answer == NO:
                self.high = wanted - 1
            if answer == UNKNOWN or target is not None:
                break
            wanted = (self.low + self.high + 1) // 2

    def _steps(self, utility: float) -> int:
        """Return how many steps a utility is above the least one."""
        return ceil((utility - self.game.utilities[0]) / self.step - _ROUNDING)

    def _ask(self, wanted: int) -> int:
        """Tell whether the mover gets so many steps: he attacks first, then the other player does."""
        greatest = self._steps(self.game.utilities[1])
        for game, root in self.games():
            for attacker, steps in ((self.mover, wanted), (1 - self.mover, greatest + 1 - wanted)):
                answer = self._attack(game, root, attacker, steps)
                if answer != UNKNOWN:
                    return answer if attacker == self.mover else -answer
        return UNKNOWN

    def _attack(self, game: Game, root: Any, attacker: int, steps: int) -> int:
        """Tell whether a player gets so many steps."""
        wanted = game.utilities[0] + self.step * steps
        salt = mix(steps, 2 * attacker + isinstance(game, WithHistory))
        given = (attacker, wanted, self.step, salt, self.plies)
        search = new_search(game, self.bounds, self.table, self.counter, *given)
        call = self._prepared(search, root)
        try:
            run(call, self.counter.flag, self.clock.left)
        except Stopped:
            self.line = nearest(search, self.mover) or self.line
            raise
        proof = int(search.room.proofs[0])
        answer = YES if proof == 0 else NO if proof == NEVER else UNKNOWN
        succeeds = answer == (YES if attacker == self.mover else NO)
        if succeeds or not self.line:
            self.line = nearest(search, self.mover)
        if succeeds and self.line:
            self.line += tuple(line_after(search, game.result(root, self.line[0]), self.mover))
        return answer

    def _prepared(self, search: Search, root: Any) -> Callable[[], int]:
        """Return the search, ready to run; the clock does not run while its machine code is made."""
        before = self.clock.seconds
        call = solve.prepare(search, root)
        self.clock.start += self.clock.seconds - before
        return call

    def choice(self) -> Choice:
        """Return what is known."""
        exact = self.low == self.high
        value = self.game.utilities[0] + self.step * (self.low + self.high) / 2
        action = self.line[0] if self.line else first_action(*self.root)
        line = self.line or (() if action is None else (action,))
        done = (len(line), self.counter.nodes, self.clock.seconds, EXACT if exact else ESTIMATE, not exact)
        return Choice(action, value + 0.0, line, *done, game=self.game, state=self.state)


def _step(game: Game) -> float:
    """Return the distance between two values; a state that comes back may be worth half a step."""
    middle = (game.utilities[1] - game.utilities[0]) / 2 / game.step
    return game.step / 2 if middle % 1 and (game.repetition != ALLOWED or game.longest >= ANY_NUMBER) else game.step
