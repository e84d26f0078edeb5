"""`halfmove replay`: play recorded games again, check them, show them, and write them in another format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.options import Json, Quiet, RecordedGame, Seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from halfmove.core.game import Game
    from halfmove.play.game_in_progress import GameInProgress
    from halfmove.play.records.records import Record


def replay(
    file: Annotated[Path, typer.Argument(help="Records (.pgn, .pdn, .sgf, .json) or a database of a match.")],
    number: Annotated[
        int | None, typer.Option("--number", "-n", min=1, help="Show this game, from 1 on.", show_default=False)
    ] = None,
    plies: Annotated[
        int | None, typer.Option(min=0, help="Show the state after this many plies.", show_default=False)
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(min=1, help="Show only what this player saw and noticed, from 1 on.", show_default=False),
    ] = None,
    to: Annotated[Path | None, typer.Option(help="Write the games to this file, in the format of its name.")] = None,
    game: RecordedGame = None,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Check that every game of a file is legal and ends as it says; show one of them.

    \b
    halfmove replay games.pgn
    halfmove replay games.pgn --number 3 --plies 40
    halfmove replay results.db --to games.sgf
    """
    from halfmove.cli.report import print_json
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import load_game
    from halfmove.play.records.records import format_of, write_records
    from halfmove.play.records.records import replay as again
    from halfmove.play.trust import recorded_game

    given = load_game(game) if game else None
    form = format_of(to) if to else ""
    texts: list[str] = []
    count, rows = 0, []
    for count, record in enumerate(records_in(file, given), 1):
        played = given or recorded_game(record.game)
        try:
            ongoing = again(record, played)
        except HalfmoveError as error:
            raise HalfmoveError(f"{file}: game {count}: {error}") from None
        record = replace(record, outcome=ongoing.outcome or record.outcome)  # as the rules say where they end it
        if to:
            texts += write_records([record], form, played)
        rows.append(_data(record))
        if number == count and not as_json:
            shown = len(ongoing.turns) if plies is None else plies
            if seat is None:
                _show(record, played, shown)
            else:
                _show_seat(ongoing, shown, seat - 1)
    if number is not None and number > count:
        raise HalfmoveError(f"{file}: there are {count} games, and no game {number}")
    if to:
        to.write_text("".join(texts), encoding="utf-8")
    if as_json:
        print_json(rows if number is None else rows[number - 1])
    elif number is None:
        print(count if quiet else f"{count} games, all legal, with the results that they state")


def records_in(path: Path, game: Game | None) -> Iterator[Record]:
    """Yield the games of a file of records, or of a database of a match."""
    from halfmove.play.match.store import Store
    from halfmove.play.records.records import is_record, read_records
    from halfmove.play.trust import recorded_game

    if is_record(path):
        yield from read_records(path, game)
        return
    with Store.open(path) as store:
        yield from store.records(game or recorded_game(store.plan.game))


def _data(record: Record) -> dict[str, Any]:
    outcome = record.outcome
    return {
        "game": record.game,
        "players": record.players,
        "actions": record.actions,
        "ending": outcome.ending,
        "utilities": outcome.utilities,
        "detail": outcome.detail,
    }


def _show(record: Record, game: Game, plies: int) -> None:
    from halfmove.cli.report import console
    from halfmove.core.rules import state_after
    from halfmove.core.text import write_number
    from halfmove.core.wrapper import plain_throughout

    rules = plain_throughout(game)
    state = state_after(rules, game.read(record.start) if record.start else game.initial, record.actions[:plies])
    say = console().print
    say(" against ".join(record.players), markup=False, style="bold")
    say(" ".join(record.actions[:plies]), markup=False)
    say(rules.show(state), markup=False)
    utilities = record.outcome.utilities
    if plies >= len(record.actions) and utilities is not None:
        ending = ", ".join(filter(None, (record.outcome.ending, record.outcome.detail)))
        say(f"{ending}: {' '.join(map(write_number, utilities))}", markup=False)


def _show_seat(ongoing: GameInProgress, plies: int, seat: int) -> None:
    """Show what one player did, noticed and saw."""
    from halfmove.cli.report import console
    from halfmove.core.commentary import find_commentary
    from halfmove.core.game import CHANCE, NOTHING
    from halfmove.core.naming import player_name
    from halfmove.errors import HalfmoveError

    rules, commentary = ongoing.rules, find_commentary(ongoing.rules)
    if seat >= rules.players:
        raise HalfmoveError(f"--seat {seat + 1}: there are {rules.players} players")
    ongoing.undo(max(0, len(ongoing.turns) - plies))
    say = console().print
    for turn, before, after in zip(ongoing.turns, ongoing.states, ongoing.states[1:], strict=False):
        name, percept = rules.name(turn.action, before), rules.percept(before, turn.action, after, seat)
        announcement = name if not ongoing.secrets else ""
        if ongoing.secrets and percept != NOTHING and turn.player != CHANCE:
            announcement = commentary.announce(percept, rules.observation(after, seat))
        if turn.player == seat:
            answer = "" if announcement in ("", name) else f" ({announcement})"
            say(f"{player_name(rules, seat)}: {name}{answer}", markup=False)
        elif percept != NOTHING and turn.player != CHANCE:
            say(f"{player_name(rules, turn.player)}: {announcement or 'has acted'}", markup=False)
    say(rules.show(rules.observation(ongoing.state, seat)), markup=False)
