"""Playing: players by name, and the game at the terminal."""
