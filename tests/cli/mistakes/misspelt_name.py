from take_away import TakeAway


class Mine(TakeAway):
    """A name is misspelt."""

    def is_terminal(self, heap):
        return hep.stones == 0  # here
