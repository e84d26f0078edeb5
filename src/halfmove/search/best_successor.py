"""The game-playing agent of Chapter 9, section 9.2: go to the best of the states that are one action away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.core.advice import Advice
from halfmove.core.choice import ESTIMATE, EXACT, Choice
from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.running.clock import Clock
from halfmove.search.decide import with_advice
from halfmove.search.minimax import minimax


def best_successor(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    search: Callable[..., Choice] = minimax,
    advice: Advice | None = None,
) -> Choice:
    """Choose the action whose state has the best score, found by `search` with one ply less.

    Algorithm 27 starts from MINSCORE and takes only what is greater, so it does nothing at all where every action
    loses; here the first action is the best until another one is better.
    """
    require_no_secrets(game, "best_successor")
    state = game.initial if state is None else state
    player, clock = mover(game, state), Clock()
    searched, advice, root = with_advice(game, state, advice)
    best, nodes, exact = None, 0, True
    for action in legal_actions(searched, root) if game.to_move(state) != CHANCE else []:
        score = _score(searched, advice, searched.result(root, action), player, depth, search)
        nodes += score.nodes
        exact = exact and score.exact
        if best is None or score.value > best.value:
            best = Choice(action, score.value, (action, *score.line))
    if best is None:
        return Choice(None, searched.utility(root, player), game=game, state=state)
    kind = EXACT if exact else ESTIMATE
    return Choice(best.action, best.value, best.line, depth or 0, nodes, clock.seconds, kind, game=game, state=state)


def _score(
    game: Game, advice: Advice, state: Any, player: int, depth: int | None, search: Callable[..., Choice]
) -> Choice:
    """Return what `state` is worth to `player`."""
    if game.is_terminal(state):
        return Choice(None, game.utility(state, player), nodes=1)
    if depth == 1:
        return Choice(None, advice.evaluate(state, player), nodes=1, kind=ESTIMATE)
    reply = search(game, state, None if depth is None else depth - 1, advice=advice)
    value = reply.value if mover(game, state) == player else for_other(game, reply.value)
    value = reply.vector[player] if reply.vector else value
    return Choice(reply.action, value, reply.line, nodes=reply.nodes, kind=reply.kind)
