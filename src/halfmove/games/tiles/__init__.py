"""2048."""

from halfmove.games.tiles.rules import Tiles as Tiles
