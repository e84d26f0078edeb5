"""`halfmove best`: what to do, what it is worth, and how that was found."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.group import INTERRUPTED
from halfmove.cli.options import After, Depth, GameText, Json, Nodes, Quiet, Search, Seed, StateText

if TYPE_CHECKING:
    from collections.abc import Callable

    from halfmove.core.choice import Choice, Limit
    from halfmove.core.game import Game
    from halfmove.play.players.spec import Spec
    from halfmove.search.engine import Progress

_SOME = 6  # outcomes of chance that are listed
SECONDS = 5.0  # that a search may take where nothing else is said


def best(
    game: GameText,
    state: StateText = None,
    after: After = "",
    search: Search = None,
    depth: Depth = None,
    seconds: Annotated[float | None, typer.Option(help=f"Time to search; {SECONDS:g} where nothing is said.")] = None,
    nodes: Nodes = None,
    roll: Annotated[bool, typer.Option("--roll", help="Let chance act first, where it is to move.")] = False,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Find the best action.

    A search goes ever deeper until its value is proven or its limit is reached; with --depth it looks exactly that far,
    and a search that is named without any limit looks to the end of the game.

    \b
    halfmove best connect-four --after "4 4"
    halfmove best backgammon --after 31
    halfmove best backgammon --roll --seed 7
    """
    from halfmove.compiled import plain
    from halfmove.core.choice import Limit
    from halfmove.core.secrets import has_secrets, require_no_secrets
    from halfmove.play.loading import load_game, load_state, load_view
    from halfmove.play.players.spec import STRONG, Spec, parse_spec

    played = load_game(game)
    begun = load_state(played, state, after)
    rolls = _rolls(played, begun, seed) if roll else []
    for outcome in rolls:
        begun = plain(played).result(begun, outcome)
    if search is None and depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    limit = Limit(depth, nodes, seconds)
    spec = Spec(STRONG) if search is None else parse_spec(search)
    known: Any = begun
    if spec.needs_state or not played.has_secrets:
        require_no_secrets(played, spec.name)
    if has_secrets(played):
        known = load_view(played, state, after, rolls)
        begun = begun if played.is_terminal(begun) else known.seen  # nothing else is shown
    progress, interrupted = _search(spec, played, begun, known, limit, seed, live=not (as_json or quiet))
    _report(progress, played, begun, as_json, quiet)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _rolls(game: Game, state: Any, seed: int) -> list[int]:
    """Return what chance does from a state on, until somebody else is to act."""
    from halfmove.compiled import plain
    from halfmove.core.game import CHANCE
    from halfmove.core.random import random
    from halfmove.errors import HalfmoveError

    rules, dice = plain(game), random(seed)
    if rules.is_terminal(state) or rules.to_move(state) != CHANCE:
        raise HalfmoveError("--roll: chance is not to move here")
    rolls: list[int] = []
    while not rules.is_terminal(state) and rules.to_move(state) == CHANCE:
        rolls.append(int(rules.sample(state, dice)))
        state = rules.result(state, rolls[-1])
    return rolls


def _chance_to_move(game: Game, state: Any) -> str:
    """Return how to say what chance does, in the notation of the game."""
    from halfmove.compiled import plain
    from halfmove.core.rules import legal_actions

    rules = plain(game)
    names = [rules.name(outcome, state) for outcome in legal_actions(rules, state)]
    some = ", ".join(names if len(names) <= _SOME else [*names[:_SOME], "..."])
    return f"chance is to move: --roll lets it, or --after says what it does, as in --after {names[0]} (of {some})"


def _search(
    spec: Spec, game: Game, state: Any, known: Any, limit: Limit, seed: int, live: bool
) -> tuple[Progress, bool]:
    """Return what a search knows last and whether it was interrupted; show its progress on the way.

    It is told what is `known`: the state, or what the player to move knows of it.
    """
    from rich.text import Text

    from halfmove.cli.report import console
    from halfmove.core.game import CHANCE
    from halfmove.play.players.plain_first import plain_first
    from halfmove.search.decide import Interrupted

    if game.is_terminal(state) or known is not state and game.to_move(state) == CHANCE:
        return _without_search(game, state), False
    progress: Progress | None = None
    try:
        with console(stderr=True).status("searching") if live else nullcontext() as status:
            for progress in plain_first(spec, game, known, limit, seed):
                if status:
                    best = progress.best
                    status.update(Text(f"depth {progress.depth}: {best} {' '.join(best.names())}"))
    except Interrupted as interruption:
        return progress or _progress_of(interruption.choice), True
    except KeyboardInterrupt:
        return progress or _without_search(game, state), True
    return progress or _without_search(game, state), False


def _progress_of(choice: Choice) -> Progress:
    from halfmove.search.engine import Progress

    return Progress(choice.depth, choice.depth, (choice,), choice.nodes, choice.seconds, 0)


def _without_search(game: Game, state: Any) -> Progress:
    """Return what can be said at once: the value of a finished game, or else the first legal action."""
    from halfmove.compiled import plain
    from halfmove.core.choice import ESTIMATE, Choice
    from halfmove.core.game import CHANCE
    from halfmove.core.rules import legal_actions, mover

    rules, player = plain(game), mover(game, state)
    if rules.is_terminal(state):
        return _progress_of(Choice(None, float(rules.utility(state, player)), game=game, state=state))
    line = () if rules.to_move(state) == CHANCE else tuple(legal_actions(rules, state)[:1])
    value = float(rules.advice.evaluate(state, player))
    return _progress_of(Choice(line[0] if line else None, value, line, kind=ESTIMATE, game=game, state=state))


def _report(progress: Progress, game: Game, state: Any, as_json: bool, quiet: bool) -> None:
    from rich.text import Text

    from halfmove.cli.report import board_drawer, choice_data, console, print_json, rate, table
    from halfmove.core.naming import player_name
    from halfmove.core.rules import mover
    from halfmove.core.wrapper import plain_throughout

    best, others = progress.best, progress.lines[1:]
    data = choice_data(best) | {"deepest": progress.deepest, "table_full": progress.full / 1000}
    data["others"] = [choice_data(other) for other in others]
    if as_json:
        print_json(data)
        return
    if quiet:
        print(data["action"] if data["action"] is not None else "-")
        return
    say: Callable[..., None] = console().print
    board = board_drawer()(plain_throughout(game), [state])
    say(board, style="" if isinstance(board, Text) else "bold", markup=False)
    rows = table("", "")
    rows.show_header = False
    player = player_name(game, mover(game, state))
    over = "the game is over" if game.is_terminal(state) else _chance_to_move(game, state)
    rows.add_row("action", data["action"] if data["action"] is not None else over, style="bold green")
    rows.add_row("value", f"{best.worth()} for {player}, {'proven' if best.exact else best.kind}{_interval(best)}")
    if best.mixture:
        rows.add_row("drawn from", ", ".join(f"{name} {likely:.3f}" for name, likely in data["mixture"].items()))
    rows.add_row("line", " ".join(data["line"]))
    for other in others:
        rows.add_row("", f"{other.worth()}: {' '.join(other.names())}{_interval(other)}")
    rows.add_row("depth", f"{progress.depth} plies, {progress.deepest} at the deepest")
    rows.add_row("nodes", f"{best.nodes:,} in {best.seconds:.3g} s ({rate(best.nodes, best.seconds)})")
    if progress.full:
        rows.add_row("table", f"{progress.full / 10:.1f} % full")
    say(rows)


def _interval(choice: Choice) -> str:
    """Return between what a value that was sampled lies, in most cases."""
    from halfmove.core.text import write_number

    if not choice.interval:
        return ""
    low, high = (write_number(end, 3) for end in choice.interval)
    return f" ({low} to {high} with 95 % confidence)"
