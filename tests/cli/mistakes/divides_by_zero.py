from take_away import TakeAway


class Mine(TakeAway):
    """An answer raises an error."""

    def evaluate(self, heap, player):
        return 1 / (heap.stones - heap.stones)  # here
