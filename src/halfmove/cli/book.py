"""`halfmove book`: opening books, of games that were played or grown by searches."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.group import Group
from halfmove.cli.live_status import LiveStatus
from halfmove.cli.options import After, GameText, Json, Quiet, StateText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from halfmove.core.game import Game
    from halfmove.tables.books.book import Book

app = typer.Typer(
    name="book", cls=Group, help="Build opening books, look into them, and merge them.", no_args_is_help=True
)

BookFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A book, ours or of Polyglot's (.bin).", show_default=False)
]
BookGame = Annotated[
    str | None,
    typer.Option("--game", help="The game, where the book names none of our list.", show_default=False),
]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write; .bin for Polyglot's.")]
_NODES = 20_000  # of a search for one state


@app.command()
def build(
    game: GameText,
    output: Output,
    games: Annotated[
        list[Path] | None, typer.Option("--games", help="Records (.pgn, .pdn, .sgf, .json) or a database of a match.")
    ] = None,
    plies: Annotated[int, typer.Option(min=1, help="Of each game, from its beginning.")] = 24,
    states: Annotated[int, typer.Option(min=1, help="States to expand by searches, where no games are given.")] = 100,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes of the search for one state.")] = _NODES,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Build a book of games that were played, or let one grow by searches where best play goes.

    \b
    halfmove book build chess --games games.pgn --output games.book
    halfmove book build othello --states 500 --output othello.book
    """
    from halfmove.cli.report import console
    from halfmove.play.loading import load_game
    from halfmove.tables.books.build import BookTree, book_of_games

    require_new((output,), force)
    played = load_game(game)
    _require_chess(output, played)
    if games:
        book = book_of_games(played, _games(games, played), plies)
    else:
        from halfmove.core.choice import Limit
        from halfmove.search.engine import Engine

        engine = Engine(played)
        with console(stderr=True).status("searching") as status:
            tree = BookTree(played, lambda state: engine.choose(state, Limit(nodes=nodes)).value)
            try:
                tree.grow(states, lambda done, total: status.update(f"{done:,} of {total:,} states"))
            except KeyboardInterrupt:
                console(stderr=True).print("interrupted: the book is written as it is")
        book = tree.finished()
    _write(book, game, output)
    if not quiet:
        console().print(f"{output}: {len(book):,} states, {output.stat().st_size:,} bytes", markup=False)


@app.command()
def solve(
    game: GameText,
    output: Output,
    plies: Annotated[int, typer.Option(min=1, max=16, help="From the beginning; one more costs some times as much.")],
    megabytes: Annotated[float, typer.Option(min=1, help="Memory for what one proof leaves to the next.")] = 1024,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Prove the value of every state up to some plies, and write a book that plays them perfectly.

    What was interrupted goes on with the same command.

    \b
    halfmove book solve connect-four:width=5,height=5 --plies 4 --output small-four.book
    """
    from halfmove.cli.report import console
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import load_game
    from halfmove.tables.books.solved import solve_book, write_solved

    require_new((output,), force)
    if output.suffix == ".bin":
        raise HalfmoveError(f"{output}: a book of Polyglot's holds no values: name the file otherwise")
    notes = output.with_name(f"{output.name}.notes")
    try:
        with _ProofStatus(not quiet) as status:
            book = solve_book(load_game(game), plies, notes, megabytes=megabytes, progress=status.report)
    except KeyboardInterrupt:
        if not quiet:
            console(stderr=True).print("interrupted: the same command goes on where it was", markup=False)
        raise
    write_solved(book, game, output)
    notes.unlink()
    if not quiet:
        console().print(f"{output}: {len(book):,} states, {output.stat().st_size:,} bytes", markup=False)


class _ProofStatus(LiveStatus):
    """Shows how many states are proven, and how much time is left."""

    def __init__(self, live: bool) -> None:
        super().__init__(live)
        self._begun, self._before = time.perf_counter(), 0  # states that earlier runs have proven

    def report(self, done: int, total: int, proven: bool) -> None:
        """Count a state, which this run has proven or found in the notes."""
        self._before += not proven
        seconds = (time.perf_counter() - self._begun) * (total - done) / max(1, done - self._before)
        self.show(f"{done:,} of {total:,} states, {seconds / 60:,.0f} min left")


def _games(files: list[Path], game: Game) -> Iterator[tuple[Any, list[int], tuple[float, ...]]]:
    from halfmove.cli.replay import records_in
    from halfmove.errors import HalfmoveError
    from halfmove.play.records.records import replay

    for file in files:
        for number, record in enumerate(records_in(file, game), 1):
            try:
                ongoing = replay(record, game)
            except HalfmoveError as error:
                raise HalfmoveError(f"{file}: game {number}: {error}") from None
            outcome = ongoing.outcome or record.outcome
            if outcome.utilities:
                yield ongoing.states[0], [turn.action for turn in ongoing.turns], outcome.utilities


def _require_chess(output: Path, game: Game) -> None:
    """Refuse, before any work, to write a book of Polyglot's about another game than chess."""
    if output.suffix == ".bin":
        from halfmove.tables.books.polyglot import require_chess

        require_chess(output, game)


def _write(book: Book, name: str, output: Path) -> None:
    if output.suffix == ".bin":
        from halfmove.tables.books.polyglot import states_of, write_polyglot

        write_polyglot(book, states_of(book), output)
    else:
        from halfmove.tables.books.book import write_book

        write_book(book, name, output)


@app.command()
def info(file: BookFile, game: BookGame = None, as_json: Json = False) -> None:
    """Tell what a book is about."""
    from halfmove.cli.report import console, print_json
    from halfmove.play.foreign_text import printable

    book = _opened(file, game)
    about = {**book.header, "states": len(book), "moves": book.total, "bytes": file.stat().st_size}
    if as_json:
        print_json(about)
    else:
        console().print("\n".join(printable(f"{name}: {value}") for name, value in about.items()), markup=False)


@app.command()
def probe(
    file: BookFile, state: StateText = None, after: After = "", game: BookGame = None, as_json: Json = False
) -> None:
    """List the moves of a state, with how often they were played, their result and their value."""
    from halfmove.cli.report import console, print_json, table
    from halfmove.compiled import plain
    from halfmove.play.loading import load_state

    book = _opened(file, game)
    rules, here = plain(book.game), load_state(book.game, state, after)
    moves = book.moves(here)
    if as_json:
        print_json([{**move._asdict(), "action": rules.name(move.action, here), "score": move.score} for move in moves])
    elif not moves:
        console().print("the book does not know this state")
    else:
        rows = table("action", "played#", "score#", "value#")
        for move in moves:
            numbers = [f"{number:.3g}" if number == number else "-" for number in (move.score, move.value)]
            rows.add_row(rules.name(move.action, here), f"{move.played:,}", *numbers)
        console().print(rows)
    if not moves:
        raise typer.Exit(1)


@app.command()
def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Books of one game; later values count.")],
    output: Output,
    game: BookGame = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Merge books: what was played is added up, and of values the last one counts."""
    from halfmove.cli.report import console
    from halfmove.errors import HalfmoveError
    from halfmove.tables.blocks import BlockFile
    from halfmove.tables.books.book import merged

    require_new((output,), force)
    if any(file.suffix == ".bin" for file in files):
        raise HalfmoveError("books of Polyglot's tell no states, so that they cannot be merged with others")
    name = game or str(BlockFile(files[0]).header.get("game"))
    first = _opened(files[0], game)
    _require_chess(output, first.game)
    book = merged([first, *(_reopened(file, first) for file in files[1:])])
    _write(book, name, output)
    if not quiet:
        console().print(f"{output}: {len(book):,} states, {output.stat().st_size:,} bytes", markup=False)


def _reopened(file: Path, first: Book) -> Book:
    from halfmove.tables.books.book import open_book

    return open_book(file, first.game)


def _opened(file: Path, game: str | None) -> Book:
    from halfmove.play.loading import load_game
    from halfmove.tables.books.book import open_book

    return open_book(file, None if game is None else load_game(game))
