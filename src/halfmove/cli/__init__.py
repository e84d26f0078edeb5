"""The command line: one file for each command, or for a few that are alike."""

from __future__ import annotations

import gc
import sys
from typing import Annotated

import typer

from halfmove.cli.answers import Command
from halfmove.cli.bench import bench
from halfmove.cli.best import best
from halfmove.cli.book import app as book_app
from halfmove.cli.check import check
from halfmove.cli.doctor import doctor
from halfmove.cli.double_dummy import double_dummy
from halfmove.cli.draw import draw
from halfmove.cli.encoding import spell_what_cannot_be_written
from halfmove.cli.equilibrium import equilibrium
from halfmove.cli.games import games
from halfmove.cli.grade import grade
from halfmove.cli.group import INTERRUPTED, Group
from halfmove.cli.lesson import lesson
from halfmove.cli.match import match, tournament
from halfmove.cli.menu import menu
from halfmove.cli.new import new
from halfmove.cli.options import Json, Quiet, Seed
from halfmove.cli.perft import perft
from halfmove.cli.plan import plan
from halfmove.cli.play import Timing, play
from halfmove.cli.protocols import gtp, uci, ugi
from halfmove.cli.quiz import quiz
from halfmove.cli.ratings import ratings
from halfmove.cli.replay import replay
from halfmove.cli.rollout import rollout
from halfmove.cli.solve import solve
from halfmove.cli.studio import has_display, has_studio, studio
from halfmove.cli.table import app as table_app
from halfmove.cli.train import train
from halfmove.cli.tree import TreeCommand, tree
from halfmove.cli.tune import tune
from halfmove.starting import obey_ctrl_c_again

app = typer.Typer(
    name="halfmove",
    cls=Group,
    help="Tell it a game the way a textbook does, and it plays, solves and explains it at machine speed.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
COMMANDS = (
    *(games, play, studio, best, rollout, tree, draw, solve, equilibrium, plan, perft),
    *(bench, new, check, doctor, tune, train),
    *(match, tournament, ratings, replay),
    double_dummy,
    *(uci, ugi, gtp),
    *(lesson, quiz, grade),
)
for command in COMMANDS:
    app.command(command.__name__.replace("_", "-"), cls=TreeCommand if command is tree else Command)(command)

for group in (table_app, book_app):
    for registered in group.registered_commands:
        registered.cls = Command
    app.add_typer(group)


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal, also where there is a display.")
    ] = False,
) -> None:
    """Pass what was said before the command on to it; without a command, open the studio, or the menu of games."""
    given: dict[str, int] = {"as_json": as_json, "quiet": quiet}
    source = context.get_parameter_source("seed")
    if source is not None and source.name != "DEFAULT":  # where none is said, a protocol draws one
        given["seed"] = seed
    context.default_map = {command.name or "": dict(given) for command in app.registered_commands}
    context.default_map["tree"]["as_json"] = "-" if as_json else None
    if version:
        from importlib.metadata import version as version_of

        print(version_of("halfmove"))
    elif context.invoked_subcommand is None:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            print(context.get_help())
        elif has_display() and has_studio() and not terminal:
            studio()
        else:
            menu(Timing(), seed)


def main() -> None:
    """Run the command line."""
    try:
        obey_ctrl_c_again()
        spell_what_cannot_be_written()
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        gc.freeze()  # what the compiler left behind takes long to look through, and the process ends anyway
