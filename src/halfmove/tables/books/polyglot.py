"""Books of Polyglot's, for chess: read and written by python-chess's keys, where that is installed."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.compiled import plain
from halfmove.core.game import Game
from halfmove.core.rules import legal_actions
from halfmove.errors import DamagedFile, HalfmoveError, WrongGame
from halfmove.running.files import require_plain_file, write_whole
from halfmove.tables.books.book import Book, Move
from halfmove.tables.fingerprint import bare

_ROW = struct.Struct(">QHHI")  # key, move, weight, what was learned
_ROWS = np.dtype([("key", ">u8"), ("move", ">u2"), ("weight", ">u2"), ("learn", ">u4")])  # as they lie in a file
_LARGEST = 1 << 30  # bytes of a book
_MOST_WEIGHT = (1 << 16) - 1
_PIECES = " nbrq"
_FILES = "abcdefgh"


def _chess() -> Any:
    try:
        import chess.polyglot
    except ImportError:
        raise HalfmoveError("to use books of Polyglot's, install the package `chess`") from None
    return chess


def require_chess(path: Path, game: Game) -> None:
    """Refuse a game that books of Polyglot's are not about, and a machine that cannot read or write them."""
    if not hasattr(bare(game), "epd"):
        raise WrongGame(f"{path}: Polyglot's books are about chess")
    _chess()


class PolyglotBook(Book):
    """A book of Polyglot's: moves with weights."""

    def __init__(self, path: Path, game: Game) -> None:
        require_chess(path, game)
        self._module = _chess()
        require_plain_file(path)
        try:
            size = path.stat().st_size
            if size % _ROW.size or size > _LARGEST:
                raise DamagedFile(f"{path}: this is not a book of Polyglot's: its length is {size:,} bytes")
            data = path.read_bytes()
        except OSError as error:
            raise HalfmoveError(f"{path}: {error.strerror}") from None
        self.rows = np.frombuffer(data, _ROWS)
        self.keys = self.rows["key"].astype(np.uint64)
        if (self.keys[1:] < self.keys[:-1]).any():
            raise DamagedFile(f"{path}: this is not a book of Polyglot's: its keys are not in order")
        super().__init__(game, {}, {"from": "Polyglot"})

    def __len__(self) -> int:
        return int(np.count_nonzero(np.diff(self.keys))) + 1 if len(self.keys) else 0

    @property
    def total(self) -> int:
        return len(self.rows)

    def moves(self, state: Any) -> list[Move]:
        rules = plain(self.game)
        board = self._module.Board(rules.fen(state), chess960=bool(getattr(rules, "chess960", False)))  # type: ignore[attr-defined]
        key = np.uint64(self._module.polyglot.zobrist_hash(board))
        begin, end = (int(np.searchsorted(self.keys, key, side)) for side in ("left", "right"))
        if begin == end:
            return []
        words = {_castling(board, rules.uci(action, state)): action for action in legal_actions(rules, state)}  # type: ignore[attr-defined]
        moves = []
        for _, number, weight, _ in self.rows[begin:end].tolist():
            action = words.get(_castling(board, _word(number)))
            if action is not None and weight:
                moves.append(Move(action, weight, weight / 2))
        return sorted(moves, key=lambda move: -move.played)


def _word(number: int) -> str:
    """Return a move of Polyglot's in UCI."""
    target, origin, piece = number & 63, number >> 6 & 63, number >> 12 & 7
    squares = "".join(f"{_FILES[square & 7]}{square // 8 + 1}" for square in (origin, target))
    return squares + (_PIECES[piece] if 0 < piece < len(_PIECES) else "")


def _castling(board: Any, word: str) -> str:
    """Return a move so that castling is written in one way: the king takes his own rook."""
    if len(word) == 4 and word[:2] in ("e1", "e8"):
        import chess

        origin, target = chess.parse_square(word[:2]), chess.parse_square(word[2:])
        if board.piece_type_at(origin) == chess.KING and abs(origin - target) == 2:
            return word[:2] + ("h" if target > origin else "a") + word[1]
    return word


def write_polyglot(book: Book, states: dict[int, Any], path: Path) -> int:
    """Write a book as Polyglot's; `states` gives the state of each key. Return how many moves it has."""
    module, rules, rows = _chess(), plain(book.game), []
    for key, moves in book.by_key.items():
        if key not in states:
            continue
        state = states[key]
        board = module.Board(rules.fen(state))  # type: ignore[attr-defined]
        greatest = max((move.played for move in moves), default=0)
        scale = min(1.0, _MOST_WEIGHT / greatest) if greatest else 0.0
        for move in moves:
            word = _castling(board, rules.uci(move.action, state))  # type: ignore[attr-defined]
            weight = max(1, round(move.played * scale)) if move.played else 1
            rows.append((module.polyglot.zobrist_hash(board), _number(word), weight, 0))
    rows.sort(key=lambda row: (row[0], -row[2], row[1]))
    write_whole(path, b"".join(_ROW.pack(*row) for row in rows))
    return len(rows)


def _number(word: str) -> int:
    """Return a move in UCI as Polyglot writes it."""
    origin, target = (_FILES.index(word[i]) + 8 * (int(word[i + 1]) - 1) for i in (0, 2))
    piece = _PIECES.index(word[4]) if len(word) > 4 else 0
    return target | origin << 6 | piece << 12


def states_of(book: Book) -> dict[int, Any]:
    """Return the states of a book that its own moves lead to from the first one."""
    rules, state = plain(book.game), book.game.initial
    found, waiting = {book.key(state): state}, [state]
    while waiting:
        state = waiting.pop()
        for move in book.moves(state):
            child = rules.result(state, move.action)
            key = book.key(child)
            if key not in found and key in book.by_key:
                found[key] = child
                waiting.append(child)
    return found
