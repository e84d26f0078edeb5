"""`halfmove best`: what to do, what it is worth, and how that was found."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.group import INTERRUPTED
from halfmove.cli.options import After, Depth, GameText, Json, Nodes, Quiet, Search, Seed, StateText

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

    from halfmove.core.choice import Choice, Limit
    from halfmove.core.game import Game
    from halfmove.play.players.registry import Spec

SECONDS = 5.0  # that a search may take where nothing else is said


def best(
    game: GameText,
    state: StateText = None,
    after: After = "",
    search: Search = None,
    depth: Depth = None,
    seconds: Annotated[float | None, typer.Option(help=f"Time to search; {SECONDS:g} where nothing is said.")] = None,
    nodes: Nodes = None,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Find the best action.

    A search goes ever deeper until its value is proven or its limit is reached; with --depth it looks exactly so far,
    and a search that is named without any limit looks to the end of the game.
    """
    from halfmove.core.choice import Limit
    from halfmove.play.loading import load_game, load_state
    from halfmove.play.players.registry import STRONG, Spec, parse_spec

    played = load_game(game)
    begun = load_state(played, state, after)
    if search is None and depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    limit = Limit(depth, nodes, seconds)
    spec = Spec(STRONG) if search is None else parse_spec(search)
    found, interrupted = _search(spec, played, begun, limit, seed, live=not (as_json or quiet))
    _report(found, played, begun, as_json, quiet)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _search(spec: Spec, game: Game, state: Any, limit: Limit, seed: int, live: bool) -> tuple[Choice, bool]:
    """Return the last choice of a search and whether it was interrupted; show each on the way."""
    from halfmove.cli.report import console
    from halfmove.play.players.plain_first import plain_first
    from halfmove.search.decide import Interrupted

    if game.is_terminal(state):
        return _without_search(game, state), False
    found: Choice | None = None
    try:
        with console(stderr=True).status("searching") if live else nullcontext() as status:
            for found in plain_first(spec, game, state, limit, seed):
                if status:
                    status.update(_progress(found))
    except Interrupted as interruption:
        return found or interruption.choice, True
    except KeyboardInterrupt:
        return found or _without_search(game, state), True
    return found or _without_search(game, state), False


def _progress(found: Choice) -> Text:
    from rich.text import Text

    return Text(f"depth {found.depth}: {found} {' '.join(found.names())}")


def _without_search(game: Game, state: Any) -> Choice:
    """Return what can be said at once: the value of a finished game, or else the first legal action."""
    from halfmove.compiled import plain
    from halfmove.core.choice import ESTIMATE, Choice
    from halfmove.core.game import CHANCE
    from halfmove.core.rules import legal_actions, mover

    rules, player = plain(game), mover(game, state)
    if rules.is_terminal(state):
        return Choice(None, float(rules.utility(state, player)), game=game, state=state)
    line = () if rules.to_move(state) == CHANCE else tuple(legal_actions(rules, state)[:1])
    value = float(rules.evaluate(state, player))
    return Choice(line[0] if line else None, value, line, kind=ESTIMATE, game=game, state=state)


def _report(found: Choice, game: Game, state: Any, as_json: bool, quiet: bool) -> None:
    from halfmove.cli.report import choice_data, console, print_json, rate, table
    from halfmove.core.rules import mover

    data = choice_data(found)
    if as_json:
        print_json(data)
        return
    if quiet:
        print(data["action"] if data["action"] is not None else "-")
        return
    say: Callable[..., None] = console().print
    say(game.show(state), markup=False, style="bold")
    rows = table("", "")
    rows.show_header = False
    player = game.player_name(mover(game, state))
    over = "the game is over" if game.is_terminal(state) else "chance is to move"
    rows.add_row("action", data["action"] if data["action"] is not None else over, style="bold green")
    rows.add_row("value", f"{found.value:g} for {player}, {'proven' if found.exact else found.kind}")
    rows.add_row("line", " ".join(data["line"]))
    rows.add_row("depth", f"{found.depth} plies")
    rows.add_row("nodes", f"{found.nodes:,} in {found.seconds:.3g} s ({rate(found.nodes, found.seconds)})")
    say(rows)
