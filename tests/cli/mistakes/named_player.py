from take_away import TakeAway


class Mine(TakeAway):
    """Players have names instead of numbers."""

    def to_move(self, heap):  # here
        return "MAX" if heap.player == 0 else "MIN"
