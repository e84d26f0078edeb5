"""How a game ended, as one says it to the players."""

from __future__ import annotations

from collections.abc import Sequence

from halfmove.core.game import Game
from halfmove.core.naming import player_name
from halfmove.core.text import write_number
from halfmove.core.win_probability import only_win_draw_loss
from halfmove.play.endings import LENGTH, OVER, Outcome


def verdict(game: Game, outcome: Outcome | None, people: Sequence[int], how: str = "") -> str:
    """Tell how a game ended: to a person who played alone against others as "you", otherwise by name.

    `how` is what its players call such an end.
    """
    if outcome is None or outcome.utilities is None:
        return "The game was not finished."
    utilities = outcome.utilities
    ending = "Not finished after" if outcome.ending == LENGTH else f"{outcome.ending.capitalize()}:"
    before = "" if outcome.ending == OVER else f"{ending} {outcome.detail}. "
    before = f"{how[:1].upper()}{how[1:]}. " if how else before
    if game.players == 1:
        return f"{before}The game is over: {write_number(utilities[0])} {game.unit}".strip() + "."
    best = [seat for seat, utility in enumerate(utilities) if utility == max(utilities)]
    counted = _counted(game, outcome)
    if len(best) == game.players:
        return f"{before}A draw{counted}."
    if len(people) == 1:
        mine = "lose" if people[0] not in best else "win" if len(best) == 1 else "share the win"
        return f"{before}You {mine}{counted}."
    winners = " and ".join(player_name(game, seat) for seat in best)
    return f"{before}{winners} {'wins' if len(best) == 1 else 'share the win'}{counted}."


def _counted(game: Game, outcome: Outcome) -> str:
    """Return by how much a game was won, or what each player got, where that says more than who won."""
    utilities = outcome.utilities or ()
    if game.players == 2 and (outcome.ending != OVER or len(set(utilities)) == 1 or only_win_draw_loss(game)):
        return ""
    if game.players == 2 and game.unit:
        return f" by {write_number(max(utilities) - sum(game.utilities) / 2)} {game.unit}"
    standing = (f"{player_name(game, seat)} {write_number(utility)}" for seat, utility in enumerate(utilities))
    return f" ({', '.join(standing)})"
