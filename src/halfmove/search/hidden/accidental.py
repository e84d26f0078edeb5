"""Accidental plans: those that come to their goal in most worlds, by number or by weight, but not in all (AIMA 5.6).

A world counts as won if the plan wins in it whatever the others do. Of one belief there may be plans that lose in
different worlds, none of which is better than the other before it is known what happens elsewhere; so for every belief
all sets of worlds are kept in which a plan loses, the least ones alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from halfmove.core.game import Game
from halfmove.core.naming import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.search.hidden.guaranteed import planned, simplified
from halfmove.search.hidden.plans import ConditionalPlan, Deal, Percepts, deals, followed, goal_of, require_alike

MOST_SETS = 200  # that are kept for one belief; the least in weight, where there are more


class Accidental(NamedTuple):
    """The plan that wins in the worlds of most weight."""

    plan: ConditionalPlan  #: what to do
    weight: float  #: of the worlds in which it wins for certain, as a part of all
    worlds: int  #: how many these are


Loss = tuple[int, ConditionalPlan | None]  # the worlds at the root in which a plan loses, as bits, and the plan


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
            self.known[place] = self.least(losses) or [(whole, None)]
        return self.known[place]

    def after(self, belief: dict[Any, int], action: int, moves: int) -> list[Loss]:
        parts, lost = self.parted(((state, (), origins) for state, origins in belief.items()), action)
        if len(parts) == 1 and set(next(iter(parts.values()))) == set(belief):
            return []  # the player learns nothing, and nothing changes
        left = {
            heard: moves if len(heard) <= 1 and set(part) < set(belief) else moves - 1  # a refused try is free
            for heard, part in parts.items()
        }
        worlds = tuple(belief)
        return [
            (loss, ConditionalPlan(worlds, action, moves, plans)) for loss, plans in self.combined(parts, left, lost)
        ]

    def begun(self, dealt: Sequence[Deal], moves: int) -> Loss:
        """Return the plan that loses least, from the states of a deal; others may act first."""
        worlds = ((deal.state, deal.heard, 1 << place) for place, deal in enumerate(dealt))
        parts, lost = self.parted(worlds, None)
        if not lost and len(parts) == 1:
            return self.best(next(iter(parts.values())), moves)[0]
        loss, plans = self.combined(parts, dict.fromkeys(parts, moves), lost)[0]
        return loss, ConditionalPlan(tuple(state for part in parts.values() for state in part), None, moves, plans)

    def parted(
        self, worlds: Iterable[tuple[Any, Percepts, int]], action: int | None
    ) -> tuple[dict[Percepts, dict[Any, int]], int]:
        """Return the beliefs that may follow, by what was noticed, and the worlds in which the game may be lost."""
        parts: dict[Percepts, dict[Any, int]] = {}
        lost = 0
        for state, before, origins in worlds:
            found, ends = followed(self.rules, self.player, [state], action)
            if any(self.rules.utility(end, self.player) < self.goal for end in ends):
                lost |= origins
            for heard, states in found.items():
                part = parts.setdefault((*before, *heard), {})
                for child in states:
                    part[child] = part.get(child, 0) | origins
        return parts, lost

    def combined(
        self, parts: dict[Percepts, dict[Any, int]], moves: dict[Percepts, int], lost: int
    ) -> list[tuple[int, dict[Percepts, ConditionalPlan]]]:
        """Return what plans lose that go on in each of these beliefs."""
        losses: list[tuple[int, dict[Percepts, ConditionalPlan]]] = [(lost, {})]
        for heard, part in parts.items():
            below = self.best(part, moves[heard])
            together = [
                (first | second, {**plans, heard: plan} if plan else plans)
                for first, plans in losses
                for second, plan in below
            ]
            losses = [(loss, plans) for loss, plans in self.least(together)]  # type: ignore[arg-type, misc]
        return losses


def accidental(
    game: Game,
    worlds: Sequence[Any] = (),
    weights: Sequence[float] = (),
    player: int = 0,
    *,
    goal: float | None = None,
    moves: int = 1,
    likely: bool = False,
) -> Accidental:
    """Return the plan of so many moves that wins for certain in worlds of most weight; by default of most worlds.

    At the start of a game worlds may weigh as much as chance makes them `likely`.
    """
    searched = planned(game)
    rules = plain_throughout(searched)
    dealt = [Deal(world, (), 1.0) for world in worlds] or deals(game, player)
    dealt = [deal._replace(state=simplified(searched, deal.state)) for deal in dealt]
    if worlds:
        require_alike(rules, player, [deal.state for deal in dealt])
    shares = list(weights) or [deal.likely if likely else 1.0 for deal in dealt]
    if len(shares) != len(dealt) or min(shares) < 0 or not 0 < sum(shares) < math.inf:
        raise HalfmoveError(f"{len(shares)} weights for {len(dealt)} worlds: there is one for each, and none below 0")
    search = _Search(rules, player, goal_of(game, goal), shares)
    lost, plan = search.begun(dealt, moves)
    won = sum(shares) - search.weigh(lost)
    nothing = ConditionalPlan(
        tuple(deal.state for deal in dealt), None, moves
    )  # where nothing that can be done changes anything
    return Accidental(plan or nothing, won / sum(shares), len(dealt) - lost.bit_count())
