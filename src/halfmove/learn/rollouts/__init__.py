"""Rollouts without luck: games of a network against itself, from which the luck of the dice is taken, and a fit."""
