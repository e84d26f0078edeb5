"""How directions in a maze of Pacman are read, why somebody cannot go that way, and how games of Pacman end."""

from halfmove.core.commentary import Commentary
from halfmove.core.naming import legal_actions
from halfmove.games.pacman.mazes import DIRECTIONS, HALFWAY, NOWHERE, STOP
from halfmove.games.pacman.text import NAMES


class PacmanCommentary(Commentary):
    """Walls, the manners of ghosts, and the end."""

    def read_action(self, at, written):
        """Return the action of a name, or of the first letter of a direction."""
        for action in legal_actions(self.game, at):
            if action != STOP and written.strip().lower() == NAMES[action][0]:
                return action
        return super().read_action(at, written)

    def why_illegal(self, at, written):
        """Say why somebody cannot go that way."""
        name = {name[0]: name for name in DIRECTIONS}.get(written.strip().lower(), written.strip().lower())
        if name not in NAMES:
            return f"an action is {', '.join(DIRECTIONS)} or stop; n, s, e and w will do"
        if name == NAMES[STOP]:
            return "a ghost cannot stop"
        cell = at.pacman if at.turn == 0 else self.game.cell_of(at.ghosts, at.turn - 1)
        if self.game.layout.neighbours[cell][NAMES.index(name)] == NOWHERE:
            return "there is a wall"
        if self.game.heading_of(at.ghosts, at.turn - 1) >= HALFWAY:
            return "a ghost that is halfway goes on"
        reverses = NAMES.index(name) ^ 1 == self.game.heading_of(at.ghosts, at.turn - 1)
        if reverses:
            return "a ghost turns round only in a dead end"
        return "this ghost chases Pacman, and goes another way"

    def how_ended(self, at):
        return self.game.ending(at)
