"""What things are worth, as in the project of CS 188; a step costs one point."""

FOOD_POINTS, GHOST_POINTS, WIN_POINTS, DEATH_POINTS = 10, 200, 500, -500
SCARED_MOVES = 40  # of a ghost, after a capsule
