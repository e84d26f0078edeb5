"""Connect Four: `rules` is the game, `zugzwang` what its solver knows of the last columns."""

from halfmove.games.connect_four.rules import ConnectFour as ConnectFour
