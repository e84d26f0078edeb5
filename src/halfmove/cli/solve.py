"""`halfmove solve`: the value of a game for certain, by dynamic programming over all its states."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from halfmove.cli.options import After, GameText, Json, Quiet, Seed, StateText

if TYPE_CHECKING:
    from rich.status import Status

    from halfmove.search.dynamic import Solution


def solve(
    game: GameText,
    state: StateText = None,
    after: After = "",
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Solve a game from a state: its value, all equally good actions, and how long it takes with best play."""
    from halfmove.cli.report import console, print_json, table
    from halfmove.compiled import plain
    from halfmove.core.choice import EXACT
    from halfmove.core.rules import mover
    from halfmove.play.loading import load_game, load_state
    from halfmove.search import dynamic

    played = load_game(game)
    begun = load_state(played, state, after)
    rules = plain(played)
    with console(stderr=True).status("solving") if not (as_json or quiet) else nullcontext() as status:
        solution = dynamic.solve(played, begun, progress=lambda states: _tell(status, states))
    best, preferred = (
        [rules.name(action, begun) for action in actions]
        for actions in (solution.best(begun), solution.preferred(begun))
    )
    value, distance, states, seconds = solution.value(begun), solution.distance(begun), len(solution), solution.seconds
    exact = solution.kind == EXACT
    if as_json:
        data = {"value": value, "exact": exact, "states": states, "best": best, "preferred": preferred}
        print_json({**data, "draw": solution.is_draw(begun), "distance": distance, "seconds": seconds})
    elif quiet:
        print(f"{value:g}")
    else:
        console().print(rules.show(begun), markup=False, style="bold")
        rows = table("", "")
        rows.show_header = False
        rows.add_row(
            "value",
            f"{value:g} for {rules.player_name(mover(rules, begun))}{', proven' if exact else ', iterated'}",
            style="bold green",
        )
        rows.add_row("best actions", " ".join(best) or "none: the game is over")
        if preferred != best:
            rows.add_row("preferred", " ".join(preferred))
        rows.add_row("distance", _distance(solution, begun))
        rows.add_row("states", f"{states:,} in {seconds:.3g} s")
        console().print(rows)


def _distance(solution: Solution, state: Any) -> str:
    """Tell how far away the end is, and a draw as a draw."""
    from halfmove.core.game import DRAW

    distance = solution.distance(state)
    if solution.has_chance:
        return "as chance will have it"
    if distance is None:
        return "a draw by repetition" if solution.game.repetition == DRAW else "a draw: nobody can force an end"
    plies = "1 ply" if distance == 1 else f"{distance} plies"
    return f"a draw in {plies} with best play" if solution.is_draw(state) else f"{plies} with best play"


def _tell(status: Status | None, states: int) -> None:
    if status:
        status.update(f"{states:,} states")
