"""Kalah: sow seeds, move again after a last seed in the store (Champion 1940; Irving, Donkers and Uiterwijk 2000)."""

from dataclasses import field
from typing import NamedTuple

from halfmove.compiled import bit_count, compiled, lowest_bit, nth_bit
from halfmove.errors import HalfmoveError
from halfmove.games.kalah.text import KalahText
from halfmove.games.shared.widths import widened

SMALL, LARGE = 63, 128  # bits of a board


class Pits(NamedTuple):
    """The board as the player to move sees it: his holes, his store, their holes, their store, `bits` bits each."""

    seeds: int
    player: int = 0


ManyPits = widened(Pits, "ManyPits", LARGE, "seeds")


@compiled
class Kalah(KalahText):
    """Have more seeds in your store than the other player has.

    Each player has `holes` holes with `seeds` seeds each, and a store. He takes all seeds of one of his holes and
    sows them one by one, along his holes, his store and their holes; their store is left out. If the last seed falls
    into his store he moves again. If it falls into an empty hole of his own, and there are seeds in the hole opposite,
    he puts all of these and the last seed into his store; with `empty_capture` he does so with the last seed even if
    the hole opposite is empty. As soon as one player's holes are empty the game ends, and the seeds in the other's
    holes are his own. Utility is the margin in seeds. A large board makes a `LargeKalah`, which has more bits and is
    otherwise the same.
    """

    holes: int = 6
    seeds: int = 4
    empty_capture: bool = False
    bits: int = field(init=False, repr=False)  # that a hole or a store takes
    ones: int = field(init=False, repr=False)  # a seed in each pit that the player to move sows into

    def __new__(cls, holes=6, seeds=4, empty_capture=False):
        bits = 2 * (holes + 1) * (2 * holes * seeds).bit_length() if min(holes, seeds) > 0 else 0
        return object.__new__(LargeKalah if cls is Kalah and bits > SMALL else cls)

    def __post_init__(self):
        if self.holes < 1 or self.seeds < 1:
            raise HalfmoveError(f"{self.holes} holes of {self.seeds} seeds: not a board")
        bits = (2 * self.holes * self.seeds).bit_length()
        if 2 * (self.holes + 1) * bits > LARGE:
            raise HalfmoveError(f"{self.holes} holes of {self.seeds} seeds do not fit into {LARGE} bits")
        vars(self).update(bits=bits, ones=sum(1 << pit * bits for pit in range(2 * self.holes + 1)))

    @property
    def utilities(self):  # type: ignore[override]
        return -2.0 * self.holes * self.seeds, 2.0 * self.holes * self.seeds

    @property
    def initial(self):
        side = 0
        for hole in range(self.holes):
            side |= self.seeds << hole * self.bits
        return self.make(side | self.flipped(side), 0)

    def to_move(self, pits):
        return pits.player

    def actions(self, pits):
        filled = self.filled(pits)
        while filled != 0:
            yield lowest_bit(filled) // self.bits
            filled &= filled - 1

    def sample(self, pits, rng):
        """Draw a hole with seeds without listing them."""
        filled = self.filled(pits)
        return nth_bit(filled, rng.below(bit_count(filled))) // self.bits

    def filled(self, pits):
        """Return the lowest bit of each hole with seeds."""
        near = int(pits.seeds & (1 << self.holes * self.bits) - 1)
        filled = near
        for shift in range(1, self.bits):
            filled |= near >> shift
        return filled & int(self.ones & (1 << self.holes * self.bits) - 1)

    def result(self, pits, hole):
        store, ring = self.holes, 2 * self.holes + 1  # pits that are sown into
        hand, one = self.at(pits.seeds, hole), self.make(1, 0).seeds
        last, rest = (hole + hand) % ring, hand % ring
        before = max(hole + 1 + rest - ring, 0)  # pits that the last lap reaches from the first one on
        seeds = pits.seeds - (one * hand << hole * self.bits) + self.ones * (hand // ring)
        seeds += (self.ones & (one << (rest - before) * self.bits) - 1) << (hole + 1) * self.bits
        seeds += self.ones & (one << before * self.bits) - 1
        if last == store:
            return self.make(seeds, pits.player)
        if last < store and self.at(seeds, last) == 1:
            opposite = 2 * self.holes - last
            taken = self.at(seeds, opposite)
            if taken > 0 or self.empty_capture:
                seeds -= (one * taken << opposite * self.bits) + (one << last * self.bits)
                seeds += one * (taken + 1) << store * self.bits
        return self.make(self.flipped(seeds), 1 - pits.player)

    def is_terminal(self, pits):
        holes = (1 << self.holes * self.bits) - 1
        return pits.seeds & holes == 0 or self.flipped(pits.seeds) & holes == 0

    def utility(self, pits, player):
        margin = self.total(pits.seeds) - self.total(self.flipped(pits.seeds))
        return float(margin if player == pits.player else -margin)

    def make(self, seeds, player):
        return Pits(seeds, player)

    def at(self, seeds, pit):
        return int(seeds >> pit * self.bits & (1 << self.bits) - 1)

    def flipped(self, seeds):
        """Return the board as the other player sees it."""
        half = (self.holes + 1) * self.bits
        return seeds >> half | (seeds & (self.make(1, 0).seeds << half) - 1) << half

    def total(self, seeds):
        """Return how many seeds are on the near side."""
        total = 0
        for pit in range(self.holes + 1):
            total += self.at(seeds, pit)
        return total


@compiled
class LargeKalah(Kalah):
    """Kalah on a board of more than 63 bits."""

    def make(self, seeds, player):
        return ManyPits(seeds, player)
