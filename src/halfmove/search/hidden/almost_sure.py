"""Almost sure plans: they come to their goal with probability 1, by chance in the player's own moves (AIMA 5.6).

From a belief he draws among all actions that lose nothing for ever; in each world one of them must bring him nearer
whatever the others do. Two fixed points tell where that is so (Chatterjee, Doyen, Henzinger and Raskin 2007): the
beliefs from which he can stay safe, and among them the worlds from which he gets on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from halfmove.core.game import Game
from halfmove.core.naming import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.search.hidden.guaranteed import planned, simplified
from halfmove.search.hidden.plans import Percepts, followed, goal_of, require_alike, worlds_at_start

MOST_BELIEFS = 20_000

Belief = frozenset[Any]


class AlmostSure(NamedTuple):
    """Whether a goal can be reached with probability 1, and between what to draw."""

    won: bool
    actions: dict[Belief, tuple[int, ...]]  #: for each belief that is safe, what keeps it so
    beliefs: int  #: that were looked into
    starts: dict[Percepts, Belief] = {}  #: what he believes at his first turn, by what he noticed until then


def almost_sure(
    game: Game,
    worlds: Sequence[Any] = (),
    player: int = 0,
    *,
    goal: float | None = None,
    most: int = MOST_BELIEFS,
) -> AlmostSure:
    """Tell whether the player can come to his goal with probability 1 from the belief that one of `worlds` is true."""
    searched = planned(game)
    rules, wanted = plain_throughout(searched), goal_of(game, goal)
    given = [simplified(searched, world) for world in (worlds or worlds_at_start(game, player))]
    require_alike(rules, player, given)
    found, ends = followed(rules, player, given, None)
    if any(rules.utility(end, player) < wanted for end in ends):
        return AlmostSure(False, {}, 0)
    starts = {heard: frozenset(states) for heard, states in found.items()}
    steps = _steps(rules, player, starts.values(), wanted, most)
    safe = set(steps)
    while True:
        allowed = {
            belief: [action for action, parts in steps[belief].items() if all(part in safe for part in _parts(parts))]
            for belief in safe
        }
        nearer = _nearer(steps, safe, allowed)
        kept = {belief for belief in safe if all((world, belief) in nearer for world in belief)}
        if kept == safe:
            break
        safe = kept
    won = all(belief in safe for belief in starts.values())
    return AlmostSure(won, {belief: tuple(allowed[belief]) for belief in safe}, len(steps), starts if won else {})


def _parts(parts: dict[Any, list[tuple[Any, Belief]]]) -> set[Belief]:
    return {belief for following in parts.values() for _, belief in following}


def _steps(
    rules: Game, player: int, starts: Iterable[Belief], goal: float, most: int
) -> dict[Belief, dict[int, dict[Any, list[tuple[Any, Belief]]]]]:
    """Return for each belief that can come up, each action that cannot lose, and each world what may follow."""
    steps: dict[Belief, dict[int, dict[Any, list[tuple[Any, Belief]]]]] = {}
    todo = list(starts)
    while todo:
        belief = todo.pop()
        if belief in steps:
            continue
        if len(steps) == most:
            raise HalfmoveError(f"{type(rules).__name__}: more than {most:,} beliefs: begin with fewer worlds")
        steps[belief] = {}
        for action in legal_actions(rules, next(iter(belief))):
            found, ends = followed(rules, player, belief, action)
            if any(rules.utility(end, player) < goal for end in ends):
                continue
            parts = {heard: frozenset(states) for heard, states in found.items()}
            if list(parts.values()) == [belief]:
                continue  # nothing changes
            following: dict[Any, list[tuple[Any, Belief]]] = {}
            for world in belief:
                reached, _ = followed(rules, player, [world], action)
                following[world] = [(child, parts[heard]) for heard, states in reached.items() for child in states]
            steps[belief][action] = following
            todo.extend(parts.values())
    return steps


def _nearer(steps: Any, safe: set[Belief], allowed: dict[Belief, list[int]]) -> set[tuple[Any, Belief]]:
    """Return the worlds, in their beliefs, from which some safe action brings the player nearer to his goal."""
    nearer: set[tuple[Any, Belief]] = set()
    while True:
        found = {
            (world, belief)
            for belief in safe
            for world in belief
            if (world, belief) not in nearer
            and any(all(place in nearer for place in steps[belief][action][world]) for action in allowed[belief])
        }
        if not found:
            return nearer
        nearer |= found
