"""Players by name: the function that makes each of them from its spec."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from halfmove.errors import HalfmoveError
from halfmove.play.loading import import_file
from halfmove.play.players.external import program_of
from halfmove.play.players.hidden import PolicyPlayer
from halfmove.play.players.human import refuse_person
from halfmove.play.players.player import Player, as_player
from halfmove.play.players.random import RandomPlayer
from halfmove.play.players.search import SearchPlayer
from halfmove.play.players.searches import HIDDEN, SEARCHES
from halfmove.play.players.spec import HUMAN, POLICY, PROGRAMS, RANDOM, STRONG, Spec

PLAYERS: dict[str, Callable[[Spec, int], Player]] = {
    HUMAN: refuse_person,
    RANDOM: RandomPlayer,
    POLICY: PolicyPlayer,
    **dict.fromkeys((STRONG, *SEARCHES, *HIDDEN), SearchPlayer),
    **dict.fromkeys(PROGRAMS, program_of),
}


def player_of(spec: Spec, seed: int = 0) -> Player:
    """Return the player that a spec asks for; a person is asked elsewhere."""
    return users_player(spec) if spec.is_users else PLAYERS[spec.name](spec, seed)


def users_player(spec: Spec) -> Player:
    """Return a function of a user's file, or an object of a class there, as a player."""
    path = Path(spec.name)
    player = vars(import_file(path)).get(spec.address)
    if not callable(player):
        raise HalfmoveError(f"{path}: there is no player '{spec.address}', a function (game, observation, limit)")
    return as_player(player() if isinstance(player, type) else player)
