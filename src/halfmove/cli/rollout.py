"""`halfmove rollout`: what a state or each action is worth in games that are played from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.group import INTERRUPTED
from halfmove.cli.options import After, GameText, Json, Quiet, Seed, StateText

if TYPE_CHECKING:
    from halfmove.core.game import Game
    from halfmove.search.rollout import Rollout

_MOST_UTILITIES = 6  # columns that fit beside the others


def rollout(
    game: GameText,
    position: Annotated[
        str | None, typer.Argument(metavar="[STATE]", help="The same as --state.", show_default=False)
    ] = None,
    state: StateText = None,
    after: After = "",
    actions: Annotated[
        str, typer.Option(help="Compare these actions only, by name: --actions 'a1 b2'.", show_default=False)
    ] = "",
    games: Annotated[int, typer.Option(min=1, help="Games for each action.")] = 1296,
    truncate: Annotated[
        int | None, typer.Option(min=1, help="Plies after which a game is evaluated instead of played on.")
    ] = None,
    policy: Annotated[
        str, typer.Option(help="How the games are played: greedy (by the evaluation), advised or random.")
    ] = "greedy",
    own_dice: Annotated[bool, typer.Option("--own-dice", help="Throw other dice for each action.")] = False,
    adjust_luck: Annotated[
        bool, typer.Option("--adjust-luck", help="Take out the luck that the evaluation sees: slower, and more exact.")
    ] = False,
    seconds: Annotated[float | None, typer.Option(help="Time for all games.", show_default=False)] = None,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Play games from a state, or after each action in it, and tell what they bring, with the standard error.

    Where chance is to move, the state itself is rolled out. Game number n of each action has the same dice. Ctrl-C
    ends it with what is known so far.

    \b
    halfmove rollout backgammon --after 31
    halfmove rollout backgammon "4HPwATDgc/ABMA X 31" --truncate 10 --actions "8/5,6/5 24/20"
    halfmove rollout pig --games 10000 --policy random
    """
    from rich.progress import Progress

    from halfmove.cli.report import console
    from halfmove.core.choice import Limit
    from halfmove.core.rules import action_named
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import load_game, load_state
    from halfmove.search.rollout import rollouts

    if position is not None and state is not None:
        raise HalfmoveError("the state is given twice, with --state and without")
    played = load_game(game)
    begun = load_state(played, position or state, after)
    chosen = [action_named(played, begun, name) for name in actions.split()] or None
    known: list[Rollout] = []
    interrupted = False
    options: dict[str, Any] = {"depth": truncate, "policy": policy, "seed": seed, "adjust_luck": adjust_luck}
    options |= {"actions": chosen, "games": games, "common_dice": not own_dice, "limit": Limit(seconds=seconds)}
    playing = rollouts(played, begun, **options)
    with Progress(console=console(stderr=True), disable=as_json or quiet, transient=True) as bar:
        task = bar.add_task("compiling", total=games)
        try:
            for known in playing:
                bar.update(task, description="games", completed=min(each.value.games for each in known))
        except KeyboardInterrupt:
            interrupted = True
    _report(known, played, begun, as_json, quiet)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _report(known: list[Rollout], game: Game, state: Any, as_json: bool, quiet: bool) -> None:
    from halfmove.cli.report import console, print_json, table
    from halfmove.core.naming import player_name
    from halfmove.core.rules import mover
    from halfmove.core.text import write_number

    if as_json:
        print_json(
            {"player": player_name(game, mover(game, state)), "rollouts": [_data(each, game, state) for each in known]}
        )
        return
    if quiet:
        for each in known:
            print(_name(each, game, state), write_number(each.value.mean, 3))
        return
    if not known:
        console().print("no game has ended")
        return
    utilities = sorted({utility for each in known for utility in each.utilities}, reverse=True)
    shown = utilities if len(utilities) <= _MOST_UTILITIES else []
    cut = any(each.unfinished for each in known)
    rows = table(
        "action",
        "value#",
        *(f"{utility:+g}#" if utility else "0#" for utility in shown),
        *(["cut off#"] if cut else []),
        "behind#",
    )
    for each in known:
        shares = [each.utilities.get(utility, 0.0) for utility in shown] + ([each.unfinished] if cut else [])
        behind = "" if each is known[0] else _with_error(each.behind, each.behind_error)
        percent = [f"{100 * share:.0f} %" for share in shares]
        rows.add_row(_name(each, game, state), _with_error(each.value.mean, each.value.error), *percent, behind)
    console().print(rows)
    player, count = player_name(game, mover(game, state)), max(each.value.games for each in known)
    console().print(f"{count:,} games each; value for {player} and its standard error")


def _with_error(value: float, error: float) -> str:
    return f"{value:+.3f} ± {error:.3f}"


def _name(rollout: Rollout, game: Game, state: Any) -> str:
    return "-" if rollout.action is None else game.name(rollout.action, state)


def _data(rollout: Rollout, game: Game, state: Any) -> dict[str, Any]:
    value = rollout.value
    return {
        "action": None if rollout.action is None else game.name(rollout.action, state),
        "value": value.mean,
        "error": value.error,
        "interval": [value.low, value.high],
        "games": value.games,
        "plies": rollout.plies,
        "utilities": {f"{utility:g}": share for utility, share in rollout.utilities.items()},
        "unfinished": rollout.unfinished,
        "behind": rollout.behind,
        "behind_error": rollout.behind_error,
    }
