"""How a game ends, and what each player then gets."""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.core.game import Game

OVER = "over"  # by the rules
RESIGNED, TIME, ILLEGAL, CRASHED = "resigned", "time", "illegal", "crashed"  # a player loses
AGREED, TABLE, LENGTH = "draw", "table", "length"  # decided by the referee
LEFT = "left"  # not finished

ENDINGS = (OVER, RESIGNED, TIME, ILLEGAL, CRASHED, AGREED, TABLE, LENGTH, LEFT)
FORFEITS = (TIME, ILLEGAL, CRASHED)


@dataclass(frozen=True)
class Outcome:
    """How a game ended, what each player got - None if it was left - and what else there is to say."""

    ending: str  #: one of `ENDINGS`
    utilities: tuple[float, ...] | None  #: what each player got; None if the game was left
    detail: str = ""  #: what else there is to say


def lost_by(game: Game, loser: int) -> tuple[float, ...]:
    """Return what each player gets when one gives the game away: the least there is, and the others the greatest."""
    least, greatest = game.utilities
    return tuple(least if player == loser else greatest for player in range(game.players))


def undecided(game: Game) -> tuple[float, ...]:
    """Return what each player gets when nobody wins: halfway."""
    return (sum(game.utilities) / 2,) * game.players


def points(utilities: tuple[float, ...]) -> tuple[float, ...]:
    """Return the part of the other players that each one is ahead of; a tie counts half: 1, 1/2, 0 for two players."""
    others = max(len(utilities) - 1, 1)
    return tuple(
        sum((mine > theirs) + (mine == theirs) / 2 for theirs in utilities) / others - 1 / (2 * others)
        for mine in utilities
    )


def ended(game: Game, scores: tuple[float, ...] | None, ending: str = "", detail: str = "") -> Outcome:
    """Return the outcome of a game from the points of each player; they are None if it was left.

    Where nobody says how it ended, a player has resigned or a draw was agreed; a replay shows if it was over anyway.
    """
    if scores is None:
        return Outcome(LEFT, None, detail)
    least, greatest = game.utilities
    utilities = tuple(least + score * (greatest - least) for score in scores)
    if ending not in ENDINGS:
        ending = RESIGNED if len(set(scores)) > 1 else AGREED
    return Outcome(ending, utilities, detail)
