"""Pente."""

from halfmove.games.pente.rules import Pente as Pente
