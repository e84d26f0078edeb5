"""Kriegspiel: chess in which each player sees his own pieces alone, and an umpire answers his tries."""

from copy import copy
from dataclasses import field, replace
from typing import Any

from halfmove.compiled import PYTHON_ONLY, bit_count, compiled, lowest_bit, mix, swap_bytes
from halfmove.core.game import CHANCE, NOTHING
from halfmove.games.chess.moves import (
    BY_BISHOP,
    BY_EN_PASSANT,
    BY_KING,
    BY_KNIGHT,
    BY_QUEEN,
    BY_ROOK,
    CASTLE,
    CASTLES,
    DOUBLE_STEP,
    KIND,
    KINDS,
    KING,
    KNIGHT,
    LAST_RANK,
    LEFT,
    PAWN,
    PIECE,
    PROMOTION,
    QUEEN,
    RIGHT,
    ROOK,
    SQUARE,
    TO,
    UP,
)
from halfmove.games.chess.rules import MOST_ACTIONS, Chess
from halfmove.games.chess.tables import (
    ALL,
    CASTLING_EMPTY,
    KING_STEPS,
    KNIGHT_STEPS,
    NOT_A,
    NOT_H,
    RANK_1,
    RANK_3,
    RANK_6,
    RANK_8,
    SIZE,
)
from halfmove.games.kriegspiel import positions as umpire
from halfmove.games.kriegspiel.positions import ASK, DEALING, NOT_ASKED, RELEASED, Position
from halfmove.games.kriegspiel.text import KriegspielText

REFUSED, ANSWERED_SOME, ANSWERED_NONE = 0, 2, 4  # percepts; what is said of a move is odd


@compiled(eager=MOST_ACTIONS)
class Kriegspiel(KriegspielText):
    """Checkmate a king that you cannot see.

    The rules of chess hold, but nobody sees the pieces of the other player. The player to move tries a move that his
    own pieces allow. If it is legal, it is made; otherwise the umpire refuses it, and he tries another one, or the
    same again. The umpire says of a move that was made whether and where something was taken, whether it gives check
    and from where (along the rank, the file, the longer or the shorter of the two diagonals of the king, by a knight;
    of two diagonals of one length the umpire calls each the longer), and how the game ends.

    Rule sets differ in what else is said. `tells_tries`: of the pawns of the next player that can take something,
    nothing (0), whether there are any (1), how many such tries there are (2) or which pawns (3); tries of pawns to
    take that must fail then are not offered. `asks`: a player may ask once in a turn whether there are any, and must
    try to take with a pawn if there are; `releases`: until a first such try is refused. `tells_victim`: whether a pawn
    or a piece was taken. `tells_refusals`: the other player hears of refused tries. `tells_promotion`,
    `tells_en_passant`: these are said too; `stalemate_loses`.

    Where a position begins without a black king, chance puts it on any square on which it is not attacked, and White
    does not see where.
    """

    chess: Chess
    start: Any = field(metadata=PYTHON_ONLY, repr=False)
    size: int = SIZE
    tells_tries: int = umpire.COUNT
    asks: bool = False
    releases: bool = False
    tells_victim: bool = True
    tells_refusals: bool = False
    tells_promotion: bool = False
    tells_en_passant: bool = False
    stalemate_loses: bool = False
    has_chance: bool = False

    has_secrets = True

    @property
    def initial(self):
        return self.start

    def to_move(self, position):
        return CHANCE if position.phase == DEALING else position.board.ply & 1

    def is_terminal(self, position):
        return position.announced >> umpire.ENDING & 7 != 0

    def utility(self, position, player):
        ending = position.announced >> umpire.ENDING & 7
        if ending == umpire.CHECKMATE or ending == umpire.STALEMATE and self.stalemate_loses:
            return -1.0 if player == position.board.ply & 1 else 1.0
        return 0.0

    # What may be tried: it follows from the mover's own pieces and from what both have heard.

    def actions(self, position):
        board = position.board
        if position.phase == DEALING:
            for square in range(64):
                if self.may_stand(board, square):
                    yield square
        else:
            free = position.phase != umpire.SOME  # not bound to take with a pawn
            takers, empty = self.takers(position), ALL ^ board.mine
            if self.asks and position.phase == NOT_ASKED:
                yield ASK
            one = (board.pawns & board.mine) << UP & empty if free else board.mine & 0
            left, right = (takers & NOT_A) << LEFT & empty, (takers & NOT_H) << RIGHT & empty
            for step, targets in ((LEFT, left), (RIGHT, right), (UP, one)):
                while targets:
                    target = lowest_bit(targets)
                    if target < LAST_RANK:
                        yield target - step | target << TO
                    else:
                        for kind in range(KINDS - 1, PROMOTION - 1, -1):
                            yield target - step | target << TO | kind << KIND
                    targets &= targets - 1
            targets = (one & RANK_3) << UP & empty
            while targets:
                target = lowest_bit(targets)
                yield target - 2 * UP | target << TO | DOUBLE_STEP
                targets &= targets - 1
            pieces = board.mine & ~board.pawns if free else board.mine & 0
            area = self.chess.area(board) & empty
            while pieces:
                square = lowest_bit(pieces)
                by = self.piece_at(board, square)
                targets = self.reach(board, square, by) & area
                while targets:
                    yield square | lowest_bit(targets) << TO | by
                    targets &= targets - 1
                pieces &= pieces - 1
            rooks = board.special & RANK_1 if free else board.mine & 0
            while rooks:
                king, rook = lowest_bit(self.chess.kings(board) & board.mine), lowest_bit(rooks)
                if not board.mine & int(CASTLING_EMPTY[(king << 3 | rook) & SQUARE]):
                    yield king | rook << TO | CASTLES
                rooks &= rooks - 1

    def takers(self, position):
        """Return the pawns with which the mover may try to take something."""
        board = position.board
        pawns = board.pawns & board.mine
        if position.phase == umpire.NONE:
            return pawns & 0
        if self.tells_tries == umpire.SQUARES:
            return pawns & (swap_bytes(position.pawns) if board.ply & 1 else position.pawns)
        if self.tells_tries != umpire.UNTOLD and position.announced >> umpire.TRIES < 2:
            return pawns & 0
        return pawns

    def reach(self, board, square, by):
        """Return where a piece goes if nothing of the other player is in the way."""
        if by == BY_KING:
            return board.mine & 0 | int(KING_STEPS[square])
        if by == BY_KNIGHT:
            return board.mine & 0 | int(KNIGHT_STEPS[square])
        targets = board.mine & 0
        if by != BY_BISHOP:
            targets |= self.chess.rook(square, board.mine)
        if by != BY_ROOK:
            targets |= self.chess.bishop(square, board.mine)
        return targets

    def piece_at(self, board, square):
        """Return the piece on a square as a part of an action; it is not a pawn."""
        if board.knights >> square & 1:
            return BY_KNIGHT
        if board.diagonals >> square & 1:
            return BY_QUEEN if board.straights >> square & 1 else BY_BISHOP
        return BY_ROOK if board.straights >> square & 1 else BY_KING

    # What the umpire does.

    def result(self, position, action):
        board = position.board
        if position.phase == DEALING:
            return self.with_announcement(self.with_king(board, action), 0, board.mine & 0)
        if action == ASK:
            some = self.pawn_tries(board, self.chess.look(board)) > 0
            return position._replace(phase=umpire.SOME if some else umpire.NONE)
        if not self.accepts(board, action):
            return position._replace(phase=RELEASED) if self.releases and position.phase == umpire.SOME else position
        goal = self.chess.bit(action >> TO & SQUARE)
        victim = goal & board.theirs
        en_passant = action >> PIECE & 7 == PAWN and goal & board.special & RANK_6 != 0
        if en_passant:
            action |= BY_EN_PASSANT
            victim = goal if self.tells_en_passant else goal >> UP
        announced = 0
        if victim:
            square = lowest_bit(victim)
            announced |= (square ^ 56 if board.ply & 1 else square) + 1 << umpire.CAPTURE
            if self.tells_victim:
                is_pawn = en_passant or board.pawns & victim != 0
                announced |= (umpire.PAWN_TAKEN if is_pawn else umpire.PIECE_TAKEN) << umpire.VICTIM
        if self.tells_en_passant and en_passant:
            announced |= 1 << umpire.EN_PASSANT
        if self.tells_promotion and action >> KIND >= PROMOTION:
            announced |= 1 << umpire.PROMOTED
        return self.with_announcement(self.chess.result(board, action), announced, victim)

    def accepts(self, board, action):
        """Tell whether a try is a legal move."""
        source, target, piece = action & SQUARE, action >> TO & SQUARE, action >> PIECE & 7
        view = self.chess.look(board)
        goal = self.chess.bit(target)
        if piece == KING:
            steps, rooks = self.chess.king_targets(board, view)
            return (rooks if action >> KIND == CASTLE else steps) & goal != 0
        if not view.target:
            return False
        straight, diagonal = view.straight_pins >> source & 1, view.diagonal_pins >> source & 1
        if piece == PAWN:
            one, two, left, right = self.chess.pawn_targets(board, view)
            way = target - source
            if way == UP:
                return one & goal != 0
            if way == 2 * UP:
                return two & goal != 0
            if board.special & RANK_6 & goal:
                return self.chess.en_passant_takers(board, view.king) >> source & 1 != 0
            return (left if way == LEFT else right) & goal != 0
        if piece == KNIGHT:
            return straight | diagonal == 0 and view.target & goal != 0
        if piece != ROOK and straight == 0 and self.chess.diagonal_targets(view, source) & goal:
            return True
        is_straight = piece in (ROOK, QUEEN)
        return is_straight and diagonal == 0 and self.chess.straight_targets(view, source) & goal != 0

    def with_announcement(self, board, announced, victim):
        """Return the position after a move, with what the umpire says of it besides `announced`."""
        board = board._replace(ply=board.ply & 1, quiet=board.quiet if self.chess.moves > 0 else 0)  # all that matters
        view = self.chess.look(board)
        first, second = self.checks(board, view)
        ending = 0
        if not self.chess.can_move(board, view):
            ending = umpire.CHECKMATE if view.checkers else umpire.STALEMATE
        elif self.chess.dead and self.chess.is_dead(board):
            ending = umpire.DEAD
        elif self.chess.is_drawn(board):
            ending = umpire.NO_PROGRESS
        announced |= umpire.MOVED | first << umpire.CHECK | second << umpire.SECOND_CHECK | ending << umpire.ENDING
        pawns = victim & 0
        if ending == 0 and self.tells_tries != umpire.UNTOLD:
            tries = self.pawn_tries(board, view)
            if self.tells_tries == umpire.SQUARES:
                pawns = self.able_pawns(board, view)
            else:
                announced |= (min(tries, 1) if self.tells_tries == umpire.WHETHER else tries) + 1 << umpire.TRIES
        return Position(board, announced, pawns, NOT_ASKED)

    def checks(self, board, view):
        """Return from where the mover's king is attacked: two directions in their order, 0 for none."""
        first, second, rest = 0, 0, view.checkers
        while rest:
            found = self.direction(lowest_bit(rest), view.king, board.ply & 1)
            first, second = found, first
            rest &= rest - 1
        return min(first, second) if second else first, max(first, second) if second else 0

    def direction(self, attacker, king, flipped):
        """Return from where a check comes, as a king sees it; `flipped` if the board is seen from Black's side."""
        up, right = (attacker >> 3) - (king >> 3), (attacker & 7) - (king & 7)
        if up == 0:
            return umpire.RANK
        if right == 0:
            return umpire.FILE
        if abs(up) != abs(right):
            return umpire.BY_KNIGHT
        rank, file = (7 - (king >> 3) if flipped else king >> 3), king & 7
        rising, falling = self.size - abs(rank - file), self.size - abs(rank + file - self.size + 1)
        along = up == right if not flipped else up != right
        is_longer = rising >= falling if along else falling >= rising
        return umpire.LONG_DIAGONAL if is_longer else umpire.SHORT_DIAGONAL

    def pawn_tries(self, board, view):
        """Return how many tries of the mover's pawns to take something would succeed."""
        count = 0
        if view.target:
            _, _, left, right = self.chess.pawn_targets(board, view)
            count = bit_count(left) + bit_count(right)
        if board.special & RANK_6:
            count += bit_count(self.chess.en_passant_takers(board, view.king))
        return count

    def able_pawns(self, board, view):
        """Return the mover's pawns that can take something, as White sees them."""
        able = board.mine & 0
        if view.target:
            _, _, left, right = self.chess.pawn_targets(board, view)
            able = left >> LEFT | right >> RIGHT
        if board.special & RANK_6:
            able |= self.chess.en_passant_takers(board, view.king)
        return swap_bytes(able) if board.ply & 1 else able

    # What the players notice and see.

    def percept(self, position, action, child, player):
        mover = position.board.ply & 1
        if position.phase == DEALING:
            return NOTHING if player == 0 else action
        if action == ASK:
            return ANSWERED_SOME if child.phase == umpire.SOME else ANSWERED_NONE
        if child.board.ply == mover:  # it is still his turn
            return REFUSED if player == mover or self.tells_refusals else NOTHING
        if self.tells_tries == umpire.SQUARES:  # above what is said, for nothing is said of their number
            return child.announced | mix(child.pawns) >> umpire.TRIES << umpire.TRIES
        return child.announced

    def observation(self, position, player):
        """Return the position with the pieces of `player` alone; nobody knows how long ago the others moved a pawn."""
        board, zero = position.board, position.board.mine & 0
        moves = board.ply & 1 == player
        own = board.mine if moves else board.theirs
        rights = board.special & RANK_1 if moves else board.special & RANK_8
        pieces = board._replace(
            pawns=board.pawns & own,
            knights=board.knights & own,
            diagonals=board.diagonals & own,
            straights=board.straights & own,
            mine=own if moves else zero,
        )
        seen = pieces._replace(theirs=zero if moves else own, special=rights, quiet=0)
        return position._replace(board=seen)

    # For plans, which come to their end long before a draw for want of progress.

    def for_plans(self):
        """Return the game without a count of moves."""
        chess = copy(self.chess)
        vars(chess).update(moves=0)
        return replace(self, chess=chess, start=self.planned_state(self.start))

    def planned_state(self, position):
        return position._replace(board=position.board._replace(quiet=0))

    # A black king that chance puts down.

    def may_stand(self, board, square):
        """Tell whether the black king may stand on a square, with White to move."""
        goal = self.chess.bit(square)
        if (
            goal & (board.mine | ~self.chess.area(board))
            or int(KING_STEPS[square]) & self.chess.kings(board) & board.mine
        ):
            return False
        dealt = self.chess.flipped(self.with_king(board, square))
        return self.chess.look(dealt).checkers == 0

    def with_king(self, board, square):
        return board._replace(theirs=board.theirs | self.chess.bit(square))
