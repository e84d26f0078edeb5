"""Kriegspiel: a try that the umpire must refuse can be the best there is, for his answer tells where the king is."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core.game import Game
from halfmove.core.naming import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.games.kriegspiel import kriegspiel
from halfmove.lessons.finding import Finding
from halfmove.search.hidden.guaranteed import Planner
from halfmove.search.hidden.plans import drawn_plan, followed

WORLDS = ("2k1/Q3/4/1K2", "3k/Q3/4/1K2", "4/Q3/3k/1K2")  # the black king is on c4, d4 or d2
MOVES = 2


class Try(NamedTuple):
    """A try, in how many worlds the umpire refuses it, and whether it mates for certain in so many moves."""

    name: str
    refused: int
    mates: bool


def tries() -> tuple[Any, Planner, list[Any], list[Try]]:
    """Return the game, a planner for it, the worlds, and all tries of White."""
    game = kriegspiel("icc", 4, WORLDS[0], 0)
    rules: Any = plain_throughout(game)
    worlds = [rules.read(written) for written in WORLDS]
    planner, found = Planner(rules, 0, worlds), []
    for action in legal_actions(rules, worlds[0]):
        refused = sum(rules.result(world, action) == world for world in worlds)
        found.append(Try(rules.name(action, worlds[0]), refused, _mates(rules, planner, worlds, action)))
    return rules, planner, worlds, found


def _mates(rules: Game, planner: Planner, worlds: list[Any], action: int) -> bool:
    after, ends = followed(rules, 0, worlds, action)
    if any(rules.utility(end, 0) < 1.0 for end in ends) or list(after.values()) == [worlds]:
        return False
    for heard, states in after.items():
        left = MOVES if len(heard) == 1 else MOVES - 1  # a refused try costs no move
        if not planner.plan(states, left, tree=False).plan:
            return False
    return True


def a_try_that_fails() -> Finding:
    """Show that the only way to mate in two begins with a try that is illegal in one of the worlds."""
    rules, planner, worlds, found = tries()
    mating = [each for each in found if each.mates]
    plan = planner.plan(worlds, MOVES).plan
    assert plan is not None
    then = rules.name(plan.branches[(0,)].action or 0, worlds[2])
    sentences = (
        "White: king b1, queen a3 on 4 x 4; the black king is on c4, d4 or d2, and White does not know where.",
        f"Of {len(found)} tries {len(mating)} mates for certain in {MOVES} moves: {mating[0].name}.",
        f"It is illegal if the king is on d2; then the umpire refuses it, {then} follows, and a mate.",
        "If it is made, the king was on c4 or d4, and the queen mates at once.",
        "A try asks a question, and costs nothing.",
    )
    return Finding(rules, sentences, drawn_plan(rules, 0, plan))
