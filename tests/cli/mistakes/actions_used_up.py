from take_away import TakeAway

ACTIONS = (count for count in (1, 2))


class Mine(TakeAway):
    """A generator is made once and read many times."""

    def actions(self, heap):  # here
        return ACTIONS
