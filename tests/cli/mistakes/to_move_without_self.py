from take_away import TakeAway


class Mine(TakeAway):
    """The first parameter of a method is missing."""

    def to_move(heap):  # here
        return heap.player
