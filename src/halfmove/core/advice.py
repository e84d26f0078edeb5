"""What helps a search and is no rule of the game: advice for the engine, bounds for the solver.

Rules do not know their advice. The class `NAMEAdvice` advises the game NAME, and `NAMEBounds` serves the solver; they
stand in the modules `advice` and `solving` of the same package, or in one file with a game that has only one. Where
there is none, nothing special is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from halfmove.compiled import compiled
from halfmove.core.beside import class_beside
from halfmove.core.forwarding import forwards

if TYPE_CHECKING:
    from halfmove.core.game import Game

ANY_NUMBER = 1 << 30  # of plies


@compiled
class Advice:
    """What the engine asks about states of `game`, with answers that mean "nothing special"."""

    game: Game  #: that is played

    quiet_gain = 0.0  # the lead, as a share of what is undecided, that a quiet action can bring; 0: not known
    tactics_first = False  # whether `tactics` are found much sooner than all actions, and so worth to be tried alone
    amaf = False  # whether what an action is worth hardly depends on when it is played, as where stones stay: RAVE

    simulates = False  # whether simulated games judge better than `evaluate`, so that tree search is the better player

    learned_is_better = False  # whether weights come with the game that play better than `evaluate`, in equal time

    unit = ""  # what `in_units` counts, such as pawns; nothing where an estimate is no lead that players count

    def evaluate(self, state: Any, player: int) -> float:
        """Estimate the utility for `player` of a state that is not terminal; by default, as the game does."""
        return self.game.evaluate(state, player)

    def in_units(self, value: float) -> float:
        """Return a value that `evaluate` estimates in units: how far the player is ahead."""
        return value

    def features(self, state: Any, player: int) -> tuple[float, ...]:
        """Return numbers that tell how `player` stands, for a weighted linear evaluation; by default, as the game."""
        return self.game.features(state, player)

    def is_quiet(self, state: Any) -> bool:
        """Tell whether `evaluate` can be trusted here, because nothing drastic is about to happen."""
        return True

    def order(self, state: Any, action: int) -> float:
        """Return how promising an action looks before any search; the greatest is tried first."""
        return 0.0

    def is_tactical(self, state: Any, action: int) -> bool:
        """Tell whether an action changes at once what the state is worth, as a capture does."""
        return False

    def tactics(self, state: Any) -> Iterator[int]:
        """Yield the actions to look at where the state is not quiet: the tactical ones, or all under a threat."""
        for action in self.game.actions(state):
            if self.is_tactical(state, action):
                yield action

    def selective_moves(self, state: Any) -> Iterator[tuple[int, float, bool]]:
        """Yield the actions worth a look, each with what `order` and `is_tactical` say; by default none: no advice.

        What is left out looks hopeless. Where the mover `is_threatened`, what is left out loses.
        """
        for action in range(0):
            yield action, 0.0, False

    def is_threatened(self, state: Any) -> bool:
        """Tell whether the mover has to answer a threat, so that the state is not to be evaluated as it stands."""
        return False

    def pass_turn(self, state: Any) -> Any:
        """Return the state with the other player to move, as if nothing was done; by default there is none."""
        return state

    def may_be_zugzwang(self, state: Any) -> bool:
        """Tell whether the mover could be better off if he were allowed to pass."""
        return False

    def playout_action(self, state: Any, last: int, rng: Any) -> int:
        """Draw the action that a player takes in a simulated game; by default any, as the game's `sample` does.

        `last` is the action that led here, for there an answer is due; no action of the game where it is not known.
        The question is not asked where CHANCE is to move.
        """
        return self.game.sample(state, rng)

    def prior(self, state: Any, last: int, action: int) -> float:
        """Return a weight of 0 or more that says how likely an action is the best; by default all weigh the same.

        A weight of 1 says nothing. `last` is the action that led here, as for `playout_action`.
        """
        return 1.0


@compiled
class Bounds:
    """What the solver asks about states of `game`, with answers that mean "nothing special"."""

    game: Game  #: that is solved
    advice: Advice  #: for the order of actions

    def value_bounds(self, state: Any, player: int, target: float) -> tuple[float, float]:
        """Return between what the value for `player` lies in a state that is not terminal; by default, anything.

        The solver wants to know whether the value is at least `target`; a wider answer is always allowed.
        """
        return self.game.utilities

    def solver_moves(self, state: Any) -> Iterator[int]:
        """Yield the actions that may be worth more to the mover than `value_bounds` grants him anyway."""
        for action in self.game.actions(state):
            yield action

    def child_order(self, state: Any, action: int, child: Any) -> float:
        """Return how promising an action that leads to `child` is; by default, as `order` says without a look at it."""
        return self.advice.order(state, action)

    def count_actions(self, state: Any) -> int:
        """Return how many actions there are, for `perft`; without a list of them where that can be done."""
        count = 0
        for _ in self.game.actions(state):
            count += 1
        return count

    def plies_left(self, state: Any) -> int:
        """Return about how many plies the game can still last; by default, any number."""
        return ANY_NUMBER

    def parents(self, state: Any) -> Iterator[Any]:
        """Yield the states from which an action leads here; optional, a solver can derive them."""
        raise NotImplementedError
        yield  # type: ignore[unreachable]

    def effort(self, state: Any, attacker: int, wanted: float) -> tuple[int, int]:
        """Guess how much is left to show that a player gets as much as is wanted, and that he does not; 1 at least."""
        return 1, 1

    def simplified(self, state: Any) -> tuple[Any, Any] | None:
        """Return a game that knows less of its past, and `state` in it, for proof-number search; by default, none.

        What a player is sure to get there, on lines where no state comes back (`repetition_key`), he gets here too.
        """
        return None

    def canonical(self, state: Any) -> Any:
        """Return the one of all symmetric states that stands for them in a list of states; by default, `state` itself.

        They have the same mover, the same value and, up to the symmetry, the same future.
        """
        return state

    def future(self, state: Any) -> tuple[Any, float]:
        """Return a state in which the same is still to come, and how much more than it `state` is worth to player 0.

        By default, `state` itself, and nothing. States that differ only in what players have won so far, as by seeds
        in the stores of Kalah, may share one: the solver then remembers one bound for all of them. The mover is the
        same.
        """
        return state, 0.0

    def next_target(self, state: Any, low: float, high: float) -> float:
        """Return what to ask next of a value between `low` and `high`: is it as much? By default, the middle."""
        return (low + high) / 2


@forwards(Advice, to="inner")
class AdviceWrapper(Advice):
    """Advice that answers as another does, until a subclass answers better: a learned evaluation, an ablation.

    Decorate a subclass with `@compiled`.
    """

    inner: Any


#: Metadata of a field of advice that it writes to: each thread has its own.
PER_THREAD = {"per_thread": True}


def with_own_memory(advice: Any) -> Any:
    """Return advice for one thread: the same, but what it writes to is its own."""
    changed = {each.name: getattr(advice, each.name).copy() for each in fields(advice) if each.metadata == PER_THREAD}
    return replace(advice, **changed) if changed else advice


_class_beside = cache(class_beside)  # a search in plain Python asks often


def find_advice(game: Any) -> Advice:
    """Return the advice that stands beside a game, or the default; the same object each time."""
    kept = _kept(game)
    if kept.advice is None:
        kept.advice = _class_beside(game.__class__, "advice", Advice, "evaluate")(game)
    return kept.advice


def find_bounds(game: Any) -> Bounds:
    """Return what stands beside a game for the solver, or the default; the same object each time."""
    kept = _kept(game)
    if kept.bounds is None:
        kept.bounds = _class_beside(game.__class__, "solving", Bounds)(game, game.advice)
    return kept.bounds


class _Kept:
    """The advice and the bounds of one game, kept with it: a search that makes them anew takes longer to begin.

    They know their game, so a copy of it gets its own, and another process is sent none.
    """

    advice: Advice | None = None
    bounds: Bounds | None = None

    def __init__(self, game: Any) -> None:
        self.game = game

    def __reduce__(self) -> Any:
        return type(None), ()


def _kept(game: Any) -> _Kept:
    kept: _Kept | None = getattr(game, "_kept", None)  # to look into its dict would make all its answers slower
    if kept is None or kept.game is not game:
        kept = _Kept(game)
        object.__setattr__(game, "_kept", kept)
    return kept
