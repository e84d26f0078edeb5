"""Heaps of Nim: to touch an object takes it, and all that lie on it."""

from halfmove.explain.board import HEAPS, OBJECTS, PAPER, Board, BoardPicture, Cell, Label, Piece
from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.grid import LETTERS

MOST_OBJECTS = 500  # that are drawn one by one


class HeapsDrawing(BoardDrawing):
    """Objects one upon the other; a subclass says how many there are, and what an action takes."""

    def first(self):
        """Return how large the heaps are in the beginning."""
        raise NotImplementedError

    def sizes(self, state):
        """Return how large the heaps are in a state."""
        raise NotImplementedError

    def taken(self, action):
        """Return from which heap an action takes, and how many."""
        raise NotImplementedError

    def describe(self):
        sizes = self.first()
        if sum(sizes) > MOST_OBJECTS:
            return None
        tall = max(*sizes, 1)
        cells = [
            Cell(f"{LETTERS[heap]}{height + 1}", heap + 0.5, tall - height - 0.5, shape="object")
            for heap, size in enumerate(sizes)
            for height in range(size)
        ]
        labels = [Label(LETTERS[heap], heap + 0.5, tall, "bottom") for heap in range(len(sizes))]
        return Board(HEAPS, len(sizes), tall, tuple(cells), PAPER, OBJECTS, labels=tuple(labels))

    def picture(self, state):
        if self.describe() is None:
            return BoardPicture()
        objects = [
            Piece(self.cell(heap, height), words="object")
            for heap, size in enumerate(self.sizes(state))
            for height in range(size)
        ]
        return BoardPicture(tuple(objects), scores=())

    def cell(self, heap, height):
        """Return the cell of an object; the lowest of a heap has the height 0."""
        return sum(self.first()[:heap]) + height

    def clicks(self, state, action):
        heap, count = self.taken(action)
        return (self.cell(heap, self.sizes(state)[heap] - count),)

    def places(self, state, action):
        heap, count = self.taken(action)
        size = self.sizes(state)[heap]
        return [self.cell(heap, height) for height in range(size - count, size)]

    def takes(self, state, action):
        return self.places(state, action)

    def svg(self, state, marked=(), caption=""):
        return super().svg(state, marked, caption) if self.describe() is not None else ""


class NimDrawing(HeapsDrawing):
    def first(self):
        return self.game.heaps

    def sizes(self, state):
        return [self.game.size(state, heap) for heap in range(len(self.game.heaps))]

    def taken(self, action):
        return action >> self.game.bits, self.game.low(action)


class HeapGameDrawing(HeapsDrawing):
    """One heap; a state that was typed may have more objects than the first one."""

    def first(self):
        return (self.game.stones,)

    def sizes(self, state):
        return (min(state.stones, self.game.stones),)

    def taken(self, action):
        return 0, action
