"""Matches and ratings as text."""

from __future__ import annotations

from collections.abc import Sequence

from halfmove.play.ratings.elo import Estimate, draw_ratio, elo, normalised_elo, number_text, score_share, superiority
from halfmove.play.ratings.score import Pairs, Score
from halfmove.play.ratings.standings import Ratings

_GAP = "  "  # between columns


def score_text(score: Score, pairs: Pairs | None = None) -> str:
    """Write the result of a match; pairs of games give the better error bars."""
    results = pairs if pairs is not None and pairs.games == score.games else score
    share = score_share(results)
    low, high = max(share.low, 0.0), min(share.high, 1.0)
    lines = [
        f"Games: {score.games} ({score}), draws {draw_ratio(score):.1%}",
        f"Points: {score.points:g} ({score.mean:.1%}, from {low:.1%} to {high:.1%})",
        f"Elo: {elo(results)}, normalised {normalised_elo(results)}",
        f"Likelihood of superiority: {superiority(results):.2%}",
    ]
    if pairs is not None and pairs.samples:
        lines.append(f"Pairs by points 0 to 2: {pairs}, even {draw_ratio(pairs):.1%}")
    return "\n".join(lines)


def ratings_text(ratings: Ratings) -> str:
    """Write the players with their ratings, the best first."""
    rows = [
        (str(place), each.player, *_bars(each.rating), str(each.score.games), f"{each.score.points:g}", str(each.score))
        for place, each in enumerate(ratings.standings, 1)
    ]
    text = columns(("#", "player", "rating", "low", "high", "games", "points", "results"), rows, left=(1, 7))
    return f"{text}\n\nFirst seat: {ratings.first_seat} Elo"


def _bars(rating: Estimate) -> tuple[str, str, str]:
    return number_text(rating.value, 1), number_text(rating.low, 1), number_text(rating.high, 1)


def columns(titles: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int]) -> str:
    """Write a table of texts; the columns numbered in `left` begin at their left end."""
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    lines = [
        _GAP.join(
            text.ljust(width) if i in left else text.rjust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (titles, *rows)
    ]
    return "\n".join(lines)
