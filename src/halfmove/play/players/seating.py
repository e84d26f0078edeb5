"""Who may play a game: where something is hidden, no search that needs the state; in this process, only our code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.game import Game
from halfmove.core.secrets import has_secrets, require_no_secrets
from halfmove.errors import WrongGame
from halfmove.play.clocks.time_control import Control
from halfmove.play.players.isolated import IsolatedPlayer
from halfmove.play.players.player import Player
from halfmove.play.players.random import RandomPlayer
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import Spec


def check_specs(specs: Sequence[Spec], game: Game) -> None:
    """Refuse players who cannot play a game, before it begins."""
    for spec in specs:
        if spec.needs_state:
            require_no_secrets(game, spec.name)


def check_functions(players: Sequence[Any], game: Game) -> None:
    """Refuse functions that are not ours where something is hidden: all that this process knows is open to them."""
    if has_secrets(game) and not all(isinstance(player, RandomPlayer) for player in players):
        raise WrongGame(
            f"{type(game).__name__} hides something from its players (has_secrets), and functions of this process could"
            " look at it: name the players as FILE.py:NAME, which play in processes of their own"
        )


def seated(spec: Spec, seed: int, game: Game, name: str, control: Control) -> Player:
    """Return the player that a spec asks for, for a game that is called `name`, with the time that `control` grants.

    A user's own player may read whatever lies in the memory of his process: where something is hidden he gets another.
    """
    if spec.is_users and has_secrets(game):
        return IsolatedPlayer(spec, name, control.margin)
    return player_of(spec, seed)
