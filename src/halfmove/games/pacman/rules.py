"""Pacman against one to four ghosts, as the project of CS 188 (UC Berkeley) plays it; `mazes.py` reads mazes.

A set of cells is a number with a bit for each. Of each ghost are kept, in bits of their own:

    ghosts    12 bits: the cell, and from bit 8 on where it is heading:
              0 to 3 north, south, east, west; 4 nowhere yet; 5 to 8 the same halfway to the next cell
    scared     6 bits: for how many moves it is scared
"""

from dataclasses import field
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import PYTHON_ONLY, Bits, compiled, mix
from halfmove.core.game import CHANCE
from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.games.pacman import mazes
from halfmove.games.pacman.mazes import EAST, HALFWAY, NORTH, NOWHERE, STOP, WEST, Maze, read_maze
from halfmove.games.pacman.scores import DEATH_POINTS, FOOD_POINTS, GHOST_POINTS, SCARED_MOVES, WIN_POINTS
from halfmove.games.pacman.text import PacmanText
from halfmove.games.shared.widths import widened

CELL_BITS, GHOST_BITS, SCARED_BITS = 8, 12, 6
CELL, GHOST, SCARED = (1 << CELL_BITS) - 1, (1 << GHOST_BITS) - 1, (1 << SCARED_BITS) - 1

KINDS = ("min", "chase", "directional", "random")  # of ghosts
MIN, CHASE, DIRECTIONAL, RANDOM = range(4)
KIND_BITS, KIND = 2, 3
DIRECT = 0.8  # how likely a directional ghost goes straight for Pacman, or away from him when it is scared

SMALL, WIDE, HUGE = 64, 128, 256  # bits of a set of cells


class Position(NamedTuple):
    pacman: int  # his cell
    food: Annotated[int, Bits(SMALL)]
    capsules: Annotated[int, Bits(SMALL)]
    ghosts: int = 0  # where they are
    scared: int = 0  # for how long
    turn: int = 0  # 0 Pacman, 1 the first ghost, ...; 0 at the end
    steps: int = 0  # that he has taken
    score: int = 0
    caught: bool = False
    facing: int = WEST  # his last direction; it matters only to which of equal actions he takes


WidePosition = widened(Position, "WidePosition", WIDE, "food", "capsules")
HugePosition = widened(Position, "HugePosition", HUGE, "food", "capsules")


@compiled
class Pacman(PacmanText):
    """Eat all food in a maze, and do not let a ghost catch you.

    Pacman and the ghosts move in turn, first he, then each ghost. He goes one cell north, south, east or west, or
    stops; each of these costs a point. Food brings 10 points, the last one 500 more, and the game is over. A ghost
    that comes to his cell, or he to its, catches him: 500 points less, and the game is over. It is over as well after
    `time` steps of his.

    A ghost cannot stop, and turns round only in a dead end. A capsule makes all ghosts scared for 40 moves: they move
    half a cell at a time, and a ghost halfway between two cells is on both. A scared ghost that meets Pacman brings
    him 200 points and is back where it began, no longer scared. One that is halfway when its fright ends is set on the
    northern or the eastern one of the two cells.

    `maze` is the name of one of ours or a text; without ghosts Pacman is alone. `ghosts` says how they move, in one
    word for all or in one for each, joined by `+`:

        min           as the second player wants, who plays them all and gets what Pacman loses
        chase         to a cell that is nearest to Pacman in a straight line, farthest when scared; any of equal ones
        directional   so with probability 0.8, and otherwise at random
        random        any way, each as likely as another
    """

    maze: str = field(default="small", metadata=PYTHON_ONLY)  # machine code sees arrays, and is the same for all mazes
    ghosts: str = field(default="min", metadata=PYTHON_ONLY)
    time: int = 200
    layout: Maze = field(init=False, repr=False, metadata=PYTHON_ONLY)
    haunting: int = field(init=False, repr=False)  # how many ghosts there are
    kinds: int = field(init=False, repr=False)  # how each of them moves, in two bits
    neighbours: NDArray[np.int64] = field(init=False, repr=False)  # of each cell in four directions, or NOWHERE
    ways: NDArray[np.int64] = field(init=False, repr=False)  # of a ghost on each cell with each heading, as four bits
    homes: NDArray[np.int64] = field(init=False, repr=False)  # the cells where the ghosts begin
    places: NDArray[np.int64] = field(init=False, repr=False)  # row and column of each cell
    distances: NDArray[np.int64] = field(init=False, repr=False)  # in steps, from each cell to each
    extreme: NDArray[np.float64] = field(init=False, repr=False)  # beyond what there is to win or to lose

    def __post_init__(self):
        if self.time < 1:
            raise HalfmoveError(f"{self.time} steps are no time to eat")
        maze = read_maze(self.maze)
        cells, homes = range(len(maze.squares)), maze.cells(mazes.GHOST)
        prey = GHOST_POINTS * len(homes) * len(maze.cells(mazes.CAPSULE))
        most = FOOD_POINTS * len(maze.cells(mazes.FOOD)) + WIN_POINTS + prey
        vars(self).update(
            layout=maze,
            haunting=len(homes),
            kinds=read_kinds(self.ghosts, len(homes)),
            neighbours=np.array(maze.neighbours, np.int64).reshape(-1),
            ways=np.array([ways(maze, cell, heading) for cell in cells for heading in range(HALFWAY)], np.int64),
            homes=np.array(homes, np.int64),
            places=np.array([divmod(square, maze.width) for square in maze.squares], np.int64).reshape(-1),
            distances=np.array([maze.distances(cell) for cell in cells], np.int64).reshape(-1),
            extreme=np.array([max(most, self.time - DEATH_POINTS)], np.float64),
        )

    @property
    def players(self):  # type: ignore[override]
        return 2 if self.has_kind(MIN) else 1

    @property
    def has_chance(self):  # type: ignore[override]
        return self.has_kind(CHASE) or self.has_kind(DIRECTIONAL) or self.has_kind(RANDOM)

    @property
    def longest(self):  # type: ignore[override]
        return self.time * (1 + self.haunting)

    @property
    def utilities(self):  # type: ignore[override]
        return -float(self.extreme[0]), float(self.extreme[0])

    @property
    def initial(self):
        maze = self.layout
        food, capsules = (sum(1 << cell for cell in maze.cells(symbol)) for symbol in (mazes.FOOD, mazes.CAPSULE))
        ghosts = sum(self.ghost(cell, STOP) << GHOST_BITS * i for i, cell in enumerate(maze.cells(mazes.GHOST)))
        return self.position_class()(maze.cells(mazes.PACMAN)[0], food, capsules, ghosts)

    def position_class(self):
        """Return the class of states whose sets have a bit for each cell."""
        cells = len(self.layout.squares)
        return Position if cells <= SMALL else WidePosition if cells <= WIDE else HugePosition

    def to_move(self, at):
        if at.turn == 0:
            return 0
        return 1 if self.kind_of(at.turn - 1) == MIN else CHANCE

    def actions(self, at):
        if at.turn == 0:
            back = at.facing ^ 1
            if self.neighbours[4 * at.pacman + back] != NOWHERE:
                yield back
            for direction in range(4):
                if direction != back and self.neighbours[4 * at.pacman + direction] != NOWHERE:
                    yield direction
            yield STOP
        else:
            ways = self.likely_ways(at, at.turn - 1)
            for direction in range(4):
                if ways >> direction & 1:
                    yield direction

    def chances(self, at):
        """A ghost goes straight, or anywhere."""
        ghost = at.turn - 1
        kind, ways, direct = self.kind_of(ghost), self.ways_of(at, ghost), self.direct_ways(at, ghost)
        straight = 1.0 if kind == CHASE else DIRECT if kind == DIRECTIONAL else 0.0
        for direction in range(4):
            chance = 0.0
            if direct >> direction & 1:
                chance += straight / self.count(direct)
            if ways >> direction & 1:
                chance += (1.0 - straight) / self.count(ways)
            if chance > 0.0:
                yield direction, chance

    def result(self, at, action):
        return self.after_pacman(at, action) if at.turn == 0 else self.after_ghost(at, at.turn - 1, action)

    def is_terminal(self, at):
        return at.caught or at.food == 0 or at.steps == self.time

    def utility(self, at, player):
        return float(at.score) if player == 0 else -float(at.score)

    def evaluate(self, at, player):
        """Return the score so far."""
        return self.utility(at, player)

    def key(self, at):
        """Return a hash of all that counts: not of the direction in which Pacman looks."""
        clock = mix(at.steps, mix(at.score, mix(at.turn, at.caught)))
        return mix(at.pacman, mix(at.food, mix(at.capsules, mix(at.ghosts, mix(at.scared, clock)))))

    def after_pacman(self, at, action):
        """Return the position after a step of Pacman's."""
        cell = at.pacman if action == STOP else int(self.neighbours[4 * at.pacman + action])
        bit = (at.food & 0 | 1) << cell
        food, capsules, score = at.food, at.capsules, at.score - 1
        ghosts, scared, caught = at.ghosts, at.scared, False
        if food & bit != 0:
            food ^= bit
            score += FOOD_POINTS + (WIN_POINTS if food == 0 else 0)
        if capsules & bit != 0:
            capsules ^= bit
            for ghost in range(self.haunting):
                scared = self.with_scared(scared, ghost, SCARED_MOVES)
        for ghost in range(self.haunting):
            if self.touches(ghosts, ghost, cell):
                if self.scared_for(scared, ghost) > 0:
                    score += GHOST_POINTS
                    ghosts = self.with_ghost(ghosts, ghost, int(self.homes[ghost]), STOP)
                    scared = self.with_scared(scared, ghost, 0)
                elif food != 0 and not caught:
                    score += DEATH_POINTS
                    caught = True
        steps = at.steps + 1
        over = caught or food == 0 or steps == self.time
        eaten = at._replace(food=food, capsules=capsules, score=score, caught=caught)
        moved = eaten._replace(pacman=cell, facing=at.facing if action == STOP else action, steps=steps)
        return moved._replace(ghosts=ghosts, scared=scared, turn=0 if over or self.haunting == 0 else 1)

    def after_ghost(self, at, ghost, action):
        """Return the position after a move of a ghost's."""
        cell, heading, fright = self.cell_of(at.ghosts, ghost), action, self.scared_for(at.scared, ghost)
        if fright > 0 and self.heading_of(at.ghosts, ghost) < HALFWAY:
            heading += HALFWAY
        else:
            cell = int(self.neighbours[4 * cell + action])
        if fright == 1 and heading >= HALFWAY:  # it is on one of two cells again
            heading = action
            if action in (NORTH, EAST):
                cell = int(self.neighbours[4 * cell + action])
        fright = max(fright - 1, 0)
        ghosts, score, caught = self.with_ghost(at.ghosts, ghost, cell, heading), at.score, False
        if self.touches(ghosts, ghost, at.pacman):
            if fright > 0:
                score += GHOST_POINTS
                ghosts, fright = self.with_ghost(ghosts, ghost, int(self.homes[ghost]), STOP), 0
            else:
                score += DEATH_POINTS
                caught = True
        turn = 0 if caught or at.turn == self.haunting else at.turn + 1
        moved = at._replace(ghosts=ghosts, scared=self.with_scared(at.scared, ghost, fright), turn=turn)
        return moved._replace(score=score, caught=caught)

    # Ways of a ghost, as four bits.

    def ways_of(self, at, ghost):
        """Return where a ghost can go."""
        heading = self.heading_of(at.ghosts, ghost)
        if heading >= HALFWAY:
            return 1 << heading - HALFWAY
        return int(self.ways[HALFWAY * self.cell_of(at.ghosts, ghost) + heading])

    def likely_ways(self, at, ghost):
        """Return where a ghost may go."""
        return self.direct_ways(at, ghost) if self.kind_of(ghost) == CHASE else self.ways_of(at, ghost)

    def direct_ways(self, at, ghost):
        """Return the ways to the cell that is nearest to Pacman in a straight line, or farthest for a scared ghost."""
        ways, cell, best, least = self.ways_of(at, ghost), self.cell_of(at.ghosts, ghost), 0, 0
        sign = -1 if self.scared_for(at.scared, ghost) > 0 else 1
        for direction in range(4):
            if ways >> direction & 1:
                neighbour = int(self.neighbours[4 * cell + direction])
                distance = sign * self.straight_distance(neighbour, at.pacman)
                if best == 0 or distance < least:
                    best, least = 1 << direction, distance
                elif distance == least:
                    best |= 1 << direction
        return best

    def straight_distance(self, one, other):
        """Return how many rows and columns lie between two cells."""
        rows = int(self.places[2 * one] - self.places[2 * other])
        return abs(rows) + abs(int(self.places[2 * one + 1] - self.places[2 * other + 1]))

    def count(self, ways):
        return (ways & 1) + (ways >> 1 & 1) + (ways >> 2 & 1) + (ways >> 3 & 1)

    # The bits of a ghost.

    def kind_of(self, ghost):
        return self.kinds >> KIND_BITS * ghost & KIND

    def has_kind(self, kind):
        for ghost in range(self.haunting):
            if self.kind_of(ghost) == kind:
                return True
        return False

    def cell_of(self, ghosts, ghost):
        return ghosts >> GHOST_BITS * ghost & CELL

    def heading_of(self, ghosts, ghost):
        return (ghosts >> GHOST_BITS * ghost & GHOST) >> CELL_BITS

    def scared_for(self, scared, ghost):
        return scared >> SCARED_BITS * ghost & SCARED

    def ghost(self, cell, heading):
        return cell | heading << CELL_BITS

    def with_ghost(self, ghosts, ghost, cell, heading):
        at = GHOST_BITS * ghost
        return ghosts & ~(GHOST << at) | self.ghost(cell, heading) << at

    def with_scared(self, scared, ghost, moves):
        at = SCARED_BITS * ghost
        return scared & ~(SCARED << at) | moves << at

    def touches(self, ghosts, ghost, cell):
        """Tell whether a ghost is on a cell, or halfway to it or from it."""
        own, heading = self.cell_of(ghosts, ghost), self.heading_of(ghosts, ghost)
        return own == cell or heading >= HALFWAY and self.neighbours[4 * own + heading - HALFWAY] == cell


def read_kinds(ghosts: str, count: int) -> int:
    """Return how each ghost moves, two bits each: one word for all, or one for each."""
    words = ghosts.split("+")
    for word in words:
        if word not in KINDS:
            near = did_you_mean(word, KINDS)
            raise HalfmoveError(f"ghosts={ghosts}: '{word}' is no kind of ghost{near}; there are {', '.join(KINDS)}")
    if len(words) == 1:
        words *= count
    if len(words) != count:
        raise HalfmoveError(f"ghosts={ghosts}: {len(words)} words for {count} ghosts; say one for all, or one each")
    return sum(KINDS.index(word) << KIND_BITS * ghost for ghost, word in enumerate(words))


def ways(maze: Maze, cell: int, heading: int) -> int:
    """Return where a ghost can go, as four bits: not back where it came from, unless it must."""
    free = [way for way in range(4) if maze.neighbours[cell][way] != NOWHERE]
    ahead = [way for way in free if heading == STOP or way != heading ^ 1]
    return sum(1 << way for way in ahead or free)
