"""`halfmove games`: what can be played."""

from __future__ import annotations

from typing import Any

from halfmove.cli.options import Json, Quiet, Seed


def games(as_json: Json = False, seed: Seed = 0, quiet: Quiet = False) -> None:
    """List the games, with their parameters."""
    from halfmove.cli.report import console, print_json, table

    listed = catalogue()
    if as_json:
        print_json(listed)
    elif quiet:
        print("\n".join(game["name"] for game in listed))
    else:
        rows = table("game", "players#", "parameters", "")
        for game in listed:
            given = ",".join(f"{name}={value}" for name, value in game["parameters"].items())
            rows.add_row(game["name"], str(game["players"]), given, game["summary"])
        console().print(rows)


def catalogue() -> list[dict[str, Any]]:
    """Return what is known of every game by name."""
    from halfmove.games import GAMES, game_named

    return [
        {
            "name": name,
            "players": game_named(name).players,
            "parameters": {key: _written(value) for key, value in entry.parameters.items()},
            "summary": entry.summary,
        }
        for name, entry in GAMES.items()
    ]


def _written(value: Any) -> Any:
    """Return a parameter as it is typed on the command line."""
    return "-".join(map(str, value)) if isinstance(value, tuple) else value
