"""The game of Y."""

from halfmove.games.y.rules import Y as Y
