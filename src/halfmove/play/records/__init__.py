"""Records of games, and files of positions."""
