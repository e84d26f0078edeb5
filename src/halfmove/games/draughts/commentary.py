"""How actions of draughts are read, and why one cannot be taken."""

from halfmove.core.commentary import Commentary
from halfmove.core.naming import legal_actions
from halfmove.games.draughts.text import NUMBER, WRITTEN


class DraughtsCommentary(Commentary):
    """The squares, the piece, or the duty to capture."""

    def read_action(self, state, written):
        """Return the legal action of a name, or of all the squares that a capture touches: `15x24x31`, `15:24:31`."""
        squares = [int(number) for number in NUMBER.findall(written)] if WRITTEN.fullmatch(written.strip()) else []
        if len(squares) > 2 and "-" not in written:
            meant = [action for action in legal_actions(self.game, state) if self.goes(state, action, squares)]
            if len(meant) == 1:
                return meant[0]
        return super().read_action(state, written.strip().replace(":", "x"))

    def goes(self, board, action, squares):
        """Tell whether a capture can touch just these squares, one after the other."""
        game, captures = self.game, set()
        if game.square(game.origin(action)) == squares[0]:
            captures.add(game.unjumped(game.origin(action)))
        for square in squares[1:]:
            extended = [extended for capture in captures for extended in game.extended_captures(board, capture)]
            captures = {each for each in extended if game.square(game.target(each)) == square}
        return any(game.packed(capture) == action for capture in captures)

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
