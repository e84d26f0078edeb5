"""The laws of games that hide something: it is declared, and a player sees his own actions."""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.check.state_laws import Sample
from halfmove.core.game import CHANCE, Game
from halfmove.core.naming import legal_actions
from halfmove.core.rules import same
from halfmove.core.secrets import has_secrets


def secrets_are_declared(game: Game, sample: Sample) -> Iterator[str]:
    """A game declares `has_secrets` if, and only if, `observation` hides something from a player."""
    states = (*sample.inner, *sample.ends)
    seats = range(game.players)
    hiding = ((state, seat) for state in states for seat in seats if not same(game.observation(state, seat), state))
    state, seat = next(hiding, (None, 0))
    if state is not None and not game.has_secrets:
        yield f"observation({state}, {seat}) is not the whole state: declare `has_secrets = True`"
    elif state is None and game.has_secrets:
        yield f"has_secrets is declared, but observation shows everybody the whole of {len(states)} states"
    elif state is None and has_secrets(game):
        yield "observation is defined, but hides nothing: declare `has_secrets = False`, or leave it to the default"


def players_see_their_actions(game: Game, sample: Sample) -> Iterator[str]:
    """A player sees from his observation that it is his turn, and what he may do."""
    for state in sample.inner:
        player = game.to_move(state)
        if player == CHANCE:
            continue
        seen = game.observation(state, player)
        if game.to_move(seen) != player:
            yield f"player {player} is to move in {state}, but not in what he sees of it: {seen}"
        elif legal_actions(game, seen) != legal_actions(game, state):
            actions = f"{legal_actions(game, seen)} and not {legal_actions(game, state)}"
            yield f"the actions in {seen}, which is what player {player} sees of {state}, are {actions}"
