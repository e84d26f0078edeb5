from take_away import TakeAway


class Mine(TakeAway):
    """A tuple is assigned to."""

    initial = (7, 0)

    def to_move(self, heap):
        return heap[1]

    def actions(self, heap):
        yield 1

    def result(self, heap, count):
        heap[0] -= count  # here
        return heap

    def is_terminal(self, heap):
        return heap[0] == 0
