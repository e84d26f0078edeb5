"""`halfmove play`: a game at the terminal; and the menu of games that `halfmove` alone opens."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.group import INTERRUPTED
from halfmove.cli.options import After, GameText, Json, Players, Quiet, Seed, StateText

if TYPE_CHECKING:
    from halfmove.core.game import Game
    from halfmove.play.terminal import Record

SECONDS = 2.0  # that a search may think where nothing else is said


def play(
    game: GameText,
    players: Players = None,
    state: StateText = None,
    after: After = "",
    seconds: Annotated[float, typer.Option(help="Time for each answer.")] = SECONDS,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Play a game: you against a strong player, or whoever you name. Type `help` while playing."""
    from halfmove.cli.report import print_json
    from halfmove.play.loading import load_game, load_state

    played = load_game(game)
    begun = load_state(played, state, after)
    record = _session(played, begun, players or [], seconds, seed, to_stderr=as_json, quiet=quiet)
    if as_json:
        result = {"actions": record.actions, "ending": record.ending, "utilities": record.utilities}
        print_json({**result, "verdict": record.verdict})


def _session(
    game: Game, state: Any, players: list[str], seconds: float, seed: int, to_stderr: bool = False, quiet: bool = False
) -> Record:
    from halfmove.cli.report import console
    from halfmove.core.choice import Limit
    from halfmove.play.terminal import LEFT, Session, specs_for

    say = _speaker(to_stderr, quiet)
    specs = specs_for(game, players)
    thinking = console(stderr=True).status
    session = Session(game, state, specs, _asker(to_stderr), say, Limit(seconds=seconds), seed, thinking)
    try:
        if session.people:
            say(" against ".join(f"{game.player_name(seat)} ({spec})" for seat, spec in enumerate(specs)))
            say("Type an action, or `help`.")
        return session.play()
    except EOFError:
        session.record.ending = LEFT
        say("\nGoodbye.")
        return session.record
    except KeyboardInterrupt:
        say("\nGoodbye.")
        raise typer.Exit(INTERRUPTED) from None


def _speaker(to_stderr: bool, quiet: bool) -> Callable[..., None]:
    from rich.text import Text

    from halfmove.cli.report import STYLES, console

    def say(text: str, style: str = "") -> None:
        if not quiet or style in ("board", "verdict", "error"):
            console(to_stderr).print(Text(text, style=STYLES.get(style, "")))

    return say


def _asker(to_stderr: bool) -> Callable[[str], str]:
    """Return how a person is asked; what is read from a file is written down too, so that the record makes sense."""
    if sys.stdin.isatty() and not to_stderr:
        with suppress(ImportError):
            import readline  # noqa: F401 (gives `input` a history)
        return input

    def ask(prompt: str) -> str:
        stream = sys.stderr if to_stderr else sys.stdout
        print(prompt, end="", file=stream, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            print(line.rstrip("\n"), file=stream)
        return line

    return ask


def menu(seed: int = 0) -> None:
    """Let somebody choose a game and play it, again and again."""
    from halfmove.cli.games import catalogue
    from halfmove.cli.report import console, table
    from halfmove.errors import HalfmoveError
    from halfmove.games import game_named

    listed = [entry for entry in catalogue() if entry["players"] != 1]
    ask = _asker(to_stderr=False)
    while True:
        rows = table("#", "game", "")
        for number, entry in enumerate(listed, start=1):
            rows.add_row(str(number), str(entry["name"]), str(entry["summary"]))
        console().print(rows)
        try:
            answer = ask("Which game? (number or name, q to leave) ").strip()
        except EOFError:
            return
        if answer.casefold() in ("q", "quit", "exit"):
            return
        if answer.isdigit() and 1 <= int(answer) <= len(listed):
            answer = str(listed[int(answer) - 1]["name"])
        try:
            game = game_named(answer)
            _session(game, game.initial, [], SECONDS, seed)
        except HalfmoveError as error:
            console().print(str(error), style="red", markup=False)
