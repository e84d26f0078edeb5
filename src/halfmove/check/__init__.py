"""The laws of a game, of its advice, of its states and of its lanes: what `halfmove check` asks."""
