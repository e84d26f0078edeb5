from take_away import TakeAway


class Mine(TakeAway):
    """Whether the game is over is found and not returned."""

    def is_terminal(self, heap):  # here
        heap.stones == 0
