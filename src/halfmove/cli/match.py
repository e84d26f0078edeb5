"""`halfmove match` and `halfmove tournament`: players against each other, counted, stored and rated."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from halfmove.cli.group import INTERRUPTED
from halfmove.cli.options import LONGEST, ChargeWaiting, Json, Longest, Quiet, Seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from halfmove.core.game import Game
    from halfmove.play.match.match import Match
    from halfmove.play.match.plan import Plan
    from halfmove.play.match.store import Store

_GAMES = 100
_OPENINGS = "random:2"
_MARGIN = "250ms"

Contestants = Annotated[
    list[str],
    typer.Argument(
        metavar="PLAYER...",
        help="alphabeta:depth=6, random, engine:hash=64,name=Ours, uci:stockfish, mine.py:player, ...",
        show_default=False,
    ),
]
GameOption = Annotated[str, typer.Option("--game", "-g", help="The game, as in [bold]halfmove games[/].")]
Games = Annotated[int, typer.Option("--games", "-n", min=1, help="Games of each encounter, in whole openings.")]
Time = Annotated[
    str,
    typer.Option(
        help="What each player is given: 100ms an action, 10s+0.1s, 40/60s+0.5s, nodes=1000, depth=6.",
        show_default="1s an action, for whoever has no limit of his own",
    ),
]
OpeningsOption = Annotated[
    str, typer.Option(help="none, random:PLIES, or a file: .epd, .fen, .obf, .pgn:PLIES, or actions line by line.")
]
Concurrency = Annotated[int, typer.Option("--concurrency", "-c", min=1, help="Games at a time, in processes.")]
Database = Annotated[Path | None, typer.Option("--database", "-d", help="Keep the results in this file of SQLite.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the match in the database.")]
Sprt = Annotated[
    str, typer.Option(help="Stop when the first player is known to be ELO0 or rather ELO1 stronger: --sprt 0,5.")
]
RecordFile = Annotated[
    Path | None, typer.Option("--record", "--pgn", help="Write the games to this file: .pgn, .pdn, .sgf or .json.")
]
Resign = Annotated[str, typer.Option(help="A player who sees no more than VALUE in TURNS turns loses: -0.95,3.")]
Draw = Annotated[str, typer.Option(help="Drawn when all see less than VALUE for TURNS turns from PLY on: 0.02,8,40.")]
Margin = Annotated[str, typer.Option(help="How late a player may be before he forfeits: 0ms, 250ms.")]


def match(
    players: Contestants,
    game: GameOption,
    games: Games = _GAMES,
    time: Time = "",
    openings: OpeningsOption = _OPENINGS,
    concurrency: Concurrency = 1,
    database: Database = None,
    resume: Resume = False,
    sprt: Sprt = "",
    record: RecordFile = None,
    resign: Resign = "",
    draw: Draw = "",
    longest: Longest = LONGEST,
    margin: Margin = _MARGIN,
    charge_waiting: ChargeWaiting = False,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Play a match: every opening once for each seating, with Elo and its error bars.

    \b
    halfmove match alphabeta:depth=6 alphabeta:depth=4 --game connect-four --games 200
    halfmove match engine uci:stockfish,UCI_Elo=1500 --game chess --time 10s+0.1s -c 2 --pgn games.pgn
    halfmove match mine.py:new mine.py:old --game othello --time 50ms --sprt 0,10 --database test.db
    halfmove match mine.py:new mine.py:old --game othello --time 50ms --sprt 0,10 --database test.db --resume
    """
    from halfmove.play.clocks.time_control import read_duration
    from halfmove.play.match.plan import Plan

    late = read_duration(margin), charge_waiting
    plan = Plan(game, tuple(players), "match", games, time, openings, seed, resign, draw, longest, *late)
    _run(plan, concurrency, database, resume, sprt, record, as_json, quiet)


def tournament(
    players: Contestants,
    game: GameOption,
    form: Annotated[str, typer.Option(help="round-robin, gauntlet or ladder.")] = "round-robin",
    games: Games = _GAMES,
    time: Time = "",
    openings: OpeningsOption = _OPENINGS,
    concurrency: Concurrency = 1,
    database: Database = None,
    resume: Resume = False,
    record: RecordFile = None,
    resign: Resign = "",
    draw: Draw = "",
    longest: Longest = LONGEST,
    margin: Margin = _MARGIN,
    charge_waiting: ChargeWaiting = False,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Let many players meet: everybody against everybody, the first against all others, or neighbours on a ladder.

    \b
    halfmove tournament random alphabeta:depth=2 alphabeta:depth=4 --game connect-four --games 50
    halfmove tournament mine.py:new mine.py:old random --form gauntlet --game kalah -c 2
    halfmove tournament random montecarlo:games=50 alphabeta:depth=3 --form ladder --game othello
    """
    from halfmove.play.clocks.time_control import read_duration
    from halfmove.play.match.plan import Plan

    late = read_duration(margin), charge_waiting
    plan = Plan(game, tuple(players), form, games, time, openings, seed, resign, draw, longest, *late)
    _run(plan, concurrency, database, resume, "", record, as_json, quiet)


def _run(
    plan: Plan,
    concurrency: int,
    database: Path | None,
    resume: bool,
    sprt: str,
    record: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    from halfmove.play.loading import load_game
    from halfmove.play.match.match import Match
    from halfmove.play.players.seating import check_specs
    from halfmove.play.players.spec import parse_spec
    from halfmove.play.records.records import format_of

    if record is not None:
        format_of(record)
    game, interrupted = load_game(plan.game), False
    check_specs([parse_spec(player) for player in plan.players], game)  # before there is a file of results
    with _stored(plan, database, resume) as store:
        running = Match(store, game, test=_test(sprt), watch=None)
        try:
            running.check_players()
            with nullcontext() if as_json or quiet else _shown(running):
                running.run(concurrency)
        except KeyboardInterrupt:
            interrupted = True
        if record is not None:
            _write(record, store, game)
        from halfmove.cli.match_report import report

        report(store, running, as_json, quiet)
        if interrupted:
            from halfmove.cli.report import console

            again = "; the same command with --resume goes on" if database else ""
            console(stderr=True).print(f"interrupted after {running.played} of {running.wanted} games{again}")
            raise typer.Exit(INTERRUPTED)


@contextmanager
def _stored(plan: Plan, database: Path | None, resume: bool) -> Iterator[Store]:
    """Open the store of a match; without a database, in a folder that is deleted at the end."""
    from halfmove.errors import HalfmoveError
    from halfmove.play.match.store import Store

    if database is None:
        if resume:
            raise HalfmoveError("--resume goes on with the match in a file: say --database FILE")
        with TemporaryDirectory(prefix="halfmove-") as folder, Store.create(Path(folder) / "match.db", plan) as store:
            yield store
    elif resume and database.exists():
        with Store.open(database) as store:
            store.extend(plan)
            yield store
    else:
        with Store.create(database, plan) as store:
            try:
                yield store
            except HalfmoveError:
                if not store.numbers():  # a match that was refused leaves nothing behind
                    store.remove()
                raise


def _test(text: str) -> tuple[float, float] | None:
    from halfmove.errors import MalformedText

    if not text:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise MalformedText(f"--sprt {text}: say ELO0,ELO1, as in 0,5") from None
    return low, high


@contextmanager
def _shown(running: Match) -> Iterator[None]:
    """Show how far a match has come, while it runs."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from halfmove.cli.report import console, rate

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=running.wanted, completed=running.played, speed="")

        def watch(now: Match) -> None:
            speed = rate(now.here, now.seconds).replace("/s", " games/s")
            bar.update(task, total=now.wanted, completed=now.played, description=_standing(now), speed=speed)

        running.watch = watch
        yield


def _standing(running: Match) -> str:
    if len(running.round.encounters) != 1 or running.game.players != 2:
        return ""
    from halfmove.play.ratings import elo

    test = f", {running.evidence()}" if running.test else ""
    return f"{running.score()}, Elo {elo(running.pairs())}{test}"


def _write(path: Path, store: Store, game: Game) -> None:
    from halfmove.play.records.records import format_of, write_records

    with path.open("w", encoding="utf-8") as file:
        file.writelines(write_records(store.records(game), format_of(path), game))
