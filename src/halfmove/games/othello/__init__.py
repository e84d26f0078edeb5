"""Othello: `patterns` and `weights.npz` are its evaluation, `endings` the last squares."""

from halfmove.games.othello.rules import Othello as Othello
