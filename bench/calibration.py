"""How far win probabilities are off, in games of the engine against itself that they were not fitted to.

`python -m bench.calibration [GAME...]` plays the games that they are fitted to, and writes what comes out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from bench.measure import Row
from halfmove.core.win_probability import FITTED, game_key, logistic_of
from halfmove.games import game_named
from halfmove.learn.calibration import calibration_error, fit, play

GAMES = (
    "chess",
    "othello",
    "connect-four",
    "kalah",
    "checkers",
    "draughts",
    "gomoku",
    "nine-mens-morris",
    "oware",
    "hex",
    "go:size=9",
)
NODES = 500  # for each action
PLAYED = 200  # games
SEED, HELD_OUT = 1, 2
BAR = 0.1  # off on average


def rows(only: str = "") -> Iterator[Row]:
    """Measure all games, or those whose name begins with `only`."""
    for name in GAMES:
        if name.startswith(only):
            game = game_named(name)
            fitted, values = logistic_of(game), play(game, PLAYED // 2, NODES, HELD_OUT)
            assert fitted is not None, f"{name} has no fitted win probability"
            error = calibration_error(fitted, values)
            what = f"win probability, {name}: off on average"
            note = f"{len(values.odds):,} positions of {PLAYED // 2} games that it was not fitted to"
            yield Row(what, "%", 100 * error, bar=f"<= {100 * BAR:g}", met=error <= BAR, note=note, headline=what)


def write(names: list[str]) -> None:
    """Fit games, and write what was found into the package."""
    fitted = json.loads(FITTED.read_text()) if FITTED.exists() else {}
    for name in names or GAMES:
        game = game_named(name)
        values = play(game, PLAYED, NODES, SEED)
        found = fit(values)
        facts = {"game": name, "games": PLAYED, "nodes": NODES, "seed": SEED, "positions": len(values.odds)}
        fitted[str(game_key(game))] = {**found._asdict(), **facts}
        print(f"{name}: {found}, {len(values.odds):,} positions", flush=True)
        FITTED.write_text(json.dumps(fitted, indent=1) + "\n")


if __name__ == "__main__":
    write(sys.argv[1:])
