"""Build a table: of a whole game, of a numbered ending, or of averages where chance has turns."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from halfmove.compiled import has_words, plain
from halfmove.core.game import Game
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError, NotCompilable
from halfmove.running.clock import Clock
from halfmove.running.memory import MEGABYTE
from halfmove.tables.averages import write_averages
from halfmove.tables.bearoff.table import write_bearoff
from halfmove.tables.endings import endings_of, planned_bytes, require_same_rules, write_ending
from halfmove.tables.fingerprint import bare, bare_state, fingerprint
from halfmove.tables.numbered.build import write_numbered
from halfmove.tables.opening import FORMAT
from halfmove.tables.whole.listing import Report
from halfmove.tables.whole.solve import Solved, solve_whole
from halfmove.tables.whole.spool import FolderSpool
from halfmove.tables.whole.write import write_whole

METRICS = ("mate", "zeroing")


class Built(NamedTuple):
    """A table that was built: its header, how long that took, and how much memory."""

    header: dict[str, Any]  #: of the file
    seconds: float  #: to solve it
    writing: float  #: seconds to write it
    bytes: int  #: of the file


def parts_of(path: Path) -> Path:
    """Return the folder in which an interrupted build goes on."""
    return path.with_name(f"{path.name}.parts")


def build_table(
    name: str,
    game: Game,
    path: Path,
    *,
    what: str = "",
    metric: str = "mate",
    megabytes: float = 1024,
    report: Report | None = None,
    progress: Any = None,
) -> Built:
    """Build the table of a game, called `name`, or of the ending `what`, and write it to `path`.

    A build that was interrupted goes on where it was, in a folder beside the file, and ends with the same file.
    """
    check_metric(metric)
    require_no_secrets(game, "a table")
    rules, clock = bare(game), Clock()
    header = {"format": FORMAT, "game": name, "rules": fingerprint(rules), "by": _version()}
    root, roots = bare_state(game, game.initial), None
    ending = endings_of(rules).named(what) if what else None
    if metric != METRICS[0] and not hasattr(ending, "men"):
        raise HalfmoveError(f"a distance to {metric} is for endings of chess: leave out the metric")
    if ending is not None:
        if not hasattr(ending, "roots"):
            require_same_rules(rules)
        if hasattr(ending, "checkers"):
            header = write_bearoff(rules, ending.name, ending.checkers, path, header)
            return Built(header, clock.seconds, 0.0, path.stat().st_size)
        if hasattr(ending, "index"):
            header["rules"] = fingerprint(ending.game)
            header, seconds = write_numbered(ending, path, header, FolderSpool(parts_of(path)), progress)
            return Built(header, seconds, clock.seconds - seconds, path.stat().st_size)
        if not hasattr(ending, "roots"):
            header = write_ending(rules, what, path, header, metric, progress)
            seconds = float(header.pop("seconds"))  # type: ignore[arg-type]
            return Built(header, seconds, clock.seconds - seconds, path.stat().st_size)
        rules, roots = ending.game, ending.roots
        header |= {"what": ending.name, "rules": fingerprint(rules)}
        root = plain(roots).state(0)
    if not has_words(type(root)):  # type: ignore[arg-type]
        raise NotCompilable(
            f"{type(rules).__name__}: its states have no fixed size, so that no table can be made: use a NamedTuple"
        )
    if rules.has_chance:
        header = write_averages(rules, root, path, header, megabytes)
        return Built(header, clock.seconds, 0.0, path.stat().st_size)
    spool = FolderSpool(parts_of(path))
    solved: Solved = solve_whole(rules, root, spool=spool, megabytes=megabytes, report=report, roots=roots)
    seconds, clock = solved.seconds, Clock()
    header["method"] = "ply by ply" if solved.by_plies else "all states together"
    header = write_whole(solved, path, header)
    spool.end()
    return Built(header, seconds, clock.seconds, path.stat().st_size)


def check_metric(metric: str) -> None:
    """Refuse a distance that there is not."""
    if metric not in METRICS:
        raise HalfmoveError(f"'{metric}' is no distance: there are {', '.join(METRICS)}")


def planned_megabytes(game: Game, what: str) -> float | None:
    """Return how much memory an ending takes to build; None for a whole game, whose states nobody has counted."""
    return planned_bytes(bare(game), what) / MEGABYTE if what else None


def _version() -> str:
    from importlib.metadata import version

    return f"halfmove {version('halfmove')}"
