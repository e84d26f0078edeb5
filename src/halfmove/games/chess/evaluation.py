"""What a board looks worth: material, places, mobility, pawns, kings and threats, tapered from middle game to end."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import bit_count, compiled, lowest_bit
from halfmove.core.advice import Advice
from halfmove.games.chess.moves import BISHOP, KING, KNIGHT, LEFT, PAWN, QUEEN, RIGHT, ROOK, UP, Squares
from halfmove.games.chess.scale import HALF
from halfmove.games.chess.tables import (
    ALL,
    FILE_A,
    KING_STEPS,
    KNIGHT_STEPS,
    NOT_A,
    NOT_H,
    RANK_1,
    SIZE,
    SQUARES,
    by_square,
)
from halfmove.games.chess.weights import HALVES, LOW, SHIFT, STARTS, TERMS, TOP, WEIGHTS

PHASES = (0, 1, 1, 2, 0, 4)  # what each kind of piece adds to the middle game
FULL = 24  # the sum of all at the beginning
ATTACKS = (0, 2, 2, 3, 0, 5)  # what each kind of piece adds to the pressure on a king, for each square it attacks
MOST_PRESSURE = TERMS["pressure"] - 1
MOST_SHIELD = TERMS["shield"] - 1
PRESSURE = 2  # attacks in one step of the table

PLACES, PRESSED, SHIELD = STARTS["places"], STARTS["pressure"], STARTS["shield"]
KNIGHT_MOVES, BISHOP_MOVES = STARTS["knight mobility"], STARTS["bishop mobility"]
ROOK_MOVES, QUEEN_MOVES = STARTS["rook mobility"], STARTS["queen mobility"]
PASSED, BLOCKED = STARTS["passed"], STARTS["passed, blocked"]
OWN_KING, OTHER_KING = STARTS["passed, own king"], STARTS["passed, other king"]
SUPPORTED, ISOLATED, DOUBLED = STARTS["supported"], STARTS["isolated"], STARTS["doubled"]
PAIR, OPEN, HALF_OPEN = STARTS["bishop pair"], STARTS["open file"], STARTS["half-open file"]
BARE, TURN = STARTS["king's file"], STARTS["turn"]
PAWN_THREAT, MINOR_THREAT, ROOK_THREAT = STARTS["pawn's threat"], STARTS["minor threat"], STARTS["rook's threat"]


def _files(square: int, *sides: int) -> int:
    """Return the files at these distances from the file of a square."""
    files = [square % SIZE + side for side in sides]
    return sum(FILE_A << file for file in files if 0 <= file < SIZE)


def _ahead(square: int, *sides: int) -> int:
    """Return the squares ahead on these files."""
    return _files(square, *sides) & ALL << SIZE * (square // SIZE + 1) & ALL


def _shield(square: int) -> int:
    """Return the squares of the pawns that shield a king: the two ranks before him, on three files."""
    return _ahead(square, -1, 0, 1) & (RANK_1 | RANK_1 << SIZE) << SIZE * (square // SIZE + 1)


def _beside(square: int) -> int:
    """Return where a pawn would support one on this square: beside it, or where it guards it."""
    row = _files(square, -1, 1) & RANK_1 << SIZE * (square // SIZE)
    return row | row >> SIZE


def _folded(square: int) -> int:
    """Return the number of a square when files e to h are folded onto a to d."""
    rank, file = divmod(square, SIZE)
    return rank * (SIZE // 2) + min(file, SIZE - 1 - file)


def _distances() -> NDArray[np.int64]:
    """Return how many steps a king needs between any two squares."""
    ranks, files = np.divmod(np.arange(SQUARES), SIZE)
    return np.maximum(abs(ranks[:, None] - ranks), abs(files[:, None] - files)).ravel()


STOPPERS = by_square(_ahead, -1, 0, 1)
AHEAD = by_square(_ahead, 0)
NEIGHBOURS = by_square(_files, -1, 1)
FILES = by_square(_files, 0)
SUPPORT = by_square(_beside)
SHIELDS = by_square(_shield)
FOLDED = np.array([_folded(square) for square in range(SQUARES)], np.int64)
DISTANCES = _distances()  # at square * 64 + square


@compiled
class ChessEvaluation(Advice):
    """An evaluation that is linear in its weights, apart from the squashing at the end."""

    game: Any
    weights: NDArray[np.int64] = field(default_factory=lambda: WEIGHTS, repr=False)

    def evaluate(self, board, player):
        """Compare what both sides have; the greater the lead, the less a pawn more adds to it."""
        lead = self.lead(board)
        return (lead if player == board.ply & 1 else -lead) / (HALF + abs(lead))

    def lead(self, board):
        """Return by how much the mover leads, in hundredths of a pawn."""
        both = self.weighed(board, self.weights)
        middle = (both + TOP & LOW) - TOP
        end = both - middle >> SHIFT
        phase = self.phase(board)
        return (middle * phase + end * (FULL - phase)) // FULL

    def phase(self, board):
        """Return how much of the middle game is left: 24 at the beginning, 0 when only pawns are."""
        queens = board.diagonals & board.straights
        minor = bit_count(board.knights) + bit_count(board.diagonals & ~queens)
        heavy = PHASES[ROOK] * bit_count(board.straights & ~queens) + PHASES[QUEEN] * bit_count(queens)
        return min(minor + heavy, FULL)

    def weighed(self, board, weights):
        """Return what the mover has more than the other, the middle game and the end packed into one number."""
        return self.standing(board, weights) - self.standing(self.game.flipped(board), weights) + int(weights[TURN])

    def standing(self, board, weights):
        """Return what all that the mover has is worth."""
        total = self.pawns_standing(board, weights) + self.king_standing(board, weights)
        occupied, queens = board.mine | board.theirs, board.diagonals & board.straights
        pawns, others = board.pawns & board.mine, board.pawns & board.theirs
        free = ALL ^ (pawns | (others & NOT_A) >> RIGHT | (others & NOT_H) >> LEFT)
        zone = self.game.bit(lowest_bit(self.game.kings(board) & board.theirs))
        zone |= int(KING_STEPS[lowest_bit(zone)])
        heavy = board.straights & board.theirs
        pressure = 0
        pieces = board.knights & board.mine
        while pieces:
            square = lowest_bit(pieces)
            seen = Squares(int(KNIGHT_STEPS[square])).bits
            total += self.placed(weights, KNIGHT, square) + int(weights[KNIGHT_MOVES + bit_count(seen & free)])
            total += int(weights[MINOR_THREAT]) * bit_count(seen & heavy)
            pressure += ATTACKS[KNIGHT] * bit_count(seen & zone)
            pieces &= pieces - 1
        pieces = board.diagonals & board.mine & ~queens
        if pieces & pieces - 1:
            total += int(weights[PAIR])
        while pieces:
            square = lowest_bit(pieces)
            seen = self.game.bishop(square, occupied)
            total += self.placed(weights, BISHOP, square) + int(weights[BISHOP_MOVES + bit_count(seen & free)])
            total += int(weights[MINOR_THREAT]) * bit_count(seen & heavy)
            pressure += ATTACKS[BISHOP] * bit_count(seen & zone)
            pieces &= pieces - 1
        pieces = board.straights & board.mine & ~queens
        while pieces:
            square = lowest_bit(pieces)
            seen = self.game.rook(square, occupied)
            total += self.placed(weights, ROOK, square) + int(weights[ROOK_MOVES + bit_count(seen & free)])
            total += int(weights[ROOK_THREAT]) * bit_count(seen & queens & board.theirs)
            pressure += ATTACKS[ROOK] * bit_count(seen & zone)
            if not pawns & int(FILES[square]):
                total += int(weights[HALF_OPEN if others & int(FILES[square]) else OPEN])
            pieces &= pieces - 1
        pieces = queens & board.mine
        while pieces:
            square = lowest_bit(pieces)
            seen = self.game.bishop(square, occupied) | self.game.rook(square, occupied)
            total += self.placed(weights, QUEEN, square) + int(weights[QUEEN_MOVES + bit_count(seen & free)])
            pressure += ATTACKS[QUEEN] * bit_count(seen & zone)
            pieces &= pieces - 1
        return total + int(weights[PRESSED + min(pressure // PRESSURE, MOST_PRESSURE)])

    def pawns_standing(self, board, weights):
        """Return what the mover's pawns are worth."""
        pawns, others = board.pawns & board.mine, board.pawns & board.theirs
        occupied, kings = board.mine | board.theirs, self.game.kings(board)
        king, other_king = lowest_bit(kings & board.mine) * SQUARES, lowest_bit(kings & board.theirs) * SQUARES
        attacked = (pawns & NOT_A) << LEFT | (pawns & NOT_H) << RIGHT
        total = int(weights[PAWN_THREAT]) * bit_count(attacked & board.theirs & ~others)
        rest = pawns
        while rest:
            square = lowest_bit(rest)
            rank = square // SIZE
            total += self.placed(weights, PAWN, square)
            if pawns & int(SUPPORT[square]):
                total += int(weights[SUPPORTED + rank])
            if not pawns & int(NEIGHBOURS[square]):
                total += int(weights[ISOLATED])
            if pawns & int(AHEAD[square]):
                total += int(weights[DOUBLED])
            elif not others & int(STOPPERS[square]):
                total += int(weights[PASSED + rank])
                total += int(weights[OWN_KING + DISTANCES[king + square]])
                total += int(weights[OTHER_KING + DISTANCES[other_king + square]])
                if occupied >> square + UP & 1:
                    total += int(weights[BLOCKED + rank])
            rest &= rest - 1
        return total

    def king_standing(self, board, weights):
        """Return what the place of the mover's king is worth, and the pawns before him."""
        square = lowest_bit(self.game.kings(board) & board.mine)
        pawns = board.pawns & board.mine
        total = self.placed(weights, KING, square)
        total += int(weights[SHIELD + min(bit_count(pawns & int(SHIELDS[square])), MOST_SHIELD)])
        if not pawns & int(FILES[square]):
            total += int(weights[BARE])
        return total

    def placed(self, weights, piece, square):
        """Return what a piece of a kind is worth on a square."""
        return int(weights[PLACES + HALVES * piece + FOLDED[square]])
