"""Open a table: check that it is one, that it is whole, and that it is about the rules that are played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from halfmove.compiled import words_of
from halfmove.core.game import Game
from halfmove.errors import DamagedFile, HalfmoveError
from halfmove.search.solving.proof import CLOSE
from halfmove.tables.bearoff.table import BearoffTable
from halfmove.tables.blocks import BlockFile
from halfmove.tables.endings import endings_of, index_of
from halfmove.tables.fingerprint import bare, fingerprint
from halfmove.tables.index import HashIndex, PackedIndex
from halfmove.tables.table import Table
from halfmove.tables.whole.keys import packing_of

FORMAT = 1
_CODES, _VALUES = ("uint8", "uint16", "uint32"), ("float64",)  # of entries: numbers of values, or values
_MOST_PLIES = 1 << 31
_MOST_STATES = 1 << 62
_LONGEST_TREE = 10_000  # characters of a game that is a tree in text


def open_table(path: str | Path, game: Game | None = None) -> Table:
    """Return the table in a file; without a game, the one of our list that it names.

    A table of other rules than those of `game` is refused.
    """
    file = BlockFile(path)
    header = file.header
    if header.get("format") != FORMAT or header.get("kind") not in ("whole", "ending", "values", "bearoff"):
        raise HalfmoveError(f"{path}: this is not a table that this version of halfmove can read")
    game = game if game is not None else named_game(file)
    rules, limit = bare(game), 0
    ending: Any = None
    played = rules
    if header.get("what") and header["kind"] in ("whole", "ending"):
        endings = endings_of(rules)
        ending = endings.named(str(header["what"]))
        if header["kind"] == "whole" and not hasattr(ending, "roots"):
            raise HalfmoveError(f"{path}: an older version of halfmove made this table: build it again")
        rules, limit = getattr(ending, "game", rules), getattr(endings, "limit", 0)
    if header.get("rules") != fingerprint(rules):
        raise HalfmoveError(f"{path}: this table is about other rules: {header.get('game')}")
    if header["kind"] == "bearoff":
        return BearoffTable(game, file)  # type: ignore[return-value]
    entries = file.array("entries")
    values, plies = _entries(file, rules)
    if entries.section.kind not in (_CODES if len(values) else _VALUES):
        raise DamagedFile(f"{path}: the file is damaged: its entries are of another kind")
    if header["kind"] == "ending":
        index = _ending_index(file, played)
        if not len(entries) == header.get("size") == ending.size:
            raise DamagedFile(f"{path}: the file is damaged: it has another number of entries")
        return Table(game, index, entries, values, plies, header, file)
    keys: Any = file.array("keys")
    if len(keys) != len(entries) or keys.section.kind != "int64":
        raise DamagedFile(f"{path}: the file is damaged: it has another number of entries than keys")
    used = header.get("used")
    if used is None:
        hashed = HashIndex(rules.bounds, keys, played, np.array([limit]))
        return Table(game, hashed, entries, values, plies, header, file)
    words = words_of(type(rules.initial))
    if not isinstance(used, list) or not all(isinstance(bits, int) for bits in used) or len(used) != words:
        raise DamagedFile(f"{path}: the file is damaged: its header tells no keys")
    packing = packing_of(used)
    if packing.width() != 1:
        raise DamagedFile(f"{path}: the file is damaged: its keys are too wide")
    index = PackedIndex(rules.bounds, packing, keys, played, np.array([limit]))
    return Table(game, index, entries, values, plies, header, file)


def table_of(path: str | Path, game: Game) -> Any:
    """Return the table in a file, or those of Syzygy in a folder."""
    if Path(path).is_dir():
        from halfmove.tables.chess.syzygy import SyzygyTable

        return SyzygyTable(Path(path), game)
    return open_table(path, game)


def named_game(file: BlockFile) -> Game:
    """Return the game of our list that a file names; a user's file is not run because a table says so."""
    from halfmove.games import game_named

    name = file.header.get("game")
    if not isinstance(name, str) or name.partition(":")[0].endswith(".py"):
        raise HalfmoveError(
            f"{file.path}: this table is about a game in a file: say which, as --game {name or 'FILE.py'}"
        )
    if "(" in name and len(name) <= _LONGEST_TREE:
        from halfmove.games.trees.explicit import ExplicitGame

        tree: Game = ExplicitGame.parse(name)
        return tree
    game: Game = game_named(name)
    return game


def _entries(file: BlockFile, rules: Game) -> tuple[Any, Any]:
    """Return the value and the distance of each code; nothing where the entries are values themselves."""
    listed = file.header.get("entries", [])
    try:
        values = np.array([float(value) for value, _ in listed])
        plies = np.array([-1 if distance is None else int(distance) for _, distance in listed], np.int64)
    except (TypeError, ValueError, OverflowError):
        raise DamagedFile(f"{file.path}: the file is damaged: its header tells no entries") from None
    least, greatest = rules.utilities
    sound = (values >= least).all() and (values <= greatest).all() and (abs(plies) <= _MOST_PLIES).all()
    if sound:  # values are whole steps; what is decided has a distance, and of draws only an end has one
        steps = (values - least) / rules.step
        drawn = values == (least + greatest) / 2
        sound = (abs(steps - np.rint(steps)) <= CLOSE).all() and np.where(drawn, plies <= 0, plies >= 0).all()
    if (file.header["kind"] == "values") == bool(len(values)) or not sound:
        raise DamagedFile(f"{file.path}: the file is damaged: its header tells no entries")
    none = [0] * len(values)
    counts, error = file.header.get("counts", none) if none else none, file.header.get("error", 0.0)
    counted = isinstance(counts, list) and len(counts) == len(values)
    if not counted or not all(type(count) is int and 0 <= count < _MOST_STATES for count in counts):
        raise DamagedFile(f"{file.path}: the file is damaged: its header does not count its entries")
    if type(error) not in (int, float) or not 0 <= error < float("inf"):
        raise DamagedFile(f"{file.path}: the file is damaged: its header tells no error")
    return values, plies


def _ending_index(file: BlockFile, rules: Any) -> Any:
    what = file.header.get("what")
    if not isinstance(what, str):
        raise DamagedFile(f"{file.path}: the file is damaged: its header names no ending")
    return index_of(rules, what)
