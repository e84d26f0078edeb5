"""What `strength=` is worth: levels of the engine play one another, and chess also Stockfish of known ratings.

Ours search a fixed number of nodes, and Stockfish the plies after which, being weak, it has made up its mind: so
neither a slow nor a busy machine changes what anybody plays.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import combinations, pairwise
from statistics import mean

from bench.measure import Row
from halfmove.games import game_named
from halfmove.play.match.plan import Plan, Round
from halfmove.play.match.runner import Batch, Runner
from halfmove.play.ratings import Ratings, Result, ratings

GAMES = {"chess": "random:4", "othello": "random:4", "connect-four": "random:2"}  # and their openings
LEVELS = (0, 10, 20, 30, 40, 50, 60)
NEAR = 20  # levels that are no farther apart play each other
EACH = 40  # games of an encounter
STOCKFISH = {1320: 2, 1750: 5, 2000: 6, 2250: 7}  # Elo, and the plies after which it has made up its mind
RIVALS = {1320: (20, 30, 40), 1750: (30, 40, 50), 2000: (40, 50, 60), 2250: (50, 60)}  # levels that play it
LONGEST = 300  # plies, then it is a draw


def rows(part: str = "") -> Iterator[Row]:
    for name in [part] if part else GAMES:
        rated, shift = ladder(name)
        for level in LEVELS:
            what = f"{name} at strength {level}"
            (standing,) = [each for each in rated.standings if each.player == ours(level)]
            low, high = (f"{end + shift:.0f}" for end in (standing.rating.low, standing.rating.high))
            note = f"from {low} to {high}, {standing.score.games} games"
            yield Row(what, "Elo", standing.rating.value + shift, note=note)
        gains = [rated.difference(ours(high), ours(low)) for low, high in pairwise(LEVELS)]
        least = min(gains, key=lambda gain: gain.value)
        surely = sum(gain.low > 0 for gain in gains)
        note = f"{surely} of {len(gains)} steps are surely upwards; +- {least.margin:.0f}"
        yield Row(
            f"{name}, the least gain by 10 of strength", "Elo", least.value, None, None, "> 0", least.value > 0, note
        )


def ladder(name: str) -> tuple[Ratings, float]:
    """Return the ratings of all levels, and what to add so that Stockfish has on average those it claims."""
    anchors = STOCKFISH if name == "chess" and shutil.which("stockfish", path="/usr/games:/usr/bin") else {}
    players = [ours(level) for level in LEVELS] + [stockfish(elo) for elo in anchors]
    encounters = [(i, j) for i, j in combinations(range(len(LEVELS)), 2) if LEVELS[j] - LEVELS[i] <= NEAR]
    for i, elo in enumerate(anchors, len(LEVELS)):
        encounters += [(LEVELS.index(level), i) for level in RIVALS[elo]]
    plan = Plan(name, tuple(players), openings=GAMES[name], longest=LONGEST)
    rounds = Round(0, tuple(encounters), EACH)
    runner, results = Runner(plan, game_named(name)), list[Result]()

    def keep(batch: Batch) -> None:
        for row in batch.rows:
            seats = tuple(players[player] for player in row.players())
            results.append(Result(seats, row.outcome().utilities or (), (row.encounter, row.opening)))

    try:
        runner.play(rounds, rounds.numbers(), keep)
    finally:
        runner.close()
    rated = ratings(results)
    found = {standing.player: standing.rating.value for standing in rated.standings}
    claimed = [elo - found[stockfish(elo)] for elo in anchors]
    return rated, mean(claimed) if claimed else -found[ours(LEVELS[0])]


def ours(level: int) -> str:
    return f"engine:strength={level},hash=4"


def stockfish(elo: int) -> str:
    return f"uci:stockfish,UCI_LimitStrength=true,UCI_Elo={elo},Hash=4,depth={STOCKFISH[elo]}"
