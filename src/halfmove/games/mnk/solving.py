"""What the solver may use: the boards level by level."""

from halfmove.compiled import compiled
from halfmove.games.shared.stone_levels import StoneLevels


@compiled
class MNKBounds(StoneLevels):
    """Levels of boards to which stones are only added."""
