"""Limit hold'em: `rules` is the game, `hands` what cards are worth, `text` the notations."""

from halfmove.games.holdem.rules import Holdem as Holdem
