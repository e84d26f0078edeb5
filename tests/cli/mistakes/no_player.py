from take_away import TakeAway


class Mine(TakeAway):
    """Nobody is to move."""

    def to_move(self, heap):  # here
        heap.player
