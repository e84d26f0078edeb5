"""Matches and tournaments: plans, openings, the processes that play them, and results in a database."""
