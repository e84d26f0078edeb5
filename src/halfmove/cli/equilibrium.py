"""`halfmove equilibrium`: how to play a game for two players in which something is hidden, and what it is worth."""

from __future__ import annotations

import sys
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
    from halfmove.search.equilibria.matrix import MatrixSolution
    from halfmove.search.equilibria.sampling import SampledEquilibrium
    from halfmove.search.equilibria.tables import Row

_DRAWN, _MOST_DRAWN = 100_000, 1 << 40  # games that are drawn where nothing is said, and where time ends it
NOTHING_LEARNED = 1  # exit code
ROWS = 40  # of a policy that are shown, where it has more

Iterations = Annotated[int | None, typer.Option(min=1, help="Iterations to learn for.", show_default=False)]
Exploitability = Annotated[
    float | None,
    typer.Option(
        min=0.0, help="Learn until nobody can win more against the policy than this.", show_default="0.000001"
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        min=0.001, help="Time at most to list the game, then to learn, then to solve a matrix.", show_default="no limit"
    ),
]
VariantName = Annotated[
    str | None,
    typer.Option(
        "--variant",
        help="cfr, cfr+, linear, discounted, predictive or predictive-discounted.",
        show_default="predictive-discounted",
    ),
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
Megabytes = Annotated[
    float, typer.Option(min=1, help="Memory for the list of the game, or for what is learned by sampling.")
]
WithTable = Annotated[
    bool, typer.Option("--table", help="Print the policy: what a player sees, what he does how often.")
]


def equilibrium(
    game: GameText,
    iterations: Iterations = None,
    exploitability: Exploitability = None,
    seconds: Seconds = None,
    variant: VariantName = None,
    policy: PolicyFile = None,
    plot: Plot = None,
    with_table: WithTable = False,
    sampling: Sampling = None,
    megabytes: Megabytes = 1024,
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
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import load_game
    from halfmove.running.memory import bytes_in
    from halfmove.search.equilibria.equilibrium import FASTEST, Equilibrium, regrets_svg
    from halfmove.search.equilibria.files import resume, save
    from halfmove.search.equilibria.sequence_form import LEAF_BYTES

    played = load_game(game)
    require_new([plot], force)
    require_new([policy], force=True)  # learning goes on from it
    if sampling is not None:
        listing = {"--variant": variant, "--exploitability": exploitability, "--plot": plot, "--table": with_table}
        unused = [option for option, given in listing.items() if given not in (None, False)]
        if unused:
            raise HalfmoveError(f"{', '.join(unused)}: not with --sampling, for that takes a list of the whole game")
        _sample(played, sampling, iterations, seconds, megabytes, policy, seed, as_json, quiet)
        return
    interrupted, exact = False, None

    def tell(stage: Stage) -> None:
        status.update(
            f"{stage.iterations:,} iterations, value {stage.low:.6f} to {stage.high:.6f}, {stage.seconds:.0f} s"
        )

    with console(stderr=True).status("listing the game") as status:
        most = bytes_in(megabytes, "memory") // LEAF_BYTES
        if policy is not None and policy.exists():
            found = resume(policy, played, most, seconds)
            if variant not in (None, found.variant):
                raise HalfmoveError(f"{policy}: learned by {found.variant}, and so it goes on: leave out --variant")
        else:
            found = Equilibrium(played, variant or FASTEST, most, seconds)
        status.update("learning")
        try:
            found.learn(iterations, exploitability, seconds, None if quiet or as_json else tell)
            exact = _exactly(found, seconds)
        except KeyboardInterrupt:
            interrupted = True
    if policy is not None:
        save(policy, found)
    if plot is not None:
        plot.write_text(regrets_svg(found), encoding="utf-8")
    _report(found, exact, with_table, as_json, quiet)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _sample(
    game: Game,
    sampling: str,
    iterations: int | None,
    seconds: float | None,
    megabytes: float,
    policy: Path | None,
    seed: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Learn from games that are drawn, and say how good that is where the game can be listed after all."""
    from halfmove.cli.live_status import LiveStatus
    from halfmove.cli.report import console, print_json
    from halfmove.search.equilibria.files import require_two, resume_sampled, save_sampled
    from halfmove.search.equilibria.sampling import SampledEquilibrium

    found = SampledEquilibrium(game, sampling, seed)
    if policy is not None:
        require_two(policy, game)
        if policy.exists():
            resume_sampled(policy, found)
    before, interrupted = found.iterations, False
    with LiveStatus(live=not (as_json or quiet)) as status:
        status.show(_Drawn(found))
        try:
            found.learn(iterations or (_DRAWN if seconds is None else _MOST_DRAWN), seconds, megabytes)
        except KeyboardInterrupt:
            interrupted = True
    full = f"halfmove: {megabytes:,g} MB are full, --megabytes gives more: " if found.is_full else "halfmove: "
    if found.iterations == before:
        hint = "; --sampling outcome draws single games" if sampling == "external" else ""
        print(f"{full}no walk by {sampling} sampling came to an end, so nothing was learned{hint}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED if interrupted else NOTHING_LEARNED)
    if found.is_full:
        print(f"{full}this is what was learned in {found.iterations:,} iterations", file=sys.stderr)
    if policy is not None:
        save_sampled(policy, found)
    worst = None if interrupted else _exploitability(found)
    if as_json:
        data = {"exploitability": worst, "iterations": found.iterations, "information_sets": found.information_sets}
        print_json(data | {"sampling": sampling, "full": found.is_full})
    elif quiet:
        print("-" if worst is None else f"{worst:.6f}")
    else:
        console().print(str(_Drawn(found)))
        why = "the game is too large to list" if game.players == 2 else "it is a question of games for two"
        known = f"not known: {why}" if worst is None else f"{worst:.3g}"
        if not interrupted:
            console().print(f"exploitability {known}")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


class _Drawn:
    """How far learning from drawn games is, whenever it is looked at."""

    def __init__(self, found: SampledEquilibrium) -> None:
        self.found = found

    def __str__(self) -> str:
        return f"{self.found.iterations:,} iterations, {self.found.information_sets:,} information sets met"

    __rich__ = __str__


def _exploitability(found: SampledEquilibrium) -> float | None:
    """Return how good what was learned is; None where the game cannot be listed in a moment, or is not one of two."""
    from halfmove.errors import WrongGame
    from halfmove.search.equilibria.response import exploitability
    from halfmove.search.equilibria.sequence_form import SMALL, SequenceForm, TooLarge

    if found.game.players != 2 or found.information_sets > SMALL:  # a game has more ends than information sets
        return None
    with suppress(TooLarge, WrongGame):
        return exploitability(SequenceForm(found.game, SMALL), found.policy())
    return None


def _report(found: Equilibrium, exact: MatrixSolution | None, with_table: bool, as_json: bool, quiet: bool) -> None:
    from halfmove.cli.report import console, print_json, table
    from halfmove.core.text import write_number
    from halfmove.search.equilibria.tables import policy_rows

    stage = found.stage()
    rows: list[Row] = policy_rows(found.game, found.policy()) if with_table else []
    if as_json:
        data: dict[str, Any] = {"value": stage.value, "bracket": [stage.low, stage.high]}
        data |= {"exploitability": stage.exploitability, "iterations": stage.iterations, "seconds": stage.seconds}
        data |= {"variant": found.variant, "information_sets": list(found.form.information_sets)}
        data |= {"states": found.form.nodes, "exact": str(exact.value) if exact else None}
        if exact:
            data["mixtures"] = [_fractions(found, mixture) for mixture in (exact.rows, exact.columns)]
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


def _exactly(found: Equilibrium, seconds: float | None) -> MatrixSolution | None:
    """Return the exact solution of a matrix game; None for any other game, or if that takes too long."""
    from halfmove.search.equilibria.matrix import Unsolved, solve_matrix

    payoffs = getattr(found.game, "exact", ())
    with suppress(Unsolved):
        return solve_matrix(payoffs, seconds) if payoffs else None
    return None


def _mixture(found: Equilibrium, mixture: Any) -> str:
    return ", ".join(f"{name} {likely}" for name, likely in _fractions(found, mixture).items())


def _fractions(found: Equilibrium, mixture: Any) -> dict[str, str]:
    """Return the actions that a mixture takes, by name, and how likely it takes each as an exact fraction."""
    return {found.game.name(choice): str(likely) for choice, likely in enumerate(mixture) if likely}
