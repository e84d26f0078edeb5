"""Oware."""

from halfmove.games.oware.rules import Oware as Oware
