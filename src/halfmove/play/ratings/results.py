"""Finished games as ratings see them: who sat where, and what each got."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from halfmove.errors import HalfmoveError
from halfmove.play.ratings.score import Pairs, Score

WIN, DRAW, LOSS = 1.0, 0.5, 0.0  # points


@dataclass(frozen=True)
class Result:
    """One finished game: the players by seat and their utilities.

    Games with the same `pair` were played from the same opening with the seats exchanged.
    """

    players: tuple[str, ...]  #: by seat
    utilities: tuple[float, ...]  #: what each of them got
    pair: Hashable = None  #: the same for games from one opening

    def __post_init__(self) -> None:
        if len(self.players) != len(self.utilities):
            raise HalfmoveError(f"{len(self.players)} players cannot share {len(self.utilities)} utilities")


def meetings(result: Result) -> Iterator[tuple[int, int, float]]:
    """Yield each two seats of a game, and the points of the first of them against the other."""
    for first, second in combinations(range(len(result.players)), 2):
        lead = result.utilities[first] - result.utilities[second]
        yield first, second, WIN if lead > 0 else LOSS if lead < 0 else DRAW


def score_between(results: Iterable[Result], player: str, opponent: str) -> Score:
    """Count the games of a player against an opponent."""
    points = [points for result in results for points in _points(result, player, opponent)]
    return Score(points.count(WIN), points.count(DRAW), points.count(LOSS))


def pairs_between(results: Iterable[Result], player: str, opponent: str) -> Pairs:
    """Count the pairs of games of a player against an opponent, as far as both games of a pair are finished."""
    by_pair: dict[Hashable, list[float]] = defaultdict(list)
    for result in results:
        if result.pair is not None:
            by_pair[result.pair].extend(_points(result, player, opponent))
    return Pairs.of(sum(points) for points in by_pair.values() if len(points) == Pairs.games_each)


def _points(result: Result, player: str, opponent: str) -> Iterator[float]:
    for first, second, points in meetings(result):
        seats = result.players[first], result.players[second]
        if seats == (player, opponent):
            yield points
        elif seats == (opponent, player):
            yield WIN - points
