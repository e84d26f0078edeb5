"""The games that hide nothing, which every search can look through."""

from halfmove.games import GAMES, game_named

OPEN_GAMES = [name for name in GAMES if not game_named(name).has_secrets]
