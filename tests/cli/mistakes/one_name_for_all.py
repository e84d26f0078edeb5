from take_away import TakeAway


class Mine(TakeAway):
    """All actions have one name."""

    def name(self, count, state=None):  # here
        return "take"
