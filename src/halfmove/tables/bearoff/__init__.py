"""Tables of bear-offs in backgammon."""
