"""Whole games: every state that can be reached, found ply by ply and solved from the ends."""
