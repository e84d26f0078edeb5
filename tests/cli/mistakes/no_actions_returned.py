from take_away import TakeAway


class Mine(TakeAway):
    """The list of actions is made and not returned."""

    def actions(self, heap):  # here
        [count for count in (1, 2) if count <= heap.stones]
