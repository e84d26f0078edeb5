"""Equilibria: how to play where the others do not see everything, so that no reply of theirs wins more."""
