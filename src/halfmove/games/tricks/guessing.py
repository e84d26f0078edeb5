"""Deals that a player cannot tell from the true one, each as likely as another.

What is hidden from a player lies with three others at most: each is known to need so many cards, and may be known not
to have some of them. So a hidden card can be with one of them, with one of two, or with any. How many of the cards
between two go to the first of them is drawn by counting the deals; the cards themselves are then drawn evenly.
"""

from math import comb

import numpy as np

from halfmove.compiled import bit_count, nth_bit
from halfmove.core.game import Game

MOST = 52  # cards
CHOOSE = np.array([[float(comb(n, k)) for k in range(MOST + 1)] for n in range(MOST + 1)])


class GuessingDeals(Game):
    """Draws deals."""

    def share_out(self, rng, a, b, c, needs_a, needs_b, needs_c):
        """Return the cards of the first and of the second of three players; the others are the third's.

        `a`, `b` and `c` are the hidden cards that each may have, `needs_...` how many he has. All ways are as likely.
        """
        ab, bc, ca, anyone = a & b & ~c, b & c & ~a, c & a & ~b, a & b & c
        only_a, only_b, only_c = a & ~(b | c), b & ~(c | a), c & ~(a | b)
        needs_a -= bit_count(only_a)
        needs_b -= bit_count(only_b)
        needs_c -= bit_count(only_c)
        n_ab, n_bc, n_ca, n = bit_count(ab), bit_count(bc), bit_count(ca), bit_count(anyone)
        to_a, to_b, to_c = n_ab, n_bc, n_ca  # of those between two, how many go to the first of the two
        if n_ab + n_bc + n_ca > 0:
            total = 0.0
            for x in range(n_ab + 1):
                for y in range(n_bc + 1):
                    for z in range(n_ca + 1):
                        rest_a, rest_b, rest_c = needs_a - x - n_ca + z, needs_b - y - n_ab + x, needs_c - z - n_bc + y
                        if rest_a >= 0 and rest_b >= 0 and rest_c >= 0:
                            pairs = CHOOSE[n_ab, x] * CHOOSE[n_bc, y] * CHOOSE[n_ca, z]
                            total += pairs * CHOOSE[n, rest_a] * CHOOSE[n - rest_a, rest_b]
            left = rng.fraction() * total
            for x in range(n_ab + 1):
                for y in range(n_bc + 1):
                    for z in range(n_ca + 1):
                        rest_a, rest_b, rest_c = needs_a - x - n_ca + z, needs_b - y - n_ab + x, needs_c - z - n_bc + y
                        if rest_a >= 0 and rest_b >= 0 and rest_c >= 0 and left >= 0.0:
                            pairs = CHOOSE[n_ab, x] * CHOOSE[n_bc, y] * CHOOSE[n_ca, z]
                            left -= pairs * CHOOSE[n, rest_a] * CHOOSE[n - rest_a, rest_b]
                            to_a, to_b, to_c = x, y, z
        ab_of_a, bc_of_b, ca_of_c = self.draw(rng, ab, to_a), self.draw(rng, bc, to_b), self.draw(rng, ca, to_c)
        rest_a, rest_b = needs_a - to_a - n_ca + to_c, needs_b - to_b - n_ab + to_a
        any_a = self.draw(rng, anyone, rest_a)
        any_b = self.draw(rng, anyone & ~any_a, rest_b)
        return only_a | ab_of_a | ca & ~ca_of_c | any_a, only_b | bc_of_b | ab & ~ab_of_a | any_b

    def draw(self, rng, cards, count):
        """Return so many of a set of cards, drawn at random."""
        left, size = cards, bit_count(cards)
        rest = min(count, size - count)  # of few and many, the few are drawn
        for drawn in range(rest):
            left &= ~(1 << nth_bit(left, rng.below(size - drawn)))
        return left if rest < count else cards & ~left
