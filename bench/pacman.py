"""What Pacman takes ghosts for, and what they are: games won and the mean score, a hundred games each."""

from __future__ import annotations

from collections.abc import Iterator

from bench.measure import Row
from halfmove.lessons.pacman_findings import EXPERIMENTS, assumptions_table

GAMES = 100


def rows() -> Iterator[Row]:
    """Play every kind of Pacman against every kind of ghosts; the diagnoses of CS 188 are the bars."""
    for maze in EXPERIMENTS:
        table = assumptions_table(maze, GAMES)
        for (mind, ghosts), got in table.items():
            what = f"{mind} Pacman against {ghosts} ghosts, {maze}: mean score"
            if (maze, mind, ghosts) == ("court", "minimax", "adversarial"):
                met = got.won > table["expectimax", ghosts].won
                yield Row(what, "points", got.score, bar="wins more than expectimax", met=met, note=str(got))
            elif (maze, mind, ghosts) == ("trap", "expectimax", "random"):
                met = got.score > table["minimax", ghosts].score
                yield Row(what, "points", got.score, bar="scores more than minimax", met=met, note=str(got))
            else:
                yield Row(what, "points", got.score, note=str(got))
