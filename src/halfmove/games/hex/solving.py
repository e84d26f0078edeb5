"""What the solver may use: links that cannot be broken decide a game of Hex long before its end."""

from typing import Any

from halfmove.compiled import compiled, lowest_bit
from halfmove.core.advice import Bounds
from halfmove.games.hex.rules import Hex
from halfmove.games.hex.virtual_connections import ALL, LARGEST, cells_that_matter


@compiled
class HexBounds(Bounds):
    """Virtual connections, on boards that are small enough to be solved."""

    game: Hex
    advice: Any

    def value_bounds(self, board, player, target):
        """Return who wins if the mover has a semi-connection of his sides."""
        least, greatest = self.game.utilities
        if self.game.size * self.game.height > LARGEST * LARGEST or self.matters(board, True) == ALL:
            return least, greatest
        return (greatest, greatest) if player == board.player else (least, least)

    def solver_moves(self, board):
        """Yield the cells that touch every semi-connection of the other player: elsewhere the mover loses."""
        if self.game.size * self.game.height > LARGEST * LARGEST or self.game.may_swap(board):
            for action in self.game.actions(board):
                yield action
        else:
            left = self.matters(board, False) & int(self.game.board ^ (board.mine | board.theirs))
            while left:
                yield lowest_bit(left)
                left &= left - 1

    def matters(self, board, for_mover):
        """Return the cells that matter to the links of the mover, or of the other player."""
        stones = int(board.mine) if for_mover else int(board.theirs)
        empty = int(self.game.board ^ (board.mine | board.theirs))
        if (board.player == 0) == for_mover:
            return cells_that_matter(self.game, stones, empty, self.game.top, self.game.bottom)
        return cells_that_matter(self.game, stones, empty, self.game.left, self.game.right)
