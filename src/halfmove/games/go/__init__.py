"""Go: `rules` is the game, `positions` its states for each size of board, `text` its notations."""

from halfmove.games.go.rules import Go as Go
