"""Chess and Chess960: the whole game but for repetition, which needs to know how a board was reached."""

from dataclasses import InitVar
from typing import Any

from halfmove.compiled import bit_count, compiled, lane_of, mix, plain
from halfmove.errors import HalfmoveError
from halfmove.games.chess import fen, san
from halfmove.games.chess.moves import Board, Moves
from halfmove.games.chess.setup import ORDINARY, start
from halfmove.games.chess.tables import DARK, LIGHT, SIZE, SQUARES
from halfmove.games.shared.grid import EMPTY, show_grid

MOST_ACTIONS = 512  # of 16 pieces: even 15 queens have no more than 15 * 27, and a king 10
# Random numbers, one for each set of squares: two sets that differ by a few squares must not cancel out in a key.
SALTS = tuple(mix(number) >> 1 for number in range(7))
HORIZON = 64  # plies: this near to a draw for want of progress, a key also tells how near it is


@compiled(eager=MOST_ACTIONS)
class Chess(Moves):
    """Give check to the other king so that nothing can be done against it: checkmate wins.

    White begins, and the players move one piece in turn, to a square that is empty or holds a piece of the other
    player, which is taken. Kings step to any neighbouring square; rooks go along files and ranks, bishops along
    diagonals and queens along both, as far as nothing is in the way; knights leap two squares along a file or rank
    and one to the side. Pawns step forward one square, or two from where they began if both are empty, and take
    one square diagonally forward. A pawn that reaches the last rank becomes a queen, rook, bishop or knight. A pawn
    that has just gone two squares can be taken by a pawn as if it had gone only one (en passant), at once or never.

    Castling: a king and a rook that have not moved yet, with nothing between them, may move together: the king to the
    g-file and the rook to the f-file (with the rook on his right as White sees it), or to the c-file and the d-file.
    All squares the two pass and reach must be free but for themselves; the king may not be in check nor pass or
    reach an attacked square. In Chess960 they begin on other files, and the rules are the same.

    Nobody may leave his own king attacked. A player who cannot move is checkmated if he is in check; otherwise it is a
    draw by stalemate. It is also a draw if nobody can be mated with what is left (a king against a king with at most a
    knight, or with bishops on squares of one colour), and after `moves` moves of both players (75; 50 where a player
    may claim it; 0 for never) without a capture or a pawn's move, unless the last of them is checkmate. Repetition
    does not end this game: `ChessWithHistory` is the game in which it does.
    """

    moves: int = 75
    dead: bool = True  # whether a game that nobody can win is over
    chess960: InitVar[bool] = False  # how castling is written; kept beside the fields, for machine code is the same
    position: InitVar[int] = ORDINARY  # by Scharnagl's number

    player_names = fen.COLOURS

    def __post_init__(self, chess960: bool, position: int) -> None:  # type: ignore[override]
        super().__post_init__()
        if self.moves < 0:
            raise HalfmoveError(f"a draw after {self.moves} moves: it must be 0 (never) or more")
        if position != ORDINARY and not chess960:
            raise HalfmoveError(f"starting position {position} belongs to chess960")
        vars(self).update(chess960=chess960, position=position)
        vars(self).update(initial=fen.read_fen(self, start(position)))  # which asks for the two above

    def __deepcopy__(self, memo: Any) -> "Chess":
        return self  # nothing in it ever changes, and its tables are large

    def to_move(self, board):
        return board.ply & 1

    def is_terminal(self, board):
        return self.is_drawn(board) or not self.can_move(board, self.look(board))

    def utility(self, board, player):
        view = self.look(board)
        if not view.checkers or self.can_move(board, view):
            return 0.0
        return -1.0 if player == board.ply & 1 else 1.0

    def is_drawn(self, board):
        """Tell whether the game is drawn though there may be moves."""
        if self.moves > 0 and board.quiet >= 2 * self.moves:
            return True
        return self.dead and self.is_dead(board)

    def is_dead(self, board):
        """Tell whether too little is left for a mate: one knight, or any bishops on squares of one colour."""
        if board.pawns | board.straights:
            return False
        if board.knights:
            return bit_count(board.knights | board.diagonals) == 1
        return board.diagonals & DARK == 0 or board.diagonals & LIGHT == 0

    def chances(self, board):
        """Yield no outcome, for nothing is left to chance; the default would put two more lists into machine code."""
        for outcome in range(0):
            yield outcome, 1.0

    def key(self, board):
        """Return a number for the position, and near a draw for want of progress also for how near it is."""
        number = self.repetition_key(board)
        return mix(board.quiet, number) if self.moves > 0 and board.quiet + HORIZON > 2 * self.moves else number

    def since_progress(self, board):
        return board.quiet

    def repetition_key(self, board):
        """Return a number for what must be the same in a repetition: pieces, mover, castling and en passant."""
        pieces = mix(board.pawns, SALTS[0]) ^ mix(board.knights, SALTS[1])
        lines = mix(board.diagonals, SALTS[2]) ^ mix(board.straights, SALTS[3])
        men = mix(board.mine, SALTS[4]) ^ mix(board.theirs, SALTS[5])
        return pieces ^ lines ^ men ^ mix(board.special, SALTS[6] + (board.ply & 1))

    # For perft, whose published counts know of no draw.

    def perft_game(self, board: Board) -> tuple[Any, Board]:
        """Return the game that perft counts, in which only checkmate and stalemate end a game, and the board."""
        game = make_chess(0, False, self.chess960, self.position)  # type: ignore[attr-defined]
        return plain(game) if lane_of(self) == "plain" else game, board

    # Text.

    def show(self, board):
        men = fen.men_of(board)
        ranks = [range(first, first + SIZE) for first in range(SQUARES - SIZE, -1, -SIZE)]
        cells = [men.at(square) or EMPTY for rank in ranks for square in rank]
        return f"{show_grid(cells, SIZE)}\n{self.fen(board)}"

    def read(self, written):
        """Return the board of a FEN or of a picture that `show` has made; `startpos` is the first board."""
        last = written.strip().rpartition("\n")[2]
        return self.initial if last.strip() == "startpos" else fen.read_fen(self, last)

    def fen(self, board, shredder=False):
        """Return a board in FEN; with `shredder`, castling is written by the files of the rooks."""
        return fen.write_fen(board, shredder=shredder)

    def epd(self, board, operations=None):
        """Return a board in EPD, with operations such as {"bm": ("Nf3",)}."""
        return fen.write_epd(board, operations or {})

    def read_epd(self, written):
        """Return a board and the operations of an EPD, as texts."""
        return fen.read_epd(self, written)

    def name(self, action, state=None):
        """Return an action in SAN. Squares are counted from the side of the player to move, so `state` is needed."""
        if state is None:
            raise HalfmoveError(f"move {action} of chess has a name only in a state: say game.name(action, state)")
        return san.san(self, state, action)

    def uci(self, action, state):
        """Return an action in UCI."""
        return san.uci(state, action, self.chess960)  # type: ignore[attr-defined]


def make_chess(moves: int, dead: bool, chess960: bool, position: int) -> Chess:
    """Return the game with these parameters."""
    return Chess(moves=moves, dead=dead, chess960=chess960, position=position)  # type: ignore[call-arg]
