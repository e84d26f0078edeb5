"""Advice: how many stones link the sides of Hex at the least, and bridges, which simulated games do not let break.

A bridge is two stones with two empty neighbours in common: who loses one of the two takes the other. So the cell to
take is one whose neighbours, going round, are a stone of ours, a stone of theirs, and a stone of ours; a side of ours
counts as a stone.
"""

from halfmove.compiled import bit_count, compiled, nth_bit
from halfmove.games.hex.rules import Hex
from halfmove.games.shared.connection_advice import ConnectionAdvice

SMALL = 5  # rows of a board on which winning is proven
SAVING, BRIDGE, NEAR, MIDDLE = 6.0, 1.5, 1.0, 1.0  # odds in favour of a stone, which are added to 1


@compiled
class HexAdvice(ConnectionAdvice):
    """Stones that are missing, the middle of the board, and bridges."""

    game: Hex

    amaf = True

    @property
    def simulates(self):  # type: ignore[override]
        """Tell whether the board is too large for proofs."""
        return self.game.size * self.game.height > SMALL * SMALL

    def playout_action(self, board, last, rng):
        """Answer a stone in a bridge, or else play anywhere."""
        if 0 <= last < self.game.size * self.game.height:
            saving = self.saving(board, self.game.stone(board, last))
            if saving:
                return nth_bit(saving, rng.below(bit_count(saving)))
        return self.game.sample(board, rng)

    def saving(self, board, stone):
        """Return the empty cells that save a bridge of the mover into which the other player has put `stone`."""
        game = self.game
        near, empty = self.neighbours(stone), game.board ^ (board.mine | board.theirs)
        first, last = (game.top, game.bottom) if board.player == 0 else (game.right, game.left)
        at_first, at_last = stone & first != 0, stone & last != 0
        turn = board.player  # X's sides are above and below, O's are one step further round
        saving = stone ^ stone
        for i in range(6):
            before, after = (i - 1 - turn) % 6, (i + 1 - turn) % 6
            ours_before = near[(i - 1) % 6] & board.mine != 0
            ours_before = ours_before or at_first and before < 2 or at_last and 3 <= before < 5
            ours_after = near[(i + 1) % 6] & board.mine != 0
            ours_after = ours_after or at_first and after < 2 or at_last and 3 <= after < 5
            if ours_before and ours_after:
                saving |= near[i] & empty
        return saving

    def prior(self, board, last, action):
        """Return the odds by bridges that a stone makes or saves, and by how near the last stone and the middle are."""
        game, cells = self.game, self.game.size * self.game.height
        if action == cells:
            return 1.0  # to swap
        stone, empty = game.stone(board, action), game.board ^ (board.mine | board.theirs)
        good = 1.0 + MIDDLE * (1.0 + self.order(board, action) / (3 * cells))
        if 0 <= last < cells:
            other = game.stone(board, last)
            if self.saving(board, other) & stone:
                good += SAVING
            if stone & game.around(game.around(other)):
                good += NEAR
        near = self.neighbours(stone)
        for i in range(6):
            gap, other_gap = near[i], near[(i + 1) % 6]
            if gap & empty and other_gap & empty and self.neighbours(gap)[(i + 1) % 6] & board.mine:
                good += BRIDGE
        return good

    def neighbours(self, stones):
        """Return the cells above stones, above right, right, below, below left and left of them, going round.

        There are some bits beyond the board, which the caller leaves out.
        """
        size, from_left, from_right = self.game.size, stones & self.game.not_left, stones & self.game.not_right
        above, above_right, right = stones >> size, from_right >> size - 1, from_right << 1
        below, below_left, left = stones << size, from_left << size - 1, from_left >> 1
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
