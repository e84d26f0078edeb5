from take_away import TakeAway


class Mine(TakeAway):
    """The player to move is a fraction."""

    def to_move(self, heap):  # here
        return heap.stones / 2 % 2
