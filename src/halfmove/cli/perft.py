"""`halfmove perft`: count the leaves of a game, to check its rules and its speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.options import After, Depth, GameText, Json, Quiet, Seed, StateText

if TYPE_CHECKING:
    from halfmove.core.game import Game


def perft(
    game: GameText,
    plies: Annotated[int | None, typer.Argument(min=0, help="The same as --depth.", show_default=False)] = None,
    state: StateText = None,
    after: After = "",
    depth: Depth = None,
    finished: Annotated[bool, typer.Option("--finished", help="Count games that ended earlier too.")] = False,
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first action.")] = False,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Count the legal sequences of exactly PLIES actions."""
    from halfmove.cli.report import print_json
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import load_game, load_state
    from halfmove.search.perft import perft_game

    if (plies is None) == (depth is None):
        raise HalfmoveError("say how deep to count, once: `halfmove perft GAME 6` or `halfmove perft GAME --depth 6`")
    played = load_game(game)
    played, begun = perft_game(played, load_state(played, state, after))
    deepest: int = plies if depth is None else depth  # type: ignore[assignment]
    _count(played, begun, min(deepest, 1), finished)  # compiles, off the clock
    if as_json or quiet:
        leaves, seconds = _count(played, begun, deepest, finished)
        data: dict[str, Any] = {"leaves": leaves, "seconds": seconds}
        if divide:
            data["divide"] = _divided(played, begun, deepest, finished)
        print_json(data) if as_json else print(leaves)
    else:
        _show(played, begun, deepest, finished, divide)


def _count(game: Game, state: Any, depth: int, finished: bool) -> tuple[int, float]:
    from halfmove.running.clock import Clock
    from halfmove.search import perft as counting

    clock = Clock()
    leaves = counting.perft(game, state, depth, finished=finished)
    return int(leaves), clock.seconds


def _divided(game: Game, state: Any, depth: int, finished: bool) -> dict[str, int]:
    """Return the leaves below each first action."""
    from halfmove.compiled import plain
    from halfmove.core.rules import legal_actions

    rules = plain(game)
    return {
        rules.name(action, state): _count(game, rules.result(state, action), depth - 1, finished)[0]
        for action in (legal_actions(rules, state) if depth else [])
    }


def _show(game: Game, state: Any, deepest: int, finished: bool, divide: bool) -> None:
    """Print a line for each depth, as soon as it is known."""
    from halfmove.cli.report import console, rate, table

    if divide:
        rows = table("action", "leaves#")
        for name, leaves in _divided(game, state, deepest, finished).items():
            rows.add_row(name, f"{leaves:,}")
        console().print(rows)
    console().print(f"{'depth':>5} {'leaves':>20} {'seconds':>9}   leaves/s", style="bold")
    for depth in range(0 if deepest == 0 else 1, deepest + 1):
        leaves, seconds = _count(game, state, depth, finished)
        console().print(f"{depth:>5} {leaves:>20,} {seconds:>9.3g}   {rate(leaves, seconds)}")
