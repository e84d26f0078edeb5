from take_away import TakeAway


class Mine(TakeAway):  # here
    """A state is a list."""

    initial = [7, 0]

    def to_move(self, heap):
        return heap[1]

    def result(self, heap, count):
        return [heap[0] - count, 1 - heap[1]]

    def is_terminal(self, heap):
        return heap[0] == 0
