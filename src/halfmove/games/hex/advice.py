"""Advice: how many stones link the sides of Hex at the least, and bridges, which simulated games do not let break.

A bridge is two stones with two empty neighbours in common: who loses one of the two takes the other. So the cell to
take is one whose neighbours, going round, are a stone of ours, a stone of theirs, and a stone of ours; a side of ours
counts as a stone.
"""

from halfmove.compiled import bit_count, compiled, nth_bit
from halfmove.games.hex.rules import Hex
from halfmove.games.shared.connection_advice import ConnectionAdvice


@compiled
class HexAdvice(ConnectionAdvice):
    """Stones that are missing, the middle of the board, and bridges."""

    game: Hex

    amaf = True

    def playout_action(self, board, last, rng):
        """Answer a stone in a bridge, or else play anywhere."""
        broken = self.broken_bridges(board)
        if broken:
            return nth_bit(broken, rng.below(bit_count(broken)))
        return self.game.sample(board, rng)

    def broken_bridges(self, board):
        """Return the empty cells that save a bridge of the mover into which the other player has put a stone."""
        game = self.game
        mine, theirs = self.beside(board.mine), self.beside(board.theirs)
        none = board.mine & 0
        first, last = (
            (none | game.top, none | game.bottom) if board.player == 0 else (none | game.right, none | game.left)
        )
        turn = board.player  # X's sides are above and below, O's are one step further round
        sides = (first, first, none, last, last, none)  # beyond which a neighbour is ours
        saving = none
        for i in range(6):
            one, two, three = i, (i + 1) % 6, (i + 2) % 6
            ours = mine[one] | sides[(one - turn) % 6], mine[three] | sides[(three - turn) % 6]
            saving |= ours[0] & theirs[two] & ours[1]
        return saving & (game.board ^ (board.mine | board.theirs))

    def beside(self, stones):
        """Return the cells that have a stone above, above right, right, below, below left and left, going round.

        There are some bits beyond the board, which the caller leaves out.
        """
        size, from_left, from_right = self.game.size, stones & self.game.not_left, stones & self.game.not_right
        above, above_right, right = stones << size, from_left << size - 1, from_left >> 1
        below, below_left, left = stones >> size, from_right >> size - 1, from_right << 1
        return above, above_right, right, below, below_left, left

    def evaluate(self, board, player):
        """Compare how many stones each player needs at the least to link his sides."""
        empty = self.game.board ^ (board.mine | board.theirs)
        first, second = (board.mine, board.theirs) if board.player == 0 else (board.theirs, board.mine)
        needed = self.missing(first, empty, self.game.top, self.game.bottom)
        needed_by_other = self.missing(second, empty, self.game.left, self.game.right)
        lead = (needed_by_other - needed) / (needed_by_other + needed)
        return lead if player == 0 else -lead

    def pass_turn(self, board):
        return self.game.next_board(board, board.mine, board.theirs, board.mine_linked, board.theirs_linked)
