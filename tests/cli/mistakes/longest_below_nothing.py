from take_away import TakeAway


class Mine(TakeAway):  # here
    """The longest game has less than no plies."""

    longest = -1
