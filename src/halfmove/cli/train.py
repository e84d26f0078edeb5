"""`halfmove train`: learn to play a game from games against oneself."""

from __future__ import annotations

import sys
import time
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.group import INTERRUPTED
from halfmove.cli.options import GameText, Json, Quiet, Seed

if TYPE_CHECKING:
    from halfmove.learn.training import Progress, Request, Trainer

MINUTES = 1.0  # of a training, where nothing else is said
CHECKPOINT = ".checkpoint"  # after the name of a file of weights
SAVE_EVERY, SAVE_SHARE = 60.0, 0.05  # seconds between two checkpoints at least, and share of the time they take at most


def train(
    game: GameText,
    method: Annotated[
        str | None, typer.Option(help="How to learn; by default what suits the game.", show_default=False)
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, help="About how long it may take, by default one.", show_default=False)
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games to play: the same weights each time.", show_default=False)
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the method; --explain lists them."),
    ] = None,
    begin: Annotated[
        Path | None,
        typer.Option("--from", help="Weights to begin with, of the same kind and size.", show_default=False),
    ] = None,
    from_records: Annotated[
        list[Path] | None,
        typer.Option(help="Games to learn from first (PGN, SGF, PDN, JSON), by method zero.", show_default=False),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a training that was stopped.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say what would be done and why, and stop.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file of weights: by default GAME.safetensors.")
    ] = None,
    curve: Annotated[
        Path | None, typer.Option(help="A picture of the learning curve to write, SVG.", show_default=False)
    ] = None,
    force: Force = False,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Learn to play a game, one of yours too, from games against oneself.

    Ctrl-C stops and keeps what was learned; [bold]--resume[/] goes on. A search then plays with the weights:
    [bold]halfmove play GAME --search engine:weights=FILE[/].
    """
    from halfmove.cli.report import console, print_json
    from halfmove.errors import HalfmoveError
    from halfmove.learn.training import Request, suitable_method, trainer_for
    from halfmove.play.loading import load_game

    if games is not None and minutes is not None:
        raise HalfmoveError("--games says when it ends, and so does --minutes: leave one of them out")
    played = load_game(game)
    method = method or suitable_method(played)
    output = output or Path(_plain_name(game) + ".safetensors")
    kept = output.with_name(output.name + CHECKPOINT)
    if games is None and minutes is None:
        minutes = MINUTES
    weights = None if begin is None else _content(begin)
    request = Request(played, game, method, seed, games, minutes, _options(given or []), weights, command=_command())
    request = request._replace(records=_existing(from_records or []))
    trainer = trainer_for(request, _to_go_on_from(kept) if resume else None)
    if explain:
        if as_json:
            print_json({"game": game, "method": method, "plan": trainer.plan()})
        else:
            console().print("\n".join(trainer.plan()), markup=False)
        return
    require_new([] if resume else [output, kept, curve], force)
    _Session(request, trainer, output, kept, curve, as_json, quiet).run()


class _Session:
    """One training, from its first report to the files that it leaves."""

    def __init__(
        self,
        request: Request,
        trainer: Trainer,
        output: Path,
        kept: Path,
        curve: Path | None,
        as_json: bool,
        quiet: bool,
    ) -> None:
        self.request, self.trainer, self.output, self.kept, self.curve = request, trainer, output, kept, curve
        self.as_json, self.silent = as_json, as_json or quiet
        self.reports: list[Progress] = []

    def run(self) -> None:
        """Learn until it is done or stopped, and keep what was learned in both cases."""
        from rich.progress import Progress as Bar

        from halfmove.cli.report import console, print_json

        if not self.silent:
            console().print("\n".join(self.trainer.plan()), markup=False)
        interrupted, saved, pause = False, time.monotonic(), SAVE_EVERY
        with Bar(console=console(stderr=True), disable=self.silent, transient=True) as bar:
            task = bar.add_task("learning", total=None)
            try:
                for report in self.trainer.train():
                    self.reports.append(report)
                    bar.update(task, completed=report.games, total=report.of or None)
                    self.tell(report)
                    if time.monotonic() - saved > pause:
                        began = time.monotonic()
                        self.save()
                        saved = time.monotonic()
                        pause = max(SAVE_EVERY, (saved - began) / SAVE_SHARE)
            except KeyboardInterrupt:
                interrupted = True
        self.save()
        if not interrupted:
            self.kept.unlink(missing_ok=True)  # there is nothing to go on with
        if self.as_json:
            reports = [report._asdict() for report in self.reports]
            print_json({"file": str(self.output), "finished": not interrupted, "reports": reports})
        elif not self.silent:
            ending = "stopped; --resume goes on" if interrupted else "done"
            has = f"{self.output} has the weights" if self.output.exists() else "there are no weights yet"
            console().print(f"{ending}: {has}", markup=False)
        if interrupted:
            raise typer.Exit(INTERRUPTED)

    def tell(self, report: Progress) -> None:
        """Print a report as one line."""
        from halfmove.cli.report import console

        if self.silent:
            return
        speed = report.positions / max(report.seconds, 1e-9)
        counted = [f"{report.games:,} of {report.of:,} {report.unit}"] if report.of else []
        parts = [*counted, f"{report.seconds:.0f} s"]
        if isfinite(report.loss):
            parts.append(f"loss {report.loss:.4f}")
        parts.append(f"{speed:,.0f} positions/s")
        if isfinite(report.strength):
            parts.append(f"{report.strength:,.3f} {self.trainer.strength_unit}")
        console().print(", ".join(parts), markup=False)

    def save(self) -> None:
        """Write the weights, what is needed to go on, and the curve; a file is whole or not there."""
        from halfmove.learn.curve import curve
        from halfmove.running.files import write_whole

        weights, checkpoint = _readable(self.trainer.weights()), _readable(self.trainer.checkpoint())
        if weights:
            write_whole(self.output, weights)
        write_whole(self.kept, checkpoint)
        if self.curve is not None:
            title = f"Learning {self.request.name} by {self.request.method}"
            write_whole(self.curve, curve(self.reports, title, self.trainer.strength_unit).encode())


def _readable(content: bytes) -> bytes:
    """Return the bytes of a file; refuse to write what could not be read again, and keep what was there."""
    from halfmove.errors import HalfmoveError, MalformedText
    from halfmove.learned.weights_file import unpack

    try:
        if content:
            unpack(content, "what was learned")
    except MalformedText as error:
        raise HalfmoveError(f"{error}: it learned too fast, so take a smaller --set rate") from None
    return content


def _to_go_on_from(kept: Path) -> bytes:
    from halfmove.errors import HalfmoveError

    if not kept.exists():
        raise HalfmoveError(f"{kept}: there is no such file, so there is nothing to go on with")
    return _content(kept)


def _content(path: Path) -> bytes:
    from halfmove.learned.weights_file import LARGEST
    from halfmove.play.foreign_text import read_file

    return read_file(path, LARGEST)


def _existing(paths: list[Path]) -> tuple[Path, ...]:
    from halfmove.errors import HalfmoveError

    for path in paths:
        if not path.is_file():
            raise HalfmoveError(f"{path}: there is no such file to learn from")
    return tuple(paths)


def _options(given: list[str]) -> dict[str, Any]:
    from halfmove.errors import MalformedText

    options: dict[str, Any] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise MalformedText(f"--set {each}: say NAME=VALUE")
        options[name] = value
    return options


def _plain_name(game: str) -> str:
    """Return a name for files from what a game is called: letters, digits and hyphens."""
    stem = game.split(".py")[0].rpartition("/")[2] if ".py" in game else game
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in stem)[:60]


def _command() -> str:
    """Return the command as it was typed, without where it was typed."""
    return " ".join(["halfmove", *sys.argv[1:]])
