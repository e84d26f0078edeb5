"""Accidental plans: those that come to their goal in most worlds, by number or by weight, but not in all (AIMA 5.6).

A world counts as won if the plan wins in it whatever the others do. Of one belief there may be plans that lose in
different worlds, none of which is better than the other before it is known what happens elsewhere; so for every belief
all sets of worlds are kept in which a plan loses, the least ones alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from halfmove.core.game import Game
from halfmove.core.naming import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.search.hidden.guaranteed import planned, simplified
from halfmove.search.hidden.plans import Plan, followed, worlds_at_start

MOST_SETS = 200  # that are kept for one belief; the least in weight, where there are more


class Accidental(NamedTuple):
    """The plan that wins in the worlds of most weight."""

    plan: Plan  #: what to do
    weight: float  #: of the worlds in which it wins for certain, as a part of all
    worlds: int  #: how many these are


Loss = tuple[int, Plan | None]  # the worlds at the root in which a plan loses, as bits, and the plan


class _Search:
    def __init__(self, rules: Game, player: int, goal: float, weights: Sequence[float]) -> None:
        self.rules, self.player, self.goal, self.weights = rules, player, goal, weights
        self.known: dict[Any, list[Loss]] = {}

    def weigh(self, lost: int) -> float:
        return sum(weight for place, weight in enumerate(self.weights) if lost >> place & 1)

    def least(self, losses: Iterable[Loss]) -> list[Loss]:
        """Return the losses of which no other is a part, the lightest first."""
        kept: list[Loss] = []
        for loss in sorted(losses, key=lambda each: (self.weigh(each[0]), each[0])):
            if all(loss[0] & other[0] != other[0] for other in kept):
                kept.append(loss)
        return kept[:MOST_SETS]

    def best(self, belief: dict[Any, int], moves: int) -> list[Loss]:
        """Return what plans of so many moves lose; `belief` holds for each state the worlds that it comes from."""
        whole = 0
        for origins in belief.values():
            whole |= origins
        if moves == 0:
            return [(whole, None)]
        place = frozenset(belief.items()), moves
        if place not in self.known:
            self.known[place] = [(whole, None)]  # for a try that changes nothing
            losses = [
                loss
                for action in legal_actions(self.rules, next(iter(belief)))
                for loss in self.after(belief, action, moves)
            ]
            self.known[place] = self.least(losses)
        return self.known[place]

    def after(self, belief: dict[Any, int], action: int, moves: int) -> list[Loss]:
        parts: dict[Any, dict[Any, int]] = {}
        lost = 0
        for state, origins in belief.items():
            found, ends = followed(self.rules, self.player, [state], action)
            if any(self.rules.utility(end, self.player) < self.goal for end in ends):
                lost |= origins
            for heard, states in found.items():
                for child in states:
                    part = parts.setdefault(heard, {})
                    part[child] = part.get(child, 0) | origins
        if len(parts) == 1 and set(next(iter(parts.values()))) == set(belief):
            return []  # the player learns nothing, and nothing changes
        losses: list[tuple[int, dict[Any, Plan]]] = [(lost, {})]
        for heard, part in parts.items():
            refused = len(heard) <= 1 and set(part) < set(belief)
            below = self.best(part, moves if refused else moves - 1)
            combined = [
                (first | second, {**plans, heard: plan} if plan else plans)
                for first, plans in losses
                for second, plan in below
            ]
            losses = [(loss, plans) for loss, plans in self.least(combined)]  # type: ignore[arg-type, misc]
        worlds = tuple(belief)
        return [(loss, Plan(worlds, action, moves, plans)) for loss, plans in losses]


def accidental(
    game: Game,
    worlds: Sequence[Any] = (),
    weights: Sequence[float] = (),
    player: int = 0,
    *,
    goal: float | None = None,
    moves: int = 1,
) -> Accidental:
    """Return the plan of so many moves that wins for certain in worlds of most weight; by default of most worlds."""
    searched = planned(game)
    rules = plain_throughout(searched)
    given = [simplified(searched, world) for world in (worlds or worlds_at_start(game, player))]
    shares = list(weights) or [1.0] * len(given)
    search = _Search(rules, player, float(game.utilities[1] if goal is None else goal), shares)
    lost, plan = search.best({world: 1 << place for place, world in enumerate(given)}, moves)[0]
    won = sum(shares) - search.weigh(lost)
    assert plan is not None
    return Accidental(plan, won / sum(shares), len(given) - lost.bit_count())
