from take_away import TakeAway


class Mine(TakeAway):
    """A method calls itself for ever."""

    def is_terminal(self, heap):
        return self.is_terminal(heap)  # here
