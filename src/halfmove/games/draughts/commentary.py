"""Why an action of draughts cannot be taken."""

from halfmove.core.commentary import Commentary
from halfmove.games.draughts.text import NUMBER, WRITTEN


class DraughtsCommentary(Commentary):
    """The squares, the piece, or the duty to capture."""

    def why_illegal(self, board, written):
        """Say why an action cannot be taken."""
        if not WRITTEN.fullmatch(written.strip().lower()):
            return "an action is written as 11-15 or 15x22"
        squares = [int(number) for number in NUMBER.findall(written)]
        last, name = self.game.size * self.game.size // 2, self.game.player_names[board.player]
        for square in squares:
            if not 1 <= square <= last:
                return f"there is no square {square}: the squares are 1 to {last}"
        ends = self.game.bit(squares[0] - 1), self.game.bit(squares[-1] - 1)
        if not board.mine >> ends[0] & 1:
            return f"{name} has no piece on {squares[0]}"
        legal, piece = list(self.game.actions(board)), "king" if board.kings >> ends[0] & 1 else "man"
        meant = [self.game.name(action, board) for action in legal if self.game.ends(action) == ends]
        if meant:
            return f"it is written {' or '.join(meant)} here"
        capturing = self.game.capturing(board)
        if capturing and not (capturing >> ends[0] & 1 and "-" not in written):
            return f"{name} must capture"
        if capturing and self.game.majority:
            return f"{name} must capture as many pieces as possible, {self.game.taken(legal[0]).bit_count()}"
        if capturing:
            return f"no capture of the {piece} on {squares[0]} ends on {squares[-1]}"
        return f"the {piece} on {squares[0]} cannot reach {squares[-1]}"
