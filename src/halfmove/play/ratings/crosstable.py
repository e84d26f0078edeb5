"""Who scored how much against whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from halfmove.play.ratings.report import columns
from halfmove.play.ratings.results import WIN, Result, meetings
from halfmove.play.ratings.standings import ratings


def crosstable(results: Iterable[Result]) -> str:
    """Write the points by games of every player (rows) against every other (columns), the best rating first."""
    results = tuple(results)
    games, points = points_against(results)
    standings = ratings(results).standings
    rows = []
    for place, standing in enumerate(standings, 1):
        cells = [(standing.player, other.player) for other in standings]
        against = [f"{points[cell]:g}/{games[cell]}" if games[cell] else "" for cell in cells]
        against[place - 1] = "·"
        rows.append((str(place), standing.player, *against, f"{standing.score.points:g}/{standing.score.games}"))
    return columns(("#", "player", *(str(i) for i in range(1, len(standings) + 1)), "all"), rows, left=(1,))


def points_against(results: Iterable[Result]) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """Count games and points for each player and opponent."""
    games: Counter[tuple[str, str]] = Counter()
    points: Counter[tuple[str, str]] = Counter()
    for result in results:
        for first, second, scored in meetings(result):
            for cell, own in (
                ((result.players[first], result.players[second]), scored),
                ((result.players[second], result.players[first]), WIN - scored),
            ):
                games[cell] += 1
                points[cell] += own  # type: ignore[assignment]  # half points, which Counter adds as well
    return games, points
