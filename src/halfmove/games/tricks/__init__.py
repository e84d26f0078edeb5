"""Trick-taking games: `rules` is what they have in common, and each game says what differs."""

from halfmove.games.tricks.bridge import Bridge as Bridge
from halfmove.games.tricks.hearts import Hearts as Hearts
from halfmove.games.tricks.skat import Skat as Skat
from halfmove.games.tricks.whist import Whist as Whist
