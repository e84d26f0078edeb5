from take_away import Heap


class Mine(Game):  # here
    """`Game` is not imported."""

    initial = Heap()

    def to_move(self, heap):
        return heap.player

    def actions(self, heap):
        yield 1

    def result(self, heap, count):
        return Heap(heap.stones - count, 1 - heap.player)

    def is_terminal(self, heap):
        return heap.stones == 0

    def utility(self, heap, player):
        return -1.0 if player == heap.player else 1.0
