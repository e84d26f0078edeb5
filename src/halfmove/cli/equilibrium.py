"""`halfmove equilibrium`: how to play a game for two players in which something is hidden, and what it is worth."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.group import INTERRUPTED
from halfmove.cli.options import GameText, Json, Quiet, Seed

if TYPE_CHECKING:
    from halfmove.core.game import Game
    from halfmove.search.equilibria.equilibrium import Equilibrium, Stage
    from halfmove.search.equilibria.tables import Row

_DRAWN, _MOST_DRAWN = 100_000, 1 << 40  # games that are drawn where nothing is said, and where time ends it
ROWS = 40  # of a policy that are shown, where it has more

Iterations = Annotated[int | None, typer.Option(min=1, help="Iterations to learn for.", show_default=False)]
Exploitability = Annotated[
    float | None,
    typer.Option(
        min=0.0, help="Learn until nobody can win more against the policy than this.", show_default="0.000001"
    ),
]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Time to learn at most.", show_default="no limit")]
VariantName = Annotated[
    str,
    typer.Option("--variant", help="cfr, cfr+, linear, discounted, predictive or predictive-discounted."),
]
PolicyFile = Annotated[
    Path | None,
    typer.Option(
        "--policy", help="A file for what is learned; if there is one, learning goes on from it.", show_default=False
    ),
]
Plot = Annotated[Path | None, typer.Option("--plot", help="Draw the regrets over time as SVG.", show_default=False)]
Sampling = Annotated[
    str | None,
    typer.Option(
        help="For games too large to list: external or outcome, which learn from games that are drawn.",
        show_default=False,
    ),
]
WithTable = Annotated[
    bool, typer.Option("--table", help="Print the policy: what a player sees, what he does how often.")
]


def equilibrium(
    game: GameText,
    iterations: Iterations = None,
    exploitability: Exploitability = None,
    seconds: Seconds = None,
    variant: VariantName = "predictive-discounted",
    policy: PolicyFile = None,
    plot: Plot = None,
    with_table: WithTable = False,
    sampling: Sampling = None,
    force: Force = False,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Find an equilibrium: a policy for each of two players against which no other wins more, bluffs included.

    The value for the first player is given with a bracket, which is proven by best responses. A matrix game is solved
    exactly. Ctrl-C ends with what was learned so far.
    """
    from halfmove.cli.report import console
    from halfmove.play.loading import load_game
    from halfmove.search.equilibria.equilibrium import Equilibrium, regrets_svg
    from halfmove.search.equilibria.files import resume, save

    played = load_game(game)
    require_new([plot, policy if sampling else None], force)  # other learning goes on from the policy
    require_new([policy], force=True)
    if sampling is not None:
        _sample(played, sampling, iterations, seconds, policy, seed, as_json, quiet)
        return
    found = resume(policy, played) if policy is not None and policy.exists() else Equilibrium(played, variant)
    interrupted = False

    def tell(stage: Stage) -> None:
        status.update(
            f"{stage.iterations:,} iterations, value {stage.low:.6f} to {stage.high:.6f}, {stage.seconds:.0f} s"
        )

    with console(stderr=True).status("learning") as status:
        try:
            found.learn(iterations, exploitability, seconds, None if quiet or as_json else tell)
        except KeyboardInterrupt:
            interrupted = True
    if policy is not None:
        save(policy, found)
    if plot is not None:
        plot.write_text(regrets_svg(found), encoding="utf-8")
    _report(found, with_table, as_json, quiet)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _sample(
    game: Game,
    sampling: str,
    iterations: int | None,
    seconds: float | None,
    policy: Path | None,
    seed: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Learn from games that are drawn, and say how good that is where the game can be listed after all."""
    from halfmove.cli.report import console, print_json
    from halfmove.search.equilibria.files import save_policy
    from halfmove.search.equilibria.response import exploitability
    from halfmove.search.equilibria.sampling import SampledEquilibrium
    from halfmove.search.equilibria.sequence_form import SMALL, SequenceForm, TooLarge

    found = SampledEquilibrium(game, sampling, seed)
    interrupted, worst = False, None
    with console(stderr=True).status("learning"):
        try:
            found.learn(iterations or (_DRAWN if seconds is None else _MOST_DRAWN), seconds)
        except KeyboardInterrupt:
            interrupted = True
    if policy is not None:
        save_policy(policy, game, found.policy(), sampling, found.iterations)
    with suppress(TooLarge):
        worst = exploitability(SequenceForm(game, SMALL), found.policy())
    if as_json:
        data = {"exploitability": worst, "iterations": found.iterations, "information_sets": found.information_sets}
        print_json(data | {"sampling": sampling})
    elif quiet:
        print("-" if worst is None else f"{worst:.6f}")
    else:
        known = "not known: the game is too large to list" if worst is None else f"{worst:.3g}"
        console().print(f"{found.iterations:,} iterations, {found.information_sets:,} information sets met")
        console().print(f"exploitability {known}")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _report(found: Equilibrium, with_table: bool, as_json: bool, quiet: bool) -> None:
    from halfmove.cli.report import console, print_json, table
    from halfmove.core.text import write_number
    from halfmove.search.equilibria.tables import policy_rows

    stage, exact = found.stage(), _exactly(found)
    rows: list[Row] = policy_rows(found.game, found.policy()) if with_table else []
    if as_json:
        data: dict[str, Any] = {"value": stage.value, "bracket": [stage.low, stage.high]}
        data |= {"exploitability": stage.exploitability, "iterations": stage.iterations, "seconds": stage.seconds}
        data |= {"variant": found.variant, "information_sets": list(found.form.information_sets)}
        data |= {"states": found.form.nodes, "exact": str(exact.value) if exact else None}
        if with_table:
            data["policy"] = [{"player": row.player, "seen": row.seen, "actions": dict(row.chances)} for row in rows]
        print_json(data)
        return
    value = str(exact.value) if exact else write_number(stage.value, 9)
    if quiet:
        print(value)
        return
    summary = table("", "")
    summary.show_header = False
    names = found.game.player_names
    summary.add_row("value", f"{value} for {names[0]}", style="bold green")
    summary.add_row("bracket", f"{stage.low:.9f} to {stage.high:.9f}")
    summary.add_row("exploitability", f"{stage.exploitability:.3g}")
    summary.add_row("iterations", f"{stage.iterations:,} of {found.variant} in {stage.seconds:.3g} s")
    first, second = found.form.information_sets
    summary.add_row("tree", f"{found.form.nodes:,} states, {first:,} + {second:,} information sets")
    if exact:
        for name, mixture in zip(names, (exact.rows, exact.columns), strict=True):
            summary.add_row(f"{name} plays", _mixture(found, mixture))
    console().print(summary)
    if rows:
        shown = table("player", "sees", "does")
        for row in rows[:ROWS]:
            does = ", ".join(f"{name} {likely:.3f}" for name, likely in row.chances)
            shown.add_row(names[row.player], row.seen, does)
        console().print(shown)
        if len(rows) > ROWS:
            console().print(f"... and {len(rows) - ROWS:,} information sets more; --json has them all")


def _exactly(found: Equilibrium) -> Any:
    """Return the exact solution of a matrix game; None for any other game."""
    from halfmove.search.equilibria.matrix import solve_matrix

    payoffs = getattr(found.game, "exact", ())
    return solve_matrix(payoffs) if payoffs else None


def _mixture(found: Equilibrium, mixture: Any) -> str:
    return ", ".join(f"{found.game.name(choice)} {likely}" for choice, likely in enumerate(mixture) if likely)
