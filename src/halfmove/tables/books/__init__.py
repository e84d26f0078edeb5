"""Opening books: what was played or found before in the first states of a game."""
