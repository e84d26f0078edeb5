from good import TakeAway


class Broken(TakeAway):
    """A state is a list: a heap and a player."""

    initial = [7, 0]

    def to_move(self, heap):
        return heap[1]

    def actions(self, heap):
        yield from range(1, min(2, heap[0]) + 1)

    def result(self, heap, count):
        return [heap[0] - count, 1 - heap[1]]

    def is_terminal(self, heap):
        return heap[0] == 0

    def utility(self, heap, player):
        return -1.0 if player == heap[1] else 1.0
