from take_away import TakeAway


class Mine(TakeAway):
    """The name of an action has a space in it."""

    def name(self, count, state=None):  # here
        return f"take {count}"
