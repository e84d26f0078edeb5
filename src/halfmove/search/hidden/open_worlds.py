"""Looking into worlds in which everything is seen: by a search, or by what is known of the game, within one limit."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel, plain
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.core.revealed import revealed
from halfmove.core.rules import for_other, mover
from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.search.alphabeta import alphabeta
from halfmove.search.dice import DiceEngine
from halfmove.search.engine import Engine
from halfmove.search.solving.retrograde import solve
from halfmove.search.star import star2

INSIDE = ("alphabeta", "engine", "solver", "bounds")

_DEEPEST = 100  # plies that the engine is asked for


class OutOfTime(Exception):
    """The limit was reached before all worlds were looked at."""


class OpenWorlds:
    """Values open states for one player, or his side; what it may look at is limited over all of them together."""

    def __init__(self, game: Game, player: int, inside: str, clock: Clock, nodes: int | None) -> None:
        if inside not in INSIDE:
            raise HalfmoveError(f"inside={inside}{did_you_mean(inside, INSIDE)}: it is one of {', '.join(INSIDE)}")
        self.game = revealed(game, player)
        self.rules, self.clock, self.most = plain(self.game), clock, nodes
        self.me = player if game.players <= 2 else 0  # in the open game
        self.nodes, self.unproven = 0, False
        ways = (self._searched, self._engined, self._solved, self._bounded)
        self._look = dict(zip(INSIDE, ways, strict=True))[inside]
        self._bounds, self._player = game.bounds, player
        if inside == "engine":
            self._engine = (DiceEngine if game.has_chance else Engine)(self.game)
        self._known: dict[Any, float] = {}  # values, as far as the same number of plies shows

    @property
    def is_limited(self) -> bool:
        """Tell whether there is a limit of time or nodes."""
        return self.clock.limit is not None or self.most is not None

    def begin(self) -> None:
        """Forget what was valued, before looking deeper."""
        self._known.clear()
        self.unproven = False

    def is_mine(self, state: Any) -> bool:
        """Tell whether the player, or a partner, is to move."""
        return self.rules.to_move(state) == self.me

    def utility(self, state: Any) -> float:
        """Return what an end is worth to the player."""
        return float(self.rules.utility(state, self.me))

    def value(self, state: Any, plies: int) -> float:
        """Return what a state is worth to the player, as far as so many plies show."""
        if self.clock.left == 0.0 or self.most is not None and self.nodes >= self.most:
            raise OutOfTime
        if self.rules.is_terminal(state):
            self.nodes += 1
            return self.utility(state)
        if plies <= 0:
            self.nodes += 1
            self.unproven = True
            return float(self.game.advice.evaluate(state, self.me))
        key = (state, plies)
        if key not in self._known:
            self._known[key] = self._look(state, plies)
        return self._known[key]

    def _searched(self, state: Any, plies: int) -> float:
        """Look by alpha-beta, or by expectiminimax where chance takes part."""
        search = star2 if self.game.has_chance else alphabeta
        left = None if self.most is None else max(1, self.most - self.nodes)
        return self._worth(search(self.game, state, plies, limit=Limit(nodes=left, seconds=self.clock.left)))

    def _engined(self, state: Any, plies: int) -> float:
        """Look by the engine, which keeps its table from world to world."""
        left = None if self.most is None else max(1, self.most - self.nodes)
        limit = Limit(depth=min(plies, _DEEPEST), nodes=left, seconds=self.clock.left)
        *_, last = self._engine.think(state, limit)
        return self._worth(last.best)

    def _solved(self, state: Any, plies: int) -> float:
        """List all states that can follow, and value them from the end."""
        solution = solve(self.game, state)
        self.nodes += len(solution)
        return self._for_me(state, solution.value(state))

    def _bounded(self, state: Any, plies: int) -> float:
        """Take what the bounds of the game know, as the double-dummy solver does; search where that is not all."""
        ask = value_bounds.prepare(self._bounds, state, self._player, sum(self.game.utilities) / 2)
        flag = getattr(getattr(self._bounds, "room", None), "flag", None)  # of a solver that takes its time
        if flag is None:
            low, high = ask()
        else:
            flag.clear()
            low, high = run(ask, flag, self.clock.left)
            if flag.is_set():
                raise OutOfTime
        self.nodes += 1
        return float(low) if low == high else self._searched(state, plies)

    def _worth(self, choice: Choice) -> float:
        self.nodes += choice.nodes
        if choice.stopped:
            raise OutOfTime
        self.unproven |= not choice.exact
        assert choice.state is not None
        return self._for_me(choice.state, choice.value)

    def _for_me(self, state: Any, value: float) -> float:
        return value if mover(self.rules, state) == self.me else for_other(self.rules, value)


@kernel
def value_bounds(bounds: Any, state: Any, player: int, target: float) -> Any:
    """Ask the bounds of a game in its lane."""
    return bounds.value_bounds(state, player, target)
