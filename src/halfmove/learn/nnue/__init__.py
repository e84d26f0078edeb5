"""Efficiently updated networks: games of the engine against itself in machine code, and a fit to their positions."""
