"""Advice for the engine: the areas as they are, and the middle of the board."""

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.go.rules import Go

ROOMY, LOW_LINES = 7, 2  # lines of a board with room in the middle; lines along each edge that are low


@compiled
class GoAdvice(Advice):
    """Areas and the middle of the board."""

    game: Go

    unit = "points"

    def evaluate(self, position, player):
        """Compare the areas as they would be counted now."""
        value = self.game.utilities[1] * self.game.score(position) / self.most_points()
        return value if player == 0 else -value

    def in_units(self, value):
        return value / self.game.utilities[1] * self.most_points()

    def most_points(self):
        """Return more points than anybody can be ahead."""
        return self.game.size * self.game.size + abs(self.game.komi) + 1

    def order(self, position, action):
        """Prefer the middle of the board, and a pass least."""
        size = self.game.size
        if action == size * size:
            return -float(action)
        across, down = 2 * (action % size) - size + 1, 2 * (action // size) - size + 1
        return -float(max(abs(across), abs(down)))

    def selective_moves(self, position):
        """Leave out the first two lines where the board has room for more and no stone is beside the point."""
        size = self.game.size
        if size >= ROOMY:
            near = self.game.around(position.mine | position.theirs)
            for action in self.game.actions(position):
                across, down = action % size, action // size
                from_edge = min(min(across, size - 1 - across), min(down, size - 1 - down))
                if action == size * size or from_edge >= LOW_LINES or self.game.stone(position, action) & near != 0:
                    yield action, self.order(position, action), False

    def pass_turn(self, position):
        return self.game.result(position, self.game.size * self.game.size)
