"""Why a man of the morris games cannot be placed, moved or removed."""

from halfmove.compiled import bit_count
from halfmove.core.commentary import Commentary
from halfmove.games.morris.points import FEWEST


class MorrisCommentary(Commentary):
    """The first part of an action that is wrong."""

    def why_illegal(self, men, written):
        """Say why a player cannot do what is written."""
        names = {self.game.point_name(point): point for point in range(self.game.points)}
        move, _, removed = written.strip().lower().partition("x")
        source, _, target = move.rpartition("-")
        for part in filter(None, (source, target, removed)):
            if part not in names:
                return f"{part} is not a point of the board"
        if men.hand > 0 and source:
            return f"there are {men.hand} men to be placed before any moves"
        if men.hand == 0 and not source:
            return "all men are placed: say from where to where, as in a1-a4"
        if source and not men.mine >> names[source] & 1:
            return f"there is no man of {self.game.player_names[men.player]} on {source}"
        if target not in names or not self.game.empty(men) >> names[target] & 1:
            return f"{target or 'the point'} is not empty"
        flies = self.game.flying and bit_count(men.mine) <= FEWEST
        if source and not flies and not int(self.game.neighbours[names[source]]) >> names[target] & 1:
            return f"{target} is not next to {source}"
        stones = men.mine | 1 << names[target]
        closed = self.game.closes(stones ^ 1 << names[source] if source else stones, names[target])
        if closed and not removed:
            return "this closes a mill: say which man is removed, as in a1xd2"
        if removed and not closed:
            return "this closes no mill, so no man is removed"
        if not men.theirs >> names[removed] & 1:
            return f"there is no man of {self.game.player_names[1 - men.player]} on {removed}"
        return f"the man on {removed} stands in a mill, and others do not"
