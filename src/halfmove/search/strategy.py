"""The optimal strategy: not a line of play, but an action for every reply (Zell, section 5.2; Lecture 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from halfmove.core.choice import Choice
from halfmove.core.drawing import html
from halfmove.core.game import ALLOWED, Game
from halfmove.core.naming import player_name
from halfmove.core.rules import check_player, for_other, legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.core.text import write_number
from halfmove.explain.notebook import gallery
from halfmove.search.memo import memoised
from halfmove.search.solving.retrograde import solve


class Strategy(NamedTuple):
    """What one player does in every state that can come up while he plays by it, and what he is sure to get."""

    player: int  #: who acts by it
    value: float  #: the least that he gets by it
    actions: dict[Any, int]  #: what he does in each state that can come up
    game: Game | None = None  #: that it is for

    def __call__(self, state: Any) -> int:
        return self.actions[state]

    def _repr_html_(self) -> str:
        game = self.game
        whose = player_name(game, self.player) if game else f"player {self.player}"
        subtitle = f"{whose} is sure of {write_number(self.value, 3)}"
        page = html(f"A strategy: what {whose} does in {len(self.actions):,} states", subtitle, None, None)
        return page + (gallery(game, list(self.actions.items())) if game else "")


def strategy(
    game: Game, state: Any = None, player: int | None = None, search: Callable[..., Choice] = memoised
) -> Strategy:
    """Return an optimal strategy of `player`, by default the one to move, for play that starts in `state`.

    It is optimal against a perfect opponent, and against any other it gets at least as much. Where a state that comes
    back is a draw, the whole game is solved: a search from each state alone might go round in circles.
    """
    require_no_secrets(game, "a strategy for every state")
    state = game.initial if state is None else state
    if game.repetition != ALLOWED:
        solution = solve(game, state)
        search = lambda _, here: solution.choice(here)  # noqa: E731 - as short as what it replaces
    player = mover(game, state) if player is None else check_player(game, player)
    actions: dict[Any, int] = {}
    seen, todo = {state}, [state]
    while todo:
        here = todo.pop()
        replies = legal_actions(game, here)
        if replies and game.to_move(here) == player:
            chosen = search(game, here).action
            assert chosen is not None
            actions[here] = chosen
            replies = [chosen]
        for action in replies:
            child = game.result(here, action)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    value = search(game, state).value
    return Strategy(player, value if player == mover(game, state) else for_other(game, value), actions, game)
