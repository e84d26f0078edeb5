"""Moves as text: SAN as players write it (Nbd2, exd8=Q+, O-O) and UCI as programs do (b1d2, e7d8q, e1g1)."""

from __future__ import annotations

import re
from typing import Any

from halfmove.errors import IllegalAction
from halfmove.games.chess.fen import COLOURS, FILES, NAMES, PIECES, men_of, square_name, square_named
from halfmove.games.chess.moves import (
    CASTLE,
    EN_PASSANT,
    KIND,
    KING,
    KNIGHT,
    PAWN,
    PIECE,
    PROMOTED,
    PROMOTION,
    SQUARE,
    TO,
    Board,
    CheckInfo,
)
from halfmove.games.chess.tables import (
    ALL,
    C1,
    G1,
    KING_STEPS,
    KNIGHT_STEPS,
    PAWN_ATTACKS,
    RANK_6,
    SIZE,
    SQUARES,
)

SHORT, LONG = "O-O", "O-O-O"
TURN = SQUARES - SIZE  # a square seen by the other player differs in these bits
_SAN = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x-]?([a-h][1-8])(?:=?([QRBN]))?")
_UCI = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbn])?")


def squares(board: Board, action: int) -> tuple[int, int]:
    """Return from where to where a piece goes, as White sees it; castling leads the king to the square of the rook."""
    turn = TURN * (board.ply & 1)
    return action & SQUARE ^ turn, action >> TO & SQUARE ^ turn


def uci(board: Board, action: int, chess960: bool) -> str:
    """Return a move in UCI. In Chess960 castling is written as the king taking his rook."""
    source, target = squares(board, action)
    if action >> KIND == CASTLE and not chess960:
        target = source - source % SIZE + (G1 if target > source else C1)
    promoted = action >> KIND
    letter = PIECES[PROMOTED[promoted - PROMOTION]].lower() if promoted >= PROMOTION else ""
    return square_name(source) + square_name(target) + letter


def san(game: Any, board: Board, action: int) -> str:
    """Return a legal move in SAN, with + for check and # for mate."""
    child = game.result(board, action)
    view = game.look(child)
    mark = "" if not view.checkers else "+" if game.can_move(child, view) else "#"
    source, target = squares(board, action)
    piece, kind = action >> PIECE & 7, action >> KIND
    if kind == CASTLE:
        return (SHORT if target > source else LONG) + mark
    takes = "x" if board.theirs >> (action >> TO & SQUARE) & 1 or kind == EN_PASSANT else ""
    if piece == PAWN:
        promoted = f"={PIECES[PROMOTED[kind - PROMOTION]]}" if kind >= PROMOTION else ""
        return (FILES[source % SIZE] + takes if takes else "") + square_name(target) + promoted + mark
    return PIECES[piece] + _disambiguation(game, board, action) + takes + square_name(target) + mark


def _disambiguation(game: Any, board: Board, action: int) -> str:
    """Return what tells the piece from others of its kind that can go to the same square: its file, rank or both."""
    source, target, piece = action & SQUARE, action >> TO & SQUARE, action >> PIECE & 7
    if piece == KING or not _pieces_seeing(game, board, piece, target) & ~(1 << source):
        return ""
    others = [other & SQUARE for other in game.actions(board) if (other ^ action) >> TO == 0 and other != action]
    if not others:
        return ""
    name = square_name(squares(board, action)[0])
    if all(other % SIZE != source % SIZE for other in others):
        return name[0]
    return name[1] if all(other // SIZE != source // SIZE for other in others) else name


def _pieces_seeing(game: Any, board: Board, piece: int, target: int) -> int:
    """Return the mover's pieces of a kind that see a square."""
    occupied, queens = board.mine | board.theirs, board.diagonals & board.straights
    if piece == KNIGHT:
        return board.knights & board.mine & int(KNIGHT_STEPS[target])
    straight = game.rook(target, occupied) & board.straights
    diagonal = game.bishop(target, occupied) & board.diagonals
    seen = {"Q": (straight | diagonal) & queens, "R": straight & ~queens, "B": diagonal & ~queens}[PIECES[piece]]
    return seen & board.mine


def read_action(game: Any, board: Board, written: str) -> int:
    """Return the legal move that is written in SAN or UCI; it may say more than it needs to, with marks or not."""
    matching = _matching(game, board, written)
    if len(matching) != 1:
        raise IllegalAction(f"{written}: {why_illegal(game, board, written)}")
    return matching[0]


def _bare(written: str) -> str:
    return re.sub(r"[+#!?]+$|\s*e\.p\.$", "", written.strip()).replace("0", "O")


def _matching(game: Any, board: Board, written: str) -> list[int]:
    """Return the legal moves that a text can mean."""
    if game.is_terminal(board):
        return []
    legal, text = list(game.actions(board)), _bare(written)
    by_name = [action for action in legal if uci(board, action, game.chess960) == text]
    if by_name:
        return by_name
    castling = [action for action in legal if action >> KIND == CASTLE]
    if text in (SHORT, LONG):
        return [action for action in castling if (action >> TO & SQUARE > action & SQUARE) == (text == SHORT)]
    if _UCI.fullmatch(text):
        return [action for action in castling if text in (uci(board, action, True), uci(board, action, False))]
    parts = _SAN.fullmatch(text)
    return [action for action in legal if _means(board, action, parts)] if parts else []


def _means(board: Board, action: int, parts: re.Match[str]) -> bool:
    """Tell whether a move is what the letter, the file, the rank, the target and the promotion say."""
    letter, file, rank, target, promoted = parts.groups()
    source, end = squares(board, action)
    kind = action >> KIND
    becomes = PIECES[PROMOTED[kind - PROMOTION]] if kind >= PROMOTION else None
    return (
        kind != CASTLE
        and PIECES[action >> PIECE & 7] == (letter or "P")
        and square_name(end) == target
        and file in (None, square_name(source)[0])
        and rank in (None, square_name(source)[1])
        and promoted == becomes
    )


def why_illegal(game: Any, board: Board, written: str) -> str:
    """Say why a move that is written in SAN or UCI cannot be made, or does not say which one is meant."""
    if game.is_terminal(board):
        return "the game is over"
    matching, text, mover = _matching(game, board, written), _bare(written), COLOURS[board.ply & 1]
    if len(matching) > 1:
        sources = [square_name(squares(board, action)[0]) for action in matching]
        return f"the {NAMES[matching[0] >> PIECE & 7]}s on {' and '.join(sources)} can both go there"
    if text in (SHORT, LONG):
        return f"{mover} cannot castle to that side now"
    if parts := _UCI.fullmatch(text):
        return _why_from_to(game, board, parts, mover)
    if parts := _SAN.fullmatch(text):
        return _why_piece(game, board, parts, mover)
    return "not a move, which is written as in e4, Nbd2, exd8=Q, O-O or e2e4"


def _why_from_to(game: Any, board: Board, parts: re.Match[str], mover: str) -> str:
    source, target, promoted = parts.groups()
    letter = men_of(board).at(square_named(source))
    if not letter:
        return f"there is no piece on {source}"
    name = NAMES[PIECES.index(letter.upper())]
    if letter.isupper() == bool(board.ply & 1):
        return f"the {name} on {source} is not {mover}'s"
    start, end = (square_named(square) ^ TURN * (board.ply & 1) for square in (source, target))
    if not _reach(game, board, start) >> end & 1:
        return f"the {name} on {source} cannot reach {target}"
    if name == "pawn" and (end >= TURN) != bool(promoted):
        becomes = f"becomes a queen, rook, bishop or knight, as in {source}{target}q"
        return f"a pawn that reaches {target} {becomes}" if end >= TURN else "a pawn is promoted on the last rank only"
    if promoted and name != "pawn":
        return f"the {name} on {source} cannot be promoted"
    return _exposed(game, board, mover, name)


def _exposed(game: Any, board: Board, mover: str, name: str) -> str:
    if game.look(board).checkers:
        return f"{mover} is in check, and would still be"
    return "the king would step into check" if name == "king" else f"{mover}'s king would be in check"


def _why_piece(game: Any, board: Board, parts: re.Match[str], mover: str) -> str:
    letter, file, rank, target, promoted = parts.groups()
    piece, end = PIECES.index(letter or "P"), square_named(target) ^ TURN * (board.ply & 1)
    men, colour = men_of(board), board.ply & 1
    sources = [
        square
        for square in range(SQUARES)
        if men.pieces[piece] & men.colours[colour] & 1 << square
        and file in (None, square_name(square)[0])
        and rank in (None, square_name(square)[1])
    ]
    able = [square for square in sources if _reach(game, board, square ^ TURN * colour) >> end & 1]
    if not sources:
        where = " there" if file or rank else ""
        return f"{mover} has no {NAMES[piece]}{where}"
    if not able:
        return f"no {NAMES[piece]} of {mover} can reach {target}"
    if piece == PAWN and (end >= TURN) != bool(promoted):
        becomes = f"becomes a queen, rook, bishop or knight, as in {target}=Q"
        return f"a pawn that reaches {target} {becomes}" if end >= TURN else "a pawn is promoted on the last rank only"
    return _exposed(game, board, mover, NAMES[piece])


def _reach(game: Any, board: Board, square: int) -> int:
    """Return where the mover's piece on a square could go if his king could not be attacked."""
    view = CheckInfo(board.mine | board.theirs, 0, 0, ALL ^ board.mine, 0, 0)
    here, reached = 1 << square, 0
    if board.pawns & here:
        one, two, left, right = game.pawn_targets(board._replace(pawns=here), view)
        reached = one | two | left | right | board.special & RANK_6 & int(PAWN_ATTACKS[square])
    if board.diagonals & here:
        reached |= game.bishop(square, view.occupied)
    if board.straights & here:
        reached |= game.rook(square, view.occupied)
    if board.knights & here:
        reached = int(KNIGHT_STEPS[square])
    if game.kings(board) & here:
        reached = int(KING_STEPS[square])
    return reached & view.target
