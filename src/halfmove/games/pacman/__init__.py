"""Pacman."""

from halfmove.games.pacman.rules import Pacman as Pacman
