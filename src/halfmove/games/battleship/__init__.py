"""Battleship: the rules, with the drawing and the commentary, and the fleets that a player thinks possible."""

from halfmove.games.battleship.rules import Battleship as Battleship
