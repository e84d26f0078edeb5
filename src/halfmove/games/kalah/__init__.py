"""Kalah."""

from halfmove.games.kalah.rules import Kalah as Kalah
