"""What several commands take, said once."""

from __future__ import annotations

from typing import Annotated

import typer


def game_names(incomplete: str) -> list[str]:
    """Return the games whose names begin so."""
    from halfmove.games import GAMES

    return [name for name in GAMES if name.startswith(incomplete)]


def _search_names(incomplete: str) -> list[str]:
    from halfmove.play.players.spec import summaries

    return [name for name in summaries() if name.startswith(incomplete)]


_GAME = typer.Argument(
    metavar="GAME",
    help="A name of [bold]halfmove games[/] with parameters (connect-four:width=5), a file of yours"
    " (my_game.py:MyGame), or a tree in text: 'max(min(3 12 8) min(2 4 6))'.",
    autocompletion=game_names,
    show_default=False,
)
GameText = Annotated[str, _GAME]
GameOrNone = Annotated[str | None, _GAME]
Players = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PLAYER]...",
        help="Who plays, in order: human, random, strong, or a search such as alphabeta:depth=6.",
        autocompletion=_search_names,
        show_default=False,
    ),
]
Search = Annotated[
    str | None,
    typer.Option(
        help="A search, with options: alphabeta:depth=6. By default the one that suits the game.",
        autocompletion=_search_names,
        show_default=False,
    ),
]
StateText = Annotated[str | None, typer.Option("--state", help="The state to begin from, as the game writes it.")]
After = Annotated[str, typer.Option(help="Actions to take first, by name: --after 'a1 b2'.", show_default=False)]
Depth = Annotated[int | None, typer.Option(min=1, help="Plies to look ahead.", show_default=False)]
Nodes = Annotated[int | None, typer.Option(min=1, help="Nodes to search at most.", show_default=False)]
RecordedGame = Annotated[
    str | None,
    typer.Option("--game", help="The game of the records, where it is a file of yours: no record runs one."),
]
LONGEST = 10_000  # plies, as in check.endless
Longest = Annotated[int, typer.Option(min=1, help="Plies after which a game that goes on counts as a draw.")]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
Seed = Annotated[int, typer.Option(help="The seed of all random numbers.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only what was asked for.")]
ChargeWaiting = Annotated[
    bool,
    typer.Option(
        "--charge-waiting", help="Let a player's clock run also while other processes have the core he would think on."
    ),
]
