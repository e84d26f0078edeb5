"""Positions as text: FEN with its dialects for Chess960 (X-FEN, Shredder-FEN), and EPD, in and out.

rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
ranks from the eighth, to move, castling, en passant, plies without a capture or a pawn's move, number of the move
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from halfmove.compiled import swap_bytes
from halfmove.errors import MalformedText
from halfmove.games.chess.moves import RIGHTS, Board
from halfmove.games.chess.tables import A1, H1, KING_STEPS, RANK_1, RANK_6, RANK_8, SIZE, SQUARES
from halfmove.games.shared.grid import LETTERS

PIECES = "PNBRKQ"  # by their numbers
COLOURS = ("White", "Black")
NAMES = ("pawn", "knight", "bishop", "rook", "king", "queen")
FILES = LETTERS[:SIZE]
E1 = 4
MOST_PAWNS, MOST_MEN, MOST_CHECKERS = 8, 16, 2
DIGITS = 4  # of a number of moves or plies


def square_name(square: int) -> str:
    """Return the file and the rank of a square as White sees it."""
    return f"{FILES[square % SIZE]}{square // SIZE + 1}"


def square_named(name: str) -> int:
    """Return the square of a name."""
    return SIZE * (int(name[1]) - 1) + FILES.index(name[0])


def squares_of(bits: int) -> list[int]:
    """Return the squares of a set, from a1 on."""
    return [square for square in range(SQUARES) if bits >> square & 1]


class Men(NamedTuple):
    """What stands on the board as White sees it: sets of squares by piece and by colour."""

    pieces: tuple[int, ...]
    colours: tuple[int, ...]

    def at(self, square: int) -> str:
        """Return the letter of what stands on a square, or nothing."""
        for letter, squares in zip(PIECES, self.pieces):
            if squares >> square & 1:
                return letter if self.colours[0] >> square & 1 else letter.lower()
        return ""


def men_of(board: Board) -> Men:
    """Return what stands on a board."""
    queens = board.diagonals & board.straights
    kings = (board.mine | board.theirs) & ~(board.pawns | board.knights | board.diagonals | board.straights)
    bishops, rooks = board.diagonals ^ queens, board.straights ^ queens
    pieces = (board.pawns, board.knights, bishops, rooks, kings, queens)
    if board.ply & 1:
        return Men(tuple(map(swap_bytes, pieces)), (swap_bytes(board.theirs), swap_bytes(board.mine)))
    return Men(pieces, (board.mine, board.theirs))


def write_fen(board: Board, *, shredder: bool = False, counters: bool = True) -> str:
    """Return a board in FEN; with `shredder`, castling by the files of the rooks; without `counters`, as EPD begins."""
    men = men_of(board)
    special = swap_bytes(board.special) if board.ply & 1 else board.special
    ranks = []
    for rank in reversed(range(SIZE)):
        row = "".join(men.at(SIZE * rank + file) or "." for file in range(SIZE))
        ranks.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
    passed = squares_of(special & ~RIGHTS)
    fields = ["/".join(ranks), "wb"[board.ply & 1], _castling(men, special & RIGHTS, shredder)]
    fields.append(square_name(passed[0]) if passed else "-")
    return " ".join(fields + ([str(board.quiet), str(board.ply // 2 + 1)] if counters else []))


def _castling(men: Men, rights: int, shredder: bool) -> str:
    """Name each rook that may castle: K or Q where it is the outermost on its side, otherwise its file."""
    letters = ""
    for colour, first in ((0, 0), (1, SQUARES - SIZE)):
        king = men.pieces[4] & men.colours[colour]
        rooks = men.pieces[3] & men.colours[colour] & RANK_1 << first
        for rook in reversed(squares_of(rights & RANK_1 << first)):
            short = 1 << rook > king
            beyond = rooks >> rook + 1 if short else rooks & (1 << rook) - 1
            letter = FILES[rook - first].upper() if shredder or beyond else "K" if short else "Q"
            letters += letter.lower() if colour else letter
    return letters or "-"


def read_fen(game: Any, written: str) -> Board:
    """Return the board that a FEN describes; the two counters may be left out."""
    fields = written.split()
    if not 4 <= len(fields) <= 6:
        wanted = "the board, who is to move, castling, en passant and two counters"
        raise MalformedText(f"'{written}' has {len(fields)} fields where a FEN has 6: {wanted}")
    men = _read_men(fields[0])
    if fields[1] not in ("w", "b"):
        raise MalformedText(f"to move is '{fields[1]}', which is neither w nor b")
    player = "wb".index(fields[1])
    special = _read_castling(game, fields[2], men) | _read_en_passant(fields[3], men, player)
    quiet = _read_counter(fields[4], "plies without a capture") if len(fields) > 4 else 0
    number = _read_counter(fields[5], "moves") if len(fields) > 5 else 1
    pawns, knights, bishops, rooks, _, queens = men.pieces
    sets = [pawns, knights, bishops | queens, rooks | queens, men.colours[player], men.colours[1 - player], special]
    if player:
        sets = [swap_bytes(squares) for squares in sets]
    ply = 2 * max(number - 1, 0) + player
    return _checked(game, Board._make([*sets, quiet, ply]))


def _read_men(written: str) -> Men:
    ranks = written.split("/")
    if len(ranks) != SIZE:
        raise MalformedText(f"'{written}' has {len(ranks)} ranks where the board has {SIZE}")
    pieces, colours = [0] * len(PIECES), [0, 0]
    for number, rank in zip(range(SIZE, 0, -1), ranks):
        file = 0
        for before, letter in zip(" " + rank, rank):
            if letter in "12345678":
                if before in "12345678":
                    raise MalformedText(f"rank {number} is '{rank}': {before} and {letter} should be one number")
                file += int(letter)
            elif letter.upper() in PIECES:
                square = SIZE * (number - 1) + file
                pieces[PIECES.index(letter.upper())] |= 1 << square
                colours[letter.islower()] |= 1 << square
                file += 1
            else:
                raise MalformedText(f"rank {number} is '{rank}': '{letter}' is no piece and no number from 1 to 8")
        if file != SIZE:
            raise MalformedText(f"rank {number} is '{rank}': {file} squares where the board has {SIZE}")
    men = Men(tuple(pieces), tuple(colours))
    _check_men(men)
    return men


def _check_men(men: Men) -> None:
    """Refuse what no game can lead to."""
    for name, colour in zip(COLOURS, men.colours):
        kings, pawns = (men.pieces[4] & colour).bit_count(), (men.pieces[0] & colour).bit_count()
        if kings != 1:
            raise MalformedText(f"{name} has {kings or 'no'} king{'s' * (kings > 1)}")
        if pawns > MOST_PAWNS:
            raise MalformedText(f"{name} has {pawns} pawns: there can be at most {MOST_PAWNS}")
        if colour.bit_count() > MOST_MEN:
            raise MalformedText(f"{name} has {colour.bit_count()} pieces: there can be at most {MOST_MEN}")
    for square in squares_of(men.pieces[0] & (RANK_1 | RANK_8)):
        raise MalformedText(f"there is a pawn on {square_name(square)}")


def _read_castling(game: Any, written: str, men: Men) -> int:
    """Return the rooks that may castle."""
    if written == "-":
        return 0
    rights = 0
    for letter in written:
        colour = int(letter.islower())
        first = (SQUARES - SIZE) * colour
        king = men.pieces[4] & men.colours[colour]
        rooks = squares_of(men.pieces[3] & men.colours[colour] & RANK_1 << first)
        where = f"castling is '{written}': '{letter}'"
        if letter.upper() not in "KQABCDEFGH":
            raise MalformedText(f"{where} is none of K Q k q and the files of rooks")
        if not king & RANK_1 << first:
            raise MalformedText(f"{where}: {COLOURS[colour]}'s king is not on his first rank")
        right = [rook for rook in rooks if 1 << rook > king]
        left = [rook for rook in rooks if 1 << rook < king]
        if letter.upper() in "KQ":
            rook = right[-1:] if letter.upper() == "K" else left[:1]
        else:
            rook = [rook for rook in rooks if rook - first == FILES.index(letter.lower())]
        if not rook:
            raise MalformedText(f"{where}: there is no such rook on {COLOURS[colour]}'s first rank")
        home = king == 1 << first + E1 and rook[0] - first in (A1, H1)
        if not game.chess960 and not home:
            raise MalformedText(f"{where}: the king castles from the e-file with rooks on a and h; see chess960")
        if rights >> rook[0] & 1 or any(rights >> other & 1 for other in (right if rook[0] in right else left)):
            raise MalformedText(f"{where}: this side was named before")
        rights |= 1 << rook[0]
    return rights


def _read_en_passant(written: str, men: Men, player: int) -> int:
    """Return the square that a pawn has just passed, where it can be taken en passant."""
    if written == "-":
        return 0
    rank = "63"[player]
    if len(written) != 2 or written[0] not in FILES or written[1] != rank:
        raise MalformedText(f"en passant is '{written}', which is neither - nor a square of rank {rank}")
    square = square_named(written)
    start, end = (square + SIZE, square - SIZE) if player == 0 else (square - SIZE, square + SIZE)
    occupied = men.colours[0] | men.colours[1]
    if not men.pieces[0] & men.colours[1 - player] & 1 << end or occupied & (1 << square | 1 << start):
        raise MalformedText(f"en passant is '{written}': no pawn has just passed there")
    return 1 << square


def _read_counter(written: str, what: str) -> int:
    if not (written.isascii() and written.isdigit() and len(written) <= DIGITS):
        raise MalformedText(f"'{written}' is not a number of {what}")
    return int(written)


def _checked(game: Any, board: Board) -> Board:
    """Refuse a board in which a king could be taken, and forget an en passant square where no pawn can take."""
    player = board.ply & 1
    other = game.flipped(board)
    if game.look(other).checkers:
        raise MalformedText(f"{COLOURS[1 - player]} is in check, and {COLOURS[player]} is to move")
    view = game.look(board)
    if int(KING_STEPS[view.king]) & game.kings(board):
        raise MalformedText("the kings stand side by side")
    if view.checkers.bit_count() > MOST_CHECKERS:
        raise MalformedText(f"{view.checkers.bit_count()} pieces give check: there can be at most {MOST_CHECKERS}")
    if board.special & RANK_6 and not game.en_passant_takers(board, view.king):
        return game.with_special(board, board.special & RIGHTS)
    return board


# EPD: the first four fields of FEN, and then operations such as `bm Qd1+; id "BK.01";`.

_OPERATION = re.compile(r'\s*([A-Za-z_][A-Za-z0-9_-]{0,14})((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*(?:;|$)')
_OPERAND = re.compile(r'"([^"]*)"|([^\s;"]+)')
_BARE = re.compile(r"[^\s;\"]+")


def read_epd(game: Any, written: str) -> tuple[Board, dict[str, tuple[str, ...]]]:
    """Return a board and the operations: opcodes with their operands as texts; hmvc and fmvn set the counters."""
    match = re.match(r"\s*(\S+\s+\S+\s+\S+\s+\S+)", written)
    if not match:
        raise MalformedText(f"'{written}' has fewer than the four fields with which an EPD begins")
    operations: dict[str, tuple[str, ...]] = {}
    place = match.end()
    while rest := written[place:].lstrip():
        place = len(written) - len(rest)
        operation = _OPERATION.match(written, place)
        if not operation:
            raise MalformedText(f"character {place + 1} of the EPD: '{rest.rstrip()}' is not an operation")
        if operation[1] in operations:
            raise MalformedText(f"character {place + 1} of the EPD: {operation[1]} was given before")
        operations[operation[1]] = tuple(quoted or bare for quoted, bare in _OPERAND.findall(operation[2]))
        place = operation.end()
    counters = [" ".join(operations.get(opcode, (default,))) for opcode, default in (("hmvc", "0"), ("fmvn", "1"))]
    for counter in counters:
        _read_counter(counter, "moves in the EPD")
    return read_fen(game, " ".join([match[1], *counters])), operations


def write_epd(board: Board, operations: dict[str, tuple[str, ...]]) -> str:
    """Return a board and operations in EPD."""
    written = write_fen(board, counters=False)
    for opcode, operands in operations.items():
        texts = [opcode, *operands]
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,14}", opcode) or any('"' in text for text in texts):
            raise MalformedText(f"the operation {opcode} {' '.join(operands)} cannot be written")
        parts = [text if _BARE.fullmatch(text) else f'"{text}"' for text in operands]
        written += " " + " ".join([opcode, *parts]) + ";"
    return written
