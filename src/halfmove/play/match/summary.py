"""The results of a match, why games were lost, and what was odd: games that repeat another, openings that decide."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from halfmove.play.endings import FORFEITS, ILLEGAL, OVER, TABLE, TIME, points
from halfmove.play.game_in_progress import Spent
from halfmove.play.match.rows import Row
from halfmove.play.match.store import Store
from halfmove.play.players.spec import called
from halfmove.play.ratings import Result

_WORDS = {
    OVER: "by the rules",
    TIME: "out of time",
    ILLEGAL: "illegal action",
    TABLE: "by a table",
}


@dataclass(frozen=True)
class Summary:
    """The results of a store, in numbers."""

    players: tuple[str, ...]  #: no two alike
    results: tuple[Result, ...]  #: game by game
    endings: dict[str, int]  #: how many games ended in each way
    spent: dict[str, Spent]  #: how long each player thought
    losses: dict[str, dict[str, int]]  #: games that each player lost, by how they ended
    forfeits: dict[str, int]  #: those that he lost by a fault of his
    reasons: dict[str, tuple[str, ...]]  #: the first few of them, in words
    unplayed: tuple[str, ...]  #: players who lost every game by a fault, before they made any move
    repeated: int  #: games that were the same, action by action, as an earlier one of the same players
    lopsided: int  #: openings that the same seat won every time
    openings: int  #: that were played with all seatings

    def mean(self, player: str) -> float:
        """Return what a player got on average, in utility."""
        utilities = [
            utility
            for result in self.results
            for seated, utility in zip(result.players, result.utilities, strict=True)
            if seated == player
        ]
        return sum(utilities) / len(utilities) if utilities else 0.0

    def losses_text(self) -> str:
        """Return in one line why games were lost."""
        return "; ".join(_losses_of(player, counts) for player, counts in self.losses.items())

    def notices(self) -> list[str]:
        """Return what a reader should know before he believes the numbers."""
        notices = [
            f"{player} lost every game before it made a move: the result says nothing of how it plays"
            for player in self.unplayed
        ]
        if self.repeated:
            notices.append(
                f"{self.repeated} of {len(self.results)} games repeat an earlier one: more openings would help"
            )
        if self.lopsided:
            notices.append(f"{self.lopsided} of {self.openings} openings were won by the same seat every time")
        return notices


def _losses_of(player: str, counts: dict[str, int]) -> str:
    if not counts:
        return f"{player} none"
    reasons = ", ".join(f"{count} {_WORDS.get(how, how)}" for how, count in counts.items())
    return f"{player} {sum(counts.values())} ({reasons})"


def labels(players: Sequence[str]) -> tuple[str, ...]:
    """Return what players are called, no two alike: the second `random` is `random (2)`."""
    seen: Counter[str] = Counter()
    names = []
    for player in map(called, players):
        seen[player] += 1
        names.append(player if seen[player] == 1 else f"{player} ({seen[player]})")
    return tuple(names)


def _how_lost(row: Row) -> str:
    """Return how a game ended, for those who lost it: in the words of the rules where they ended it.

    What has numbers is a score, and not a way to lose: there are as many of them as games.
    """
    in_words = row.detail and not any(letter.isdigit() for letter in row.detail)
    return row.detail if row.ending == OVER and in_words else row.ending


_REASONS = 3  # forfeits of each player that are described


def summary(store: Store) -> Summary:
    """Gather what is stored."""
    names = labels(store.plan.players)
    results: list[Result] = []
    endings: Counter[str] = Counter()
    spent, forfeits = dict.fromkeys(names, Spent()), dict.fromkeys(names, 0)
    losses: dict[str, Counter[str]] = {name: Counter() for name in names}
    reasons: dict[str, tuple[str, ...]] = dict.fromkeys(names, ())
    seen: set[tuple[str, str, bytes]] = set()
    winners: dict[tuple[int, int, int], list[int | None]] = defaultdict(list)
    seats = 1
    for row in store.rows():
        outcome, players = row.outcome(), tuple(names[player] for player in row.players())
        utilities = outcome.utilities or ()
        seats = len(players)
        unit = (row.number // seats, row.encounter, row.opening)
        results.append(Result(players, utilities, unit))
        endings[row.ending] += 1
        for player, more in zip(players, row.spent_by_seat()):  # empty for random players
            spent[player] += more
        for player, utility in zip(players, utilities, strict=True):
            losses[player][_how_lost(row)] += utility < max(utilities)
        if row.ending in FORFEITS:
            loser = players[min(range(seats), key=utilities.__getitem__)]
            forfeits[loser] += 1
            reason = f"game {row.number + 1}: {row.ending}, {row.detail}"
            reasons[loser] = (*reasons[loser], reason)[:_REASONS]
        seen.add((row.seats, row.start, row.actions))
        scores = points(utilities)
        winners[unit].append(scores.index(1.0) if 1.0 in scores else None)
    whole = [seated for seated in winners.values() if len(seated) == seats > 1]
    lopsided = sum(seated[0] is not None and len(set(seated)) == 1 for seated in whole)
    repeated = len(results) - len(seen)
    games = Counter(player for result in results for player in result.players)
    unplayed = tuple(player for player in names if 0 < games[player] == forfeits[player] and not spent[player].moves)
    lost = {player: dict((+counts).most_common()) for player, counts in losses.items()}
    by_player = spent, lost, forfeits, reasons, unplayed
    return Summary(names, tuple(results), dict(endings), *by_player, repeated, lopsided, len(whole))
