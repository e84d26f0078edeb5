from take_away import TakeAway


class Mine(TakeAway):  # here
    """Three players have teams, and two play."""

    teams = (0, 1, 0)
