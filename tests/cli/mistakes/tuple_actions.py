from take_away import TakeAway


class Mine(TakeAway):
    """Actions are pairs."""

    def actions(self, heap):  # here
        return [(heap.player, count) for count in (1, 2) if count <= heap.stones]
