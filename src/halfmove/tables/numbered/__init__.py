"""Endings whose states a game numbers, in slices: solved backwards by asking the rules."""
