"""Kriegspiel as text: the pieces that are seen, what the umpire said, and tries as programs write moves (e2e4)."""

from __future__ import annotations

import re
from typing import Any

from halfmove.compiled import plain
from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.chess import fen, san
from halfmove.games.chess.tables import SIZE
from halfmove.games.kriegspiel import positions as umpire
from halfmove.games.kriegspiel.positions import ASK, DEALING, Position
from halfmove.games.shared.grid import EMPTY, show_grid

ANY = "any"
_CHECKS = ("", "on the rank", "on the file", "on the long diagonal", "on the short diagonal", "by a knight")
_VICTIMS = ("something", "a pawn", "a piece")
_PROMOTED = "a pawn was promoted"
PAWN_ANSWERS = {
    umpire.SOME: "there are pawn tries",
    umpire.NONE: "there are no pawn tries",
    umpire.RELEASED: "there were pawn tries",
}
_TAKEN = re.compile(rf"({'|'.join(_VICTIMS)}) was taken( en passant)? on ([a-h][1-8])")
ENDINGS = ("", "checkmate", "stalemate", "nobody can win", "too many moves without progress")


class KriegspielText(Game):
    """The text of Kriegspiel; `chess` has the rules of the pieces, `size` is that of the board."""

    player_names = fen.COLOURS

    def show(self, position: Any) -> str:
        men, size = fen.men_of(position.board), self.size
        squares = [SIZE * rank + file for rank in reversed(range(size)) for file in range(size)]
        grid = show_grid([men.at(square) or EMPTY for square in squares], size)
        return "\n".join(filter(None, (grid, announcement(position), self.fen(position.board))))

    def fen(self, board: Any) -> str:
        """Return a board in FEN; a smaller board has fewer ranks."""
        placed, rest = fen.write_fen(board).split(" ", 1)
        if self.size < SIZE:
            cells = re.sub(r"\d", lambda digit: EMPTY * int(digit[0]), placed).split("/")[-self.size :]
            placed = "/".join(_counted(rank[: self.size]) for rank in cells)
        return f"{placed} {rest}"

    def name(self, action: int, state: Any = None) -> str:
        """Return a try as programs write moves; squares are counted from the mover's side, so `state` is needed."""
        if action == ASK:
            return ANY
        if state is None:
            return str(action)
        if state.phase == DEALING:
            return f"k{fen.square_name(action)}"
        return san.uci(state.board, action, False)

    def read(self, written: str) -> Position:
        """Return the position of a FEN, of which a smaller board has as many ranks; without a black king it is dealt.

        Pieces alone are read with White to move. What the umpire said may stand in the line before.
        """
        lines = written.strip().splitlines() or [""]
        position = ready(plain(self), read_board(self.chess, self.size, lines[-1]))
        return position if len(lines) == 1 else _as_announced(position, lines[-2])


def _as_announced(position: Position, sentence: str) -> Position:
    """Return a position with what cannot be seen on its board: what was taken or promoted, and what was asked."""
    announced, taken = position.announced, _TAKEN.search(sentence)
    if taken:
        announced |= fen.square_named(taken[3]) + 1 << umpire.CAPTURE | _VICTIMS.index(taken[1]) << umpire.VICTIM
        announced |= bool(taken[2]) << umpire.EN_PASSANT
    if _PROMOTED in sentence:
        announced |= 1 << umpire.PROMOTED
    phase = next((place for place, answer in PAWN_ANSWERS.items() if answer in sentence), position.phase)
    return position._replace(announced=announced, phase=phase)


def ready(game: Any, board: Any) -> Position:
    """Return the position in which play begins on a board, with what the umpire says of it."""
    if not board.theirs:
        return Position(board, umpire.MOVED, 0, DEALING)
    position: Position = game.with_announcement(board, 0, 0)
    return position


def read_board(chess: Any, size: int, written: str) -> Any:
    """Return the board of a FEN on a board of `size`; castling and what follows may be left out."""
    fields = written.split()
    ranks = fields[0].split("/") if fields else []
    if len(ranks) != size:
        raise MalformedText(f"'{written}' has {len(ranks)} ranks where the board has {size}")
    if size < SIZE:
        if re.search("[pP]", fields[0]):
            raise MalformedText(f"'{written}' has pawns: a board of {size} x {size} is for endings without them")
        for rank in ranks:
            width = sum(int(cell) if cell.isdigit() else 1 for cell in rank)
            if width != size:
                raise MalformedText(f"'{rank}' has {width} squares where a rank has {size}")
        ranks = [str(SIZE)] * (SIZE - size) + [rank + str(SIZE - size) for rank in ranks]
    ranks = [re.sub(r"\d+", lambda digits: str(sum(map(int, digits[0]))), rank) for rank in ranks]
    rest = fields[1:] or ["w"]
    rest += ["-", "-"][len(rest) - 1 :] if len(rest) < 3 else []
    placed = "/".join(ranks)
    if "k" in placed:
        return fen.read_fen(chess, " ".join([placed, *rest]))
    return _without_king(chess, placed, rest)


def _without_king(chess: Any, placed: str, rest: list[str]) -> Any:
    """Return a board of White's pieces, by trying where a black king could stand."""
    if re.search("[pnbrq]", placed) or rest[0] != "w":
        raise MalformedText(f"'{placed}': where the black king is left out, Black has nothing else, and White moves")
    for rank, row in enumerate(placed.split("/")):
        cells = re.sub(r"\d", lambda digit: EMPTY * int(digit[0]), row)
        for file, cell in enumerate(cells):
            if cell == EMPTY:
                rows = placed.split("/")
                rows[rank] = _counted(cells[:file] + "k" + cells[file + 1 :])
                try:
                    board = fen.read_fen(chess, " ".join(["/".join(rows), *rest]))
                except MalformedText:
                    continue
                return board._replace(theirs=0)
    raise MalformedText(f"'{placed}': there is no square for the black king")


def _counted(cells: str) -> str:
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), cells)


def announcement(position: Any) -> str:
    """Return what the umpire said last, as a sentence."""
    announced, parts = position.announced, []
    if announced >> umpire.CAPTURE & 127:
        where = fen.square_name((announced >> umpire.CAPTURE & 127) - 1)
        how = " en passant" if announced >> umpire.EN_PASSANT & 1 else ""
        parts.append(f"{_VICTIMS[announced >> umpire.VICTIM & 3]} was taken{how} on {where}")
    if announced >> umpire.PROMOTED & 1:
        parts.append(_PROMOTED)
    checks = [
        _CHECKS[announced >> first & 7] for first in (umpire.CHECK, umpire.SECOND_CHECK) if announced >> first & 7
    ]
    ending = ENDINGS[announced >> umpire.ENDING & 7]
    if ending:
        parts.append(ending)
    elif checks:
        parts.append("check " + " and ".join(checks))
    if announced >> umpire.TRIES > 1:
        count = (announced >> umpire.TRIES) - 1
        parts.append(f"{count} pawn {'tries' if count > 1 else 'try'}")
    if position.pawns:
        squares = " ".join(fen.square_name(square) for square in fen.squares_of(position.pawns))
        parts.append(f"pawn tries from {squares}")
    if position.phase in PAWN_ANSWERS:
        parts.append(PAWN_ANSWERS[position.phase])
    return "; ".join(parts)
