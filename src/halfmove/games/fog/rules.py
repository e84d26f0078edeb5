"""Fog of war chess: a player sees his own pieces, and the squares that they can go to."""

from typing import NamedTuple

from halfmove.compiled import compiled, lowest_bit, swap_bytes
from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.chess import fen, san
from halfmove.games.chess.moves import RIGHTS, TO, UP, Board, Squares, Word
from halfmove.games.chess.rules import MOST_ACTIONS
from halfmove.games.chess.tables import ALL, KNIGHT_STEPS, RANK_1, RANK_3, RANK_6, SIZE, SQUARES
from halfmove.games.fog.fog_moves import FogMoves
from halfmove.games.shared.grid import EMPTY, show_grid

KING_TAKEN, NO_MOVE, NO_PROGRESS = 1, 2, 3  # how a game ended
FOG = "?"


class Position(NamedTuple):
    """A board, and how the game ended; in what a player sees, also the squares that he does not see."""

    board: Board
    ending: int = 0
    fog: Word = 0  # as White sees the board


@compiled(eager=MOST_ACTIONS)
class FogChess(Game):
    """Take the other king, on a board of which you see little.

    Pieces move as in chess, but there is no check: a king may be left or put where he can be taken, may castle out of
    and through attacks, and who takes the other king wins. A player sees his own pieces and all squares to which they
    can move, with what stands there; where a pawn cannot step, something is in its way, and he does not see what. It
    is a draw if the player to move cannot, and after the number of moves without progress of the game inside.
    """

    chess: FogMoves

    has_secrets = True
    player_names = fen.COLOURS

    @property
    def initial(self):
        return Position(self.chess.initial, 0, 0)

    def to_move(self, position):
        return position.board.ply & 1

    def actions(self, position):
        for action in self.chess.actions(position.board):
            yield action

    def result(self, position, action):
        board = position.board
        taken = self.chess.bit(action >> TO & SQUARES - 1) & board.theirs & self.chess.kings(board)
        after = self.chess.result(board, action)
        ending = 0
        if taken:
            ending = KING_TAKEN
        elif not self.chess.can_move(after, self.chess.look(after)):
            ending = NO_MOVE
        elif self.chess.moves > 0 and after.quiet >= 2 * self.chess.moves:
            ending = NO_PROGRESS
        return Position(after, ending, Squares(0).bits)

    def is_terminal(self, position):
        return position.ending != 0

    def utility(self, position, player):
        if position.ending != KING_TAKEN:
            return 0.0
        return -1.0 if player == position.board.ply & 1 else 1.0

    def visible(self, board):
        """Return the squares to which the mover's pieces can go."""
        view = self.chess.look(board)
        one, two, left, right = self.chess.pawn_targets(board, view)
        seen = one | two | left | right
        if board.special & RANK_6 and self.chess.en_passant_takers(board, view.king):
            seen |= board.special & RANK_6 | (board.special & RANK_6) >> UP
        steps, _ = self.chess.king_targets(board, view)
        seen |= steps
        pieces = board.mine & ~board.pawns
        while pieces:
            square = lowest_bit(pieces)
            if board.knights >> square & 1:
                seen |= int(KNIGHT_STEPS[square]) & ~board.mine
            if board.diagonals >> square & 1:
                seen |= self.chess.bishop(square, view.occupied) & ~board.mine
            if board.straights >> square & 1:
                seen |= self.chess.rook(square, view.occupied) & ~board.mine
            pieces &= pieces - 1
        return seen

    def observation(self, position, player):
        board = position.board
        if position.ending == KING_TAKEN:  # all is shown, and one king is missing
            return position
        flips = board.ply & 1 != player
        own = self.chess.flipped(board) if flips else board
        seen = self.visible(own)
        fog = ALL ^ (own.mine | seen)
        shown = self.masked(own, seen)
        if flips:
            shown = self.chess.flipped(shown)._replace(ply=board.ply, quiet=0)
        return Position(shown, position.ending, swap_bytes(fog) if player == 1 else fog)

    def masked(self, board, seen):
        """Return the board with what the mover sees of it; what only blocks a pawn is shown as a king."""
        pawns = board.pawns & board.mine
        one = pawns << UP & ALL
        ahead = one | (one & ~(board.mine | board.theirs) & RANK_3) << UP
        theirs, shown = board.theirs & (seen | ahead), board.mine | board.theirs & seen
        pieces = board._replace(
            pawns=board.pawns & shown,
            knights=board.knights & shown,
            diagonals=board.diagonals & shown,
            straights=board.straights & shown,
            theirs=theirs,
        )
        return pieces._replace(special=board.special & (RANK_1 & RIGHTS | RANK_6), quiet=0)

    def show(self, position):
        board = position.board
        men = fen.men_of(board)
        squares = [SIZE * rank + file for rank in reversed(range(SIZE)) for file in range(SIZE)]
        cells = [FOG if position.fog >> square & 1 else men.at(square) or EMPTY for square in squares]
        written = f"{fen.COLOURS[board.ply & 1]} to move" if position.fog else fen.write_fen(board)
        return f"{show_grid(cells, SIZE)}\n{written}"

    def name(self, action, state=None):
        return str(action) if state is None else san.uci(state.board, action, False)

    def read(self, written):
        """Return the position of a FEN, or as `show` draws it, in which a king may have been taken."""
        line = written.strip().rpartition("\n")[2]
        placed, _, rest = line.partition(" ")
        king = "k" if rest.startswith("b") else "K"
        if king not in placed:  # it is put on any free square, and taken away again
            return self.without_king(placed, rest, king)
        board = fen.read_fen(self.chess, line)
        drawn = self.chess.moves > 0 and board.quiet >= 2 * self.chess.moves
        blocked = not self.chess.can_move(board, self.chess.look(board))
        return Position(board, NO_MOVE if blocked else NO_PROGRESS if drawn else 0, 0)

    def without_king(self, placed, rest, king):
        digit = next((place for place, cell in enumerate(placed) if cell.isdigit()), -1)
        if digit < 0:
            raise MalformedText(f"'{placed}': there is no king, and no square for one")
        left = int(placed[digit]) - 1
        filled = placed[:digit] + king + (str(left) if left else "") + placed[digit + 1 :]
        board = fen.read_fen(self.chess, f"{filled} {rest}")
        kept = ALL ^ (self.chess.kings(board) & board.mine)
        return Position(board._replace(mine=board.mine & kept), KING_TAKEN, 0)
