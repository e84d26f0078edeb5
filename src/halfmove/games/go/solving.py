"""What the solver may use: chains that live whatever the other player does (Benson, "Life in the game of Go", 1976)."""

from dataclasses import field
from typing import Any

import numpy as np

from halfmove.compiled import bit_count, compiled, kernel, lowest_bit
from halfmove.core.advice import Bounds
from halfmove.games.go.positions import NOWHERE
from halfmove.games.go.rules import Go
from halfmove.games.go.small import SmallGo
from halfmove.games.go.superko import SuperkoGo
from halfmove.games.go.symmetry import LARGEST, SYMMETRIES, image, images_of_rows

POINTS_OF_A_STONE = 2.0  # that a stone changes: one more for a player, one less for the other
ROOM_FOR_AN_EYE = 1  # points away from a living wall, at the most, with which nobody lives inside it


@compiled
class GoBounds(Bounds):
    """Areas that nobody can take away, and so between what the score will be."""

    game: Go
    advice: Any
    images: np.ndarray = field(init=False, repr=False)  # of each row of points, in each symmetry

    def __post_init__(self):
        vars(self).update(images=images_of_rows(self.game.size))

    def value_bounds(self, position, player, target):
        """Count what each player has for certain; the rest may become anybody's."""
        if self.game.limit > 0:  # the end may come before what is dead is taken
            return self.game.utilities
        empty = self.game.board ^ (position.mine | position.theirs)
        mine = bit_count(safe_area(self.game, position.mine, empty))
        theirs = bit_count(safe_area(self.game, position.theirs, empty))
        points = self.game.size * self.game.size
        komi = self.game.komi if player == 1 else -self.game.komi
        if player != position.player:
            mine, theirs = theirs, mine
        return self.worth(2 * mine - points + komi), self.worth(points - 2 * theirs + komi)

    def effort(self, position, attacker, wanted):
        """Guess by the areas as they are how many points are missing, or may still be lost."""
        score = self.game.score(position)
        lead = score - wanted if attacker == 0 else -score - wanted
        return 1 + int(max(0.0, -lead) / POINTS_OF_A_STONE), 1 + int(max(0.0, lead) / POINTS_OF_A_STONE)

    def simplified(self, position):
        """Return the same position as one of `SmallGo`."""
        game = self.game
        if game.size > LARGEST:
            return None
        small = SmallGo(game.size, game.komi, False, game.suicide, game.limit, game.margin)
        known = {name: getattr(position, name) for name in small.initial._fields}
        return small, small.initial._replace(**known)

    def canonical(self, position):
        """Return the one of eight images with the least sets of points."""
        least = position
        if self.game.size <= LARGEST:
            for symmetry in range(1, SYMMETRIES):
                other = self.transform(position, symmetry)
                if other.mine != least.mine:
                    if other.mine < least.mine:
                        least = other
                elif other.theirs != least.theirs:
                    if other.theirs < least.theirs:
                        least = other
                elif other.barred < least.barred:
                    least = other
        return least

    def transform(self, position, symmetry):
        """Return a position, turned or mirrored."""
        images, size, nothing = self.images, self.game.size, position.mine & 0
        barred = position.barred
        if barred != NOWHERE:
            barred = lowest_bit(image(images, 1 << barred, size, symmetry))
        mine = nothing | image(images, int(position.mine), size, symmetry)
        theirs = nothing | image(images, int(position.theirs), size, symmetry)
        return position._replace(mine=mine, theirs=theirs, barred=barred)

    def worth(self, score):
        """Return the utility of a score."""
        if self.game.margin or score == 0:
            return score
        return 1.0 if score > 0 else -1.0


@compiled
class SuperkoGoBounds(GoBounds):
    """The same where no board comes back."""

    game: SuperkoGo
    advice: Any

    def simplified(self, position):
        if len(position.path) or position.held > 1:  # some board may not come back that is not known there
            return None
        return GoBounds.simplified(self, position)

    def canonical(self, position):
        return position  # the boards before it would have to be turned too


@kernel(inline=False)
def safe_area(game: Any, own: Any, empty: Any) -> Any:
    """Return the chains of a player that cannot be taken, with what they surround and nobody else can live in.

    A region is a part of the board without his stones. A chain lives if two regions are vital to it: all their empty
    points are its liberties, and all chains around them live.
    """
    alive = own
    while True:
        before, left = alive, alive
        while left:
            chain = game.grown(left & -left, own)
            left &= ~chain
            vital, outside = 0, game.board & ~own
            while outside:
                region = game.grown(outside & -outside, game.board & ~own)
                outside &= ~region
                walls = game.around(region) & own
                if walls & ~alive == 0 and region & empty & ~game.around(chain) == 0 and walls & chain:
                    vital += 1
            if vital < 2:
                alive &= ~chain
        if alive == before:
            break
    safe, outside = alive, game.board & ~own
    while outside:
        region = game.grown(outside & -outside, game.board & ~own)
        outside &= ~region
        walls = game.around(region) & own
        if walls and walls & ~alive == 0 and bit_count(region & ~game.around(alive)) <= ROOM_FOR_AN_EYE:
            safe |= region
    return safe
