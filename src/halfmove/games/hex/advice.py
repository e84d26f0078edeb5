"""Advice for the engine: how many stones link the sides of Hex at the least."""

from halfmove.compiled import compiled
from halfmove.games.hex.rules import Hex
from halfmove.games.shared.connection_advice import ConnectionAdvice


@compiled
class HexAdvice(ConnectionAdvice):
    """Stones that are missing, and the middle of the board."""

    game: Hex

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
