"""What several games share: boards of squares, lines, threats, connection, notation."""
