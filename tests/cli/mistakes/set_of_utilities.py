from take_away import TakeAway


class Mine(TakeAway):  # here
    """The bounds of the utility have no order."""

    utilities = {-1.0, 1.0}
