"""Hex."""

from halfmove.games.hex.rules import Hex as Hex
