"""Go: `rules` is the game, `superko` the same game in which no board comes back, `positions` the states of each size of
board, `text` the notations.
"""

from halfmove.games.go.rules import Go as Go
