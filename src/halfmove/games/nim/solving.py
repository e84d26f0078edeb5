"""What the solver may use: which heaps lead to which, and One-Heap Nim level by level."""

from typing import Any

from halfmove.compiled import compiled
from halfmove.core.advice import Bounds
from halfmove.games.nim.rules import Heap, Heaps, Nim, OneHeapNim


@compiled
class OneHeapNimBounds(Bounds):
    """Predecessors, and levels for dynamic programming that keeps only those it still needs."""

    game: OneHeapNim
    advice: Any

    def parents(self, heap):
        for count in range(1, min(self.game.most, self.game.stones - heap.stones) + 1):
            yield Heap(heap.stones + count, 1 - heap.player)

    @property
    def reach(self):
        """How many levels down an action leads at most."""
        return self.game.most

    def level(self, heap):
        """Return the level of a state: every action leads to a lower one."""
        return heap.stones

    def at_level(self, level):
        """Yield the states of a level."""
        for player in range(2):
            yield Heap(level, player)


@compiled
class NimBounds(Bounds):
    """Predecessors."""

    game: Nim
    advice: Any

    def parents(self, heaps):
        for heap in range(len(self.game.heaps)):
            for count in range(1, self.game.heaps[heap] - self.game.size(heaps, heap) + 1):
                yield Heaps(heaps.stones + (count << heap * self.game.bits), 1 - heaps.player)
