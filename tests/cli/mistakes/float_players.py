from take_away import TakeAway


class Mine(TakeAway):  # here
    """The number of players is a fraction."""

    players = 2.0
