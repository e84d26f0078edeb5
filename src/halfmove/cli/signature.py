"""The signature: one number that changes whenever a search does anything differently.

It is the sum of what fixed searches count over fixed games. `tests/golden/signature.json` holds the rows of this
version; a commit that changes one of them writes the file anew and says `Bench: N`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from halfmove.compiled import plain
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.games import game_named
from halfmove.play.players.search import choices
from halfmove.play.players.spec import parse_spec

COMPILED, PLAIN = "compiled", "plain"
TABLE_MEGABYTES = 1


class Counted(NamedTuple):
    """What one search counted: its nodes, or the states that were solved."""

    game: str
    search: str
    nodes: int
    seconds: float


class Row(NamedTuple):
    """One search of one game, in the lane in which it takes less time."""

    lane: str
    game: str
    search: str

    def __str__(self) -> str:
        return f"{self.game} {self.search}"

    def measured(self, lane: str = "") -> Counted:
        """Run the search, in another lane if one is named."""
        game = game_named(self.game)
        game = plain(game) if (lane or self.lane) == PLAIN else game
        count = WITHOUT_A_PLAYER.get(self.search)
        nodes, seconds = count(game) if count else _count_choice(game, self.search)
        return Counted(self.game, self.search, nodes, seconds)


def signature_text(rows: Iterable[Counted]) -> str:
    """Return the file of the signature: each row with its count, and their sum."""
    counts = {f"{row.game} {row.search}": row.nodes for row in rows}
    return json.dumps({"signature": sum(counts.values()), "searches": counts}, indent=2) + "\n"


def _count_choice(game: Game, search: str) -> tuple[int, float]:
    """Count the nodes of a search that a player can be named after."""
    *_, choice = choices(parse_spec(search), game, game.initial, Limit())
    return choice.nodes, choice.seconds


def _count_solution(game: Game) -> tuple[int, float]:
    """Count states, the plies from each to its end, and what all are worth: states alone would be those of the game."""
    from halfmove.search.solving.retrograde import solve

    solution = solve(game)
    plies = int(solution.distances.clip(0).sum())
    return len(solution) + plies + round(float(abs(solution.values).sum())), solution.seconds


def _counting(search: Callable[[Game], Choice]) -> Callable[[Game], tuple[int, float]]:
    def count(game: Game) -> tuple[int, float]:
        choice = search(game)
        return choice.nodes, choice.seconds

    return count


def _solved(game: Game) -> Choice:
    from halfmove.search.solving import prove

    return prove(game, megabytes=TABLE_MEGABYTES)


def _solve_by_levels(game: Game) -> Choice:
    from halfmove.search.solving.levels import solve_by_levels

    return solve_by_levels(game)


def _best_successor(game: Game) -> Choice:
    from halfmove.search.best_successor import best_successor

    return best_successor(game)


def _count_strategy(game: Game) -> tuple[int, float]:
    """Count the states for which an optimal strategy has an action, and the numbers of these actions."""
    from halfmove.running.clock import Clock
    from halfmove.search.strategy import strategy

    clock = Clock()
    actions = strategy(game).actions
    return len(actions) + sum(actions.values()), clock.seconds


WITHOUT_A_PLAYER: dict[str, Callable[[Any], tuple[int, float]]] = {
    "solve": _count_solution,
    "solved": _counting(_solved),
    "solve_by_levels": _counting(_solve_by_levels),
    "best_successor": _counting(_best_successor),
    "strategy": _count_strategy,
}

ROWS = (
    Row(COMPILED, "tic-tac-toe", "minimax"),
    Row(COMPILED, "tic-tac-toe", "alphabeta"),
    Row(COMPILED, "tic-tac-toe", "alphabeta:cut_equal=no"),
    Row(COMPILED, "tic-tac-toe", "memoised"),
    Row(COMPILED, "connect-four", "alphabeta:depth=9"),
    Row(COMPILED, "connect-four", "memoised:depth=12"),
    Row(COMPILED, "connect-four", "quiescence:depth=5,extra=4"),
    Row(COMPILED, "connect-four", "beam:depth=9,width=3"),
    Row(COMPILED, "connect-four", "montecarlo:games=2000"),
    Row(COMPILED, "connect-four", "mcts:simulations=2000"),
    Row(COMPILED, "connect-four:width=5,height=4", "solved"),
    Row(COMPILED, "nim", "memoised"),
    Row(COMPILED, "nim", "metareason"),
    Row(COMPILED, "kalah:holes=3,seeds=3", "alphabeta:depth=12"),
    Row(COMPILED, "kalah:holes=3,seeds=3", "solve"),
    Row(COMPILED, "cat-and-mouse", "alphabeta:depth=8"),
    Row(COMPILED, "three-player-nim", "maxn"),
    Row(COMPILED, "three-player-nim", "paranoid"),
    Row(COMPILED, "pig", "expectiminimax:depth=8"),
    Row(COMPILED, "pig", "star1:depth=8"),
    Row(COMPILED, "pig", "star2:depth=8"),
    Row(COMPILED, "pig", "star2:depth=8,probes=2"),
    Row(COMPILED, "connect-four", "engine:depth=12,hash=1"),
    Row(COMPILED, "connect-four", "engine:depth=8,hash=1,lines=3"),
    Row(COMPILED, "connect-four", "engine:depth=8,hash=1,strength=50"),
    Row(COMPILED, "chess", "engine:depth=9,hash=1"),
    Row(PLAIN, "tic-tac-toe", "engine:hash=1"),
    Row(PLAIN, "tic-tac-toe", "alphabeta:nodes=3000"),
    Row(PLAIN, "tic-tac-toe", "montecarlo:games=100"),
    Row(PLAIN, "tic-tac-toe", "mcts:simulations=500"),
    Row(PLAIN, "three-player-nim", "mcts:simulations=200"),
    Row(PLAIN, "tic-tac-toe", "metareason"),
    Row(PLAIN, "tic-tac-toe", "solve"),
    Row(PLAIN, "tic-tac-toe", "solved"),
    Row(PLAIN, "gomoku", "engine:depth=2,hash=1"),
    Row(PLAIN, "pente", "engine:depth=2,hash=1"),
    Row(PLAIN, "go:size=5", "engine:depth=3,hash=1"),
    Row(PLAIN, "hex:size=5", "engine:depth=3,hash=1"),
    Row(PLAIN, "go:size=5", "mcts:simulations=20"),
    Row(PLAIN, "hex:size=5", "mcts:simulations=50"),
    Row(PLAIN, "hex:size=3", "solved"),
    Row(PLAIN, "go:size=2,komi=0.5,superko=yes", "proof:megabytes=1"),
    Row(PLAIN, "y:size=4", "engine:depth=3,hash=1"),
    Row(PLAIN, "nim", "engine:depth=8,hash=1"),
    Row(PLAIN, "nim", "solve"),
    Row(PLAIN, "nim", "proof:megabytes=1"),
    Row(PLAIN, "nim", "strategy"),
    Row(PLAIN, "one-heap-nim", "best_successor"),
    Row(PLAIN, "one-heap-nim:stones=30", "solve_by_levels"),
    Row(PLAIN, "kalah:holes=3,seeds=3", "engine:depth=8,hash=1"),
    Row(PLAIN, "kalah:holes=3,seeds=3", "solved"),
    Row(PLAIN, "oware", "engine:depth=4,hash=1"),
    Row(PLAIN, "nine-mens-morris", "engine:depth=3,hash=1"),
    Row(PLAIN, "three-mens-morris", "engine:depth=6,hash=1"),
    Row(PLAIN, "three-mens-morris", "solve"),
    Row(PLAIN, "checkers", "engine:depth=5,hash=1"),
    Row(PLAIN, "draughts", "engine:depth=4,hash=1"),
    Row(PLAIN, "othello", "engine:depth=4,hash=1"),
    Row(PLAIN, "othello:size=4", "solved"),
    Row(PLAIN, "pig", "montecarlo:games=20"),
    Row(PLAIN, "pig", "mcts:simulations=100"),
    Row(PLAIN, "pig", "dice:depth=8,hash=1"),
    Row(PLAIN, "2048", "dice:depth=3,hash=1"),
    Row(PLAIN, "pig:goal=10", "solve"),
    Row(PLAIN, "coins", "solve"),
    Row(PLAIN, "backgammon", "star2:depth=2"),
    Row(PLAIN, "cat-and-mouse", "engine:depth=8,hash=1"),
    Row(PLAIN, "cat-and-mouse", "solve"),
    Row(PLAIN, "random-dag", "engine:depth=4,hash=1"),
    Row(PLAIN, "random-dag", "metareason"),
    Row(PLAIN, "random-graph", "solve"),
)
