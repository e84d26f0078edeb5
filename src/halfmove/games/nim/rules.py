"""Nim: take stones from heaps; the last one decides (Bouton 1901; Lecture 5; Chapter 9, section 9.6 and figure 51)."""

import re
from dataclasses import field
from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.games.shared.grid import LETTERS
from halfmove.games.shared.notation import read_numbers

STONE = "o"
BITS = 63  # of all heaps together
MOST_STONES = 1_000_000  # in a heap: they are drawn one by one


def check_heap(stones: int, most: int) -> None:
    """Refuse a heap that is no game."""
    if not 0 <= stones <= MOST_STONES or most < 1:
        raise HalfmoveError(
            f"a heap of {stones} stones of which 1 to {most} are taken: not a game, or more than {MOST_STONES} stones"
        )


class Heap(NamedTuple):
    stones: int
    player: int = 0


class HeapGame(Game):
    """Take 1 to `most` stones from one heap in turn until none is left; a subclass says who wins."""

    stones: int = 6
    most: int = 3

    def __post_init__(self):
        check_heap(self.stones, self.most)

    @property
    def longest(self):  # type: ignore[override]
        return self.stones

    @property
    def initial(self):
        return Heap(self.stones, 0)

    def to_move(self, heap):
        return heap.player

    def actions(self, heap):
        for count in range(1, min(self.most, heap.stones) + 1):
            yield count

    def result(self, heap, count):
        return Heap(heap.stones - count, (heap.player + 1) % self.players)

    def is_terminal(self, heap):
        return heap.stones == 0

    def show(self, heap):
        return f"{STONE * heap.stones or '-'} ({heap.stones}), {self.player_names[heap.player]} to move"

    def read(self, written):
        """Return the state that a number of stones stands for: `5`, or `5 MIN` where MIN is to move."""
        (stones,), player = read_numbers(self, written, [self.stones], ["stones"])
        return Heap(stones, player)


@compiled
class OneHeapNim(HeapGame):
    """Take 1 to `most` stones from one heap; whoever takes the last one wins or, in misère play, loses.

    The player to move loses if stones % (most + 1) is 0 or, in misère play, 1.
    """

    misere: bool = False

    def utility(self, heap, player):
        return 1.0 if (player == heap.player) == self.misere else -1.0


class Heaps(NamedTuple):
    stones: int  # `bits` bits for each heap, the first heap lowest
    player: int = 0


@compiled
class Nim(Game):
    """Take any number of stones from one of several heaps; whoever takes the last wins or, in misère play, loses.

    The player to move loses if the exclusive-or of the heaps is 0; in misère play the same, unless no heap has more
    than one stone: then he loses if the number of heaps that are left is odd.
    """

    heaps: tuple[int, ...] = (3, 4, 5)
    misere: bool = False
    bits: int = field(init=False, repr=False)  # that a heap takes

    def __post_init__(self):
        if not 0 < len(self.heaps) <= len(LETTERS):
            raise HalfmoveError(f"{len(self.heaps)} heaps: there must be 1 to {len(LETTERS)}")
        bits = max(1, max(self.heaps).bit_length())
        if bits * len(self.heaps) > BITS:
            raise HalfmoveError(f"{len(self.heaps)} heaps of {bits} bits do not fit into {BITS} bits")
        if min(self.heaps) < 0 or max(self.heaps) > MOST_STONES:
            raise HalfmoveError(f"heaps of {self.heaps} stones: each must have from 0 to {MOST_STONES}")
        vars(self).update(bits=bits)

    @property
    def longest(self):  # type: ignore[override]
        return sum(self.heaps)

    @property
    def initial(self):
        stones = 0
        for heap in range(len(self.heaps)):
            stones |= self.heaps[heap] << heap * self.bits
        return Heaps(stones, 0)

    def to_move(self, heaps):
        return heaps.player

    def actions(self, heaps):
        for heap in range(len(self.heaps)):
            for count in range(1, self.size(heaps, heap) + 1):
                yield heap << self.bits | count

    def result(self, heaps, action):
        heap, count = action >> self.bits, self.low(action)
        return Heaps(heaps.stones - (count << heap * self.bits), 1 - heaps.player)

    def is_terminal(self, heaps):
        return heaps.stones == 0

    def utility(self, heaps, player):
        return 1.0 if (player == heaps.player) == self.misere else -1.0

    def size(self, heaps, heap):
        return self.low(heaps.stones >> heap * self.bits)

    def low(self, number):
        return number & (1 << self.bits) - 1

    def show(self, heaps):
        sizes = [self.size(heaps, heap) for heap in range(len(self.heaps))]
        lines = [f"{letter} {STONE * size or '-'} ({size})" for letter, size in zip(LETTERS, sizes)]
        return "\n".join([*lines, f"{self.player_names[heaps.player]} to move"])

    def name(self, action, state=None):
        """Return the letter of the heap and how many stones are taken."""
        return f"{LETTERS[action >> self.bits]}{self.low(action)}"

    def read(self, written):
        """Return the state that the sizes of the heaps stand for: `3 4 5`, or `3 4 5 MIN` where MIN is to move."""
        what = [f"stones in heap {letter}" for letter in LETTERS[: len(self.heaps)]]
        sizes, player = read_numbers(self, re.sub(r"(?<=\d)-(?=\d)", " ", written), list(self.heaps), what)
        return Heaps(sum(size << heap * self.bits for heap, size in enumerate(sizes)), player)
