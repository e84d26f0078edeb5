"""A book: for states near the beginning, the actions that were played there, how often, with what result and value.

It is a file of blocks as a table is, one row for each action of a state; the rows of a state lie together, in the
order of its key. A chess book may also be a file of Polyglot's.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import mix, plain
from halfmove.core.choice import ESTIMATE, EXACT, Choice
from halfmove.core.game import Game
from halfmove.core.rules import legal_actions
from halfmove.errors import DamagedFile, HalfmoveError
from halfmove.tables.blocks import BlockFile, section, write_blocks
from halfmove.tables.fingerprint import bare, bare_state, fingerprint

FORMAT = 1
BOOK, SOLVED = "book", "solved book"  # kinds of files
_ROUNDING = 1e-9  # of points and values
_SHARES = 1 << 20  # steps in which a random share is drawn
_COLUMNS = {"keys": np.int64, "actions": np.int64, "counts": np.uint32, "points": np.float64, "values": np.float64}


class Move(NamedTuple):
    """An action in a book: how often it was played, what it brought its player in all, and what a search found.

    Points are utilities as a share from 0, the least, to 1, the greatest; a value is a utility, NaN if there is none.
    """

    action: int  #: that was played
    played: int = 0  #: times
    points: float = 0.0  #: that it brought in all
    value: float = float("nan")  #: to the player who takes it

    @property
    def score(self) -> float:
        """What it brought on average, from 0 to 1."""
        return self.points / self.played if self.played else float("nan")


class Book:
    """Moves by state."""

    def __init__(self, game: Game, moves: dict[int, list[Move]], header: dict[str, Any] | None = None) -> None:
        self.game, self.by_key, self.header = game, moves, header or {}

    def __len__(self) -> int:
        return len(self.by_key)

    @property
    def total(self) -> int:
        """How many moves it has in all."""
        return sum(map(len, self.by_key.values()))

    def key(self, state: Any) -> int:
        """Return the key of a state."""
        return int(plain(bare(self.game)).repetition_key(bare_state(self.game, state)))

    def moves(self, state: Any) -> list[Move]:
        """Return the legal moves of a state that the book has, the best first."""
        listed = self.by_key.get(self.key(state), [])
        legal = set(legal_actions(plain(self.game), state)) if listed else set()
        return sorted((move for move in listed if move.action in legal), key=_merit, reverse=True)

    def choice(self, state: Any, seed: int = 0) -> Choice | None:
        """Return a move: the best by value, or drawn by how often each was played, which `seed` decides.

        How games ended is no evaluation: who won the only game with a move has not won by it. Such a move is worth a
        draw, or else clients would resign after it.
        """
        moves = self.moves(state)
        if not moves:
            return None
        valued = [move for move in moves if move.value == move.value]
        if valued:
            chosen = valued[0]
            value, kind = chosen.value, EXACT if self.header.get("exact") else ESTIMATE
        else:
            chosen = _drawn(moves, mix(self.key(state), seed) % _SHARES / _SHARES)
            value, kind = sum(self.game.utilities) / 2, ESTIMATE
        action = chosen.action
        return Choice(action, value, (action,), 1, 1, kind=kind, distance=0, game=self.game, state=state)


def _merit(move: Move) -> tuple[float, float]:
    return (move.value if move.value == move.value else float("-inf"), move.played)


def _drawn(moves: list[Move], share: float) -> Move:
    """Return the move on which a share of all that were played falls."""
    left = share * sum(move.played for move in moves)
    for move in moves:
        left -= move.played
        if left < 0:
            return move
    return moves[0]


def write_book(book: Book, name: str, path: Path) -> int:
    """Write a book, and return how many bytes it has."""
    most = np.iinfo(np.uint32).max  # the type of a count
    if any(move.played > most for moves in book.by_key.values() for move in moves):
        raise HalfmoveError(f"{path}: a book counts up to {most:,} games with one action, and these are more")
    rows = [(key, *move) for key in sorted(book.by_key) for move in sorted(book.by_key[key])]
    header = {
        **book.header,
        "format": FORMAT,
        "kind": BOOK,
        "game": name,
        "rules": fingerprint(bare(book.game)),
        "states": len(book),
        "moves": len(rows),
    }
    columns: list[NDArray[Any]] = [
        np.array([row[place] for row in rows], kind) for place, kind in enumerate(_COLUMNS.values())
    ]
    filters = ["sorted", "planes", "planes", "planes", "planes"]
    sections = [
        section(name, kind, len(rows), filter) for (name, kind), filter in zip(_COLUMNS.items(), filters, strict=True)
    ]
    return write_blocks(path, header, sections, [[column] for column in columns])


def open_book(path: str | Path, game: Game | None = None) -> Book:
    """Return the book in a file, ours or one of Polyglot's; one of another game is refused."""
    if Path(path).suffix == ".bin":
        from halfmove.tables.books.polyglot import PolyglotBook

        if game is None:
            raise HalfmoveError(f"{path}: a book of Polyglot's is about chess: say --game chess")
        return PolyglotBook(Path(path), game)
    file = BlockFile(path)
    if file.header.get("kind") not in (BOOK, SOLVED) or file.header.get("format") != FORMAT:
        raise HalfmoveError(f"{path}: this is not a book that this version of halfmove can read")
    if game is None:
        from halfmove.tables.opening import named_game

        game = named_game(file)
    if file.header.get("rules") != fingerprint(bare(game)):
        raise HalfmoveError(f"{path}: this book is about other rules: {file.header.get('game')}")
    if file.header["kind"] == SOLVED:
        from halfmove.tables.books.solved import solved_in

        return solved_in(file, game)
    moves: dict[int, list[Move]] = {}
    for key, *move in zip(*(column.tolist() for column in _columns(file, game)), strict=True):
        moves.setdefault(key, []).append(Move(*move))
    return Book(game, moves, {name: file.header[name] for name in ("exact", "from") if name in file.header})


def _columns(file: BlockFile, game: Game) -> list[NDArray[Any]]:
    """Return the columns of a book, in which every number can be what it stands for."""
    if any(file.array(name).section.kind != np.dtype(kind).name for name, kind in _COLUMNS.items()):
        raise DamagedFile(f"{file.path}: the file is damaged: its sections are of other kinds")
    columns: list[NDArray[Any]] = [file.array(name).whole() for name in _COLUMNS]
    if len({len(column) for column in columns}) != 1:
        raise DamagedFile(f"{file.path}: the file is damaged: its sections have different lengths")
    counts, points, values = columns[2:]
    least, greatest = game.utilities
    sound = (points >= 0) & (points <= counts * (1 + _ROUNDING))
    sound &= np.isnan(values) | (values >= least - _ROUNDING) & (values <= greatest + _ROUNDING)
    if not sound.all():
        raise DamagedFile(f"{file.path}: the file is damaged: it has results or values that cannot be")
    return columns


def merged(books: Iterable[Book]) -> Book:
    """Return one book of several: counts and points are added up, and the later value counts."""
    books = list(books)
    together: dict[int, dict[int, Move]] = {}
    for book in books:
        for key, moves in book.by_key.items():
            known = together.setdefault(key, {})
            for move in moves:
                old = known.get(move.action, Move(move.action))
                value = move.value if move.value == move.value else old.value
                known[move.action] = Move(move.action, old.played + move.played, old.points + move.points, value)
    header = {"exact": all(book.header.get("exact") for book in books)}
    return Book(books[0].game, {key: list(moves.values()) for key, moves in together.items()}, header)
