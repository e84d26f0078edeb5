from take_away import TakeAway


class Mine(TakeAway):  # here
    """There are no bounds of the utility."""

    utilities = (-float("inf"), float("inf"))
