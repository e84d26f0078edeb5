from take_away import TakeAway


class Mine(TakeAway):  # here
    """A list is returned for a tuple."""

    initial = (7, 0)

    def to_move(self, heap):
        return heap[1]

    def actions(self, heap):
        yield 1

    def result(self, heap, count):
        return [heap[0] - count, 1 - heap[1]]

    def is_terminal(self, heap):
        return heap[0] == 0
