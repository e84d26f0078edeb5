"""Advice for the engine: what an Othello board is worth by patterns, and what leaves the other player little."""

from dataclasses import field
from math import inf

from halfmove.compiled import (
    bit_count,
    compiled,
)
from halfmove.core.advice import Advice
from halfmove.games.othello.lines import SIDE
from halfmove.games.othello.patterns import UNIT, Patterns, patterns
from halfmove.games.othello.rules import ALL, Board, Othello

NOW_LATER, CORNER_LATER, BAD_LATER = 6, 16, 8  # points, where a square to play on later counts 1
MOST_LEAD, CLEAR_LEAD = 63.0, 16.0  # discs: the most that is ever expected; a lead that wins three games of four
CORNER_WORTH = 8  # actions: what a corner counts in an evaluation


@compiled
class OthelloAdvice(Advice):
    """Patterns on the board of 8 x 8, mobility and corners on smaller ones."""

    game: Othello
    patterns: Patterns = field(default_factory=patterns, repr=False)
    corners: int = field(init=False, repr=False)
    diagonals: int = field(init=False, repr=False)  # the squares diagonally next to the corners

    def __post_init__(self):
        size, last = self.game.size, self.game.size - 1
        corners = (0, last, size * last, size * size - 1)
        near = (size + 1, 2 * last, size * (last - 1) + 1, size * last - 2)
        vars(self).update(
            corners=sum(1 << self.game.bit(square) for square in corners),
            diagonals=sum(1 << self.game.bit(square) for square in near),
        )

    @property
    def unit(self):  # type: ignore[override]
        return "discs" if self.game.size == SIDE else ""

    def in_units(self, value):
        if self.game.margin:
            return value
        return CLEAR_LEAD * value / (1.0 - abs(value)) if abs(value) < 1.0 else value * inf

    def evaluate(self, board, player):
        """Estimate the outcome by patterns; on a small board, compare squares to play on, and corners."""
        if self.game.size == SIDE:
            lead = self.lead(board.mine, board.theirs) / UNIT
            value = min(MOST_LEAD, max(-MOST_LEAD, lead)) if self.game.margin else lead / (CLEAR_LEAD + abs(lead))
        else:
            mine, theirs = self.prospects(board.mine, board.theirs), self.prospects(board.theirs, board.mine)
            value = self.game.utilities[1] * (mine - theirs) / (mine + theirs + 1.0)
        return value if player == board.player else -value

    def features(self, board, player):
        """Return how many discs, squares to play on and corners the player has more than the other."""
        sign = 1.0 if player == board.player else -1.0
        mine, theirs = board.mine, board.theirs
        return (
            sign * (bit_count(mine) - bit_count(theirs)),
            sign * (bit_count(self.game.places(mine, theirs)) - bit_count(self.game.places(theirs, mine))),
            sign * (bit_count(mine & self.corners) - bit_count(theirs & self.corners)),
        )

    def lead(self, mine, theirs):
        """Estimate by how much the player to move will win, in UNITs of a disc."""
        return self.patterns.lead(
            mine, theirs, bit_count(self.game.places(mine, theirs)), bit_count(self.game.places(theirs, mine))
        )

    def prospects(self, mine, theirs):
        return bit_count(self.game.places(mine, theirs)) + CORNER_WORTH * bit_count(mine & self.corners)

    def order(self, board, action):
        """Prefer what leaves the other player few squares to play on, now and later, and corners."""
        return self.restricts(self.game.result(board, action))

    def restricts(self, child):
        """Return how little the player to move can do: the less, the greater the number."""
        restricted = NOW_LATER * self.now(child.mine, child.theirs) + self.later(child.mine, child.theirs)
        return float(NOW_LATER * bit_count(child.theirs & self.corners) - restricted)

    def standing(self, mine, theirs):
        """Compare the discs to come, and mobility: the fewer squares the other can play on, the shorter a search."""
        more = self.now(mine, theirs) - self.now(theirs, mine)
        if self.game.size == SIDE:
            return self.lead(mine, theirs) + UNIT * more
        corners = self.corners & ~(mine | theirs)
        bad = (corners << SIDE + 1 | corners >> SIDE + 1 | corners << SIDE - 1 | corners >> SIDE - 1) & self.diagonals
        lead = NOW_LATER * more + self.later(mine, theirs) - self.later(theirs, mine)
        lead += CORNER_LATER * (bit_count(mine & self.corners) - bit_count(theirs & self.corners))
        return lead - BAD_LATER * (bit_count(mine & bad) - bit_count(theirs & bad))

    def now(self, mine, theirs):
        """Return how many squares there are to play on; corners count twice."""
        places = self.game.places(mine, theirs)
        return bit_count(places) + bit_count(places & self.corners)

    def later(self, mine, theirs):
        """Return how many empty squares lie beside the other player's discs: some will be squares to play on."""
        around = theirs | (theirs << 1 | theirs >> 1) & ALL
        around |= (around << SIDE | around >> SIDE) & ALL
        return bit_count(around & self.game.squares & ~(mine | theirs))

    def pass_turn(self, board):
        return Board(board.theirs, board.mine, 1 - board.player)

    def may_be_zugzwang(self, board):
        """Always: a player who has to move gives squares away."""
        return True
