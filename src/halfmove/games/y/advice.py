"""Advice for the engine: how many stones link the sides of the triangle at the least."""

from halfmove.compiled import compiled
from halfmove.games.shared.connection_advice import ConnectionAdvice
from halfmove.games.y.rules import Y

ROOMY = 6  # rows of a board with room in the middle


@compiled
class YAdvice(ConnectionAdvice):
    """Stones that are missing, and the middle of the board."""

    game: Y

    def evaluate(self, board, player):
        """Compare how many stones each player needs at the least to link every two sides."""
        empty = self.game.board ^ (board.mine | board.theirs)
        mine, theirs = self.needed(board.mine, empty), self.needed(board.theirs, empty)
        lead = (theirs - mine) / (theirs + mine + 1)
        return lead if player == board.player else -lead

    def pass_turn(self, board):
        return self.game.next_board(board, board.mine, board.mine_linked, board.mine_joined)

    def needed(self, stones, empty):
        return (
            self.missing(stones, empty, self.game.top, self.game.left)
            + self.missing(stones, empty, self.game.left, self.game.slope)
            + self.missing(stones, empty, self.game.slope, self.game.top)
        )

    def selective_moves(self, board):
        """Leave out cells on the sides where the board has room for more and no stone is beside the cell."""
        game = self.game
        if game.size >= ROOMY:
            near = game.around(board.mine | board.theirs)
            sides = game.top | game.left | game.slope
            for action in game.actions(board):
                stone = game.stone(board, action)
                if stone & sides == 0 or stone & near != 0:
                    yield action, self.order(board, action), False

    def order(self, board, action):
        """Prefer the middle of the triangle, where the ways to the three sides are alike."""
        across, down = action % self.game.size, action // self.game.size
        up = self.game.size - 1 - across - down
        return -float(across * across + down * down + up * up)
