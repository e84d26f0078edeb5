"""How pieces move: legal actions and what follows from them, always seen by the player to move."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, bit_count, lowest_bit, swap_bytes
from halfmove.games.chess.sliding import Sliding
from halfmove.games.chess.tables import (
    ALL,
    BISHOP_LINES,
    CASTLING_EMPTY,
    CASTLING_GOALS,
    CASTLING_SAFE,
    KING_STEPS,
    KNIGHT_STEPS,
    NOT_A,
    NOT_AB,
    NOT_GH,
    NOT_H,
    PAWN_ATTACKS,
    RANK_1,
    RANK_3,
    RANK_6,
    RANK_8,
    ROOK_LINES,
    SIZE,
    WAY,
)

# An action is a number: from bit 0 the square of the piece, from bit 6 where it goes (castling: the square of the
# rook), from bit 12 the piece, from bit 15 what is special about it.
TO, PIECE, KIND = 6, 12, 15
PAWN, KNIGHT, BISHOP, ROOK, KING, QUEEN = range(6)  # a queen is a bishop and a rook: 5 is 2 + 3
PLAIN, DOUBLE, EN_PASSANT, CASTLE, PROMOTION = range(5)  # a promotion to a knight; then bishop, rook, queen
PROMOTED = (KNIGHT, BISHOP, ROOK, QUEEN)
KINDS = PROMOTION + len(PROMOTED)

BY_KNIGHT, BY_BISHOP, BY_ROOK, BY_KING, BY_QUEEN = (piece << PIECE for piece in (KNIGHT, BISHOP, ROOK, KING, QUEEN))
DOUBLE_STEP, BY_EN_PASSANT, CASTLES = DOUBLE << KIND, EN_PASSANT << KIND, KING << PIECE | CASTLE << KIND
LEFT, UP, RIGHT = SIZE - 1, SIZE, SIZE + 1  # steps of a pawn
SQUARE = (1 << TO) - 1
LAST_RANK = SIZE * (SIZE - 1)  # its first square
RIGHTS = RANK_1 | RANK_8  # where rooks that may castle stand
FEW = 2  # squares: to look at each of them takes less than to find all that are attacked
ROOK_GOALS = 1 << 3 | 1 << 5  # d1 and f1, where castling leads them

Word = Annotated[int, Bits(64)]


class Board(NamedTuple):
    """The board as the player to move sees it, his own first rank below: after each move it is turned, byte by byte."""

    pawns: Word
    knights: Word
    diagonals: Word  # bishops and queens
    straights: Word  # rooks and queens
    mine: Word
    theirs: Word
    special: Word  # rooks that may castle (ranks 1 and 8); where a pawn can be taken en passant (rank 6)
    quiet: int = 0  # plies since a pawn was moved or a piece was taken
    ply: int = 0  # since the first move of White


class Squares(NamedTuple):
    """A set of squares: it gives a literal the type of the other sets in machine code."""

    bits: Word


class CheckInfo(NamedTuple):
    """What legality depends on."""

    occupied: Word
    king: int  # the square of the mover's king
    checkers: Word  # what gives check to him
    target: Word  # where his other pieces may go: not onto his own, and in check only where that stops the check
    straight_pins: Word  # lines from the king to a rook or queen that one of his pieces blocks
    diagonal_pins: Word


class PawnTargets(NamedTuple):
    """Where pawns can go: one step, two steps, taking to the left and to the right."""

    one: Word
    two: Word
    left: Word
    right: Word


class KingTargets(NamedTuple):
    """Where the king can step, and the rooks with which he can castle."""

    steps: Word
    rooks: Word


class Moves(Sliding):
    """The moves of chess. `Chess` decides what ends a game."""

    def actions(self, board):
        view = self.look(board)
        if view.target:
            one, two, left, right = self.pawn_targets(board, view)
            for step, targets in ((LEFT, left), (RIGHT, right), (UP, one)):
                while targets:
                    target = lowest_bit(targets)
                    if target < LAST_RANK:
                        yield target - step | target << TO
                    else:
                        for kind in range(KINDS - 1, PROMOTION - 1, -1):
                            yield target - step | target << TO | kind << KIND
                    targets &= targets - 1
            ep_square = board.special & RANK_6
            if ep_square:
                takers = self.en_passant_takers(board, view.king)
                while takers:
                    yield lowest_bit(takers) | lowest_bit(ep_square) << TO | BY_EN_PASSANT
                    takers &= takers - 1
            while two:
                target = lowest_bit(two)
                yield target - 2 * UP | target << TO | DOUBLE_STEP
                two &= two - 1
            pieces = board.knights & board.mine & ~(view.straight_pins | view.diagonal_pins)
            while pieces:
                square = lowest_bit(pieces)
                targets = view.target & int(KNIGHT_STEPS[square])
                while targets:
                    yield square | lowest_bit(targets) << TO | BY_KNIGHT
                    targets &= targets - 1
                pieces &= pieces - 1
            pieces = board.diagonals & board.mine & ~view.straight_pins
            while pieces:
                square = lowest_bit(pieces)
                by = BY_QUEEN if board.straights >> square & 1 else BY_BISHOP
                targets = self.diagonal_targets(view, square)
                while targets:
                    yield square | lowest_bit(targets) << TO | by
                    targets &= targets - 1
                pieces &= pieces - 1
            pieces = board.straights & board.mine & ~view.diagonal_pins
            while pieces:
                square = lowest_bit(pieces)
                by = BY_QUEEN if board.diagonals >> square & 1 else BY_ROOK
                targets = self.straight_targets(view, square)
                while targets:
                    yield square | lowest_bit(targets) << TO | by
                    targets &= targets - 1
                pieces &= pieces - 1
        steps, rooks = self.king_targets(board, view)
        while rooks:
            yield view.king | lowest_bit(rooks) << TO | CASTLES
            rooks &= rooks - 1
        while steps:
            yield view.king | lowest_bit(steps) << TO | BY_KING
            steps &= steps - 1

    def count_moves(self, board):
        """Return how many moves there are, without listing them."""
        view = self.look(board)
        steps, rooks = self.king_targets(board, view)
        count = bit_count(steps) + bit_count(rooks)
        if not view.target:
            return count
        one, two, left, right = self.pawn_targets(board, view)
        count += bit_count(one) + bit_count(two) + bit_count(left) + bit_count(right)
        if (one | left | right) & RANK_8:
            queening = bit_count(one & RANK_8) + bit_count(left & RANK_8) + bit_count(right & RANK_8)
            count += (len(PROMOTED) - 1) * queening
        if board.special & RANK_6:
            count += bit_count(self.en_passant_takers(board, view.king))
        pieces = board.knights & board.mine & ~(view.straight_pins | view.diagonal_pins)
        while pieces:
            count += bit_count(view.target & int(KNIGHT_STEPS[lowest_bit(pieces)]))
            pieces &= pieces - 1
        pieces = board.diagonals & board.mine & ~view.straight_pins
        while pieces:
            count += bit_count(self.diagonal_targets(view, lowest_bit(pieces)))
            pieces &= pieces - 1
        pieces = board.straights & board.mine & ~view.diagonal_pins
        while pieces:
            count += bit_count(self.straight_targets(view, lowest_bit(pieces)))
            pieces &= pieces - 1
        return count

    def result(self, board, action):
        source, target = action & SQUARE, action >> TO & SQUARE
        piece, kind = action >> PIECE & 7, action >> KIND
        start, goal = self.bit(source), self.bit(target)
        keep = ALL ^ (start | goal)
        quiet = 0 if piece == PAWN or board.theirs & goal else board.quiet + 1
        pawns, knights = board.pawns & keep, board.knights & keep
        diagonals, straights = board.diagonals & keep, board.straights & keep
        mine, theirs = board.mine & keep | goal, board.theirs & keep
        special = board.special & RIGHTS & keep
        placed = piece
        if kind:
            if kind == DOUBLE:
                if (goal << 1 & NOT_A | goal >> 1 & NOT_H) & board.pawns & board.theirs:
                    special |= goal >> UP
            elif kind == EN_PASSANT:
                pawns ^= goal >> UP
                theirs ^= goal >> UP
            elif kind == CASTLE:
                goals = board.mine & 0 | int(CASTLING_GOALS[source << 3 | target])
                mine = board.mine & keep | goals
                straights |= goals & ROOK_GOALS
            else:
                placed = kind - (PROMOTION - KNIGHT) if kind < KINDS - 1 else QUEEN
        pawns |= goal if placed == PAWN else 0
        knights |= goal if placed == KNIGHT else 0
        diagonals |= goal if placed in (BISHOP, QUEEN) else 0
        straights |= goal if placed in (ROOK, QUEEN) else 0
        if piece == KING:
            special &= ~RANK_1
        next_board = Board(
            swap_bytes(pawns),
            swap_bytes(knights),
            swap_bytes(diagonals),
            swap_bytes(straights),
            swap_bytes(theirs),
            swap_bytes(mine),
            swap_bytes(special),
            quiet,
            board.ply + 1,
        )
        if special & RANK_3 and not self.en_passant_takers(
            next_board, lowest_bit(self.kings(next_board) & next_board.mine)
        ):
            return self.with_special(next_board, next_board.special & RIGHTS)
        return next_board

    def flipped(self, board):
        """Return the board as the other player sees it, who is now to move; nothing can be taken en passant."""
        pieces = swap_bytes(board.pawns), swap_bytes(board.knights), swap_bytes(board.diagonals)
        men = swap_bytes(board.straights), swap_bytes(board.theirs), swap_bytes(board.mine)
        return Board(*pieces, *men, swap_bytes(board.special & RIGHTS), board.quiet + 1, board.ply + 1)

    def with_special(self, board, special):
        """Return the board with other rights to castle and to take en passant."""
        pieces = board.pawns, board.knights, board.diagonals, board.straights
        return Board(*pieces, board.mine, board.theirs, special, board.quiet, board.ply)

    def area(self, board):
        """Return the squares of the board; a smaller one is a corner of it."""
        return Squares(ALL).bits

    def bit(self, square):
        return Squares(1).bits << square

    def look(self, board):
        """Return what the legality of moves depends on."""
        occupied = board.mine | board.theirs
        king = lowest_bit(self.kings(board) & board.mine)
        pawns, knights = board.pawns & int(PAWN_ATTACKS[king]), board.knights & int(KNIGHT_STEPS[king])
        checkers = (pawns | knights) & board.theirs
        straight_pins = diagonal_pins = Squares(0).bits
        snipers = board.straights & board.theirs & int(ROOK_LINES[king])
        while snipers:
            way = Squares(int(WAY[king << TO | lowest_bit(snipers)])).bits
            sniper = snipers & ~(snipers - 1)
            blockers = way & occupied & ~sniper
            if not blockers:
                checkers |= sniper
            elif not blockers & blockers - 1:
                straight_pins |= way if blockers & board.mine else 0
            snipers ^= sniper
        snipers = board.diagonals & board.theirs & int(BISHOP_LINES[king])
        while snipers:
            way = Squares(int(WAY[king << TO | lowest_bit(snipers)])).bits
            sniper = snipers & ~(snipers - 1)
            blockers = way & occupied & ~sniper
            if not blockers:
                checkers |= sniper
            elif not blockers & blockers - 1:
                diagonal_pins |= way if blockers & board.mine else 0
            snipers ^= sniper
        target = self.area(board) ^ board.mine
        if checkers:
            target &= int(WAY[king << TO | lowest_bit(checkers)])
            if checkers & checkers - 1:
                target &= 0
        return CheckInfo(occupied, king, checkers, target, straight_pins, diagonal_pins)

    def can_move(self, board, view):
        """Tell whether there is a move; the pieces that take the least time come first."""
        if view.target:
            one, two, left, right = self.pawn_targets(board, view)
            if one | two | left | right:
                return True
            pieces = board.knights & board.mine & ~(view.straight_pins | view.diagonal_pins)
            while pieces:
                if view.target & int(KNIGHT_STEPS[lowest_bit(pieces)]):
                    return True
                pieces &= pieces - 1
            pieces = board.diagonals & board.mine & ~view.straight_pins
            while pieces:
                if self.diagonal_targets(view, lowest_bit(pieces)):
                    return True
                pieces &= pieces - 1
            pieces = board.straights & board.mine & ~view.diagonal_pins
            while pieces:
                if self.straight_targets(view, lowest_bit(pieces)):
                    return True
                pieces &= pieces - 1
        steps, rooks = self.king_targets(board, view)
        if steps | rooks:
            return True
        return board.special & RANK_6 != 0 and self.en_passant_takers(board, view.king) != 0

    def diagonal_targets(self, view, square):
        """Return where a bishop or a queen can go along diagonals."""
        targets = view.target & self.bishop(square, view.occupied)
        if view.diagonal_pins >> square & 1:
            targets &= view.diagonal_pins
        return targets

    def straight_targets(self, view, square):
        """Return where a rook or a queen can go along files and ranks."""
        targets = view.target & self.rook(square, view.occupied)
        if view.straight_pins >> square & 1:
            targets &= view.straight_pins
        return targets

    def kings(self, board):
        return (board.mine | board.theirs) & ~(board.pawns | board.knights | board.diagonals | board.straights)

    def king_targets(self, board, view):
        """Return where the king can step, and the rooks with which he can castle."""
        steps = (self.area(board) ^ board.mine) & int(KING_STEPS[view.king])
        rooks = rest = board.special & RANK_1 & ~view.straight_pins  # a rook that shields him from the side cannot
        while rest:
            rook = rest & ~(rest - 1)
            if view.occupied & int(CASTLING_EMPTY[(view.king << 3 | lowest_bit(rest)) & SQUARE]):
                rooks ^= rook
            rest ^= rook
        if not rooks and bit_count(steps) <= FEW:
            rest = steps
            while rest:
                if self.is_attacked(board, view, lowest_bit(rest)):
                    steps ^= rest & ~(rest - 1)
                rest &= rest - 1
        else:
            danger = self.danger(board, view)
            steps &= ~danger
            rest = rooks
            while rest:
                rook = rest & ~(rest - 1)
                if danger & int(CASTLING_SAFE[(view.king << 3 | lowest_bit(rest)) & SQUARE]):
                    rooks ^= rook
                rest ^= rook
        return KingTargets(steps, rooks)

    def is_attacked(self, board, view, square):
        """Tell whether a square is attacked, as if the mover's king were not in the way."""
        occupied = view.occupied ^ self.bit(view.king)
        pawns, knights = board.pawns & int(PAWN_ATTACKS[square]), board.knights & int(KNIGHT_STEPS[square])
        straight, diagonal = (
            board.straights & self.rook(square, occupied),
            board.diagonals & self.bishop(square, occupied),
        )
        kings = self.kings(board) & int(KING_STEPS[square])
        return (pawns | knights | straight | diagonal | kings) & board.theirs != 0

    def danger(self, board, view):
        """Return the squares that are attacked, as if the mover's king were not in the way."""
        occupied = view.occupied ^ self.bit(view.king)
        pawns, knights = board.pawns & board.theirs, board.knights & board.theirs
        attacked = (pawns & NOT_A) >> RIGHT | (pawns & NOT_H) >> LEFT
        one = (knights & NOT_A) >> 1 | (knights & NOT_H) << 1
        two = (knights & NOT_AB) >> 2 | (knights & NOT_GH) << 2
        attacked |= (one << 2 * UP | one >> 2 * UP | two << UP | two >> UP) & ALL
        attacked |= int(KING_STEPS[lowest_bit(self.kings(board) & board.theirs)])
        pieces = board.diagonals & board.theirs
        while pieces:
            attacked |= self.bishop(lowest_bit(pieces), occupied)
            pieces &= pieces - 1
        pieces = board.straights & board.theirs
        while pieces:
            attacked |= self.rook(lowest_bit(pieces), occupied)
            pieces &= pieces - 1
        return attacked

    def en_passant_takers(self, board, king):
        """Return the pawns that can take en passant and leave their king safe."""
        ep_square = board.special & RANK_6
        victim = ep_square >> UP
        pawns, knights = board.pawns & int(PAWN_ATTACKS[king]), board.knights & int(KNIGHT_STEPS[king])
        checkers = (pawns | knights) & board.theirs & ~victim
        takers = ((ep_square & NOT_A) >> RIGHT | (ep_square & NOT_H) >> LEFT) & board.pawns & board.mine
        safe = takers ^ takers
        while takers:
            taker = takers & ~(takers - 1)
            occupied = (board.mine | board.theirs) ^ taker ^ ep_square ^ victim
            straight = board.straights & self.rook(king, occupied)
            diagonal = board.diagonals & self.bishop(king, occupied)
            if not checkers | (straight | diagonal) & board.theirs:
                safe |= taker
            takers ^= taker
        return safe

    def pawn_targets(self, board, view):
        """Return where pawns can go."""
        pawns, empty = board.pawns & board.mine, ALL ^ view.occupied
        free = pawns & ~view.diagonal_pins
        one = (free & ~view.straight_pins) << UP | (free & view.straight_pins) << UP & view.straight_pins
        one &= empty
        two = (one & RANK_3) << UP & empty & view.target
        takers, victims = pawns & ~view.straight_pins, board.theirs & view.target
        free, held = takers & ~view.diagonal_pins, takers & view.diagonal_pins
        left = ((free & NOT_A) << LEFT | (held & NOT_A) << LEFT & view.diagonal_pins) & victims
        right = ((free & NOT_H) << RIGHT | (held & NOT_H) << RIGHT & view.diagonal_pins) & victims
        return PawnTargets(one & view.target, two, left, right)
