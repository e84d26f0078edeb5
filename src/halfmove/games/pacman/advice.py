"""Advice for the engine: the score, the way to the next food, and the ghosts."""

from halfmove.compiled import compiled, lowest_bit
from halfmove.core.advice import Advice
from halfmove.games.pacman.mazes import FAR, STOP
from halfmove.games.pacman.rules import Pacman

CHUNK = 32  # bits of a set that are looked through at a time

# What features are worth, in points. The way to food must count less than to eat it brings.
HUNGER, DANGER, PREY, CAPSULE = -5.0, -20.0, 60.0, -8.0
SHORT = 5.0  # steps: a way of that length counts half


@compiled
class PacmanAdvice(Advice):
    """A weighted sum of features. The score alone lets Pacman starve: to eat now or a step later is the same to it."""

    game: Pacman

    unit = "points"

    def evaluate(self, at, player):
        """Return the score, less if food is far or a ghost near, more if a scared ghost is."""
        score, hunger, danger, prey, capsules = self.features(at, 0)
        value = score + HUNGER * hunger + DANGER * danger + PREY * prey + CAPSULE * capsules
        limit = self.game.utilities[1] - 1.0
        value = min(max(value, -limit), limit)
        return value if player == 0 else -value

    def features(self, at, player):
        """Return the score, how far food is, how near ghosts are, scared ones, and how many capsules are left."""
        sign = 1.0 if player == 0 else -1.0
        way = self.nearest(at.food, at.pacman)
        danger, prey = 0.0, 0.0
        for ghost in range(self.game.haunting):
            distance = self.distance(at.pacman, self.game.cell_of(at.ghosts, ghost))
            moves = self.game.scared_for(at.scared, ghost)
            if moves == 0:
                danger += 1.0 / (1.0 + distance)
            elif distance <= moves:
                prey += 1.0 / (1.0 + distance)
        hunger = way / (way + SHORT)
        capsules = 0.0 if at.capsules == 0 else 1.0
        return sign * at.score, sign * hunger, sign * danger, sign * prey, sign * capsules

    def nearest(self, cells, start):
        """Return how many steps it is to the nearest of a set of cells."""
        least = FAR
        chunk = 0
        while cells != 0:
            left = int(cells & (1 << CHUNK) - 1)
            while left:
                least = min(least, self.distance(start, chunk + lowest_bit(left)))
                left &= left - 1
            cells >>= CHUNK
            chunk += CHUNK
        return least

    def distance(self, one, other):
        return int(self.game.distances[one * len(self.game.places) // 2 + other])

    def order(self, at, action):
        """Pacman goes where food is; a ghost goes to Pacman, and away from him when it is scared."""
        if at.turn == 0:
            if action == STOP:
                return -1.0
            cell = int(self.game.neighbours[4 * at.pacman + action])
            return 1.0 if at.food >> cell & 1 else 0.0 if action != at.facing ^ 1 else -0.5
        ghost = at.turn - 1
        cell = int(self.game.neighbours[4 * self.game.cell_of(at.ghosts, ghost) + action])
        distance = float(self.distance(cell, at.pacman))
        return distance if self.game.scared_for(at.scared, ghost) > 0 else -distance
