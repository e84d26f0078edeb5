"""`halfmove play`: a game at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from halfmove.cli.arrows import bind_arrows
from halfmove.cli.group import INTERRUPTED
from halfmove.cli.options import (
    LONGEST,
    After,
    ChargeWaiting,
    GameOrNone,
    Json,
    Longest,
    Players,
    Quiet,
    RecordedGame,
    Seed,
    StateText,
)

if TYPE_CHECKING:
    from halfmove.play.clocks.time_control import Control
    from halfmove.play.game_in_progress import GameInProgress
    from halfmove.play.players.spec import Spec
    from halfmove.play.records.records import Record
    from halfmove.play.terminal.terminal import Session

    Beginning = tuple[GameInProgress, list[Spec], str, str]  # with the name of the game and the text of its first state

SECONDS = 2.0  # that a search may think where nothing else is said
_PATIENCE = 3600.0  # seconds by which an answer may be late: without a clock no answer forfeits


class Timing(NamedTuple):
    """The time of a game at the terminal, as it was typed."""

    seconds: float = SECONDS
    time: str = ""
    margin: str = ""
    charge_waiting: bool = False

    def controls(self, specs: list[Spec], saved: str = "") -> list[Control]:
        """Return what each player is given: a clock for all, or else seconds for every player that is no person."""
        from halfmove.play.clocks.time_control import MARGIN, UNLIMITED, Control, parse_control, read_duration
        from halfmove.play.players.spec import HUMAN

        time = self.time or saved
        late = read_duration(self.margin) if self.margin else MARGIN if time else _PATIENCE
        if time:
            return [parse_control(time, late, self.charge_waiting)] * len(specs)
        patient = Control(each=self.seconds, margin=late, charge_waiting=self.charge_waiting)
        return [UNLIMITED if spec.name == HUMAN else patient for spec in specs]


def play(
    game: GameOrNone = None,
    players: Players = None,
    state: StateText = None,
    after: After = "",
    seconds: Annotated[float, typer.Option(help="Time for each answer of a player that is no person.")] = SECONDS,
    time: Annotated[str, typer.Option(help="A clock for everybody: 5m+3s, 40/10m.", show_default=False)] = "",
    margin: Annotated[
        str,
        typer.Option(
            help="How late an answer may be before it forfeits.", show_default="250ms with --time, an hour without"
        ),
    ] = "",
    charge_waiting: ChargeWaiting = False,
    recorded: RecordedGame = None,
    longest: Longest = LONGEST,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Play a game: you against a strong player, or whoever you name. Type `help` while playing.

    Without a game, a menu asks for one, for your side and for the strength of the other.

    \b
    halfmove play connect-four
    halfmove play chess random human --time 5m+3s
    halfmove play othello human alphabeta:depth=6
    halfmove play saved.json
    halfmove play saved.json human uci:stockfish

    A saved game goes on between those who played it, if they are people or searches of ours; name any other player.
    """
    from halfmove.cli.report import print_json
    from halfmove.errors import HalfmoveError
    from halfmove.play.adjudication import Adjudication
    from halfmove.play.records.records import is_record
    from halfmove.play.terminal.verdict import verdict

    timing = Timing(seconds, time, margin, charge_waiting)
    if game is None:
        from halfmove.cli.menu import menu

        menu(timing, seed)
        return
    if is_record(Path(game)):
        session = session_at(_saved(game, players or [], recorded, timing, seed), seed, as_json, quiet)
    elif recorded is None:
        session = session_at(new_game(game, players or [], state, after, timing, seed), seed, as_json, quiet)
    else:
        raise HalfmoveError(f"--game says what was played in a saved game, and {game} is none")
    session.adjudication = Adjudication(longest=longest)
    record = played(session)
    if as_json:
        outcome = record.outcome
        sentence = verdict(session.ongoing.rules, session.ongoing.outcome, session.people) if outcome.utilities else ""
        print_json(
            {"actions": record.actions, "ending": outcome.ending, "utilities": outcome.utilities, "verdict": sentence}
        )


def session_at(beginning: Beginning, seed: int, to_stderr: bool = False, quiet: bool = False) -> Session:
    """Return a game at this terminal."""
    from halfmove.cli.report import board_drawer, console
    from halfmove.play.terminal.terminal import Session

    ongoing, specs, name, start = beginning
    ask, say, thinking = asker(to_stderr), _speaker(to_stderr, quiet), console(stderr=True).status
    bind_arrows(ongoing.rules)
    return Session(ongoing, specs, ask, say, name, start, seed, thinking, board_drawer(to_stderr))


def new_game(name: str, players: list[str], state: str | None, after: str, timing: Timing, seed: int) -> Beginning:
    """Return a new game."""
    from halfmove.core.rules import action_named
    from halfmove.play.game_in_progress import GameInProgress, Turn
    from halfmove.play.loading import load_game
    from halfmove.play.terminal.terminal import specs_for

    game = load_game(name)
    specs = specs_for(game, players)
    begun = game.initial if state is None else game.read(state)
    ongoing = GameInProgress(game, begun, timing.controls(specs), seed)
    for word in after.split():
        ongoing.take(Turn(ongoing.mover, action_named(ongoing.rules, ongoing.state, word)))
    return ongoing, specs, name, state or ""


def _saved(name: str, players: list[str], recorded: str | None, timing: Timing, seed: int) -> Beginning:
    """Return a game that was saved, to go on with it.

    What runs is named on the command line: `players` by seat, and the game if it is a file (`recorded`).
    """
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import load_game
    from halfmove.play.players.spec import parse_spec
    from halfmove.play.records.records import read_records, replay
    from halfmove.play.trust import recorded_game, recorded_spec, recorded_text

    path, given = Path(name), load_game(recorded) if recorded else None
    records = read_records(path, given)
    if not records:
        raise HalfmoveError(f"{path}: there is no game in this file")
    record = records[-1]
    try:
        game = given or recorded_game(record.game)
        if len(players) > len(record.players):
            raise HalfmoveError(f"{len(players)} players for a game of {len(record.players)}")
        others = [recorded_spec(text) for text in record.players[len(players) :]]
        control = recorded_text(record.control)
    except HalfmoveError as error:
        raise HalfmoveError(f"{path}: {error}") from None
    specs = [*map(parse_spec, players), *others]
    ongoing = replay(record, game, timing.controls(specs, control), seed)
    if ongoing.over:
        raise HalfmoveError(f"{path}: the game is over; `halfmove replay` shows it")
    return ongoing, specs, recorded or record.game, record.start


def played(session: Session) -> Record:
    """Let a game be played until it ends or a person leaves."""
    specs, say, game = session.specs, session.say, session.ongoing.rules
    try:
        if session.people:
            say(" against ".join(f"{game.player_names[seat]} ({spec.called})" for seat, spec in enumerate(specs)))
            say("Type an action, or `help`.")
        return session.play()
    except EOFError:
        say("\nGoodbye.")
        return session.record()
    except KeyboardInterrupt:
        say("\nGoodbye.")
        raise typer.Exit(INTERRUPTED) from None


def _speaker(to_stderr: bool, quiet: bool) -> Callable[..., None]:
    from rich.text import Text

    from halfmove.cli.report import STYLES, console

    def say(text: str | Text, style: str = "") -> None:
        if not quiet or style in ("board", "verdict", "error"):
            console(to_stderr).print(text if isinstance(text, Text) else Text(text, style=STYLES.get(style, "")))

    return say


def asker(to_stderr: bool) -> Callable[[str], str]:
    """Return the function that asks a person; answers from a file are printed too, so that the output makes sense."""
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
