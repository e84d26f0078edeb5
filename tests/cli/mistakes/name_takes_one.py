from take_away import TakeAway


class Mine(TakeAway):
    """The state is missing."""

    def name(self, count):  # here
        return f"take-{count}"
