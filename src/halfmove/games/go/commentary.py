"""How points of Go are read, why a stone cannot be put on one, and how games of Go end."""

from halfmove.compiled import bit_count, plain
from halfmove.core.commentary import Commentary
from halfmove.core.text import write_number
from halfmove.games.go import text as go_text


class GoCommentary(Commentary):
    """Vertices and SGF; ko, suicide and superko; the points of both."""

    def read_action(self, state, written):
        """Return the legal action of a vertex (`D4`) or of a point in SGF (`dp`; for a pass, `tt`)."""
        return go_text.read_action(self.game, state, written)

    def why_illegal(self, state, written):
        """Return why a player cannot do what is written."""
        return go_text.why_illegal(self.game, state, written)

    def how_ended(self, position):
        """Return the points of both players: areas, and komi for White."""
        game, (black, white) = plain(self.game), go_text.colours(position)
        empty = game.board ^ (black | white)
        from_black, from_white = game.grown(black, empty), game.grown(white, empty)
        points = bit_count(from_black & ~from_white), bit_count(from_white & ~from_black) + game.komi
        return ", ".join(f"{colour} {write_number(count)} points" for colour, count in zip(go_text.COLOURS, points))
