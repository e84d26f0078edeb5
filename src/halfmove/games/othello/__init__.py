"""Othello: `rules` is the game, `patterns` its evaluation with `weights.npz`, `endings` the last squares."""

from halfmove.games.othello.rules import Othello as Othello
